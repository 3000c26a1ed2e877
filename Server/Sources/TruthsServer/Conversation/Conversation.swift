import Truths
import TruthsServerCore

/// A client whose connection carries both ways: what it sends goes to the session, and what the session tells goes to it.
///
/// Nothing is read ahead: the session is asked for the next messages once the connection has taken those before, and a client
/// that does not take its answers is not listened to.
struct Conversation: Sendable {
  /// How metrics call what it is connected over.
  let transport: String
  /// The client's connection with the session.
  let client: String
  let speaker: Speaker
  let host: SessionHost
  let metrics: ServerMetrics
  /// Returns once the connection has taken some messages.
  let write: @Sendable ([[UInt8]]) async throws -> Void
  /// Logs what the client did wrong.
  let log: @Sendable (HTTPProblem) -> Void

  private let times = ProposalTimes()

  init(
    over transport: String, with client: String, of speaker: Speaker, host: SessionHost, metrics: ServerMetrics,
    write: @escaping @Sendable ([[UInt8]]) async throws -> Void, log: @escaping @Sendable (HTTPProblem) -> Void
  ) {
    (self.transport, self.client, self.speaker, self.host, self.metrics) = (transport, client, speaker, host, metrics)
    (self.write, self.log) = (write, log)
  }

  /// How many messages are taken from the session at a time.
  private static let batch = 16

  /// Takes in a message of the client.
  ///
  /// - Returns: whether the client is listened to further.
  func take(_ bytes: [UInt8]) async throws -> Bool {
    var (name, number): (String?, Int?) = (nil, nil)
    do {
      try speaker.countRequest()
      guard bytes.count <= speaker.bodyLimit else {
        throw HTTPProblem(.tooLarge, "a message has at most \(speaker.bodyLimit) bytes")
      }
      let message = try RunMessage.frame(bytes)
      name = message.name
      if message.isProposal { number = times.begin() }
      let isTaken = try await host.take(message, from: client, request: number, mostOpenRuns: speaker.openRunLimit)
      metrics.countMessage(over: transport, nil)
      return isTaken
    } catch {
      if let number { times.end(number) }
      guard let problem = HTTPProblem(error) else { throw error }
      metrics.countMessage(over: transport, problem.code)
      log(problem)
      let isTooLarge = problem.code == .tooLarge
      let about = isTooLarge ? nil : name ?? (try? RunMessage.frame(bytes))?.name
      try await write([problem.document(about: about).wrapped])
      return true
    }
  }

  /// Tells the client what the session has for it, until its connection there is closed.
  func tell() async throws {
    while true {
      let messages = await host.messages(to: client, atMost: Self.batch)
      if messages.isEmpty { return }
      for number in messages.compactMap(\.answer?.request) {
        if let duration = times.end(number) { metrics.countDecision(took: duration) }
      }
      try await write(messages.map(\.wrapped))
    }
  }
}
