import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsText

extension RunOutcome {
  /// The object of runtime.md §4, members in its order. A budget that is not the default goes last: `input_hash` cannot be
  /// recomputed without it.
  ///
  /// - Parameter source: how a span reads in `source`: `money/money.invoice.creation.truths:12:7`.
  package func json(source: @escaping (Span) -> String) -> JSONObject {
    var object: JSONObject = [
      "decision": .text(decision.rawValue), "truth_id": .text(truthID), "reason": .text(reason),
      "violations": .array(violations.map { .object($0.json(source: source)) }), "run": .object(run.json),
      "facts": .array(facts.map { .object($0) }), "traces": .array(traces.map { .object($0) }),
      "entries": .array(entries.map { .object($0.json) }), "proposal_id": .text(proposalID), "proposal_hash": .text(proposalHash),
      "input_hash": .text(inputHash), "output_hash": .text(outputHash),
      "context": .object(["before": .object(before.json), "after": .object(after.json)]), "truths": .text(truthsHash),
      "governing": .text(governingHash),
    ]
    if let budget { object["budget"] = budget.json }
    return object
  }
}

extension ContextPoint {
  var json: JSONObject { ["head": .text(head), "size": .number(Decimal(size))] }
}

extension Violation {
  /// The object of runtime.md §4. Without `source` it is what the output hash and decision entries hold.
  package func json(source: ((Span) -> String)?) -> JSONObject {
    var object: JSONObject = [
      "truth_id": .text(truthID), "clause": .text(clause), "kind": .text(kind.rawValue), "reason": .text(reason),
      "values": .object(values),
    ]
    if let approvedBy { object["approved_by"] = .text(approvedBy) }
    if isOverridden { object["overridden"] = .boolean(true) }
    if let source, let span { object["source"] = .text(source(span)) }
    return object
  }
}
