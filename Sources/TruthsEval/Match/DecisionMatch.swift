import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProtocol
package import TruthsRuntime
package import TruthsText

/// Compares a decision with an expectation (fixtures §3.2).
package struct DecisionMatch {
  let record: ObservedDecision

  package init(_ record: ObservedDecision) { self.record = record }

  /// Returns the differences from an expectation; empty if the decision is as expected.
  package func mismatches(_ expected: Expectation) -> [Mismatch] {
    var allMismatches = expected.members.flatMap { mismatches($0.name.string, $0.value, path: "expected.\($0.name)") }
    let reason = JSONValue.text(record.reason).display
    // The reason of an acceptance only counts the clauses that hold.
    if record.decision != DecisionOutcome.accepted.rawValue, !record.reason.isEmpty,
      !allMismatches.contains(where: { $0.got.contains(reason) }),
      let place = allMismatches.firstIndex(where: { Self.isAboutOutcome($0.path) })
    {
      allMismatches[place].got += ", with the reason \(reason)" + (source.map { " (\($0))" } ?? "")
    }
    return allMismatches
  }

  /// The source location of the clause that decided, as text; `nil` for a built-in truth.
  private var source: String? {
    record.violations.first {
      $0["truth_id"]?.stringValue == record.truthID && $0["reason"]?.stringValue == record.reason
    }?["source"]?.stringValue
  }

  /// Whether a path leads to a member about the outcome. For such a member, the actual reason explains the difference.
  private static func isAboutOutcome(_ path: String) -> Bool {
    ["decision", "truth_id", "run_status"].contains { path == "expected.\($0)" } || path.hasPrefix("expected.violations")
  }

  /// Returns the differences from an expectation, the edits that remove them, and the truths that never fired.
  func difference(_ expected: Expectation) -> DecisionDifference {
    DecisionDifference(mismatches: mismatches(expected), edits: edits(expected), neverFired: neverFired(expected))
  }

  /// Returns the truths that an expectation names but that neither fired nor blocked, in the order named.
  package func neverFired(_ expected: Expectation) -> [String] {
    let reported = (record.traces + record.violations).compactMap { $0["truth_id"]?.stringValue }
    let known = Set([record.truthID] + record.fired + reported)
    return expected.namedTruths.filter { !known.contains($0) }.uniqued()
  }

  func mismatches(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    switch name {
    case "decision": ValueMatch.mismatches(expected, Self.decision(record.decision, record.runStatus, as: expected), path: path)
    case "reason_contains": TextMatch.mismatches(expected, record.reason, path: path)
    case "waiting_for": SetMatch.mismatches(expected, record.waitingFor.words, path: path)
    case "violations": PartialListMatch.mismatches(expected, record.violations, path: path, noun: "violation")
    case "facts": PartialListMatch.mismatches(expected, record.facts, path: path, noun: "fact")
    case "no_facts": PartialListMatch.forbidden(expected, record.facts, path: path, noun: "fact")
    case "traces": PartialListMatch.mismatches(expected, record.traces, path: path, noun: "trace")
    case "no_traces": PartialListMatch.forbidden(expected, record.traces, path: path, noun: "trace")
    default: ValueMatch.mismatches(expected, plain(name), path: path)
    }
  }

  /// Returns the value of a member that is compared by value; `nil` for other members.
  func plain(_ name: String) -> JSONValue? {
    switch name {
    case "truth_id": .text(record.truthID)
    case "reason": .text(record.reason)
    case "run_status": .text(record.runStatus)
    case "facts_count": .number(Decimal(record.factsCount))
    case "violations_count": .number(Decimal(record.violations.count))
    case "output_hash": .text(record.outputHash)
    default: nil
    }
  }

  /// Returns the decision as an expectation names it. The decision of a waiting run is `waiting`, or `halted` if the expectation
  /// says so.
  static func decision(_ decision: String?, _ status: String?, as expected: LocatedJSON) -> JSONValue? {
    let (waiting, halted) = (RunState.Status.waiting.rawValue, DecisionOutcome.halted.rawValue)
    let expected = expected.stringValue
    let isWaiting = status == waiting && (expected == waiting || decision == halted && expected != halted)
    return isWaiting ? .text(waiting) : decision.map { .text($0) }
  }
}

/// Compares a text with a part that it should hold.
private enum TextMatch {
  static func mismatches(_ expected: LocatedJSON, _ text: String, path: String) -> [Mismatch] {
    guard let part = expected.stringValue else { return ValueMatch.mismatches(expected, .text(text), path: path) }
    let whole = Array(text.utf8)
    let wanted = Array(part.utf8)
    let starts = wanted.count <= whole.count ? 0...(whole.count - wanted.count) : nil
    if starts?.contains(where: { whole[$0..<($0 + wanted.count)].elementsEqual(wanted) }) == true { return [] }
    let words = "a text with \(expected.value.display) in it"
    return [Mismatch(path: path, span: expected.span, expected: words, got: JSONValue.text(text).display)]
  }
}

/// The difference between a result and a fixture's expectation.
struct DecisionDifference {
  var mismatches: [Mismatch]
  /// The edits of the fixture after which as little as possible differs.
  var edits: [FixtureEdit] = []
  /// The truths that the fixture names but that neither fired nor blocked.
  var neverFired: [String] = []

  mutating func add(_ other: DecisionDifference) {
    mismatches += other.mismatches
    edits += other.edits
    neverFired += other.neverFired
  }
}

/// A decision with its results in the form compared with `expected`. It is created from a run's outcome or a session's ledger.
package struct ObservedDecision: Hashable, Sendable {
  package var decision: String
  package var truthID: String
  package var reason: String
  package var runStatus: String
  package var waitingFor: [Awaited]
  package var violations: [JSONValue]
  /// The payloads of the facts that the run appended.
  package var facts: [JSONValue]
  package var traces: [JSONValue]
  /// The number of fact entries in the context after the run (runs §10.5).
  package var factsCount: Int
  package var outputHash: String
  /// The ids of truths that fired.
  package var fired: [String]

  /// - Parameter source: returns a source location as text, such as `money/money.truths:3:1`.
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
    fired = outcome.evaluated.map(\.id)
  }

  /// Creates the last decision of a ledger; `nil` if the ledger has no decision.
  ///
  /// The violations have no `source`, as in entries. If the run was cancelled later, the cancellation counts as the decision
  /// (runs §3).
  package init?(lastOf entries: [Entry]) {
    guard let index = entries.lastIndex(where: { $0.type == .decision }) else { return nil }
    let entry = entries[index]
    let following = entries[index...].filter { $0.runID == entry.runID }
    let record = DecisionRecord(entry.payload)
    decision = record.decision ?? ""
    truthID = record.truthID ?? ""
    reason = record.reason ?? ""
    runStatus = record.status ?? ""
    waitingFor = record.wait.awaited
    violations = entry.payload["violations"]?.arrayValue ?? []
    facts = following.filter { $0.type == .fact }.map { .object($0.payload) }
    traces = following.filter { $0.type == .trace }.map { .object($0.payload) }
    factsCount = entries.count { $0.type == .fact }
    outputHash = record.outputHash ?? ""
    fired = []
    if let cancellation = following.last(where: { Self.isCancellation($0) }) { cancel(by: cancellation) }
  }

  private static func isCancellation(_ entry: Entry) -> Bool {
    entry.type == .trace && entry.truthID == BuiltInTruth.cancelled.rawValue
  }

  /// Replaces the outcome by a cancellation. The violations, and facts appended before, are kept.
  private mutating func cancel(by trace: Entry) {
    let record = TraceRecord(trace.payload)
    decision = record.decision ?? decision
    truthID = BuiltInTruth.cancelled.rawValue
    reason = record.reason ?? reason
    runStatus = RunState.Status.halted.rawValue
    waitingFor = []
  }
}

/// A comparison of a client's view with an expectation (fixtures §5.3).
package struct ViewMatch {
  let view: ClientView
  let shown: JSONObject

  package init(_ view: ClientView) {
    self.view = view
    shown = view.json
  }

  /// Returns the differences from an expectation; empty if the view is as expected.
  ///
  /// - Parameter path: the path of the expectation, such as `scenario[3].expect`.
  package func mismatches(_ expected: Expectation, path: String) -> [Mismatch] {
    expected.members.flatMap { mismatches($0.name.string, $0.value, path: "\(path).\($0.name)") }
  }

  func mismatches(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    switch (name, expected.kind) {
    case ("decision", _):
      ValueMatch.mismatches(expected, DecisionMatch.decision(view.run?.decision, view.runStatus, as: expected), path: path)
    case ("reason", _): ValueMatch.mismatches(expected, view.run?.reason.map { .text($0) }, path: path)
    case ("reason_contains", _): TextMatch.mismatches(expected, view.run?.reason ?? "", path: path)
    case ("waiting_for", _): SetMatch.mismatches(expected, view.waitingFor.words, path: path)
    case ("facts", .array), ("facts", .null):
      PartialListMatch.mismatches(expected, view.facts.map { .object($0) }, path: path, noun: "fact")
    case ("provisional", _): provisional(expected, path: path)
    case ("indicator", .string(let text)): indicator(text.string, expected, path: path)
    case (_, .null) where shown[name] == .array([]): []
    default: ValueMatch.mismatches(expected, shown[name], path: path)
    }
  }

  /// Compares provisional facts. A list asserts which facts exist, a number asserts how many, and a boolean asserts whether any
  /// exist.
  private func provisional(_ expected: LocatedJSON, path: String) -> [Mismatch] {
    let facts = view.provisional.map { JSONValue.object($0) }
    return switch expected.kind {
    case .boolean: ValueMatch.mismatches(expected, .boolean(!facts.isEmpty), path: path)
    case .number: ValueMatch.mismatches(expected, .number(Decimal(facts.count)), path: path)
    default: PartialListMatch.mismatches(expected, facts, path: path, noun: "provisional fact")
    }
  }

  private func indicator(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    if view.indicator.isNamed(name) { return [] }
    let got = JSONValue.text(view.indicator.text).display
    return [Mismatch(path: path, span: expected.span, expected: expected.value.display, got: got)]
  }
}
