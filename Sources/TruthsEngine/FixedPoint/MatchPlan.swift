import TruthsLedger
import TruthsProgram
import TruthsText

/// The search plan for the matches of a truth on facts: which fact comes first, and by which fields each further fact is
/// joined.
///
/// It is semi-naive evaluation, as in Bancilhon and Ramakrishnan, "An Amateur's Introduction to Recursive Query Processing
/// Strategies".
final class MatchPlan: Sendable {
  /// The search for one fact of a match.
  struct Step: Sendable {
    /// The index in ``CheckedTruth/matches``.
    var position: Int
    /// The index in ``Program/facts``.
    var type: Int
    /// The fields that must equal known values, ascending; empty where all facts of the type are visited.
    var fields: [Int]
    var values: [Operand]
    /// The comparisons that must be true of the facts so far; only where the truth has a ``ShortRule``.
    var tests: [Comparing]
    /// The index of the field that must have no value; `nil` if there is no such field.
    var absent: Int?
  }

  /// A value that needs no evaluator.
  enum Operand: Hashable, Sendable {
    case constant(Value)
    /// Index in ``Program/policies``.
    case policy(Int)
    /// A field of the fact at a position.
    case field(Int, Int)
  }

  /// A comparison of two operands.
  struct Comparing: Sendable {
    var comparison: Comparison
    var left: Operand
    var right: Operand
  }

  /// The index in ``Program/truths``.
  let truth: Int
  /// The search orders, by the position of the new fact, which comes first.
  let orders: JoinOrders
  /// The rule of a truth that only compares and copies.
  let rule: ShortRule?
  /// The number of facts in a match.
  let width: Int
  /// The types of the matched facts.
  let types: [Int]
  /// The data besides the matched facts that decides whether a match fires; `nil` if there is no such data.
  let watch: EngineReads.Watch?
  /// The matches that new facts of the watched types can affect.
  let touches: Touches?
  /// The plans for matches whose `if` is unknown because a compared value is missing, one plan for each compared value.
  ///
  /// The main search skips these matches. Used from language 3 on.
  let doubts: [Doubt]

  /// A plan for the matches in which one value is missing, so that the `if` is unknown.
  struct Doubt: Sendable {
    let plan: MatchPlan
    /// The policy whose value must be missing, as an index in ``Program/policies``; `nil` if a field's value must be missing.
    let policy: Int?
  }

  /// Creates the plan of a truth.
  ///
  /// - Parameters:
  ///   - language: from version 3 on, matches with an unknown `if` are searched too.
  ///   - suspects: fact types whose facts are joined by their key alone, because their other fields are unreliable; then
  ///   comparisons are not tested either.
  init(
    truth index: Int, program: Program, watch: EngineReads.Watch?, language: LanguageVersion = .two,
    distrusting suspects: Set<Int> = []
  ) {
    let truth = program.truths[index]
    let touches = watch.map { _ in Touches(truth, program) }
    var conditions = Conditions(of: truth)
    let rule = conditions.areShort && suspects.isEmpty ? ShortRule(truth, conditions.names, program) : nil
    (self.truth, self.watch, self.touches, self.rule) = (index, watch, touches, rule)
    (width, types) = (truth.matches.count, truth.matches.map(\.fact))
    orders = JoinOrders(conditions, truth.matches, program, distrusting: suspects, isTested: rule != nil)
    let doubted = language < .three ? [] : conditions.doubts(truth.matches, program)
    if doubted.isEmpty {
      doubts = []
      return
    }
    conditions.leaveOut(doubted)
    let loose = JoinOrders(conditions, truth.matches, program, distrusting: suspects, isTested: false)
    doubts = doubted.map { operand in
      let plan = MatchPlan(truth: index, watch: watch, touches, loose.looking(for: operand))
      if case .policy(let policy) = operand { return Doubt(plan: plan, policy: policy) }
      return Doubt(plan: plan, policy: nil)
    }
  }

  /// Creates a plan that visits each fact of one type.
  convenience init(each type: Int, _ touches: Touches) {
    self.init(truth: -1, watch: nil, touches, JoinOrders(types: [type]))
  }

  private init(truth: Int, watch: EngineReads.Watch?, _ touches: Touches?, _ orders: JoinOrders) {
    (self.truth, self.watch, self.touches, self.orders, rule, doubts) = (truth, watch, touches, orders, nil, [])
    (width, types) = (orders.types.count, orders.types)
  }

  /// Returns the plans of all truths on facts.
  static func all(of program: Program, _ reads: EngineReads, _ language: LanguageVersion) -> [MatchPlan] {
    program.truths.indices.filter { !program.truths[$0].matches.isEmpty }.map {
      MatchPlan(truth: $0, program: program, watch: reads.watched[$0], language: language)
    }
  }
}

extension MatchPlan {
  /// Returns the order that begins with a fact in which some fields are known.
  func order(where known: [Touches.Known]) -> [Step]? {
    guard let position = known.first?.position else { return nil }
    var order = orders[position]
    var wanted = Dictionary(zip(order[0].fields, order[0].values)) { first, _ in first }
    for part in known { wanted[part.field] = wanted[part.field] ?? .constant(part.value) }
    let ascending = wanted.sorted { $0.key < $1.key }
    (order[0].fields, order[0].values) = (ascending.map(\.key), ascending.map(\.value))
    return order
  }
}

extension MatchPlan.Operand {
  /// The position of the fact that the operand is read from; `nil` for a constant or policy.
  var position: Int? {
    if case .field(let position, _) = self { return position }
    return nil
  }
}

extension MatchPlan {
  /// The constants of the truth that the plan compares or copies.
  var constants: [Value] {
    let copied = rule?.outputs.flatMap { $0.fields.compactMap(\.self) } ?? []
    return (orders.operands + copied).compactMap { if case .constant(let value) = $0 { value } else { nil } }
  }
}

/// The progress of the search for matches of a truth.
struct MatchCursor {
  /// The place of the first fact not yet searched, by position of a match.
  private(set) var places: [Int]
  /// The numbers of watched facts at the last search, in the order of ``EngineReads/Watch/types``.
  private var watched: [Int]
  /// The number of facts made by the run at the last search; `nil` before the first.
  private var facts: Int?
  /// Whether the earlier progress is unknown.
  private var isUnknown = false

  /// Creates the cursor after a search of all facts.
  init(_ plan: MatchPlan, _ store: FactStore, facts: Int) {
    self.facts = facts
    places = plan.types.map { store.count($0) }
    watched = plan.watch?.types.map { store.count($0) } ?? []
  }

  /// Creates the cursor before the first search in a context that is closed up to a sequence.
  init(closedAt: Int, _ plan: MatchPlan, _ store: FactStore) {
    isUnknown = closedAt == 0
    places = isUnknown ? [] : plan.types.map { store.firstPlace($0, after: closedAt) }
    watched = isUnknown ? [] : plan.watch?.types.map { store.firstPlace($0, after: closedAt) } ?? []
  }

  /// The cursor for a run that continues from the facts of this one.
  var resumed: MatchCursor {
    var cursor = self
    cursor.facts = 0
    return cursor
  }

  /// Returns the new watched facts: their types and places.
  ///
  /// - Returns: `nil` where other data has changed too, so that old facts may match now.
  func news(_ plan: MatchPlan, _ store: FactStore, facts: Int) -> [(type: Int, places: Range<Int>)]? {
    if isUnknown { return nil }
    guard let watch = plan.watch else { return [] }
    if self.facts == nil, watch.hasEnvironment || watch.hasViews { return nil }
    if watch.hasViews, self.facts != facts { return nil }
    return watch.types.indices.compactMap { index in
      let count = store.count(watch.types[index])
      return count == watched[index] ? nil : (watch.types[index], watched[index]..<max(watched[index], count))
    }
  }
}

/// Truths on facts that run to their fixed point together (declarations §6).
///
/// The facts that they read without matching are complete before the stratum runs, because earlier strata make them.
struct Stratum: Sendable {
  let plans: [MatchPlan]
  /// The views that the truths read: indices in ``Program/facts``.
  let views: Set<Int>
  /// The plans that match or watch a fact type: indices in ``plans``, ascending.
  private var byType: [Int: [Int]] = [:]
  /// The plans that depend on more than facts of the ledger, which are searched in every round.
  private var restless: [Int] = []

  private init(_ plans: [MatchPlan], _ program: Program, _ reads: EngineReads) {
    self.plans = plans
    views = reads.deriving(plans.map(\.truth))
    for (number, plan) in plans.enumerated() {
      let watch = plan.watch
      let readsViews = watch?.hasViews == true || plan.types.contains { program.facts[$0].isDerived }
      if readsViews || watch?.hasEnvironment == true { restless.append(number) }
      for type in Set(plan.types + (watch?.types ?? [])) { byType[type, default: []].append(number) }
    }
  }

  /// Returns the plans to search when facts of some types are new, in order.
  ///
  /// - Complexity: O(types + n log n) for n plans that match or watch them, whatever the number of all plans.
  func plans(asking types: Set<Int>) -> [MatchPlan] {
    var numbers = restless
    for type in types { if let asked = byType[type] { numbers += asked } }
    numbers.sort()
    var last = -1
    return numbers.compactMap { number in
      defer { last = number }
      return number == last ? nil : plans[number]
    }
  }

  /// Returns the strata of some plans, in order.
  static func all(of plans: [MatchPlan], _ program: Program, _ reads: EngineReads) -> [Stratum] {
    let groups = Dictionary(grouping: plans) { program.truths[$0.truth].stratum }
    return groups.keys.sorted().map { Stratum(groups[$0] ?? [], program, reads) }
  }
}
