import Synchronization
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Runs fixtures that break a rule, and returns the violations.
struct BrokenRules {
  let subject: EvalSubject
  private let fixtures: [String: Fixture]
  private let known = Results()

  /// The result of a fixture.
  struct Result: Sendable {
    /// Whether all is as the fixture expects it.
    var passed: Bool
    /// Whether the decision was accepted; for a scenario, whether nothing in it was refused.
    var accepted: Bool
    /// The ids of the violations, with the truths that declare the clauses.
    var violations: [(id: String, truth: String?)]
    /// Whether it is one decision, in which only the rule may be violated.
    var isDecision: Bool
  }

  /// All fixtures against the truths as they are.
  static let all = Swift.Result { try BrokenRules(try Repository.truths()) }

  init(_ set: LoadedSet) throws {
    subject = EvalSubject(set)
    let suite = try Repository.suite(set, against: subject)
    fixtures = Dictionary(suite.fixtures.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var ids: Set<String> { Set(fixtures.keys) }

  func fixture(_ id: String) -> Fixture? { fixtures[id] }

  /// Runs a fixture, and keeps the result; `nil` for an unknown id.
  ///
  /// - Parameter scenarios: whether scenarios are run; without it they count as unknown.
  func result(of id: String, scenarios: Bool = true) -> Result? {
    guard let fixture = fixtures[id] else { return nil }
    return known.result(of: id) {
      switch fixture.body {
      case .decision: decided(fixture)
      case .scenario: scenarios ? lived(fixture) : nil
      }
    }
  }

  /// Whether a rule, by the id of its truth or clause, is among what stood in the way of a fixture.
  func isViolated(_ rule: String, in id: String) -> Bool {
    result(of: id)?.violations.contains { $0.id == rule || $0.truth == rule || $0.id.hasPrefix("\(rule).") } ?? false
  }

  private func decided(_ fixture: Fixture) -> Result {
    let made = Mutex<RunOutcome?>(nil)
    let runner = FixtureRunner(subject) { procedure, request, context in
      let outcome = try procedure.run(request, on: context)
      made.withLock { $0 = outcome }
      return outcome
    }
    let passed = runner.run(fixture).outcome == .passed
    guard let outcome = made.withLock({ $0 }) else {
      return Result(passed: passed, accepted: false, violations: [], isDecision: true)
    }
    var violations = outcome.violations.filter { $0.kind != .advisory && $0.approvedBy == nil && !$0.isOverridden }
      .map { (id: $0.truthID, truth: Optional($0.declaredBy)) }
    if violations.isEmpty { violations = [(outcome.truthID, nil)] }
    return Result(passed: passed, accepted: outcome.decision == .accepted, violations: violations, isDecision: true)
  }

  /// Listens on the wire: answers that say no, and the guardrails that were hit.
  private func lived(_ fixture: Fixture) -> Result {
    let heard = Hits()
    let wire = Tampering(toClient: { message, _ in
      heard.note(message)
      return message
    })
    let runner = FixtureRunner(
      subject,
      begin: { procedure, context, now in
        Simulation(procedure: procedure, context: context, now: now, tampering: wire)
      })
    let passed = runner.run(fixture).outcome == .passed
    return Result(passed: passed, accepted: heard.ids.isEmpty, violations: heard.ids.map { ($0, nil) }, isDecision: false)
  }
}

/// The results of fixtures that were run before.
private final class Results: Sendable {
  private let results = Mutex<[String: BrokenRules.Result]>([:])

  func result(of id: String, or run: () -> BrokenRules.Result?) -> BrokenRules.Result? {
    if let known = results.withLock({ $0[id] }) { return known }
    let result = run()
    results.withLock { $0[id] = result }
    return result
  }
}

/// The ids of violations on a stream.
private final class Hits: Sendable {
  private let found = Mutex<Set<String>>([])

  var ids: [String] { found.withLock { $0.sorted() } }

  func note(_ message: ServerMessage) {
    switch message {
    case .answer(let answer):
      guard let decision = answer.decision, decision != DecisionOutcome.accepted.rawValue else { return }
      add(answer.truthID)
    case .event(let event): note(event)
    case .delta(let delta): delta.events.forEach { note($0) }
    case .range(let events): events.forEach { note($0) }
    case .capabilities, .snapshot, .checkpoint: break
    }
  }

  private func note(_ event: Event) {
    let payload = event.payload.object("payload")
    if event.type == .trace, payload?["action"] == .text("guardrail.hit") { add(payload?.text("truth_id")) }
    if event.type == .status { add(event.payload.text("halt_truth_id")) }
  }

  private func add(_ id: String?) {
    guard let id else { return }
    found.withLock { _ = $0.insert(id) }
  }
}
