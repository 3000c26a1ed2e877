import TruthsDiagnostics
import TruthsJSON
import TruthsText

extension Story {
  /// The facts that were produced, and what the ledger records of the run.
  var result: [String] {
    let facts = outcome["facts"]?.arrayValue ?? []
    var lines: [String] = []
    for fact in facts {
      lines.append(Style.emphasis.paint(visible(fact["type"]?.stringValue ?? "fact"), isColored))
      let members = (fact.objectValue?.members ?? []).filter { isTold($0.name.string, of: fact) }
      lines += StoryText.table(members.map { (visible($0.name.string), StoryText.value($0.value)) }, indent: 2)
    }
    if facts.isEmpty { lines.append("no fact was produced") }
    return lines + [recorded]
  }

  /// Whether people want to know a field of a fact. What a request for an approval is about was told already.
  private func isTold(_ field: String, of fact: JSONValue) -> Bool {
    if field == "type" { return false }
    return fact["type"]?.stringValue != "approval.requested" || ["request", "role", "reason"].contains(field)
  }

  /// `recorded: 1 proposal, 1 decision, 2 facts and 3 traces, each with its actor, run and truth`
  private var recorded: String {
    let entries = outcome["entries"]?.arrayValue ?? []
    guard !entries.isEmpty else { return "nothing new for the ledger: this answer was given before" }
    let parts = ["proposal", "decision", "fact", "trace"].compactMap { type -> String? in
      let count = entries.count { $0["entry_type"]?.stringValue == type }
      return count == 0 ? nil : counted(count, type)
    }
    return "for the ledger: " + StoryText.joined(parts)
  }

  /// Ids and hashes, which another program can recompute.
  var proof: [String] {
    func text(_ name: String) -> String { visible(outcome[name]?.stringValue ?? "") }
    func point(_ name: String) -> String {
      let point = outcome["context"]?[name]
      let size = point?["size"].map(StoryText.value) ?? "0"
      return "\(visible(point?["head"]?.stringValue ?? "")), \(size) \(size == "1" ? "entry" : "entries")"
    }
    let rows = [
      ("run", visible(outcome["run"]?["run_id"]?.stringValue ?? "")), ("proposal", text("proposal_id")),
      ("input", text("input_hash")),
      ("output", text("output_hash")), ("truths", text("truths")), ("context before", point("before")),
      ("context after", point("after")),
    ]
    return StoryText.table(rows.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }, indent: 0)
  }
}
