import Truths
import TruthsServerCore
import TruthsServerMessages

/// Follows the ledger for one client: reads the entries that are there, then tells those that come.
///
/// Its place is the last entry that it has looked at, so that none falls between the two, and none is told twice. Where it falls
/// behind what the session keeps, it reads from the ledger again.
struct ContextWatch {
  private let host: SessionHost
  private let actor: String
  private let client: String
  private let correlationID: String?
  private let runID: String?
  private let entryTypes: [String]
  /// The last entry that was looked at.
  private var last: Int

  /// - Throws: ``HTTPProblem`` where it would begin before the first entry.
  init(_ request: Converge_V1_WatchRequest, host: SessionHost, actor: String, client: String) throws(HTTPProblem) {
    guard request.sinceSequence >= 0 else {
      throw HTTPProblem(
        .badQuery, "`since_sequence` is \(request.sinceSequence), and entries are numbered from 1; 0 is before them")
    }
    (self.host, self.actor, self.client) = (host, actor, client)
    correlationID = request.correlationID.isEmpty ? nil : request.correlationID
    runID = request.runID.isEmpty ? nil : request.runID
    entryTypes = request.entryTypes
    last = Int(request.sinceSequence)
  }

  /// - Parameters:
  ///   - isOver: whether nobody waits for the entries of the ledger any more.
  ///   - tell: returns once the client has taken an entry.
  /// - Returns: once the client's connection with the session is closed.
  mutating func run(_ isOver: () -> Bool, _ tell: (RunContextEntry) async throws -> Void) async throws {
    // What comes from here on is told by the session; events that the ledger tells before are passed over.
    let seq = try await host.read { $0.currentSeq }
    let subscription = try RunMessage.resume(
      after: seq, subscribe: true, correlationID: correlationID, runID: runID, entryTypes: entryTypes)
    await host.receive(subscription, from: client)
    try await readLedger(isOver, tell)
    while true {
      let messages = await host.messages(to: client, atMost: 64)
      if messages.isEmpty { return }
      for message in messages {
        if message.contextSnapshot != nil { try await readLedger(isOver, tell) }
        for entry in message.contextEntries where isNews(entry) {
          try await tell(entry)
          last = max(last, entry.ledgerSize)
        }
      }
    }
  }

  /// Whether an entry was not told yet; of a fact that waits for its decision, whether that was not told yet.
  private func isNews(_ entry: RunContextEntry) -> Bool {
    entry.sequence == 0 ? entry.ledgerSize >= last : entry.sequence > last
  }

  private mutating func readLedger(_ isOver: () -> Bool, _ tell: (RunContextEntry) async throws -> Void) async throws {
    while !isOver() {
      let (place, correlationID, runID, entryTypes) = (last, correlationID, runID, entryTypes)
      let page = try await host.answer(by: actor) { questions, _ in
        questions.entries(after: place, correlationID: correlationID, runID: runID, entryTypes: entryTypes)
      }
      guard place <= page.size else {
        throw HTTPProblem(
          .badQuery,
          "`since_sequence` is \(place), and the ledger has \(page.size) entries: it is of another ledger; begin with 0")
      }
      for entry in page.entries { try await tell(entry) }
      last = page.last
      if page.last >= page.size { return }
    }
  }
}
