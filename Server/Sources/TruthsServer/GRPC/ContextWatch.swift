import Truths
import TruthsServerCore
import TruthsServerMessages

/// Follows the ledger for one client: sends the entries recorded so far, then new ones as they come.
///
/// It remembers the last entry that it examined, so that no entry is skipped or sent twice. If it falls behind the session's
/// buffer, it reads from the ledger again.
struct ContextWatch {
  private let host: SessionHost
  private let actor: String
  private let client: String
  private let correlationID: String?
  private let runID: String?
  private let entryTypes: [String]
  /// Number of the last entry that was examined.
  private var last: Int

  /// - Throws: ``HTTPProblem`` where the request's start is negative.
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

  /// Sends entries until the client's connection with the session closes.
  ///
  /// - Parameters:
  ///   - isOver: whether the client no longer waits for entries.
  ///   - tell: sends one entry, and returns once the client has accepted it.
  mutating func run(_ isOver: () -> Bool, _ tell: (RunContextEntry) async throws -> Void) async throws {
    // The session reports everything after this number. Events that the ledger also holds are skipped.
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

  /// Whether an entry was not sent yet. A fact that waits for its decision has no sequence number, so its ledger size is
  /// compared.
  private func isNews(_ entry: RunContextEntry) -> Bool {
    entry.sequence == 0 ? entry.ledgerSize >= last : entry.sequence > last
  }

  private mutating func readLedger(_ isOver: () -> Bool, _ tell: (RunContextEntry) async throws -> Void) async throws {
    while !isOver() {
      let (sequence, correlationID, runID, entryTypes) = (last, correlationID, runID, entryTypes)
      let page = try await host.answer(by: actor) { questions, _ in
        questions.entries(after: sequence, correlationID: correlationID, runID: runID, entryTypes: entryTypes)
      }
      guard sequence <= page.size else {
        throw HTTPProblem(
          .badQuery,
          "`since_sequence` is \(sequence), and the ledger has \(page.size) entries: it is of another ledger; begin with 0")
      }
      for entry in page.entries { try await tell(entry) }
      last = page.last
      if page.last >= page.size { return }
    }
  }
}
