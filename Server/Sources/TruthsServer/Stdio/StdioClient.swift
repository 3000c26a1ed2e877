import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization
import Truths
import TruthsServerCore

/// Serves the client on standard input and output: JSON-RPC 2.0, one message per line (server §8).
struct StdioClient: Service {
  let host: SessionHost
  let speaker: Speaker
  let metrics: ServerMetrics
  let logger: Logger
  /// Returns once everything else is served, with the parameters of the `ready` notification.
  let ready: @Sendable () async -> [UInt8]?

  private let input = StandardInput()
  private let output = StandardOutput()
  private let calls = OpenCalls()

  private static let ending = HTTPProblem(.unavailable, "the server ends; send it to the next one")

  init(
    host: SessionHost, speaker: Speaker, metrics: ServerMetrics, logger: Logger,
    ready: @escaping @Sendable () async -> [UInt8]?
  ) {
    (self.host, self.speaker, self.metrics, self.logger, self.ready) = (host, speaker, metrics, logger, ready)
  }

  /// Serves the client until its input ends or the server stops, and answers all its requests.
  func run() async throws {
    let client = try await host.open(by: speaker.actor, over: .stdio)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await tell(client) }
      await withTaskCancellationHandler {
        await withGracefulShutdownHandler {
          if let ready = await ready() { await write(RunCall.notification("ready", ready)) }
          await listen(to: client)
        } onGracefulShutdown: {
          input.close()
          Task {
            await host.end(client)
            // Bounded, so that a client that does not read cannot delay the shutdown.
            try await Task.sleep(for: .seconds(6))
            output.close()
          }
        }
      } onCancel: {
        input.close()
        output.close()
        Task { await host.close(client) }
      }
      await host.end(client)
    }
  }

  private func listen(to client: String) async {
    var splitter = LineSplitter(limit: speaker.bodyLimit)
    while let bytes = await input.read() {
      for line in splitter.append(bytes) { await take(line, from: client) }
    }
    for line in splitter.finish() { await take(line, from: client) }
  }

  private func take(_ line: LineSplitter.Line, from client: String) async {
    guard let line else {
      let problem = HTTPProblem(.tooLarge, "a line has at most \(speaker.bodyLimit) bytes")
      note(problem, of: nil)
      return await write(RunCall.line(unread: problem.document()))
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    do throws(RunCall.Fault) {
      await take(try RunCall(line), from: client)
    } catch {
      let problem = HTTPProblem(error.fault)
      note(problem, of: nil)
      await write(RunCall.line(error, problem.document()))
    }
  }

  private func take(_ call: RunCall, from client: String) async {
    if call.isQuestion { return await answer(call) }
    guard call.isMessage else {
      let methods = RunCall.messages + RunCall.questions
      let nearest = Tool.nearestName(to: call.method, among: methods)
      let help = nearest.map { "did you mean `\($0)`?" } ?? "methods are \(methods.joined(separator: ", "))"
      return await refuse(call, .method, HTTPProblem(.notFound, "unknown method `\(Tool.visible(call.method))`; \(help)"))
    }
    let message: RunMessage
    do throws(RunMessageFault) {
      message = try call.message()
    } catch {
      return await refuse(call, .params, HTTPProblem(error))
    }
    let number = calls.add(call, message)
    do {
      guard try await host.take(message, from: client, request: number) else { throw CancellationError() }
      metrics.countMessage(over: "stdio", nil)
    } catch {
      calls.remove(number)
      let problem = HTTPProblem(error) ?? Self.ending
      await refuse(call, .refused, problem)
    }
  }

  /// Answers a question, which decides nothing.
  private func answer(_ call: RunCall) async {
    do {
      let question = try call.question()
      let answer = try await host.answer(by: speaker.actor) { questions, _ in
        switch call.method {
        case "dry_run": try questions.dryRun(question)
        case "why_not": try questions.whyNot(question)
        default: try questions.suggest(question)
        }
      }
      metrics.countMessage(over: "stdio", nil)
      if !call.isNotification { await write(call.line(result: answer)) }
    } catch let fault as RunMessageFault {
      await refuse(call, .params, HTTPProblem(fault))
    } catch {
      await refuse(call, .refused, HTTPProblem(error) ?? Self.ending)
    }
  }

  /// Sends the session's messages to the client until the session closes the client's connection.
  private func tell(_ client: String) async {
    while true {
      let messages = await host.messages(to: client, atMost: 16)
      if messages.isEmpty { return }
      for message in messages { await write(lines(of: message)) }
    }
  }

  /// Returns a message of the session as JSON-RPC lines: a notification, the result of a request, or both.
  private func lines(of message: RunSession.Outgoing) -> [UInt8] {
    switch message.name {
    case "event", "checkpoint": return RunCall.notification(message.name, message.body)
    case "delta", "snapshot":
      let told = RunCall.notification(message.name, message.body)
      guard let call = calls.takeReading()?.call else { return told }
      return told + (call.isNotification ? [] : call.line(result: Array("{\"current_seq\":\(message.currentSeq ?? 0)}".utf8)))
    case "answer":
      guard let answer = message.answer, let number = answer.request, let (call, sent, began) = calls.remove(number) else {
        return []
      }
      if sent.isProposal { metrics.countDecision(took: ContinuousClock.now - began) }
      if call.isNotification { return [] }
      let problem = HTTPProblem(refusing: answer, to: sent)
      return problem.map { call.line(.refused, $0.document()) } ?? call.line(result: answer.json)
    default:
      guard let call = calls.takeReading()?.call, !call.isNotification else { return [] }
      let problem = message.refusal.map { HTTPProblem(.badBody, $0) }
      return problem.map { call.line(.params, $0.document()) } ?? call.line(result: message.body)
    }
  }

  private func refuse(_ call: RunCall, _ code: RunCall.FaultCode, _ problem: HTTPProblem) async {
    note(problem, of: call.isMessage || call.isQuestion ? call.method : nil)
    if !call.isNotification { await write(call.line(code, problem.document())) }
  }

  /// Counts a refusal, and logs the first one.
  ///
  /// - Parameter method: `nil` where the method is unknown.
  private func note(_ problem: HTTPProblem, of method: String?) {
    metrics.countMessage(over: "stdio", problem.code)
    guard problem.code.status.kind == .clientError, calls.isFirstFault() else { return }
    let message: Logger.Message = "a line of standard input is refused; further ones are not logged"
    logger.notice(message, metadata: problem.metadata(of: method))
  }

  /// Writes lines. If the client no longer reads, input is closed too; requests already received are still carried out.
  private func write(_ lines: [UInt8]) async {
    do throws(StandardOutput.Closed) {
      try await output.write(lines)
    } catch {
      input.close()
    }
  }
}

/// The requests of a client that are not answered yet.
private final class OpenCalls: Sendable {
  typealias Open = (call: RunCall, message: RunMessage, began: ContinuousClock.Instant)

  private struct State {
    var last = 0
    var wasFault = false
    /// Proposals and control messages, by number.
    var calls: [Int: Open] = [:]
    /// Reading requests in the order sent, because they are answered at once and in order.
    var reading: [(number: Int, open: Open)] = []
  }

  private let state = Mutex(State())

  /// - Returns: the number of the added call.
  func add(_ call: RunCall, _ message: RunMessage) -> Int {
    state.withLock { state in
      state.last += 1
      if message.isReading {
        state.reading.append((state.last, (call, message, .now)))
      } else {
        state.calls[state.last] = (call, message, .now)
      }
      return state.last
    }
  }

  @discardableResult
  func remove(_ number: Int) -> Open? {
    state.withLock { state in
      state.reading.removeAll { $0.number == number }
      return state.calls.removeValue(forKey: number)
    }
  }

  /// Returns whether this is the first refusal, and records that there was one.
  func isFirstFault() -> Bool {
    state.withLock { state in
      defer { state.wasFault = true }
      return !state.wasFault
    }
  }

  func takeReading() -> Open? { state.withLock { $0.reading.isEmpty ? nil : $0.reading.removeFirst().open } }
}
