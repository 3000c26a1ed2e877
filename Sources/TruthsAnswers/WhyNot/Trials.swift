import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// How much is tried.
package enum Effort: Sendable {
  /// For who asks for nothing else.
  case full
  /// Beside a run that is told anyway: a tenth.
  case aside

  /// How many runs there are at most.
  var runs: Int { 20_000 / share }

  /// Which part it is of the work that a run may take.
  var share: Int {
    switch self {
    case .full: 1
    case .aside: 10
    }
  }
}

/// Tries changes by running them. All runs together take no more work than one run may, with what it takes to read and record
/// each, and there is a limit to their number.
final class Trials {
  let situation: Situation
  /// Counts the work of all runs, and of finding what is tried.
  let meter: WorkMeter
  private let limit: Int
  private(set) var count = 0
  /// What a run takes beside the work of its clauses and the words of its record.
  private let stepsPerRun: Int
  /// Whether the second half of the runs and of the work is kept for a search that comes later; not once a run was accepted.
  var isHalved = false
  /// Whether a limit was reached: there may be more than was found.
  var isExhausted: Bool {
    count >= limit || meter.isExceeded || isHalved && (count >= limit / 2 || meter.spent >= meter.limit / 2)
  }

  init(_ situation: Situation, _ effort: Effort) {
    self.situation = situation
    meter = WorkMeter(limit: situation.budget.maxWork / effort.share)
    limit = effort.runs
    stepsPerRun = Self.steps + JSONValue.object(situation.proposal).canonical().count / Self.bytesPerStep
  }

  /// Steps that a run takes whose proposal is small, and bytes of a proposal that are changed, read and hashed in a step.
  private static let (steps, bytesPerStep) = (600, 4)

  /// Counts what it takes to go through the proposal once.
  func spendOnProposal() { meter.spend(stepsPerRun) }

  private var program: Program { situation.procedure.program }

  /// What a run with some changes comes to, agreements given where it waits for them; `nil` where a change cannot be made, or a
  /// limit is reached.
  func verdict(_ changes: [Change]) -> TrialVerdict? {
    guard !isExhausted, let changed = situation(with: changes), let outcome = outcome(of: changed) else { return nil }
    let verdict = outcome.run.status == .waiting ? agreeing(to: outcome, changed) : TrialVerdict(outcome: outcome)
    if verdict.isAccepted { isHalved = false }
    return verdict
  }

  /// What a run with some changes comes to, without anybody's agreement; `nil` as for ``verdict(_:)``.
  func outcome(_ changes: [Change]) -> RunOutcome? {
    isExhausted ? nil : situation(with: changes).flatMap { outcome(of: $0) }
  }

  private func outcome(of situation: Situation) -> RunOutcome? {
    run(situation.proposal, by: situation.actor, at: situation.now, on: situation.context)
  }

  /// The situation with some changes made; agreements are none of it.
  func situation(with changes: [Change]) -> Situation? {
    var changed = situation
    for change in changes {
      switch change {
      case .field(let place, _, let to): changed = changed.with(place, to)
      case .fact(let payload):
        guard let context = adding(payload, to: changed.context) else { return nil }
        changed.context = context
      case .approval, .consent: break
      }
    }
    return changed
  }

  private func run(_ proposal: JSONObject, by actor: JSONObject?, at now: Timestamp?, on context: Context) -> RunOutcome? {
    guard isOpen() else { return nil }
    var request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor, budget: situation.budget)
    request.looksForNames = false
    return try? situation.procedure.run(request, on: context, within: meter)
  }

  /// Takes one of the runs that are left.
  private func isOpen() -> Bool {
    guard !isExhausted else { return false }
    count += 1
    meter.spend(stepsPerRun)
    return true
  }

  /// What a run that waits comes to with an answer of somebody.
  ///
  /// - Returns: `nil` where the answer itself is not accepted, or a limit is reached.
  func outcome(of waiting: RunOutcome, after answer: JSONObject, by person: JSONObject) -> RunOutcome? {
    guard let answered = run(answer, by: person, at: situation.moment, on: waiting.context), answered.decision == .accepted
    else { return nil }
    return reevaluate(waiting.run.runID, on: answered.context)
  }

  private func reevaluate(_ runID: String, on context: Context) -> RunOutcome? {
    guard isOpen() else { return nil }
    return try? situation.procedure.reevaluate(
      runID: runID, on: context, now: situation.moment, budget: situation.budget, within: meter)
  }

  // MARK: Facts

  /// The context with a fact that arrives from whoever may bring it in.
  private func adding(_ payload: JSONObject, to context: Context) -> Context? {
    guard let type = program.facts.first(where: { $0.name == payload["type"]?.stringValue }), let arrival = type.arrival else {
      return nil
    }
    guard isOpen() else { return nil }
    let kind = arrival.by.first { Arrival.types.contains($0) }
    let roles = arrival.by.filter { !Arrival.types.contains($0) }.map { JSONValue.text($0) }
    let actor: JSONObject = [
      "type": .text(kind ?? (roles.isEmpty ? "system" : "user")), "user_id": .text("outside"), "roles": .array(roles),
    ]
    let result = situation.procedure.inject(
      LocatedJSON(unlocated: .object(payload)), actor: actor, runID: "run_outside", correlationID: "corr_outside",
      now: situation.moment, on: context.working(meter))
    guard !meter.isExceeded, case .appended(let context, _) = result else { return nil }
    return context
  }

  // MARK: Agreements

  /// How often agreements lead to further requests, at most.
  private static let rounds = 4

  /// The run after everybody who was asked has agreed.
  private func agreeing(to outcome: RunOutcome, _ situation: Situation) -> TrialVerdict {
    var verdict = TrialVerdict(outcome: outcome)
    var context = outcome.context
    for _ in 0..<Self.rounds where verdict.outcome.run.status == .waiting {
      var given: [Change] = []
      for payload in verdict.outcome.facts where payload["type"]?.stringValue == BuiltInFact.approvalRequested.rawValue {
        guard let request = payload["request"]?.stringValue, let demand = ApprovalDemand(requested: payload) else { continue }
        given += approve(request, demand, situation, &context)
      }
      if verdict.blocking.contains(where: \.wantsConsent) { given += consent(verdict.outcome, situation, &context) }
      guard !given.isEmpty, let next = reevaluate(verdict.outcome.run.runID, on: context) else { break }
      verdict.outcome = next
      verdict.agreements += given
      context = next.context
    }
    return verdict
  }

  private func approve(
    _ request: String, _ demand: ApprovalDemand, _ situation: Situation, _ context: inout Context
  ) -> [Change] {
    var given: [Change] = []
    var people = Set<String>()
    for turn in 0..<max(1, demand.count) {
      // Persons first: a role is had by somebody else still.
      let open = demand.approvers.filter { $0.userID.map { !people.contains($0) } ?? true }
      guard let approver = open.first(where: { $0.userID != nil }) ?? open.first else { break }
      let person = approver.userID ?? "somebody_\(turn + 1)"
      people.insert(person)
      let answer: JSONObject = ["action": .text("grant_approval"), "request": .text(request)]
      guard let granted = run(answer, by: Self.user(person, approver.role), at: situation.moment, on: context),
        granted.decision == .accepted
      else { break }
      context = granted.context
      given.append(.approval(role: approver.role, by: approver.userID))
    }
    return given
  }

  private func consent(_ outcome: RunOutcome, _ situation: Situation, _ context: inout Context) -> [Change] {
    let action = situation.proposal["action"]?.stringValue
    let intent = action.flatMap { situation.procedure.intent(named: $0) }.map { program.intents[$0] }
    let person = situation.proposal["on_behalf_of"]?.stringValue
    let role = person == nil ? intent?.consentBy : nil
    let answer: JSONObject = ["action": .text("give_consent"), "proposal_hash": .text(outcome.proposalHash)]
    guard let given = run(answer, by: Self.user(person ?? "somebody_1", role), at: situation.moment, on: context),
      given.decision == .accepted
    else { return [] }
    context = given.context
    return [.consent(role: role, by: person)]
  }

  static func user(_ id: String, _ role: String?) -> JSONObject {
    ["type": .text("user"), "user_id": .text(id), "roles": .array(role.map { [.text($0)] } ?? [])]
  }
}
