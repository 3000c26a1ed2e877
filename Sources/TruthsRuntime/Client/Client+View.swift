import TruthsJSON
import TruthsText

/// What the client shows.
extension Client {
  /// The view at this moment.
  package var view: ClientView {
    let early = context.earlyFacts
    let run = shownRun
    return ClientView(
      connectionState: state, run: run, canIAct: canAct(on: run), facts: (context.facts + early).map(\.marked),
      provisional: early.filter(\.isProvisional).map(\.payload),
      dropped: context.droppedFacts.map { $0.payload.with("dropped_because", .text($0.droppedBecause ?? "")) },
      eventsSeen: eventsSeen, seq: tracker.seq, resumedAtSeq: resumedAtSeq, missingSeqs: tracker.missing,
      duplicates: tracker.duplicates, capabilities: capabilities, truthIDsPresent: context.audit.areTruthIDsPresent,
      actorsPresent: context.audit.areActorsPresent, correlationLinked: context.audit.isCorrelationLinked, sameOutput: nil,
      revisions: context.revisions, queue: outbox.filter(\.isQueued).map(\.message), runs: context.runs, lastAnswer: lastAnswer)
  }

  /// The run that the view is about (see ``ClientView/run``).
  var shownRun: ShownRun? {
    let proposed = context.runs.filter { $0.proposer != nil }
    let stories = proposed.filter { !$0.isAboutAnotherRun }
    return stories.last { isMine($0) } ?? stories.last ?? proposed.last
  }

  private func isMine(_ run: ShownRun) -> Bool {
    guard let proposer = run.proposer else { return false }
    return ["user_id", "device_id"].allSatisfy { (proposer.text($0) ?? "").utf8.elementsEqual((actor.text($0) ?? "").utf8) }
  }

  private func canAct(on run: ShownRun?) -> Bool {
    guard isConnected, let run, run.status == RunState.Status.waiting.rawValue else { return false }
    return run.waitingFor.contains { WaitingItem($0).canBeDone(by: actor, proposer: run.proposer) }
  }
}
