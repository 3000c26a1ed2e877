import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// What a decision must be, against what came (runtime.md §6).
package struct DecisionMatch {
  let record: DecisionRecord

  package init(_ record: DecisionRecord) { self.record = record }

  /// Where the decision differs; empty when it is as expected.
  package func mismatches(_ expected: Expectation) -> [Mismatch] {
    expected.members.flatMap { mismatches($0.name.string, $0.value, path: "expected.\($0.name)") }
  }

  /// Where the decision differs, and what follows from that.
  func difference(_ expected: Expectation) -> DecisionDifference {
    DecisionDifference(mismatches: mismatches(expected), edits: edits(expected), neverFired: neverFired(expected))
  }

  /// The truths that an expectation names and that neither fired nor blocked, in the order named.
  package func neverFired(_ expected: Expectation) -> [String] {
    let reported = (record.traces + record.violations).compactMap { $0["truth_id"]?.stringValue }
    let known = Set([record.truthID] + record.fired + reported)
    var seen = Set<String>()
    return expected.namedTruths.filter { !known.contains($0) && seen.insert($0).inserted }
  }

  func mismatches(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    switch name {
    case "reason_contains": contains(expected, record.reason, path: path)
    case "waiting_for": SetMatch.mismatches(expected, record.waitingFor, path: path)
    case "violations": PartialListMatch.mismatches(expected, record.violations, path: path, noun: "violation")
    case "facts": PartialListMatch.mismatches(expected, record.facts, path: path, noun: "fact")
    case "no_facts": PartialListMatch.forbidden(expected, record.facts, path: path, noun: "fact")
    case "traces": PartialListMatch.mismatches(expected, record.traces, path: path, noun: "trace")
    case "no_traces": PartialListMatch.forbidden(expected, record.traces, path: path, noun: "trace")
    default: ValueMatch.mismatches(expected, plain(name), path: path)
    }
  }

  /// What is compared by value.
  func plain(_ name: String) -> JSONValue? {
    switch name {
    case "decision": .text(record.decision)
    case "truth_id": .text(record.truthID)
    case "reason": .text(record.reason)
    case "run_status": .text(record.runStatus)
    case "facts_count": .number(Decimal(record.factsCount))
    case "violations_count": .number(Decimal(record.violations.count))
    case "output_hash": .text(record.outputHash)
    default: nil
    }
  }

  private func contains(_ expected: LocatedJSON, _ text: String, path: String) -> [Mismatch] {
    guard let part = expected.stringValue else { return ValueMatch.mismatches(expected, .text(text), path: path) }
    let whole = Array(text.utf8)
    let wanted = Array(part.utf8)
    let starts = wanted.count <= whole.count ? 0...(whole.count - wanted.count) : nil
    if starts?.contains(where: { whole[$0..<($0 + wanted.count)].elementsEqual(wanted) }) == true { return [] }
    let words = "a text with \(expected.value.display) in it"
    return [Mismatch(path: path, span: expected.span, expected: words, got: JSONValue.text(text).display)]
  }
}
