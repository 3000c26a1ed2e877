import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Answers of AuthZEN (server §14).
extension RunQuestions {
  /// What the rules say to evaluations, of which nothing is recorded.
  ///
  /// - Throws: of a single evaluation ``RunMessageFault``, ``AccessRefusal``, ``RunWorkFault``.
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
    let asked = try access(of: evaluation)
    guard let proposal = asked.proposal else { return AccessDecision(reason: asked.reason, proof: proof) }
    let outcome = try decide(proposal, by: asked.actor, within: work)
    let told = masked(outcome.json(source: workspace.source), of: asked.actor)
    var decision = AccessDecision(told, proof: proof)
    if evaluation.wantsWays, !decision.isPermitted {
      decision.add(ways: try ways(for: proposal, by: asked.actor, on: view.context, .aside, limit: 3)["ways"])
    }
    return decision
  }

  /// Decides a proposal and forgets it.
  func decide(_ proposal: JSONObject, by actor: JSONObject, within work: WorkMeter) throws(RunWorkFault) -> RunOutcome {
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(proposal)), now: view.now, actor: actor, budget: view.budget, isExplained: true)
    do throws(WorkExceeded) {
      return try procedure.run(request, on: view.context, within: work)
    } catch {
      throw RunWorkFault(error)
    }
  }

  /// An evaluation that is recorded: what is proposed for it, and by whom; else its decision.
  ///
  /// - Parameter id: what no other evaluation has, so that each is decided for itself.
  /// - Throws: ``RunMessageFault``, ``AccessRefusal``.
  public func recorded(_ evaluation: AccessEvaluation, id: String) throws -> RecordedAccess {
    let asked = try access(of: evaluation)
    guard var proposal = asked.proposal else { return .decided(AccessDecision(reason: asked.reason, proof: proof)) }
    proposal["proposal_id"] = .text("prop_" + Identity.digest(id))
    let actor = String(decoding: JSONValue.object(asked.actor).canonical(), as: UTF8.self)
    return .proposed(RunMessage(message: .propose(proposal)), actor: actor)
  }
}

/// What becomes of an evaluation where they are recorded.
public enum RecordedAccess: Sendable {
  /// Nothing is proposed for it.
  case decided(AccessDecision)
  /// What is proposed, and by which actor, contract §4.2 as JSON.
  case proposed(RunMessage, actor: String)
}

extension RunAnswer {
  /// The answer to a request of AuthZEN that was proposed.
  ///
  /// - Parameter job: its job as who asked may see it; `nil` where they may not.
  public func access(_ job: RunJob?) -> AccessDecision {
    var told: JSONObject = ["decision": .text(decision ?? "")]
    if let job { told = told.merging(job.told) }
    return AccessDecision(told, proof: proof)
  }
}

// MARK: From requests to proposals

/// What a request of AuthZEN asks: whether somebody may propose something.
struct AskedAccess {
  let actor: JSONObject
  /// `nil` where no intent answers.
  let proposal: JSONObject?
  /// Why there is none.
  let reason: String
}

extension RunQuestions {
  /// - Throws: ``AccessRefusal`` where the actor may not ask about the subject; ``RunMessageFault`` where that is no actor.
  func access(of evaluation: AccessEvaluation) throws -> AskedAccess {
    let actor = try actor(of: evaluation.subject)
    let (action, type) = (evaluation.action.id, evaluation.resource.type)
    let intents = procedure.program.intents
    guard let intent = intents.first(where: { $0.access?.action == action && $0.access?.resource == type }) else {
      let nearest = nearestAccess(to: action, of: type).map { "; did you mean \($0)?" } ?? ""
      let reason = "No intent answers `\(visible(action))` of `\(visible(type))`\(nearest)"
      return AskedAccess(actor: actor, proposal: nil, reason: reason)
    }
    // One that was accepted before is decided anew: its id names the head of the ledger, as no other's can.
    var proposal = proposal(of: intent, for: evaluation)
    let identity: JSONObject = ["head": .text(view.context.head), "proposal": .object(proposal), "actor": .object(actor)]
    proposal["proposal_id"] = .text("prop_" + Identity.digest(JSONValue.object(identity).canonical()))
    return AskedAccess(actor: actor, proposal: proposal, reason: "")
  }

  /// What intents answer that a misspelt action and resource type most likely mean; `nil` where nothing is near.
  private func nearestAccess(to action: String, of type: String) -> String? {
    let known = procedure.program.intents.compactMap(\.access)
    let isKnown = known.contains { $0.resource == type }
    // As many names are looked through as for a proposal that is misspelt.
    let meter = WorkMeter.ofNames()
    guard let resource = isKnown ? type : meter.nearestName(to: type, among: known.map(\.resource)) else { return nil }
    let actions = known.filter { $0.resource == resource }.map(\.action)
    guard let nearest = actions.contains(action) ? action : meter.nearestName(to: action, among: actions) else { return nil }
    return isKnown ? "`\(nearest)`" : "`\(nearest)` of `\(resource)`"
  }

  /// The subject as an actor of the organisation of who asks. Who asks about themselves is who they are, whatever the request
  /// says of their roles.
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

  /// - Parameter subject: whom the request is about.
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
    return ["action": .text(intent.name), "payload": .object(payload)]
  }
}

extension AccessEvaluation {
  /// What a field takes: the property of its name from resource, action, subject, context, in this order; one whose name is a
  /// path takes that alone.
  fileprivate func value(of name: String) -> JSONValue? {
    let sources = [
      ("resource", resource.properties), ("action", action.properties), ("subject", subject.properties), ("context", context),
    ]
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if steps.count > 1, let source = sources.first(where: { $0.0 == steps[0] })?.1 {
      return steps.dropFirst().reduce(JSONValue.object(source) as JSONValue?) { $0?.objectValue?[$1] }
    }
    // `null` is absence.
    return sources.lazy.compactMap { $0.1[name] }.first { $0 != .null }
  }
}
