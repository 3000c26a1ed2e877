import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Answers AuthZEN evaluations (server §14).
extension RunQuestions {
  /// Answers evaluations without recording anything.
  ///
  /// - Throws: ``RunMessageFault``, ``AccessRefusal`` or ``RunWorkFault`` for a single evaluation.
  /// - Complexity: that of the decisions, which together take no more work than one run may.
  public func evaluate(_ request: AccessRequest) throws -> [UInt8] {
    let work = WorkMeter(limit: view.budget.maxWork)
    var decisions: [AccessDecision] = []
    for evaluation in request.evaluations {
      let decision: AccessDecision
      do {
        decision = try evaluate(try evaluation.get(), within: work)
      } catch {
        decision = try request.decision(insteadOf: error)
      }
      decisions.append(decision)
      if request.ends(with: decision) { break }
    }
    return request.answer(decisions)
  }

  private func evaluate(_ evaluation: AccessEvaluation, within work: WorkMeter) throws -> AccessDecision {
    let accessProposal = try access(of: evaluation)
    guard let proposal = accessProposal.proposal else { return AccessDecision(reason: accessProposal.reason, proof: proof) }
    let outcome = try decide(proposal, by: accessProposal.actor, within: work)
    let told = maskedRun(outcome, of: accessProposal.actor)
    var decision = AccessDecision(told, proof: proof)
    if evaluation.wantsWays, !decision.isPermitted {
      decision.add(ways: try whyNot(for: proposal, by: accessProposal.actor, on: view.context, .aside, limit: 3)["ways"])
    }
    return decision
  }

  /// Decides a proposal without recording it.
  func decide(_ proposal: JSONObject, by actor: JSONObject, within work: WorkMeter) throws(RunWorkFault) -> RunOutcome {
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(proposal)), now: view.now, actor: actor, budget: view.budget, isExplained: true)
    do throws(WorkExceeded) {
      return try procedure.run(request, on: view.context, within: work)
    } catch {
      throw RunWorkFault(error)
    }
  }

  /// Returns the proposal of an evaluation that is to be recorded, with its actor; or its decision, where there is nothing to
  /// propose.
  ///
  /// - Parameter id: an id that no other evaluation has, so that each is decided separately.
  /// - Throws: ``RunMessageFault``, ``AccessRefusal``.
  public func recorded(_ evaluation: AccessEvaluation, id: String) throws -> RecordedAccess {
    let asked = try access(of: evaluation)
    guard var proposal = asked.proposal else { return .decided(AccessDecision(reason: asked.reason, proof: proof)) }
    proposal["proposal_id"] = .text("prop_" + Identity.digest(id))
    let actor = String(decoding: JSONValue.object(asked.actor).canonical(), as: UTF8.self)
    return .proposed(RunMessage(message: .propose(proposal)), actor: actor)
  }
}

/// The result of preparing an evaluation to be recorded.
public enum RecordedAccess: Sendable {
  /// The evaluation is decided without a proposal.
  case decided(AccessDecision)
  /// The proposal, and its actor (contract §4.2) as JSON.
  case proposed(RunMessage, actor: String)
}

extension RunAnswer {
  /// Returns the AuthZEN answer for a proposal that was decided.
  ///
  /// - Parameter job: the job as the asking actor may see it; `nil` where it may not.
  public func access(_ job: RunJob?) -> AccessDecision {
    var told: JSONObject = ["decision": .text(decision ?? "")]
    if let job { told = told.merging(job.content) }
    return AccessDecision(told, proof: proof)
  }
}

// MARK: From requests to proposals

/// An AuthZEN request in terms of the rules: whether an actor may make a proposal.
struct AskedAccess {
  let actor: JSONObject
  /// The proposal; `nil` where no intent covers the request.
  let proposal: JSONObject?
  /// The reason why there is no proposal.
  let reason: String
}

extension RunQuestions {
  /// Returns the actor and the proposal for an AuthZEN evaluation, or the reason why there is no proposal.
  ///
  /// - Throws: ``AccessRefusal`` where the asking actor may not ask about the subject; ``RunMessageFault`` where the subject is
  ///   not an actor.
  func access(of evaluation: AccessEvaluation) throws -> AskedAccess {
    let actor = try actor(of: evaluation.subject)
    let (action, type) = (evaluation.action.id, evaluation.resource.type)
    let intents = procedure.program.intents
    guard let intent = intents.first(where: { $0.access?.action == action && $0.access?.resource == type }) else {
      let nearest = nearestAccess(to: action, of: type).map { "; did you mean \($0)?" } ?? ""
      let reason = "No intent answers `\(visible(action))` of `\(visible(type))`\(nearest)"
      return AskedAccess(actor: actor, proposal: nil, reason: reason)
    }
    // An earlier accepted request is decided again: the proposal's id includes the ledger's head, so that it is new.
    var proposal = proposal(of: intent, for: evaluation)
    let identity: JSONObject = ["head": .text(view.context.head), "proposal": .object(proposal), "actor": .object(actor)]
    proposal["proposal_id"] = .text("prop_" + Identity.digest(JSONValue.object(identity).canonical()))
    return AskedAccess(actor: actor, proposal: proposal, reason: "")
  }

  /// Returns the action and resource type that a misspelt request most likely means; `nil` if no name is near.
  private func nearestAccess(to action: String, of type: String) -> String? {
    let bindings = procedure.program.intents.compactMap(\.access)
    let isKnown = bindings.contains { $0.resource == type }
    // The limit on compared names is that for a misspelt proposal.
    let meter = WorkMeter.ofNames()
    guard let resource = isKnown ? type : meter.nearestName(to: type, among: bindings.map(\.resource)) else { return nil }
    let actions = bindings.filter { $0.resource == resource }.map(\.action)
    guard let nearest = actions.contains(action) ? action : meter.nearestName(to: action, among: actions) else { return nil }
    return isKnown ? "`\(nearest)`" : "`\(nearest)` of `\(resource)`"
  }

  /// Returns the subject as an actor of the asking actor's organisation.
  ///
  /// Actors that ask about themselves keep their own identity, whatever roles the request gives.
  private func actor(of subject: AccessEntity) throws -> JSONObject {
    let type = ["user", "agent", "system"].contains(subject.type) ? subject.type : "user"
    if view.actor.text("user_id") == subject.id, view.actor.text("type") == type { return view.actor }
    guard view.mayAskForOthers else { throw refusal(about: "@\(visible(subject.id))") }
    var actor: JSONObject = ["type": .text(type), "user_id": .text(subject.id)]
    actor["org_id"] = view.actor["org_id"]
    actor["roles"] = subject.properties["roles"]
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: .object(actor)))
    guard faults.isEmpty else { throw RunMessageFault("`subject` is no actor: \(faults.text)") }
    return actor
  }

  /// Returns the refusal of a request about another person.
  ///
  /// - Parameter subject: the subject of the request.
  func refusal(about subject: String) -> AccessRefusal {
    let asker = visible(view.actor.text("user_id") ?? "")
    return AccessRefusal(
      description: "the request is about \(subject), and @\(asker) may not ask for others; "
        + "a truth of pack `trust` about `ask_for_others` says who may")
  }

  private func proposal(of intent: IntentType, for evaluation: AccessEvaluation) -> JSONObject {
    var payload = JSONObject()
    for (place, field) in intent.fields.enumerated() {
      payload[field.jsonName] =
        place == intent.access?.id ? .text(evaluation.resource.id) : evaluation.value(of: field.jsonName)
    }
    return ["action": .text(intent.jsonName), "payload": .object(payload)]
  }
}

extension AccessEvaluation {
  /// Returns the value for a field: the property of its name from resource, action, subject or context, in this order. A dotted
  /// name selects one of these and a path in it.
  fileprivate func value(of name: String) -> JSONValue? {
    let sources = [
      ("resource", resource.properties), ("action", action.properties), ("subject", subject.properties), ("context", context),
    ]
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if steps.count > 1, let source = sources.first(where: { $0.0 == steps[0] })?.1 {
      return steps.dropFirst().reduce(JSONValue.object(source) as JSONValue?) { $0?.objectValue?[$1] }
    }
    // `null` counts as absent.
    return sources.lazy.compactMap { $0.1[name] }.first { $0 != .null }
  }
}
