import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// What is compared with `expected`: a decision with what came of it, from a run's outcome or from the ledger of a session.
package struct DecisionRecord: Hashable, Sendable {
  package var decision: String
  package var truthID: String
  package var reason: String
  package var runStatus: String
  package var waitingFor: [String]
  package var violations: [JSONValue]
  /// Payloads of the facts that the run appended.
  package var facts: [JSONValue]
  package var traces: [JSONValue]
  /// Fact entries of the context afterwards (runtime.md §4).
  package var factsCount: Int
  package var outputHash: String
  /// Ids of truths that fired.
  package var fired: [String]

  /// - Parameter source: How a place in a truth file reads, `money/money.truths:3:1`.
  package init(_ outcome: RunOutcome, source: @escaping (Span) -> String) {
    decision = outcome.decision.rawValue
    truthID = outcome.truthID
    reason = outcome.reason
    runStatus = outcome.run.status.rawValue
    waitingFor = outcome.run.waitingFor
    violations = outcome.violations.map { .object($0.json(source: source)) }
    facts = outcome.facts.map { .object($0) }
    traces = outcome.traces.map { .object($0) }
    factsCount = outcome.run.factsCount
    outputHash = outcome.outputHash
    fired = outcome.examined.map(\.id)
  }

  /// The last decision of a ledger; `nil` where there is none. Its violations are without `source`, as entries hold them. Of a
  /// run that was cancelled since, this is how it ended (runtime.md §3).
  package init?(lastOf entries: [Entry]) {
    guard let index = entries.lastIndex(where: { $0.type == .decision }) else { return nil }
    let entry = entries[index]
    let following = entries[index...].filter { $0.runID == entry.runID }
    func text(_ name: String) -> String { entry.payload[name]?.stringValue ?? "" }
    decision = text("decision")
    truthID = text("truth_id")
    reason = text("reason")
    runStatus = text("status")
    waitingFor = entry.payload["waiting_for"]?.arrayValue?.compactMap(\.stringValue) ?? []
    violations = entry.payload["violations"]?.arrayValue ?? []
    facts = following.filter { $0.type == .fact }.map { .object($0.payload) }
    traces = following.filter { $0.type == .trace }.map { .object($0.payload) }
    factsCount = entries.count { $0.type == .fact }
    outputHash = text("output_hash")
    fired = []
    if let cancellation = following.last(where: { Self.isCancellation($0) }) { cancel(by: cancellation) }
  }

  private static func isCancellation(_ entry: Entry) -> Bool {
    entry.type == .trace && entry.truthID == BuiltInTruth.cancelled.rawValue
  }

  /// Whatever it waited for, it waits no longer. What it found and appended before stays.
  private mutating func cancel(by trace: Entry) {
    decision = trace.payload["decision"]?.stringValue ?? decision
    truthID = BuiltInTruth.cancelled.rawValue
    reason = trace.payload["reason"]?.stringValue ?? reason
    runStatus = RunState.Status.halted.rawValue
    waitingFor = []
  }
}
