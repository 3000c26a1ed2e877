import Foundation
import Logging
import Truths
import TruthsServerCore

/// An opened ledger and journal, and the session that continues them.
struct OpenedStore {
  let host: SessionHost
  let rollout: RuleRollout
  /// Hash of the rules in force.
  let rulesHash: String
  /// The ledger, where its ids and hashes are still to be checked; otherwise `nil`.
  let unchecked: SourceText?

  /// - Throws: ``StartFault``; ``Findings`` about rules, ledger or actor.
  init(_ options: ServerOptions, metrics: ServerMetrics, logger: Logger) throws {
    let marks = try RuleFiles.marks(options.rules)
    let files = try RuleFiles.load(options.rules)
    var store = try Self.opened(options.ledger)
    let (ledger, journal) = try Self.contents(store)
    let place = URL(fileURLWithPath: options.ledger).resolvingSymlinksInPath().path
    let archive = RuleArchive(folder: place + ".rules")
    var sessionOptions = RunSessionOptions()
    sessionOptions.operatorActor = options.operatorActor
    sessionOptions.transports = options.transports
    // A heartbeat must come within 15 seconds (sessions §4), and the session checks once a second whether one is due.
    sessionOptions.heartbeat = 13_000
    (sessionOptions.mostWork, sessionOptions.mostFacts) = (options.ceilings.work, options.ceilings.facts)
    let goingOn = try Self.session(files, archive, ledger, of: options.ledger) { rules in
      try RunSession(
        rules, ledger: ledger, journal: journal.isEmpty ? nil : journal, options: sessionOptions, now: Self.now())
    }
    let rules = goingOn.rules
    var session = goingOn.session
    try archive.keep(rules)
    rulesHash = rules.hash
    let recovery = session.recovery
    // A matching journal confirms the ledger's head, so the full check of the ledger can run later in the background.
    unchecked = recovery?.isContinued == true ? ledger : nil
    if unchecked == nil, store.ledgerSize > 0 { try Self.check(ledger, of: options.ledger) }
    if let fault = recovery?.fault {
      let kept = try Self.keepAside(options.ledger + ".journal")
      logger.warning("the journal does not count, a new stream begins; the old one is kept as \(kept): \(fault)")
    }
    do {
      try store.begin(validJournal: recovery?.journalBytes ?? 0)
    } catch {
      throw StartFault("\(options.ledger): \(error)", .system)
    }
    let awaited = session.awaitedRules.filter { $0 != rules.hash }
    let kept = try awaited.compactMap { try archive.rules($0) }
    for hash in awaited where !kept.contains(where: { $0.hash == hash }) {
      logger.warning("an adoption of the rules \(hash) waits until the files hold them: \(archive.folder) does not have them")
    }
    try session.offer(kept, now: Self.now())
    metrics.addLedgerBytes(store.ledgerSize)
    let thread = StoreThread(store)
    let write: @Sendable (DurableBatch) async -> StoreFault? = { batch in
      let start = ContinuousClock.now
      let fault = await thread.write(batch)
      if fault == nil {
        metrics.countSync(took: ContinuousClock.now - start)
        metrics.addLedgerBytes(batch.ledger.count)
      }
      return fault
    }
    host = SessionHost(
      ServedSession(session), isChecked: unchecked == nil, clock: Self.now, newLines: { await thread.newLines() }, write: write)
    if files.hash != rules.hash {
      logger.notice("the rules \(rules.hash) are in force; the files hold \(files.hash), which wait to be adopted")
    }
    rollout = RuleRollout(
      of: options.rules, inForce: rules, loaded: files.hash == rules.hash ? marks : nil, archive: archive, host: host,
      logger: logger)
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

  /// Opens the session with the rules in force in the ledger, from the files or from the archive. The ledger is read only once
  /// where the files hold these rules.
  private static func session(
    _ files: RuleSet, _ archive: RuleArchive, _ ledger: SourceText, of path: String, _ makeSession: (RuleSet) throws -> RunSession
  ) throws -> (rules: RuleSet, session: RunSession) {
    let inForce: String
    do {
      let session = try makeSession(files)
      guard let hash = session.rulesOfLedger, hash != files.hash else { return (files, session) }
      inForce = hash
    } catch let findings as Findings {
      // The files may hold rules other than those in force, and these may report faults in a valid ledger.
      guard let hash = try Record(ledger).rulesInForce, hash != files.hash else { throw findings }
      inForce = hash
    }
    if let kept = try archive.rules(inForce) { return (kept, try makeSession(kept)) }
    throw StartFault(
      """
      \(path): the rules \(inForce) are in force in this ledger, the files hold \(files.hash), and \(archive.folder) does not \
      have the first. Start with files that have them, and adopt the others then; or adopt the others before: \
      truths adopt NEW --truths IN_FORCE --ledger \(path) --now NOW --actor ACTOR
      """, .badData)
  }

  private static func contents(_ store: Store<FileDisk>) throws(StartFault) -> (ledger: SourceText, journal: [UInt8]) {
    do throws(StoreFault) {
      return (try store.ledger(), try store.journal())
    } catch {
      throw StartFault("\(error)", .noInput)
    }
  }

  /// Recomputes each id and hash of a ledger.
  private static func check(_ ledger: SourceText, of path: String) throws {
    var check = LedgerCheck(try Record(ledger))
    while check.goOn(entries: .max) {}
    guard check.report.isUnchanged else {
      throw StartFault("\(path): the ledger does not hold\n\(check.report.text)", .badData)
    }
  }

  /// Copies a journal to the first free name beside it.
  private static func keepAside(_ path: String) throws(StartFault) -> String {
    let journal = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    var number = 1
    while FileManager.default.fileExists(atPath: "\(journal).\(number)") { number += 1 }
    let backup = "\(journal).\(number)"
    do {
      try FileManager.default.copyItem(atPath: journal, toPath: backup)
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: backup))
      try handle.synchronize()
      try handle.close()
    } catch {
      throw StartFault("\(journal): the journal does not count, and cannot be kept as \(backup); nothing is changed", .system)
    }
    return backup
  }
}
