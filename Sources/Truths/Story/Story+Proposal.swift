import TruthsDiagnostics
import TruthsJSON
import TruthsText

extension Story {
  /// Members of a proposal that are its envelope; all others are the intent's fields (runtime.md §1).
  private static let envelope: Set<String> = [
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id",
    "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash", "queued_at", "on_behalf_of",
    "payload", "proposal", "replay_safe",
  ]

  /// The entry of the proposal, where this run appended it.
  private var entry: JSONValue? {
    outcome["entries"]?.arrayValue?.first { $0["entry_type"]?.stringValue == "proposal" }
  }

  /// Who proposed, where this run appended the proposal.
  var proposer: JSONValue? { entry?["actor"] }

  /// The proposal as it was received, where this run appended it.
  var record: JSONValue? { entry?["payload"] }

  /// The same without what a queue has put around it.
  var proposal: JSONValue? { record.map { $0["proposal"] ?? $0 } }

  /// Who proposed what, with which fields.
  var proposed: [String] {
    guard let entry, let proposal else {
      return ["proposal \(visible(outcome["proposal_id"]?.stringValue ?? "")), which stands in the context already"]
    }
    let action = visible(proposal["action"]?.stringValue ?? "nothing")
    let pack = proposal["pack"]?.stringValue.map { " of pack \(visible($0))" } ?? ""
    var lines = ["\(StoryText.actor(entry["actor"])) proposed \(action)\(pack)"]
    lines += StoryText.table(fields(of: proposal), indent: 2)
    if let reason = proposal["reason"]?.stringValue { lines.append("because: \(visible(reason))") }
    if let person = proposal["on_behalf_of"]?.stringValue { lines.append("on behalf of @\(visible(person))") }
    if let confidence = proposal["confidence"] { lines.append("with confidence \(StoryText.value(confidence))") }
    if let override = proposal["override"] {
      let truth = override["truth_id"].map(StoryText.value) ?? "missing"
      lines.append("overriding \(truth): \(override["reason"].map(StoryText.value) ?? "no reason given")")
    }
    return lines
  }

  private func fields(of proposal: JSONValue) -> [(name: String, value: String)] {
    let members =
      proposal["payload"]?.objectValue?.members
      ?? (proposal.objectValue?.members ?? []).filter { !Self.envelope.contains($0.name.string) }
    return members.map { (visible($0.name.string), StoryText.value($0.value)) }
  }
}
