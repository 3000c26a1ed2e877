package import TruthsJSON
import TruthsText

/// The output of `truths run --format json` for one run (runs §10.5). Someone may have changed it since it was printed.
package struct RunOutputRecord: Sendable {
  private let output: JSONObject

  package init(_ output: JSONObject) { self.output = output }

  /// The head and the size of a context; each is `nil` if the output does not contain it.
  package struct Point: Sendable {
    package let head: String?
    package let size: Int?
  }

  /// The record of the decision.
  package var decision: DecisionRecord { DecisionRecord(output: output) }
  /// The id of the run.
  package var runID: String? { output["run"]?["run_id"]?.stringValue }
  var lastActivity: String? { output["run"]?["last_activity"]?.stringValue }
  var factsCount: Int? { output["run"].flatMap { Self.number($0["facts_count"]) } }
  package var proposalID: String? { output.text("proposal_id") }
  /// The truths hash; `governing` is the governing hash of the intent.
  package var truths: String? { output.text("truths") }
  var governing: String? { output.text("governing") }
  var budget: JSONValue? { output["budget"] }

  /// The context before the run.
  package var before: Point { point("before") }
  /// The context after the run.
  package var after: Point { point("after") }

  /// The payloads of the facts that the run appended. `traces` has the payloads of traces, and `entries` has all new entries.
  package var facts: [JSONValue] { output["facts"]?.arrayValue ?? [] }
  package var traces: [JSONValue] { output["traces"]?.arrayValue ?? [] }
  package var entries: [JSONValue] { output["entries"]?.arrayValue ?? [] }

  private func point(_ name: String) -> Point {
    let point = output["context"]?[name]
    return Point(head: point?["head"]?.stringValue, size: Self.number(point?["size"]))
  }

  private static func number(_ value: JSONValue?) -> Int? {
    guard case .number(let number)? = value else { return nil }
    return number.intValue
  }
}
