import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Masking of sensitive fields for clients (sessions §10.2).
extension Session {
  /// Returns an event as an actor may see it.
  mutating func masked(_ logged: LoggedEvent, _ actor: JSONObject) -> Event {
    var event = logged.event
    if event.type == .status { event.payload = hiddenCounts(at: event.seq, from: actor).taken(fromStatus: event.payload) }
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

  /// Returns a view without the values that an actor may not see.
  ///
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

  /// Returns an answer as the sender of its message may see it. An answer about their own proposal shows the values that they
  /// sent.
  mutating func masked(_ answer: Answer, _ actor: JSONObject) -> Answer {
    if masking.isEmpty { return answer }
    let runID = answer.jobID.map { "run_" + $0.dropFirst("job_".count) }
    let known = runID.flatMap { proposer(ofRun: $0) }
    let subject = ReadSubject(of: known ?? actor, factType: nil)
    let isSeen = authority.seesSensitive(subject, actor, on: context, now: clock)
    var answer = answer
    let reader = Masking.Reader(actor, of: known ?? actor, seesSensitive: isSeen)
    answer.reason = masking.masked(reason: answer.reason, truthID: answer.truthID, for: reader)
    return answer
  }

  /// Returns what an actor sees of something that belongs to a run.
  mutating func reader(_ actor: JSONObject, of subject: ReadSubject, runID: String?) -> Masking.Reader {
    let isSeen = masking.isEmpty || authority.seesSensitive(subject, actor, on: context, now: clock)
    return Masking.Reader(actor, of: isSeen ? nil : runID.flatMap { proposer(ofRun: $0) }, seesSensitive: isSeen)
  }

  private func proposer(ofRun runID: String) -> JSONObject? {
    state.run(runID)?.proposer ?? context.proposal(ofRun: runID)?.actor
  }
}
