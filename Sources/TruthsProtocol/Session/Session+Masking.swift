import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Masking of sensitive fields for clients (declarations §5). Proposers see all values of their own runs.
extension Session {
  mutating func masked(_ logged: LoggedEvent, _ actor: JSONObject) -> Event {
    if masking.isEmpty || isSeenWhole(logged.subject, runID: logged.event.runID, actor) { return logged.event }
    var event = logged.event
    guard event.type == .status else {
      event.payload = masking.masked(event.payload)
      return event
    }
    guard let reason = event.payload.text("halt_reason") else { return event }
    event.payload["halt_reason"] = .text(masking.masked(reason: reason, truthID: event.payload.text("halt_truth_id")))
    return event
  }

  mutating func masked(_ view: ContextView, _ actor: JSONObject) -> ContextView {
    if masking.isEmpty { return view }
    var payloads: [[UInt8]: JSONObject] = [:]
    for fact in view.facts + view.earlyFacts + view.droppedFacts {
      let subject = ReadSubject(organisation: state.run(fact.runID)?.subject.organisation, factType: fact.payload.text("type"))
      if isSeenWhole(subject, runID: fact.runID, actor) { continue }
      let entry = masking.masked(["payload": .object(fact.payload)], as: .fact)
      payloads[JSONValue.object(fact.payload).canonical()] = entry.object("payload")
    }
    var reasons: [String: String] = [:]
    for run in view.runs {
      guard let reason = run.reason else { continue }
      if isSeenWhole(state.run(run.runID)?.subject ?? ReadSubject(), runID: run.runID, actor) { continue }
      reasons[run.runID] = masking.masked(reason: reason, truthID: run.truthID)
    }
    return view.telling {
      payloads[JSONValue.object($0.payload).canonical()] ?? $0.payload
    } reason: { run in
      reasons[run.runID] ?? run.reason
    }
  }

  mutating func isSeenWhole(_ subject: ReadSubject, runID: String?, _ actor: JSONObject) -> Bool {
    if let runID, let proposer = state.run(runID)?.proposer ?? context.proposal(ofRun: runID)?.actor,
      actor.isSamePerson(as: proposer)
    {
      return true
    }
    return authority.seesSensitive(subject, actor, on: context, now: clock)
  }
}
