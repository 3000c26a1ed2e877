import Foundation
import Logging
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Rules on their way into force: files that have changed are checked, wait as pending rules, are compared with those in force
/// and decide in shadow, until somebody adopts them.
///
/// One set waits at a time. Nothing here keeps an answer waiting: what takes long is done on a thread of its own, and reads the
/// ledger a piece at a time.
actor RuleRollout {
  private struct Waiting {
    var rules: PendingRules
    let trial: RunningTrial
    /// Whether it was kept for this alone.
    let isNew: Bool
    var task: Task<Void, Never>?
  }

  private let paths: [String]
  private let archive: RuleArchive
  private let host: SessionHost
  private let logger: Logger
  private let thread = RuleThread()
  private var inForce: RuleSet
  private var waiting: Waiting?
  /// The files as they were read last, and as they were seen last.
  private var loaded: [RuleFiles.Mark]?
  private var seen: [RuleFiles.Mark]?

  /// - Parameters:
  ///   - paths: the files that the server was started with.
  ///   - rules: those in force.
  ///   - loaded: the files as they were when they held these; `nil`: they hold others.
  init(
    of paths: [String], inForce rules: RuleSet, loaded: [RuleFiles.Mark]?, archive: RuleArchive, host: SessionHost, logger: Logger
  ) {
    (self.paths, inForce, self.loaded) = (paths, rules, loaded)
    (self.archive, self.host, self.logger) = (archive, host, logger)
  }

  /// The rules that wait, and how they did so far; `nil` where none do.
  func pending() async throws -> (rules: PendingRules, report: TrialReport)? {
    let hash = try await host.read { $0.rulesHash }
    guard let waiting, waiting.rules.rules.hash != hash else { return nil }
    return (waiting.rules, waiting.trial.report)
  }

  /// Looks whether other rules came into force, and whether files have changed. Files that change at the moment are read once
  /// they are as they were a call before.
  func tick() async throws {
    let hash = try await host.read { $0.rulesHash }
    if hash != inForce.hash { try await begin(with: hash) }
    guard let marks = try? RuleFiles.marks(paths) else { return }
    defer { seen = marks }
    guard marks == seen, marks != loaded else { return }
    loaded = marks
    let paths = paths
    switch await thread.run({ Result { try RuleFiles.load(paths) } }) {
    case .success(let rules):
      do {
        try await take(rules)
      } catch {
        self.loaded = nil
        throw error
      }
    case .failure(let findings as Findings):
      logger.error("the files have changed and have errors; nothing of it counts:\n\(findings.text())")
    case .failure(let fault): logger.error("the files have changed and cannot be read; nothing of it counts: \(fault)")
    }
  }

  /// Ends what goes on.
  func end() { waiting?.task?.cancel() }

  /// The rules of the files, which have no errors.
  private func take(_ rules: RuleSet) async throws {
    if rules.hash == waiting?.rules.rules.hash { return }
    try await withdraw()
    guard rules.hash != inForce.hash else { return }
    let isNew: Bool
    switch await thread.run({ [archive] in Result { () throws(StartFault) in try archive.keep(rules) } }) {
    case .success(let wasMissing): isNew = wasMissing
    case .failure(let fault):
      loaded = nil
      return logger.error("\(fault)")
    }
    let size = try await host.read { $0.ledgerPoint.size }
    let trial = try RulesTrial(of: rules, besides: inForce, liveAfter: size)
    let pending = try PendingRules(rules, since: Int(Date().timeIntervalSince1970 * 1_000))
    waiting = Waiting(rules: pending, trial: RunningTrial(trial, on: thread), isNew: isNew, task: nil)
    try await host.offer([rules])
    waiting?.task = Task { await self.compare() }
    logger.notice("the rules \(rules.hash) wait to be adopted, in place of \(inForce.hash)")
  }

  /// Forgets the rules that wait. Where an adoption of theirs waits, the session keeps them ready.
  private func withdraw() async throws {
    guard let old = waiting else { return }
    old.task?.cancel()
    waiting = nil
    let hash = old.rules.rules.hash
    try await host.offer([])
    // From here on they come into force no more, unless they are now, or an adoption of theirs waits.
    let needed = try await host.read { $0.offeredRules + [$0.rulesHash] }
    if old.isNew, !needed.contains(hash) { archive.remove(hash) }
    logger.notice("the rules \(hash) wait no longer: the files hold others")
  }

  /// Other rules came into force. Those of the files, if they are others still, wait anew.
  private func begin(with hash: String) async throws {
    waiting?.task?.cancel()
    let waited = waiting.map(\.rules.rules)
    guard let rules = waited?.hash == hash ? waited : try archive.rules(hash) else { return }
    (inForce, waiting, loaded) = (rules, nil, nil)
    logger.notice("the rules \(hash) are in force")
  }

  /// Compares the rules that wait with those in force, and has them decide what is decided, until the task is cancelled.
  private func compare() async {
    guard let waiting else { return }
    let (rules, before, trial) = (waiting.rules.rules, inForce, waiting.trial)
    let difference = await thread.run { Result { try rules.workspace.difference(from: before.workspace) } }
    if self.waiting?.trial === trial, case .success(let report) = difference { self.waiting?.rules.take(report) }
    while !Task.isCancelled {
      let next = trial.report.nextSequence
      if let slice = try? await host.read({ $0.ledgerSlice(from: next) }), !slice.isEmpty {
        await trial.take(slice)
      } else {
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
  }
}

/// Has changed files of rules noticed.
struct RuleWatcher: Service {
  let rollout: RuleRollout

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(1))
        // Where nothing is written at the moment, it is tried again.
        try? await rollout.tick()
      }
    }
    await rollout.end()
  }
}
