import TruthsText

/// The corrections of one closing, the run of truths on facts to their fixed point (declarations §6).
struct ClosingCorrections {
  /// A fact that a match produces and that exists with another content.
  struct Change {
    /// Index in ``Program/facts``.
    var type: Int
    var row: [Cell]
    var maker: Producer.Maker
    var position: Int
    var span: Span
  }

  /// A member of a fact, by the fact's identity and the field.
  private struct Member: Hashable {
    var type: Int
    var identity: [Cell]
    var field: Int
  }

  /// The changes that wait for the other matches of their keys, in the order of production.
  var changes: [Change] = []
  /// The values that corrections have written since closing began.
  private var written: [Member: Cell] = [:]

  /// Records the value that a correction writes into a member.
  ///
  /// - Returns: the value written first; the corrections conflict where it differs from `cell`.
  mutating func write(_ cell: Cell, to field: Int, of type: Int, identity: [Cell]) -> Cell {
    let member = Member(type: type, identity: identity, field: field)
    if let before = written[member] { return before }
    written[member] = cell
    return cell
  }
}

/// The facts that all current matches produce under some keys of one fact type.
struct CurrentYield {
  /// The facts of one key.
  private struct Facts {
    /// The fact that was added first.
    var row: [Cell]
    /// Further facts with the same key; empty unless the matches disagree about the fact.
    var others: [[Cell]] = []
    /// Whether a match that produces the fact contains a corrected fact, first for the fact `row`, then for each fact of
    /// `others`.
    var areCorrected: [Bool]
  }

  private var byIdentity: [[Cell]: Facts] = [:]
  private let identity: [Int]

  init(_ shape: TableShape) { identity = shape.identity }

  private func key(_ row: [Cell]) -> [Cell] { identity.map { row[$0] } }

  /// Adds the fact of one match.
  mutating func add(_ row: [Cell], isCorrected: Bool, _ symbols: Symbols) {
    let key = key(row)
    guard var facts = byIdentity[key] else {
      byIdentity[key] = Facts(row: row, areCorrected: [isCorrected])
      return
    }
    let place = ([facts.row] + facts.others).firstIndex { symbols.same($0, row) }
    if let place {
      facts.areCorrected[place] = facts.areCorrected[place] || isCorrected
    } else {
      facts.others.append(row)
      facts.areCorrected.append(isCorrected)
    }
    byIdentity[key] = facts
  }

  /// Returns whether every match produces this row under its key, and at least one of them contains a corrected fact.
  func agrees(on row: [Cell], _ symbols: Symbols) -> Bool {
    guard let facts = byIdentity[key(row)], facts.others.isEmpty else { return false }
    return facts.areCorrected[0] && symbols.same(facts.row, row)
  }

  /// Returns whether any match produces a row.
  func gives(_ row: [Cell], _ symbols: Symbols) -> Bool {
    guard let facts = byIdentity[key(row)] else { return false }
    return ([facts.row] + facts.others).contains { symbols.same($0, row) }
  }
}

extension Symbols {
  fileprivate func same(_ left: [Cell], _ right: [Cell]) -> Bool {
    zip(left, right).allSatisfy { $0 == $1 || same($0, $1) }
  }
}
