import Foundation
import Logging
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Brings changed rules into force step by step. Changed files are checked, wait as pending rules, and are compared with the
/// rules in force. They also decide in shadow, until an actor adopts them.
///
/// One set waits at a time. Slow work runs on a thread of its own and reads the ledger in slices, so that no request is
/// delayed.
actor RuleRollout {
  private struct Waiting {
    var rules: PendingRules
    let trial: RunningTrial
    /// Whether the archive stored the set only because the set waits here.
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
  /// State of the files when they were last loaded, and when they were last checked.
  private var loaded: [RuleFiles.Mark]?
  private var seen: [RuleFiles.Mark]?

  /// - Parameters:
  ///   - paths: the files that the server was started with.
  ///   - rules: the rules in force.
  ///   - loaded: state of the files when they held these rules; `nil` where they hold others.
  init(
    of paths: [String], inForce rules: RuleSet, loaded: [RuleFiles.Mark]?, archive: RuleArchive, host: SessionHost, logger: Logger
  ) {
    (self.paths, inForce, self.loaded) = (paths, rules, loaded)
    (self.archive, self.host, self.logger) = (archive, host, logger)
  }

  /// Returns the waiting rules and the report of their trial; `nil` if no rules wait.
  func pending() async throws -> (rules: PendingRules, report: TrialReport)? {
    let hash = try await host.read { $0.rulesHash }
    guard let waiting, waiting.rules.rules.hash != hash else { return nil }
    return (waiting.rules, waiting.trial.report)
  }

  /// Checks whether other rules came into force, and whether files have changed. Changed files are loaded only when two calls
  /// in a row find them in the same state, so that half-written files are not read.
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

  /// Cancels the running comparison.
  func end() { waiting?.task?.cancel() }

  /// Makes the rules of the files, which have no errors, the waiting ones.
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
    logger.notice("the rules \(rules.hash) wait to be adopted, instead of \(inForce.hash)")
  }

  /// Drops the waiting rules. Where a proposal to adopt them waits, the session keeps them ready.
  private func withdraw() async throws {
    guard let old = waiting else { return }
    old.task?.cancel()
    waiting = nil
    let hash = old.rules.rules.hash
    try await host.offer([])
    // The old rules can no longer come into force, unless they already have or an adoption of them waits.
    let needed = try await host.read { $0.offeredRules + [$0.rulesHash] }
    if old.isNew, !needed.contains(hash) { archive.remove(hash) }
    logger.notice("the rules \(hash) wait no longer: the files hold others")
  }

  /// Records that other rules came into force. The rules of the files wait again where they still differ.
  private func begin(with hash: String) async throws {
    waiting?.task?.cancel()
    let waited = waiting.map(\.rules.rules)
    guard let rules = waited?.hash == hash ? waited : try archive.rules(hash) else { return }
    (inForce, waiting, loaded) = (rules, nil, nil)
    logger.notice("the rules \(hash) are in force")
  }

  /// Compares the waiting rules with those in force, then re-decides recorded and new decisions with them until cancelled.
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

/// Checks every second whether rule files have changed.
struct RuleWatcher: Service {
  let rollout: RuleRollout

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: .seconds(1))
        // A failure, such as a ledger that cannot be written now, is retried in the next second.
        try? await rollout.tick()
      }
    }
    await rollout.end()
  }
}
