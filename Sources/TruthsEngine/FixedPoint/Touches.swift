import TruthsProgram
import TruthsText

/// Which matches of a truth on facts may fire, or fire no more, when a fact arrives that its `if` reads without matching it:
/// those of which a field equals one of the fact, since every other match reads past it.
struct Touches: Sendable {
  /// A field of the fact that arrives, and the field of a matched fact that equals it where the fact is read, or is so much more.
  struct Pair: Hashable, Sendable {
    var arriving: Int
    var position: Int
    var field: Int
    var more = Decimal.zero
  }

  /// A field of a matched fact, and its value.
  struct Known: Hashable {
    var position: Int
    var field: Int
    var value: Value
  }

  /// More searches than so many may cost more than one of all.
  fileprivate static var limit: Int { 64 }

  /// By fact type, one list of pairs for each place where it is read; a type is left out where some place reads facts of it
  /// that no field tells.
  private(set) var byType: [Int: [[Pair]]] = [:]

  init(_ truth: CheckedTruth, _ program: Program) {
    self.init(truth.firingNodes, over: truth.matches, truth.lets, program)
  }

  /// - Parameter nodes: everything that is read, of some matched facts and `let`s.
  init(_ nodes: [Node], over matches: [CheckedMatch], _ lets: [CheckedLet], _ program: Program) {
    var reader = Reader(matches, lets, program)
    for node in nodes { node.forEachRead { reader.note($0) } }
    byType = reader.found.filter { !reader.untold.contains($0.key) }
  }

  private struct Reader {
    private let matches: [CheckedMatch]
    private let program: Program
    private let names: ShortNames
    private(set) var found: [Int: [[Pair]]] = [:]
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

    /// Keeps the pairs of one matched fact: the search begins with that.
    private mutating func note(_ type: Int, _ pairs: [Pair]) {
      guard let position = pairs.first?.position else {
        untold.insert(type)
        return
      }
      let kept = pairs.filter { $0.position == position }
      if found[type]?.contains(kept) != true { found[type, default: []].append(kept) }
    }

    /// - Returns: `nil` where the fact may count although the fields are not equal: one that is missing makes the test unknown.
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
  /// A number without a constant that is added to it or taken from it, and how much it is more than the whole: `n` and 1 of
  /// `n - 1`. Data is far from where such a sum would be rounded.
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
  /// The orders in which the matches are found that facts may have touched.
  ///
  /// - Returns: none for no facts, and `nil` where only a search among all matches tells.
  func touched(by news: [(type: Int, places: Range<Int>)], _ store: FactStore) -> [[Step]]? {
    var asked: [[Touches.Known]] = []
    for (type, places) in news {
      guard let readings = touches?.byType[type] else { return nil }
      for place in places {
        // Who read the version before reads it no more.
        for version in [place, store.tables[type].earlier(than: place)] where version >= 0 {
          for pairs in readings {
            let known = pairs.map { pair in
              let value = store.value(of: store.cell(type, at: version, field: pair.arriving))
              return Touches.Known(position: pair.position, field: pair.field, value: value.more(by: pair.more))
            }
            if !asked.contains(known) { asked.append(known) }
          }
          if asked.count > Touches.limit { return nil }
        }
      }
    }
    let orders = asked.compactMap { order(where: $0) }
    // Where many matches are touched, several times perhaps, it is less work to search among all.
    let tried = orders.reduce(0) { $0 + store.count(of: $1[0]) }
    return orders.allSatisfy { tried <= store.count($0[0].type) } ? orders : nil
  }
}

extension FactStore {
  /// How many facts a step that begins an order tries.
  fileprivate func count(of step: MatchPlan.Step) -> Int {
    let values = step.values.map { BoundOperand($0, self).constant }
    return tables[step.type].layers.all.reduce(0) { count, layer in
      let index = layer.index(step.fields)
      let group = index.group(of: values, in: layer)
      return count + (group < 0 ? 0 : Int(index.sizes[group]))
    }
  }
}
