import TruthsText

/// What one closing corrects (declarations §6).
struct ClosingCorrections {
  /// A fact that some match gives and that is there with another content.
  struct Change {
    /// Index in ``Program/facts``.
    var type: Int
    var row: [Cell]
    var maker: Producer.Maker
    var position: Int
    var span: Span
  }

  /// A member of a fact.
  private struct Member: Hashable {
    var type: Int
    var identity: [Cell]
    var field: Int
  }

  /// What waits for the other matches that give a fact of its key; in the order in which it was given.
  var changes: [Change] = []
  /// What corrections have written since closing began.
  private var written: [Member: Cell] = [:]

  /// Takes in what a correction writes into a member.
  ///
  /// - Returns: what was written into it before: the same, where the two agree.
  mutating func write(_ cell: Cell, to field: Int, of type: Int, identity: [Cell]) -> Cell {
    let member = Member(type: type, identity: identity, field: field)
    if let before = written[member] { return before }
    written[member] = cell
    return cell
  }
}

/// What all matches that hold now give under some keys of one fact type.
struct CurrentYield {
  /// The facts of one key.
  private struct Facts {
    /// The first one.
    var row: [Cell]
    /// Others, where not all matches give the same.
    var others: [[Cell]] = []
    /// Of `row`, then of `others`: whether a match that gives it holds a correction.
    var areCorrected: [Bool]
  }

  private var byIdentity: [[Cell]: Facts] = [:]
  private let identity: [Int]

  init(_ shape: TableShape) { identity = shape.identity }

  private func key(_ row: [Cell]) -> [Cell] { identity.map { row[$0] } }

  /// Takes in what one match gives.
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

  /// Whether every match gives the same fact under the key of a row, that row, and some of them holds a correction.
  func agrees(on row: [Cell], _ symbols: Symbols) -> Bool {
    guard let facts = byIdentity[key(row)], facts.others.isEmpty else { return false }
    return facts.areCorrected[0] && symbols.same(facts.row, row)
  }

  /// Whether any match gives a row.
  func gives(_ row: [Cell], _ symbols: Symbols) -> Bool {
    guard let facts = byIdentity[key(row)] else { return false }
    return ([facts.row] + facts.others).contains { symbols.same($0, row) }
  }
}

extension Symbols {
  /// Whether two rows say the same.
  fileprivate func same(_ left: [Cell], _ right: [Cell]) -> Bool {
    zip(left, right).allSatisfy { $0 == $1 || same($0, $1) }
  }
}
