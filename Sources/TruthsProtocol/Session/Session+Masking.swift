import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Masking of sensitive fields for clients (sessions §10.2).
extension Session {
  /// Returns an event as an actor may see it.
  mutating func masked(_ logged: LoggedEvent, _ actor: JSONObject) -> Event {
    var event = logged.event
    if event.type == .status { event.payload = counted(event, for: actor) }
    let reader = reader(actor, of: logged.subject, runID: event.runID)
    guard event.type == .status else {
      event.payload = masking.masked(event.payload, for: reader)
      return event
    }
    guard let reason = event.payload.text("halt_reason") else { return event }
    let truthID = event.payload.text("halt_truth_id")
    event.payload["halt_reason"] = .text(masking.masked(reason: reason, truthID: truthID, for: reader))
    return event
  }

  /// - Parameter view: a view that still knows the owners of its content.
  mutating func masked(_ view: ContextView, _ actor: JSONObject) -> ContextView {
    if masking.isEmpty { return view }
    return view.telling { fact in
      let reader = reader(actor, of: fact.subject, runID: fact.runID)
      fact.payload = masking.masked(fact: fact.payload, for: reader)
      fact.droppedBecause = fact.droppedBecause.map { masking.masked(reason: $0, truthID: nil, for: reader) }
    } run: { run in
      let reader = reader(actor, of: run.subject, runID: run.runID)
      run.reason = run.reason.map { masking.masked(reason: $0, truthID: run.truthID, for: reader) }
    }
  }

  /// Returns an answer as the sender of its message may see it. It tells the values that they sent, as to a proposer.
  mutating func masked(_ answer: Answer, _ actor: JSONObject) -> Answer {
    if masking.isEmpty || authority.seesSensitive(ReadSubject(of: actor, factType: nil), actor, on: context, now: clock) {
      return answer
    }
    var answer = answer
    answer.reason = masking.masked(reason: answer.reason, truthID: answer.truthID, for: .proposer)
    return answer
  }

  /// Returns what an actor sees of something that belongs to a run.
  mutating func reader(_ actor: JSONObject, of subject: ReadSubject, runID: String?) -> Masking.Reader {
    if masking.isEmpty || authority.seesSensitive(subject, actor, on: context, now: clock) { return .ofEverything }
    let proposer = runID.flatMap { state.run($0)?.proposer ?? context.proposal(ofRun: $0)?.actor }
    return proposer.map { actor.isSamePerson(as: $0) } ?? false ? .proposer : .other
  }
}
