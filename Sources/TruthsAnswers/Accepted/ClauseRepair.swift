import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Creates drafts of a scenario with one change each. After the change, a violated clause may hold.
struct ClauseRepair {
  let procedure: RunProcedure
  let samples: SampleValues
  let scenario: Scenario
  /// The index of the proposed intent in ``Program/intents``.
  let intent: Int
  let outcome: RunOutcome
  /// The store for the decision: the facts of the closed context, and of the views that the clauses read.
  let store: FactStore
  let environment: Environment
  let effort: RepairEffort
  private let knownPlaces = KnownPlaces()

  /// - Parameters:
  ///   - scenario: the trial's scenario, typed by the truth set.
  ///   - environment: the values of the proposal that clauses read, besides its fields; `nil` for a malformed proposal.
  ///   - views: the views that the clauses read, as indices in ``Program/facts``.
  ///   - work: a meter that counts the work of closing the context and of computing the views.
  init(
    _ scenario: Scenario, as trial: ScenarioTrial, intent: Int, _ environment: Environment?, on basis: ScenarioBasis,
    views: Set<Int>, samples: SampleValues, effort: RepairEffort, work: WorkMeter
  ) {
    let now = trial.scenario.moment
    let closed = basis.procedure.close(trial.context.working(work), now: now, budget: basis.budget).context.working(work)
    (procedure, self.samples, self.scenario, self.intent) = (basis.procedure, samples, scenario, intent)
    (outcome, self.effort) = (trial.outcome, effort)
    store = procedure.engine.views(of: closed.store, wanted: views, now).store
    var values = environment ?? Environment([:])
    values[.now] = .timestamp(now)
    values[.proposalAt] = .timestamp(now)
    self.environment = values
  }

  var program: Program { procedure.program }

  /// Returns the positions in the store of the first facts of a type, at most eight.
  func firstPlaces(_ type: Int) -> ArraySlice<Int> {
    if let found = knownPlaces.places[type] { return found }
    let found = store.orderedPlaces(type, in: program).prefix(8)
    knownPlaces.places[type] = found
    return found
  }

  /// Returns drafts in which a violation may be repaired, the most promising first.
  func drafts(for violation: Violation) -> [Scenario] {
    effort.renew()
    if let builtIn = BuiltInTruth(rawValue: violation.truthID) { return drafts(for: builtIn, violation) }
    if let truth = program.truths.first(where: { $0.id == violation.declaredBy }) {
      let frame = frame(of: truth)
      if violation.clause == "if" { return truth.condition.map { frame.drafts(for: $0.test, true) } ?? [] }
      let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause) + truth.ensures
      guard let clause = clauses.first(where: { $0.name == violation.clause }) else { return [] }
      if clause.place == .moves, truth.moves.indices.contains(clause.position) {
        return frame.drafts(forMove: truth.moves[clause.position])
      }
      return frame.drafts(for: clause.test, !clause.violatedWhen) + approved(violation)
    }
    guard let invariant = program.invariants.first(where: { $0.id == violation.declaredBy }) else { return [] }
    let frame = frame(inputs: invariant.inputs, lets: [], frameSize: invariant.frameSize)
    return frame.drafts(for: invariant.clause.test, !invariant.clause.violatedWhen) + approved(violation)
  }

  private func drafts(for builtIn: BuiltInTruth, _ violation: Violation) -> [Scenario] {
    switch builtIn {
    case .governed:
      // A truth governs the intent if its `if` is true.
      return program.truths.filter { $0.intents.contains(intent) }.flatMap { truth in
        var drafts = truth.condition.map { frame(of: truth).drafts(for: $0.test, true) } ?? []
        if truth.namesPack { drafts.append(changed { $0.envelope[.proposalPack] = .text(Text(truth.pack)) }) }
        return drafts
      }
    case .complete:
      let (fields, required) = (program.intents[intent].fields, program.intents[intent].required)
      guard required.indices.contains(violation.position) else { return [] }
      let amount = required[violation.position]
      let currency = fields.firstIndex { $0.name == fields[amount].currency }
      let missing = [amount, currency].compactMap(\.self).filter { scenario.fields[$0].isMissing }
      return [changed { for place in missing { $0.fields[place] = samples.typed(fields[place]) ?? .missing(.absent) } }]
    case .consent:
      return [
        changed {
          $0.envelope[.actorType] = .text("user")
          $0.envelope[.proposalConsent] = .boolean(true)
        }
      ]
    case .factIncomplete, .factAbsent, .factConflict:
      return program.truths.filter { $0.intents.contains(intent) }.flatMap { truth in
        truth.outputs.flatMap { drafts(for: $0, frame(of: truth), builtIn) }
      }
    default: return []
    }
  }

  /// Returns drafts in which an output of a truth can be produced.
  private func drafts(for output: CheckedOutput, _ frame: RepairFrame, _ builtIn: BuiltInTruth) -> [Scenario] {
    guard output.loop == nil else { return [] }
    if output.isCorrection || builtIn == .factConflict {
      let key = program.facts[output.fact].key.map { output.fields[$0].map { frame.value($0) } ?? .missing(.absent) }
      return frame.drafts(present: output.fact, key: key, output.isCorrection)
    }
    return output.fields.compactMap(\.self).flatMap { frame.value($0).isMissing ? frame.drafts(defining: $0) : [] }
  }

  /// Returns drafts with an approval of the request that a violated clause waits for.
  private func approved(_ violation: Violation) -> [Scenario] {
    guard violation.kind == .acceptance else { return [] }
    let requests = outcome.facts.filter { $0["type"]?.stringValue == "approval.requested" }
    let own = requests.first { $0["truth_id"]?.stringValue == violation.truthID && $0["clause"]?.stringValue == violation.clause }
    guard let request = own?["request"]?.stringValue else { return [] }
    let demand = violation.approval
    let approvers = demand?.approvers ?? [ApprovalDemand.Approver(role: own?["role"]?.stringValue)]
    // Each approval needs a new person who is not excluded.
    let known = scenario.approvals.map(\.userID)
    let free = (0...(known.count + (demand?.excluded.count ?? 0) + 1)).map { "approver\($0 + 1)" }
      .first { !known.contains($0) && demand?.excluded.contains($0) != true }
    return approvers.map { approver in
      changed {
        $0.approvals.append(
          Scenario.Approval(request: request, userID: approver.userID ?? free ?? "approver", role: approver.role))
        $0.now = $0.now ?? .epoch
      }
    }
  }

  // MARK: Frames

  func changed(_ change: (inout Scenario) -> Void) -> Scenario {
    var draft = scenario
    change(&draft)
    return draft
  }

  private func frame(of truth: CheckedTruth) -> RepairFrame {
    frame(inputs: truth.inputs, lets: truth.lets, frameSize: max(truth.frameSize, truth.inputs.count))
  }

  func frame(ofFacts truth: CheckedTruth) -> RepairFrame {
    RepairFrame(
      repair: self, evaluator: procedure.engine.evaluator(on: store, environment, frameSize: truth.frameSize), fields: [],
      lets: truth.lets)
  }

  private func frame(inputs: [Input], lets: [CheckedLet], frameSize: Int) -> RepairFrame {
    let fields = program.intents[intent].fields
    let places = inputs.map { input in fields.firstIndex { $0.name == input.name } }
    let evaluator = procedure.engine.evaluator(on: store, environment, frameSize: frameSize)
    evaluator.slots = places.map { $0.map { scenario.fields[$0] } ?? .missing(.absent) }
    for binding in lets { evaluator.set(binding.slot, to: evaluator.outside(evaluator.value(binding.node))) }
    return RepairFrame(repair: self, evaluator: evaluator, fields: places, lets: lets)
  }
}

extension ReceivedScenario {
  /// Returns the proposal in the form that expressions read; `nil` if the proposal is malformed.
  func readable(by procedure: RunProcedure) -> ReadableProposal? {
    var proposal = proposal
    proposal["actor"] = .object(proposer)
    return try? procedure.readable(LocatedJSON(unlocated: .object(proposal)))
  }
}

/// A limit for the evaluations of a repair. It is needed because expressions that read each other can be explored in many ways.
final class RepairEffort {
  /// The number of evaluations left for the current violation.
  private(set) var remaining = 0
  /// The number of evaluations left for the whole search.
  private var remainingInSearch: Int

  init(_ limit: Int) { remainingInSearch = limit }

  var isSpent: Bool { remainingInSearch <= 0 }

  func renew() { remaining = min(1_500, remainingInSearch) }

  func spend() {
    remaining -= 1
    remainingInSearch -= 1
  }
}

/// A cache of the first facts of each type, keyed by type. To find them, all facts of the type must be read.
private final class KnownPlaces {
  var places: [Int: ArraySlice<Int>] = [:]
}

/// An evaluation frame of a truth, invariant, table or function. It creates drafts that change the values of the frame's
/// expressions.
struct RepairFrame {
  let repair: ClauseRepair
  let evaluator: Evaluator
  /// The index of the intent's field for each input; `nil` if no field belongs to the input. The index here is that of the
  /// input.
  let fields: [Int?]
  let lets: [CheckedLet]
  /// The elements that loops have bound, keyed by slot.
  private var elements: [Int: Element] = [:]
  /// The values of the bound elements. They are set again before each evaluation, because all frames share one evaluator.
  private var bound: [(slot: Int, value: Bound)] = []
  private var depth = 0
  /// The call that the frame belongs to; `nil` unless it is the frame of a table or function.
  private var call: Call?

  private final class Call {
    let arguments: [Node]
    let caller: RepairFrame

    init(_ arguments: [Node], _ caller: RepairFrame) {
      self.arguments = arguments
      self.caller = caller
    }
  }

  /// Maximum depth of nested expressions.
  private static let depthLimit = 24

  init(repair: ClauseRepair, evaluator: Evaluator, fields: [Int?], lets: [CheckedLet]) {
    self.repair = repair
    self.evaluator = evaluator
    self.fields = fields
    self.lets = lets
  }

  /// An element that a loop examines.
  enum Element {
    /// A fact of the draft, given by its index in the draft's facts.
    case fact(Int)
    /// An element of a list, given by the list's expression and the index in the list.
    case list(Node, Int)
    case unknown
  }

  private enum Bound {
    case value(Value)
    case fact(type: Int, place: Int)
  }

  var program: Program { repair.program }
  var draft: Scenario { repair.scenario }

  func value(_ node: Node) -> Value {
    repair.effort.spend()
    for (slot, value) in bound {
      switch value {
      case .value(let value): evaluator.set(slot, to: value)
      case .fact(let type, let place): evaluator.set(slot, toFact: type, at: place)
      }
    }
    return evaluator.outside(evaluator.value(node))
  }

  func binding(_ slot: Int) -> CheckedLet? { lets.first { $0.slot == slot } }

  func element(_ slot: Int) -> Element? { elements[slot] }

  /// The frame for a nested expression; `nil` at the limit of depth or effort.
  private var inner: RepairFrame? {
    var frame = self
    frame.depth += 1
    return frame.depth > Self.depthLimit || repair.effort.remaining < 0 ? nil : frame
  }

  /// Returns the frame of a table or function that an expression of this frame calls; `nil` at the limit of depth or effort.
  func frame(of table: CheckedTable, _ arguments: [Node]) -> RepairFrame? {
    guard let caller = inner else { return nil }
    let size = max(table.frameSize, table.inputs.count)
    let evaluator = repair.procedure.engine.evaluator(on: repair.store, repair.environment, frameSize: size)
    evaluator.slots = arguments.map { value($0) }
    for binding in table.lets { evaluator.set(binding.slot, to: evaluator.outside(evaluator.value(binding.node))) }
    var frame = RepairFrame(repair: repair, evaluator: evaluator, fields: [], lets: table.lets)
    (frame.call, frame.depth) = (Call(arguments, caller), caller.depth)
    return frame
  }

  /// Returns the caller's expression for an input of a table or function, with the caller's frame; `nil` for any other slot.
  func argument(_ slot: Int) -> (node: Node, frame: RepairFrame)? {
    guard let call, call.arguments.indices.contains(slot) else { return nil }
    return (call.arguments[slot], call.caller)
  }

  // MARK: Conditions

  /// Returns drafts in which a condition may have the wanted truth value; empty if it already has that value.
  func drafts(for test: Node, _ wanted: Bool) -> [Scenario] {
    guard value(test) != .boolean(wanted), let frame = inner else { return [] }
    switch test {
    case .not(let inner): return frame.drafts(for: inner, !wanted)
    case .and(let left, let right): return wanted ? frame.first(left, right, true) : frame.each(left, right, false)
    case .or(let left, let right): return wanted ? frame.each(left, right, true) : frame.first(left, right, false)
    case .implies(let left, let right):
      if wanted { return frame.drafts(for: right, true) + frame.drafts(for: left, false) }
      return value(left) == .boolean(true) ? frame.drafts(for: right, false) : frame.drafts(for: left, true)
    case .conditional(let condition, let consequence, let alternative):
      let isTrue = value(condition) == .boolean(true)
      return frame.drafts(for: isTrue ? consequence : alternative, wanted) + frame.drafts(for: condition, !isTrue)
    case .compare(let comparison, let left, let right): return frame.drafts(comparing: comparison, left, right, wanted)
    case .quantified(let quantified): return frame.drafts(quantified, wanted)
    case .present(let key): return frame.drafts(present: key, wanted)
    case .lookUpExists(let key, let field):
      return wanted ? frame.drafts(defining: .lookUp(key, field: field)) : frame.drafts(present: key, false)
    case .exists(let inner): return wanted ? frame.drafts(defining: inner) : frame.drafts(giving: inner, .missing(.absent))
    case .isEmpty, .isIn, .contains, .call, .like, .matches: return frame.drafts(testing: test, wanted)
    case .slot(let slot):
      if let binding = binding(slot) { return frame.drafts(for: binding.node, wanted) }
      if let (node, caller) = argument(slot) { return caller.drafts(for: node, wanted) }
      return frame.drafts(giving: test, .boolean(wanted))
    case .table(let index, let arguments) where program.tables[index].isFunction:
      guard let value = program.tables[index].rows.first?.value else { return [] }
      return self.frame(of: program.tables[index], arguments)?.drafts(for: value, wanted) ?? []
    default: return frame.drafts(giving: test, .boolean(wanted)) + frame.varied(test)
    }
  }

  /// Returns drafts that change the first of two conditions that does not have the wanted value.
  private func first(_ left: Node, _ right: Node, _ wanted: Bool) -> [Scenario] {
    value(left) == .boolean(wanted) ? drafts(for: right, wanted) : drafts(for: left, wanted)
  }

  private func each(_ left: Node, _ right: Node, _ wanted: Bool) -> [Scenario] {
    drafts(for: left, wanted) + drafts(for: right, wanted)
  }

  // MARK: Quantifiers

  private func drafts(_ quantified: QuantifiedNode, _ wanted: Bool) -> [Scenario] {
    let body = quantified.quantifier != .no
    // A change of one element is enough, or every element must change.
    let findsOne = (quantified.quantifier == .some) == wanted
    let bodyWanted = quantified.quantifier == .some ? wanted : body == wanted
    var drafts: [Scenario] = []
    for frame in frames(over: quantified.loop) {
      let passes = quantified.filter.map { frame.value($0) == .boolean(true) } ?? true
      if findsOne {
        if let filter = quantified.filter, !passes { drafts += frame.drafts(for: filter, true) }
        drafts += frame.drafts(for: quantified.body, bodyWanted)
      } else if frame.value(quantified.body) != .boolean(bodyWanted), passes || frame.mayPass(quantified.filter) {
        drafts += frame.drafts(for: quantified.body, bodyWanted)
        if let filter = quantified.filter { drafts += frame.drafts(for: filter, false) }
        drafts += frame.removed(quantified.loop)
      }
    }
    if findsOne { drafts += added(to: quantified.loop, where: [quantified.filter, quantified.body].compactMap(\.self)) }
    if let list = quantified.loop.source.list, value(list).isMissing { drafts += self.drafts(defining: list) }
    return drafts
  }

  private func mayPass(_ filter: Node?) -> Bool { filter.map { value($0) != .boolean(false) } ?? true }

  /// Returns a frame for each element of a loop, at most eight.
  func frames(over loop: LoopNode) -> [RepairFrame] {
    var frames: [RepairFrame] = []
    switch loop.source {
    case .list(let list):
      guard case .list(let elements) = value(list) else { return [] }
      for (place, element) in elements.enumerated().prefix(8) {
        frames.append(with(loop.slot, .list(list, place), .value(element)))
      }
    case .facts(let type):
      for place in repair.firstPlaces(type) {
        frames.append(with(loop.slot, fact: type, at: place))
      }
    case .instances: break
    }
    return frames
  }

  /// Returns a frame with a fact of the store bound to a slot.
  func with(_ slot: Int, fact type: Int, at place: Int) -> RepairFrame {
    let record = repair.store.record(type, at: place)
    let known = draft.facts.firstIndex { $0.type == type && $0.fields.map(\.plain) == record.fields.map(\.plain) }
    return with(slot, known.map { .fact($0) } ?? .unknown, .fact(type: type, place: place))
  }

  private func with(_ slot: Int, _ element: Element, _ value: Bound) -> RepairFrame {
    var frame = self
    frame.elements[slot] = element
    frame.bound.append((slot, value))
    return frame
  }

  /// Returns drafts without the element that this frame has bound for a loop.
  func removed(_ loop: LoopNode) -> [Scenario] {
    switch elements[loop.slot] {
    case .fact(let place): return [repair.changed { $0.facts.remove(at: place) }]
    case .list(let list, let place):
      guard case .list(var elements) = value(list) else { return [] }
      elements.remove(at: place)
      return drafts(giving: list, .list(elements))
    case .unknown, nil: return []
    }
  }

  /// Returns drafts with one more element in the source of a loop.
  ///
  /// - Parameter conditions: the conditions that the new element must meet. A field that `==` compares with a value gets that
  ///   value.
  func added(to loop: LoopNode, where conditions: [Node] = []) -> [Scenario] {
    switch loop.source {
    case .facts(let type):
      var fact = sampleFact(type)
      for (field, value) in fields(of: loop.slot, in: conditions) { fact.fields[field] = value }
      return drafts(adding: fact)
    case .list(let list):
      guard let type = elementType(of: list), let sample = repair.samples.typed(type) else { return [] }
      var elements: [Value] = []
      if case .list(let known) = value(list) { elements = known }
      return drafts(giving: list, .list(elements + [sample]))
    case .instances: return []
    }
  }

  /// Returns the values that conditions require by `==` for the fields of an element, each with the index of its field.
  private func fields(of slot: Int, in conditions: [Node]) -> [(field: Int, value: Value)] {
    conditions.flatMap(\.conjunction).compactMap { condition in
      guard case .compare(.equal, let left, let right) = condition else { return nil }
      for (one, other) in [(left, right), (right, left)] {
        guard case .field(.slot(slot), let field) = one else { continue }
        let value = value(other)
        return value.isMissing ? nil : (field, value.plain)
      }
      return nil
    }
  }

  // MARK: Facts

  func drafts(present key: FactKey, _ wanted: Bool) -> [Scenario] {
    for node in key.keys where value(node).isMissing { return drafts(defining: node) }
    return drafts(present: key.fact, key: key.keys.map { value($0) }, wanted)
  }

  /// Returns drafts with a fact of a type and key or, if `wanted` is `false`, without it.
  func drafts(present type: Int, key: [Value], _ wanted: Bool) -> [Scenario] {
    if key.contains(where: \.isMissing) { return [] }
    guard wanted else {
      guard let place = draft.place(of: type, key: key, in: program) else { return [] }
      return [repair.changed { $0.facts.remove(at: place) }]
    }
    var fact = sampleFact(type)
    for (place, value) in zip(program.facts[type].key, key) { fact.fields[place] = value.plain }
    return drafts(adding: fact)
  }

  /// Returns the draft's fact with a key, or a new sample fact with that key; `nil` if a value of the key is missing.
  func fact(_ key: FactKey) -> Scenario.Fact? {
    let values = key.keys.map { value($0) }
    if values.contains(where: \.isMissing) { return nil }
    if let place = draft.place(of: key.fact, key: values, in: program) { return draft.facts[place] }
    var fact = sampleFact(key.fact)
    for (place, value) in zip(program.facts[key.fact].key, values) { fact.fields[place] = value.plain }
    return fact
  }

  func sampleFact(_ type: Int) -> Scenario.Fact { repair.samples.fact(type) }

  /// Returns drafts with one more fact.
  ///
  /// A fact of a view is not added itself. Facts from which the view derives it are added instead. A fact of a lifecycle's
  /// history is added as a state.
  func drafts(adding fact: Scenario.Fact) -> [Scenario] {
    guard program.facts[fact.type].isDerived else { return [adding(fact, to: draft)].compactMap(\.self) }
    return program.truths.filter { $0.isView && $0.outputs.contains { $0.fact == fact.type } }
      .compactMap { ViewRepair(frame: self, truth: $0).draft(making: fact) }
  }

  /// Returns a draft with one more fact of a type that is not derived; `nil` for a fact of a history without a state.
  func adding(_ fact: Scenario.Fact, to draft: Scenario) -> Scenario? {
    var draft = draft
    guard let index = program.facts[fact.type].lifecycle else {
      draft.put(fact, in: program)
      return draft
    }
    let keys = program.lifecycles[index].key.count
    guard case .enumeration(let state) = fact.fields[keys] else { return nil }
    draft.put(Scenario.State(lifecycle: index, key: Array(fact.fields.prefix(keys)), state: max(1, state.ordinal)))
    return draft
  }

  /// Returns drafts in which an instance is in a state from which a move leads.
  func drafts(forMove move: CheckedMove) -> [Scenario] {
    for node in move.key.keys where value(node).isMissing { return drafts(defining: node) }
    let key = move.key.keys.map { value($0) }
    return move.from.sorted().map { state in
      repair.changed { draft in
        let entered = Scenario.State(lifecycle: move.key.lifecycle, key: key, state: state)
        draft.states.removeAll { $0.lifecycle == entered.lifecycle && $0.key == key }
        if state != LifecycleType.start { draft.put(entered) }
      }
    }
  }
}
