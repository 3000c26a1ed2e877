import TruthsProgram
import TruthsText

/// The matches of a truth on facts that a new fact can affect when the `if` reads it without matching it.
///
/// They are found by a field of a matched fact that equals a field of the new fact; all other matches do not read it.
struct Touches: Sendable {
  /// A field of a matched fact that must equal a field of the new fact plus `more`.
  struct Pair: Hashable, Sendable {
    var arriving: Int
    var position: Int
    var field: Int
    var more = Decimal.zero
  }

  /// A field of a matched fact, with its value.
  struct Known: Hashable {
    var position: Int
    var field: Int
    var value: Value
  }

  /// The largest number of single searches; more may cost more than one search of all matches.
  fileprivate static var limit: Int { 64 }

  /// The reads of each fact type: one list of pairs for each place in the code.
  ///
  /// A type has no entry if any place in the code reads its facts without such an equality.
  private(set) var byType: [Int: [[Pair]]] = [:]

  init(_ truth: CheckedTruth, _ program: Program) {
    self.init(truth.firingNodes, over: truth.matches, truth.lets, program)
  }

  /// Creates the touches of some expressions.
  ///
  /// - Parameter nodes: all expressions over the matched facts and `let`s.
  init(_ nodes: [Node], over matches: [CheckedMatch], _ lets: [CheckedLet], _ program: Program) {
    var reader = Reader(matches, lets, program)
    for node in nodes { node.forEachRead { reader.note($0) } }
    byType = reader.pairsByType.filter { !reader.untold.contains($0.key) }
  }

  private struct Reader {
    private let matches: [CheckedMatch]
    private let program: Program
    private let names: ShortNames
    private(set) var pairsByType: [Int: [[Pair]]] = [:]
    private(set) var untold: Set<Int> = []

    init(_ matches: [CheckedMatch], _ lets: [CheckedLet], _ program: Program) {
      self.matches = matches
      self.program = program
      var names = ShortNames(matches)
      for binding in lets { _ = names.add(binding) }
      self.names = names
    }

    mutating func note(_ read: NodeRead) {
      switch read {
      case .fact(let key):
        let fields = program.facts[key.fact].key
        note(key.fact, key.keys.indices.compactMap { pair(key.fact, $0 < fields.count ? fields[$0] : nil, key.keys[$0]) })
      case .state(let key):
        let history = program.lifecycles[key.lifecycle].history
        note(history, key.keys.indices.compactMap { pair(history, $0, key.keys[$0]) })
      case .elements(let loop): note(loop.source, loop.path)
      case .policy: if let set = program.facts.firstIndex(where: { $0.name == "policy.set" }) { untold.insert(set) }
      case .table(let index, let arguments):
        var inside = NodeReads(program)
        inside.add(.table(index, arguments))
        if program.tables[index].readsContext { untold.formUnion(inside.types) }
        if inside.hasPolicies { note(.policy(0)) }
      case .slot, .builtin, .entry, .old: break
      }
    }

    private mutating func note(_ source: SourceNode, _ path: AccessPath?) {
      switch source {
      case .list: break
      case .facts(let type): note(type, path?.equalities.compactMap { pair(type, $0.part.field, $0.value) } ?? [])
      case .instances(let lifecycle): untold.insert(program.lifecycles[lifecycle].history)
      }
    }

    /// Keeps the pairs of one matched fact, with which the search begins.
    private mutating func note(_ type: Int, _ pairs: [Pair]) {
      guard let position = pairs.first?.position else {
        untold.insert(type)
        return
      }
      let kept = pairs.filter { $0.position == position }
      if pairsByType[type]?.contains(kept) != true { pairsByType[type, default: []].append(kept) }
    }

    /// Returns the pair of a field and a value.
    ///
    /// - Returns: `nil` where the fact may matter although the fields differ, because a missing field makes the test unknown.
    private func pair(_ type: Int, _ arriving: Int?, _ value: Node) -> Pair? {
      let (compared, more) = value.apart
      guard let arriving, case .field(let position, let field)? = names.operand(compared) else { return nil }
      let (one, other) = (program.facts[type].fields[arriving], program.facts[matches[position].fact].fields[field])
      guard !one.isOptional, !other.isOptional, one.type.isHashedAsCompared, other.type.isHashedAsCompared else { return nil }
      return Pair(arriving: arriving, position: position, field: field, more: more)
    }
  }
}

extension Node {
  /// The number without an integer constant that is added or subtracted, and the difference: `n` and 1 for `n - 1`.
  ///
  /// Values in data are far from the size at which such a sum is rounded.
  fileprivate var apart: (node: Node, more: Decimal) {
    switch self {
    case .arithmetic(.subtract, let number, .constant(.number(let constant))) where constant.isInteger: (number, constant)
    case .arithmetic(.add, let number, .constant(.number(let constant))) where constant.isInteger: (number, constant.negated)
    case .arithmetic(.add, .constant(.number(let constant)), let number) where constant.isInteger: (number, constant.negated)
    default: (self, .zero)
    }
  }
}

extension Value {
  fileprivate func more(by difference: Decimal) -> Value {
    guard difference != .zero, case .number(let number) = self, case .success(let sum) = number.adding(difference) else {
      return self
    }
    return .number(sum)
  }
}

extension MatchPlan {
  /// Returns the search orders for the matches that new facts may affect.
  ///
  /// - Returns: an empty list for no new facts; `nil` where only a search of all matches is possible or cheaper.
  func touched(by news: [(type: Int, places: Range<Int>)], _ store: FactStore) -> [[Step]]? {
    var knowledge: [[Touches.Known]] = []
    for (type, places) in news {
      guard let readings = touches?.byType[type] else { return nil }
      for place in places {
        // Matches that read the previous version no longer read it.
        for version in [place, store.tables[type].earlier(than: place)] where version >= 0 {
          for pairs in readings {
            let known = pairs.map { pair in
              let value = store.value(of: store.cell(type, at: version, field: pair.arriving))
              return Touches.Known(position: pair.position, field: pair.field, value: value.more(by: pair.more))
            }
            if !knowledge.contains(known) { knowledge.append(known) }
          }
          if knowledge.count > Touches.limit { return nil }
        }
      }
    }
    let orders = knowledge.compactMap { order(where: $0) }
    // If many matches are affected, perhaps several times, one search of all is less work.
    let tried = orders.reduce(0) { $0 + store.count(of: $1[0]) }
    return orders.allSatisfy { tried <= store.count($0[0].type) } ? orders : nil
  }
}

extension FactStore {
  /// Returns the number of facts that a first step visits.
  fileprivate func count(of step: MatchPlan.Step) -> Int {
    let values = step.values.map { BoundOperand($0, self).constant }
    return tables[step.type].layers.all.reduce(0) { count, layer in
      let index = layer.index(step.fields)
      let group = index.group(of: values, in: layer)
      return count + (group < 0 ? 0 : Int(index.sizes[group]))
    }
  }
}
