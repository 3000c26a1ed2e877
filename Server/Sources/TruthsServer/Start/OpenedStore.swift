import Foundation
import Logging
import Truths
import TruthsServerCore

/// A ledger with its journal, opened and read, and the session that goes on with them.
struct OpenedStore {
  let host: SessionHost
  let rulesHash: String

  /// - Throws: ``StartFault``; ``Findings`` about rules, ledger or actor.
  init(_ options: ServerOptions, metrics: ServerMetrics, logger: Logger) throws {
    let rules = try RuleFiles.load(options.rules)
    rulesHash = rules.hash
    var store = try Self.opened(options.ledger)
    let (ledger, journal) = try Self.contents(store, of: options.ledger)
    var sessionOptions = RunSessionOptions()
    sessionOptions.operatorActor = options.operatorActor
    sessionOptions.transports = [.sse, .rest]
    // Each comes within 15 seconds (sessions §4): somebody looks once a second whether one is due.
    sessionOptions.heartbeat = 13_000
    (sessionOptions.mostWork, sessionOptions.mostFacts) = (options.ceilings.work, options.ceilings.facts)
    let session = try RunSession(
      rules, ledger: ledger, journal: journal.isEmpty ? nil : journal, options: sessionOptions, now: Self.now())
    let recovery = session.recovery
    if let fault = recovery?.fault {
      let kept = try Self.keepAside(options.ledger + ".journal")
      logger.warning("the journal does not count, a new stream begins; the old one is kept as \(kept): \(fault)")
    }
    do {
      try store.begin(validJournal: recovery?.journalBytes ?? 0)
    } catch {
      throw StartFault("\(options.ledger): \(error)", .system)
    }
    metrics.addLedgerBytes(store.ledgerSize)
    let thread = StoreThread(store)
    host = SessionHost(ServedSession(session), clock: Self.now) { batch in
      let start = ContinuousClock.now
      let fault = await thread.write(batch)
      if fault == nil {
        metrics.countSync(took: ContinuousClock.now - start)
        metrics.addLedgerBytes(batch.ledger.count)
      }
      return fault
    }
  }

  private static func now() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }

  private static func opened(_ path: String) throws(StartFault) -> Store<FileDisk> {
    do throws(StoreFault) {
      return try Store(opening: FileDisk(ledger: path, timeout: 5))
    } catch {
      switch error {
      case .busy: throw StartFault("\(path): \(error)", .system)
      case .unreadable: throw StartFault("\(error)", .noInput)
      default: throw StartFault("\(path): \(error)", .badData)
      }
    }
  }

  /// The ledger, each id and hash of which was recomputed, and the journal.
  private static func contents(_ store: Store<FileDisk>, of path: String) throws -> (ledger: SourceText, journal: [UInt8]) {
    let ledger: SourceText
    let journal: [UInt8]
    do throws(StoreFault) {
      ledger = try store.ledger()
      journal = try store.journal()
    } catch {
      throw StartFault("\(error)", .noInput)
    }
    guard store.ledgerSize > 0 else { return (ledger, journal) }
    var question = VerificationQuestion()
    question.isReplaying = false
    let report = try Record(ledger).verify(with: [], question: question)
    guard report.isUnchanged else { throw StartFault("\(path): the ledger does not hold\n\(report.text)", .badData) }
    return (ledger, journal)
  }

  /// Copies a journal beside itself, under the first name that is free.
  private static func keepAside(_ path: String) throws(StartFault) -> String {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    var number = 1
    while FileManager.default.fileExists(atPath: "\(place).\(number)") { number += 1 }
    let kept = "\(place).\(number)"
    do {
      try FileManager.default.copyItem(atPath: place, toPath: kept)
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: kept))
      try handle.synchronize()
      try handle.close()
    } catch {
      throw StartFault("\(place): the journal does not count, and cannot be kept as \(kept); nothing is changed", .system)
    }
    return kept
  }
}
