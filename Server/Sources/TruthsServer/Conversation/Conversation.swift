import Truths
import TruthsServerCore

/// Connects a two-way client connection with its session: passes messages to the session, and the session's messages to the
/// client.
///
/// Nothing is buffered ahead: the next messages are requested only after the connection has accepted the previous ones. A
/// client that does not read its responses is not read from either.
struct Conversation: Sendable {
  /// Name of the transport in metrics.
  let transport: String
  /// Id of the client's connection with the session.
  let client: String
  let speaker: Speaker
  let host: SessionHost
  let metrics: ServerMetrics
  /// Sends messages, and returns once the connection has accepted them.
  let write: @Sendable ([[UInt8]]) async throws -> Void
  /// Logs a fault of the client.
  let log: @Sendable (HTTPProblem) -> Void

  private let times = ProposalTimes()

  init(
    over transport: String, with client: String, of speaker: Speaker, host: SessionHost, metrics: ServerMetrics,
    write: @escaping @Sendable ([[UInt8]]) async throws -> Void, log: @escaping @Sendable (HTTPProblem) -> Void
  ) {
    (self.transport, self.client, self.speaker, self.host, self.metrics) = (transport, client, speaker, host, metrics)
    (self.write, self.log) = (write, log)
  }

  /// Number of messages taken from the session at a time.
  private static let batch = 16

  /// Processes a message from the client.
  ///
  /// - Returns: whether further messages are read.
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

  /// Sends the session's messages to the client until the session closes the client's connection.
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
