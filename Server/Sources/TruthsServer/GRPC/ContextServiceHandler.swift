import Foundation
import GRPCCore
import Truths
import TruthsServerCore
import TruthsServerMessages

/// Handles the gRPC service for context entries (contract §14.1).
struct ContextServiceHandler: Converge_V1_ContextService.ServiceProtocol {
  let calls: GRPCCalls

  private var host: SessionHost { calls.host }

  /// Has a proposal decided, or records a fact from outside.
  func append(
    request: ServerRequest<Converge_V1_AppendRequest>, context: ServerContext
  ) async throws -> ServerResponse<Converge_V1_AppendResponse> {
    try await calls.answer(request, context) { speaker in
      let traces = Array(request.metadata[stringValues: "traceparent"])
      let message = try Self.message(
        request.message, by: speaker, traceID: traces.count == 1 ? TraceParent.traceID(in: traces[0]) : nil)
      let start = ContinuousClock.now
      guard let answer = try await host.ask(message, by: speaker.actor, mostOpenRuns: speaker.openRunLimit).answer else {
        throw CancellationError()
      }
      if message.isProposal { calls.site.metrics.countDecision(took: ContinuousClock.now - start) }
      if let problem = HTTPProblem(refusing: answer, to: message) { throw problem }
      return Converge_V1_AppendResponse(answer)
    }
  }

  private static func message(
    _ request: Converge_V1_AppendRequest, by speaker: Speaker, traceID: String?
  ) throws -> RunMessage {
    let entry = request.entry
    guard entry.payload.count <= speaker.bodyLimit else {
      throw HTTPProblem(.tooLarge, "a payload has at most \(speaker.bodyLimit) bytes")
    }
    let given = entry.entryID + entry.runID + entry.truthID
    guard given.isEmpty, entry.sequence == 0, entry.timestamp == 0 else {
      throw HTTPProblem(
        .badBody, "`entry_id`, `run_id`, `truth_id`, `sequence` and `timestamp` of an entry are the ledger's: leave them out")
    }
    let caller = ClaimValue(json: Data(speaker.actor.utf8))?.object?["user_id"]?.text
    guard entry.actorID.isEmpty || entry.actorID == caller else {
      throw HTTPProblem(
        .badBody, "`actor_id` is `\(Tool.visible(entry.actorID))`, and an entry is of whoever appends it: leave it out")
    }
    return try RunMessage.entry(
      type: entry.entryType, payload: Array(entry.payload), correlationID: entry.correlationID.nonEmpty,
      key: request.idempotencyKey.nonEmpty, traceID: traceID)
  }

  /// Returns the current context of the ledger, or of one run.
  func snapshot(
    request: ServerRequest<Converge_V1_SnapshotRequest>, context: ServerContext
  ) async throws -> ServerResponse<Converge_V1_SnapshotResponse> {
    try await calls.answer(request, context) { speaker in
      let runID = request.message.runID.nonEmpty
      if let runID { _ = try await job(runID, speaker) }
      // No stream has the id `none`, so the session answers with a snapshot.
      let message = try RunMessage.resume(after: 0, subscribe: false, streamID: "none", runID: runID)
      guard let snapshot = try await host.ask(message, by: speaker.actor).contextSnapshot else { throw CancellationError() }
      return Converge_V1_SnapshotResponse(snapshot)
    }
  }

  /// Streams the entries of the ledger, then new entries as they are recorded.
  func watch(
    request: ServerRequest<Converge_V1_WatchRequest>, context: ServerContext
  ) async throws -> StreamingServerResponse<Converge_V1_ContextEntry> {
    try await calls.stream(request.metadata, context) { speaker, client, writer in
      var watch = try ContextWatch(request.message, host: host, actor: speaker.actor, client: client)
      try await watch.run({ context.cancellation.isCancelled }) { try await writer.write(Converge_V1_ContextEntry($0)) }
      return false
    }
  }

  /// Streams the status of a run, and each change of it, until the run ends.
  func watchRun(
    request: ServerRequest<Converge_V1_WatchRunRequest>, context: ServerContext
  ) async throws -> StreamingServerResponse<Converge_V1_RunStatus> {
    try await calls.stream(request.metadata, context) { speaker, client, writer in
      let runID = request.message.runID
      let seq = try await host.read { $0.currentSeq }
      await host.receive(try .resume(after: seq, subscribe: true, runID: runID), from: client)
      var told: RunProgress?
      func tell(_ progress: RunProgress?) async throws -> Bool {
        guard let progress, progress != told else { return false }
        try await writer.write(Converge_V1_RunStatus(progress))
        told = progress
        return progress.isDone
      }
      if try await tell(job(runID, speaker).progress) { return true }
      while true {
        let messages = await host.messages(to: client, atMost: 16)
        if messages.isEmpty { return false }
        for message in messages {
          // The stream fell behind, and the session has dropped the updates in between.
          if message.contextSnapshot != nil, try await tell(job(runID, speaker).progress) { return true }
          for progress in message.progress where try await tell(progress) { return true }
        }
      }
    }
  }

  private func job(_ runID: String, _ speaker: Speaker) async throws -> RunJob {
    let id = runID.hasPrefix("run_") ? "job_" + runID.dropFirst(4) : runID
    guard let job = try await host.job(id, by: speaker.actor) else {
      throw HTTPProblem(.notFound, "there is no run `\(Tool.visible(runID))`")
    }
    return job
  }
}

extension String {
  /// `nil` for an empty string: protobuf makes an omitted field empty.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
