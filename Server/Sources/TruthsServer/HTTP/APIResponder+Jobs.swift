import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Answers requests about proposals, jobs and control messages.
extension APIResponder {
  /// Decides a proposal.
  func propose(_ body: [UInt8], _ request: Request, _ query: Query) async throws -> Response {
    let wait = try query.number("wait", most: longestWait) ?? 0
    let traceID = TraceParent.traceID(in: request.headers)
    return try await decide(try RunMessage.proposal(body, key: try Self.key(of: request), traceID: traceID), wait: wait)
  }

  /// Returns the idempotency key from the request's header, if it has one.
  static func key(of request: Request) throws(HTTPProblem) -> String? {
    let keys = HTTPField.Name("Idempotency-Key").map { request.headers[values: $0] } ?? []
    guard keys.count < 2 else { throw HTTPProblem(.badBody, "the header `Idempotency-Key` is there twice; send it once") }
    let key = keys.first
    if let key, key.isEmpty { throw HTTPProblem(.badBody, "the header `Idempotency-Key` is empty") }
    return key
  }

  /// Answers a proposal. If it waits, the response is sent when its run is done, or after `wait` seconds.
  func decide(_ proposal: RunMessage, wait: Int) async throws -> Response {
    let answer = try await self.answer(to: proposal)
    guard let id = answer.jobID else { throw HTTPProblem(.notAllowed, answer.reason, answer: answer) }
    let status: HTTPResponse.Status = answer.isReplay ? .ok : .created
    guard wait > 0, answer.isWaiting, let job = try await job(id, doneWithin: wait) else {
      return Self.json(status, answer.json, location: "/jobs/\(id)")
    }
    return Self.json(status, job.json(updating: answer), location: "/jobs/\(id)")
  }

  /// Has the session carry out a proposal or a control message.
  ///
  /// - Throws: ``HTTPProblem`` where the message is refused.
  private func answer(to message: RunMessage) async throws -> RunAnswer {
    let start = ContinuousClock.now
    guard let answer = try await host.ask(message, by: actor, mostOpenRuns: speaker.openRunLimit).answer else {
      throw CancellationError()
    }
    if message.isProposal { site.metrics.countDecision(took: ContinuousClock.now - start) }
    if let problem = HTTPProblem(refusing: answer, to: message) { throw problem }
    return answer
  }

  /// Returns a job as far as the actor may see it.
  func job(_ id: String) async throws -> RunJob {
    guard let job = try await host.job(id, by: actor) else {
      throw HTTPProblem(.notFound, "there is no job `\(Tool.visible(id))`")
    }
    return job
  }

  /// Returns a job when it is done, after the given number of seconds, or at shutdown, whichever is first.
  private func job(_ id: String, doneWithin seconds: Int) async throws -> RunJob? {
    guard let first = try await host.job(id, by: actor), !first.isDone else { return try await host.job(id, by: actor) }
    let client = try await host.open(by: actor, over: .rest)
    await host.receive(try .resume(after: 0, subscribe: true, runID: first.runID), from: client)
    await withDeadline(seconds) {
      while !Task.isCancelled {
        let isDone = (try? await host.job(id, by: actor))?.isDone ?? true
        if isDone { return }
        if await host.messages(to: client).isEmpty { return }
      }
    }
    await host.close(client)
    return try await host.job(id, by: actor)
  }

  /// Carries out a control message.
  ///
  /// - Parameter job: the job that it concerns; `nil` for the session, or where the body names the job.
  func steer(_ message: RunMessage, job id: String?) async throws -> Response {
    if let id { _ = try await job(id) }
    return Self.json(.ok, try await answer(to: message).json)
  }

  /// Performs the capabilities handshake (sessions §3).
  func capabilities(_ handshake: RunMessage) async throws -> Response {
    let answer = try await host.ask(handshake, by: actor)
    if let refusal = answer.refusal { throw HTTPProblem(.badBody, refusal) }
    return Self.json(.ok, answer.body)
  }

  func ledgerHead() async throws -> Response {
    let (point, rules) = try await host.read { ($0.ledgerPoint, $0.rulesHash) }
    return Self.json(.ok, Array(#"{"head":"\#(point.head)","size":\#(point.size),"truths":"\#(rules)"}"#.utf8))
  }

  /// Answers the readiness check: rules are loaded, the ledger is open, and no fault is known.
  func readiness() async throws -> Response {
    if let fault = await host.fault { throw fault }
    let rules = try await host.read { $0.rulesHash }
    let verified = await host.verifiedTo
    return Self.json(.ok, Array(#"{"status":"ready","truths":"\#(rules)","verified_to":\#(verified)}"#.utf8))
  }

  /// Returns the metrics. They cover all organisations, so among several actors only those of type `system` may read them.
  func metrics() async throws -> Response {
    guard speaker.mayWatch else {
      throw HTTPProblem(.notAllowed, "metrics are about all organisations together: only an actor of type `system` may read them")
    }
    let shadow = try? await rollout.pending()?.report.shadowCounts
    let text = site.metrics.text(await host.figures, site.connections, shadow: shadow ?? (0, 0))
    let headers: HTTPFields = [.contentType: "text/plain; version=0.0.4; charset=utf-8"]
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Runs work for at most the given number of seconds, then cancels it. Shutdown cancels it too.
  func withDeadline(_ seconds: Int, _ work: @escaping @Sendable () async -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await work() }
      group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
      group.addTask { try? await gracefulShutdown() }
      await group.next()
      group.cancelAll()
    }
  }
}
