import Logging
import ServiceLifecycle
import Synchronization
import Truths
import TruthsServerCore

/// The client that has the server's standard input and output: JSON-RPC 2.0, a message a line (server §8).
struct StdioClient: Service {
  let host: SessionHost
  let speaker: Speaker
  let logger: Logger
  /// Returns once everything else is served, with what is told of it.
  let ready: @Sendable () async -> [UInt8]?

  private let input = StandardInput()
  private let output = StandardOutput()
  private let calls = OpenCalls()

  init(
    host: SessionHost, speaker: Speaker, logger: Logger, ready: @escaping @Sendable () async -> [UInt8]?
  ) {
    (self.host, self.speaker, self.logger, self.ready) = (host, speaker, logger, ready)
  }

  /// Serves the client until its input ends or the server does, and answers what it was asked.
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
            // A client that takes nothing must not hold up the end.
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
      return await write(RunCall.line(unread: problem.document()))
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
    do throws(RunCall.Fault) {
      await take(try RunCall(line), from: client)
    } catch {
      await write(RunCall.line(error, HTTPProblem(error.fault).document()))
    }
  }

  private func take(_ call: RunCall, from client: String) async {
    guard call.isMessage else {
      let nearest = Tool.nearestName(to: call.method, among: RunCall.messages)
      let help = nearest.map { "did you mean `\($0)`?" } ?? "methods are \(RunCall.messages.joined(separator: ", "))"
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
      if try await host.take(message, from: client, request: number) { return }
      throw CancellationError()
    } catch {
      calls.remove(number)
      let problem = HTTPProblem(error) ?? HTTPProblem(.unavailable, "the server ends; send it to the next one")
      if error is StoreFault { logger.error("nothing is recorded: \(error)") }
      await refuse(call, .refused, problem)
    }
  }

  /// Tells the client what the session has for it, until its connection there is closed.
  private func tell(_ client: String) async {
    while true {
      let messages = await host.messages(to: client, atMost: 16)
      if messages.isEmpty { return }
      for message in messages { await write(lines(of: message)) }
    }
  }

  /// A message of the session as it is told: as a notification, as the result of a request, or both.
  private func lines(of message: RunSession.Outgoing) -> [UInt8] {
    switch message.name {
    case "event", "checkpoint": return RunCall.notification(message.name, message.body)
    case "delta", "snapshot":
      let told = RunCall.notification(message.name, message.body)
      guard let (call, _) = calls.takeReading() else { return told }
      return told + (call.isNotification ? [] : call.line(result: Array("{\"current_seq\":\(message.currentSeq ?? 0)}".utf8)))
    case "answer":
      guard let answer = message.answer, let number = answer.request, let (call, sent) = calls.remove(number),
        !call.isNotification
      else { return [] }
      let problem = HTTPProblem(refusing: answer, to: sent)
      return problem.map { call.line(.refused, $0.document()) } ?? call.line(result: answer.json)
    default:
      guard let (call, _) = calls.takeReading(), !call.isNotification else { return [] }
      let problem = message.refusal.map { HTTPProblem(.badBody, $0) }
      return problem.map { call.line(.params, $0.document()) } ?? call.line(result: message.body)
    }
  }

  private func refuse(_ call: RunCall, _ code: RunCall.FaultCode, _ problem: HTTPProblem) async {
    if !call.isNotification { await write(call.line(code, problem.document())) }
  }

  /// Whoever reads nothing any more is sent nothing; what was asked is carried out all the same.
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
  typealias Open = (call: RunCall, message: RunMessage)

  private struct State {
    var last = 0
    /// What proposes and steers, by number.
    var calls: [Int: Open] = [:]
    /// What reads, in the order in which it was sent: it is answered at once and in order.
    var reading: [(number: Int, open: Open)] = []
  }

  private let state = Mutex(State())

  /// - Returns: its number.
  func add(_ call: RunCall, _ message: RunMessage) -> Int {
    state.withLock { state in
      state.last += 1
      if message.isReading {
        state.reading.append((state.last, (call, message)))
      } else {
        state.calls[state.last] = (call, message)
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

  func takeReading() -> Open? { state.withLock { $0.reading.isEmpty ? nil : $0.reading.removeFirst().open } }
}
