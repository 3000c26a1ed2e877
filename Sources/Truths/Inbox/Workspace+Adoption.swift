import TruthsJSON
import TruthsRuntime
import TruthsText

extension Workspace {
  /// The proposal that these truths be in force in a ledger from here on (runtime-2.md §1), without whoever proposes it.
  ///
  /// - Parameters:
  ///   - label: what they are called, such as `2.1.0`.
  ///   - note: why the rules change.
  /// - Throws: the findings of a set with errors.
  public func adoption(label: String?, note: String?) throws(Findings) -> SourceText {
    var proposal: JSONObject = ["action": .text("adopt_truths"), "hash": .text(try procedure().truthsHash)]
    if let label { proposal["version"] = .text(label) }
    if let note { proposal["note"] = .text(note) }
    return SourceText(path: "adoption", bytes: Array(JSONValue.object(proposal).line.utf8))
  }
}
