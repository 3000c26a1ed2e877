import TruthsLedger
import TruthsProgram
import TruthsText

/// How the matches of a truth on facts are found: which fact first, and by which fields each further one is joined to those
/// before (semi-naive evaluation, as in Bancilhon and Ramakrishnan, "An Amateur's Introduction to Recursive Query Processing
/// Strategies").
final class MatchPlan: Sendable {
  /// One fact of a match.
  struct Step: Sendable {
    /// Place in ``CheckedTruth/matches``.
    var position: Int
    /// Index in ``Program/facts``.
    var type: Int
    /// The fields that must equal values known by then, ascending; none where all facts of the type are gone through.
    var fields: [Int]
    var values: [Operand]
    /// What else must be true of the facts so far; only where the truth has a ``ShortRule``.
    var tests: [Comparing]
    /// The field that must have no value; `nil` where none must.
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

  /// One operand compared with another.
  struct Comparing: Sendable {
    var comparison: Comparison
    var left: Operand
    var right: Operand
  }

  /// Index in ``Program/truths``.
  let truth: Int
  /// By the position of the fact that is new: that one first, the others in order.
  let orders: JoinOrders
  /// What it does, where that is no more than to compare and to copy.
  let rule: ShortRule?
  /// How many facts a match has.
  let width: Int
  /// Their types.
  let types: [Int]
  /// What decides whether a match fires beside its facts; `nil` where nothing does.
  let watch: EngineReads.Watch?
  /// Which matches facts of the watched types decide about.
  let touches: Touches?
  /// Where the search passes over matches whose `if` is unknown, because a part that it goes by compares what has no value: a
  /// plan for each such value, which finds the matches in which it is missing. Language 3.
  let doubts: [Doubt]

  /// A value without which an `if` is unknown.
  struct Doubt: Sendable {
    let plan: MatchPlan
    /// Index in ``Program/policies`` of the policy that must have no value; `nil` where a field must have none.
    let policy: Int?
  }

  /// - Parameters:
  ///   - language: from version 3 on, matches are wanted too whose `if` is unknown.
  ///   - suspects: fact types whose facts are joined by their key alone, since their other fields are not to be relied on; then
  ///     nothing else is tested either.
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

  /// Of facts of one type, each by itself.
  convenience init(each type: Int, _ touches: Touches) {
    self.init(truth: -1, watch: nil, touches, JoinOrders(types: [type]))
  }

  private init(truth: Int, watch: EngineReads.Watch?, _ touches: Touches?, _ orders: JoinOrders) {
    (self.truth, self.watch, self.touches, self.orders, rule, doubts) = (truth, watch, touches, orders, nil, [])
    (width, types) = (orders.types.count, orders.types)
  }

  /// The plans of all truths on facts.
  static func all(of program: Program, _ reads: EngineReads, _ language: LanguageVersion) -> [MatchPlan] {
    program.truths.indices.filter { !program.truths[$0].matches.isEmpty }.map {
      MatchPlan(truth: $0, program: program, watch: reads.watched[$0], language: language)
    }
  }
}

extension MatchPlan {
  /// The order that begins with a fact of which some fields are known.
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
  /// The position of the fact that it is read from.
  var position: Int? {
    if case .field(let position, _) = self { return position }
    return nil
  }
}

extension MatchPlan {
  /// Everything written in the truth that it compares or copies.
  var constants: [Value] {
    let copied = rule?.outputs.flatMap { $0.fields.compactMap(\.self) } ?? []
    return (orders.operands + copied).compactMap { if case .constant(let value) = $0 { value } else { nil } }
  }
}

/// How far the search for matches of a truth has come.
struct MatchCursor {
  /// By position of a match, the place of the first fact of its type that has not been gone through.
  private(set) var places: [Int]
  /// How many facts of each type were there that decide whether a match fires, in the order of ``EngineReads/Watch/types``.
  private var watched: [Int]
  /// How many facts the run had made; `nil` before its first search.
  private var facts: Int?
  /// Whether nothing is known of what was gone through.
  private var isUnknown = false

  /// After a search of everything that is there.
  init(_ plan: MatchPlan, _ store: FactStore, facts: Int) {
    self.facts = facts
    places = plan.types.map { store.count($0) }
    watched = plan.watch?.types.map { store.count($0) } ?? []
  }

  /// Before the first search in a context of which everything up to a sequence has been gone through.
  init(closedAt: Int, _ plan: MatchPlan, _ store: FactStore) {
    isUnknown = closedAt == 0
    places = isUnknown ? [] : plan.types.map { store.firstPlace($0, after: closedAt) }
    watched = isUnknown ? [] : plan.watch?.types.map { store.firstPlace($0, after: closedAt) } ?? []
  }

  /// The same for a run that goes on from the facts that this one has made.
  var resumed: MatchCursor {
    var cursor = self
    cursor.facts = 0
    return cursor
  }

  /// The facts that decide about matches and were not there: their types and places.
  ///
  /// - Returns: `nil` where something else has changed too, so that any old facts may match now that did not before.
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

/// Truths on facts that run to their fixed point together, since what they read otherwise than by matching it is complete by then
/// (declarations §6).
struct Stratum: Sendable {
  let plans: [MatchPlan]
  /// The views that they read: indices in ``Program/facts``.
  let views: Set<Int>
  /// By fact type, the plans that facts of it have to do with: numbers in ``plans``, ascending.
  private var byType: [Int: [Int]] = [:]
  /// The plans that something else than facts of a ledger decides about, which are asked in every round.
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

  /// The plans to ask when facts of some types are new, in their order.
  ///
  /// - Complexity: O(types + n log n) in the plans that have to do with them, whatever the number of plans.
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

  /// Plans by stratum, in order.
  static func all(of plans: [MatchPlan], _ program: Program, _ reads: EngineReads) -> [Stratum] {
    let groups = Dictionary(grouping: plans) { program.truths[$0.truth].stratum }
    return groups.keys.sorted().map { Stratum(groups[$0] ?? [], program, reads) }
  }
}
