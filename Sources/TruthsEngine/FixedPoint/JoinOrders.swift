import TruthsProgram

/// The orders in which the facts of a match are searched, one for each position of the new fact, with the joins of each step.
struct JoinOrders: Sendable {
  /// The type of the fact at each position.
  let types: [Int]
  /// The equalities by which each position can be looked up, sorted by field.
  private let equalities: [[Conditions.Equality]]
  /// The tests besides the look-ups, by their position in the `if`; empty where an evaluator judges the matches.
  private let tests: [(place: Int, test: MatchPlan.Comparing)]
  /// The positions that an equality joins to a position, once that position is bound.
  private let followers: [[Int]]
  /// The value that must be missing in the matches.
  private var missing: MatchPlan.Operand?
  /// The orders by first position; empty for a wide match, whose orders would need memory quadratic in its width.
  private var ready: [[MatchPlan.Step]] = []
  private static let readyWidth = 16

  /// Creates orders for facts of some types without joins.
  init(types: [Int]) { self.init(types: types, [], tests: []) }

  /// Creates the orders of a truth.
  ///
  /// - Parameters:
  ///   - suspects: fact types whose facts are joined by their key alone.
  ///   - isTested: whether comparisons that no look-up covers are tested.
  init(
    _ conditions: Conditions, _ matches: [CheckedMatch], _ program: Program, distrusting suspects: Set<Int>, isTested: Bool
  ) {
    let isTrusted = { (position: Int, field: Int) in
      let fact = matches[position].fact
      return !suspects.contains(fact) || program.facts[fact].key.contains(field)
    }
    let equalities = conditions.equalities(matches, program).filter { equality in
      guard isTrusted(equality.position, equality.field) else { return false }
      if case .field(let position, let field) = equality.value { return isTrusted(position, field) }
      return true
    }
    let tests = isTested ? conditions.comparings.sorted { $0.key < $1.key }.map { (place: $0.key, test: $0.value) } : []
    self.init(types: matches.map(\.fact), equalities, tests: tests)
  }

  private init(types: [Int], _ all: [Conditions.Equality], tests: [(place: Int, test: MatchPlan.Comparing)]) {
    (self.types, self.tests) = (types, tests)
    var equalities = [[Conditions.Equality]](repeating: [], count: types.count)
    var followers = [[Int]](repeating: [], count: types.count)
    for equality in all {
      equalities[equality.position].append(equality)
      if let before = equality.value.position { followers[before].append(equality.position) }
    }
    // Of several equalities of one field, the first in the source counts.
    self.equalities = equalities.map { list in
      list.enumerated().sorted { ($0.element.field, $0.offset) < ($1.element.field, $1.offset) }.map(\.element)
    }
    self.followers = followers
    prepare()
  }

  /// The operands of the joins and tests.
  var operands: [MatchPlan.Operand] {
    equalities.joined().map(\.value) + tests.flatMap { [$0.test.left, $0.test.right] }
  }

  /// Returns the orders for the matches in which a value is missing.
  func looking(for missing: MatchPlan.Operand) -> JoinOrders {
    var orders = self
    orders.missing = missing
    orders.prepare()
    return orders
  }

  private mutating func prepare() {
    ready = []
    if types.count <= Self.readyWidth { ready = types.indices.map(steps) }
  }

  /// Returns the order that begins with the fact at a position.
  subscript(first: Int) -> [MatchPlan.Step] { ready.isEmpty ? steps(from: first) : ready[first] }

  /// Computes one order.
  ///
  /// - Complexity: O(n log n) in positions, equalities and tests.
  private func steps(from first: Int) -> [MatchPlan.Step] {
    let order = positions(from: first)
    var places = [Int](repeating: 0, count: order.count)
    for (place, position) in order.enumerated() { places[position] = place }
    var lookedUp: Set<Int> = []
    var steps = order.enumerated().map { place, position in
      var step = MatchPlan.Step(position: position, type: types[position], fields: [], values: [], tests: [])
      if case .field(position, let field)? = missing { step.absent = field }
      for equality in equalities[position]
      where equality.field != step.fields.last && equality.value.position.map({ places[$0] < place }) ?? true {
        step.fields.append(equality.field)
        step.values.append(equality.value)
        lookedUp.insert(equality.comparing)
      }
      return step
    }
    for (place, test) in tests where !lookedUp.contains(place) {
      let last = [test.left.position, test.right.position].compactMap { $0.map { places[$0] } }.max() ?? 0
      steps[last].tests.append(test)
    }
    return steps
  }

  /// Returns the positions in the order in which they are bound. The next is always the first that is joined to bound ones, if
  /// any.
  private func positions(from first: Int) -> [Int] {
    var open = PositionQueue(count: types.count)
    var joined = PositionQueue(count: types.count)
    for position in types.indices {
      open.insert(position)
      if equalities[position].contains(where: { $0.value.position == nil }) { joined.insert(position) }
    }
    var order: [Int] = []
    var next: Int? = first
    while let position = next {
      order.append(position)
      open.remove(position)
      joined.remove(position)
      for follower in followers[position] where open.contains(follower) { joined.insert(follower) }
      next = joined.first ?? open.first
    }
    return order
  }
}

/// A set of positions with fast access to the least.
private struct PositionQueue {
  private var words: [UInt64]
  /// The first word that may be non-zero.
  private var begin = 0

  init(count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  func contains(_ position: Int) -> Bool { words[position / 64] & (1 << UInt64(position % 64)) != 0 }

  mutating func insert(_ position: Int) {
    words[position / 64] |= 1 << UInt64(position % 64)
    begin = min(begin, position / 64)
  }

  mutating func remove(_ position: Int) { words[position / 64] &= ~(1 << UInt64(position % 64)) }

  var first: Int? {
    mutating get {
      while begin < words.count, words[begin] == 0 { begin += 1 }
      return begin < words.count ? begin * 64 + words[begin].trailingZeroBitCount : nil
    }
  }
}
