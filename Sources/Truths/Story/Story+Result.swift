import TruthsDiagnostics
import TruthsJSON
import TruthsText

extension Story {
  /// How many facts are told one by one.
  private static var toldFacts: Int { 20 }

  /// The facts that were produced, which of them followed from others, and what the ledger records of the run.
  var result: [String] {
    let facts = producedFacts
    var lines: [String] = []
    for fact in facts.prefix(Self.toldFacts) {
      let origin = fact.follows.map { " — follows by \(visible($0))" } ?? ""
      let kind = fact.isCorrection ? " corrected" : ""
      lines.append(
        Style.emphasis.paint(visible(fact.payload["type"]?.stringValue ?? "fact"), isColored) + kind
          + Style.gutter.paint(origin, isColored))
      let members = (fact.payload.objectValue?.members ?? []).filter { isTold($0.name.string, of: fact.payload) }
      lines += StoryText.table(members.map { (visible($0.name.string), StoryText.value($0.value)) }, indent: 2)
    }
    if facts.count > Self.toldFacts { lines.append("… and \(facts.count - Self.toldFacts) more facts") }
    if facts.isEmpty { lines.append("no fact was produced") }
    return lines + closing + [recorded]
  }

  private struct ToldFact {
    var payload: JSONValue
    /// The truth on facts that made it.
    var follows: String?
    var isCorrection = false
  }

  /// From the entries, which know their truths; of an answer that was given before only the payloads are at hand.
  private var producedFacts: [ToldFact] {
    let entries = ownEntries
    guard !entries.isEmpty else { return (outcome["facts"]?.arrayValue ?? []).map { ToldFact(payload: $0) } }
    let followers = Set(entries.filter { $0["payload"]?["from"] != nil }.compactMap { $0["truth_id"]?.stringValue })
    return entries.filter { $0["entry_type"]?.stringValue == "fact" }.map { entry in
      let truth = entry["truth_id"]?.stringValue
      return ToldFact(
        payload: entry["payload"] ?? .null, follows: truth.flatMap { followers.contains($0) ? $0 : nil },
        isCorrection: entry["corrects"] != nil)
    }
  }

  private var ownEntries: [JSONValue] {
    let runID = outcome["run"]?["run_id"]?.stringValue
    return (outcome["entries"]?.arrayValue ?? []).filter { $0["run_id"]?.stringValue == runID }
  }

  /// What had followed from the context by itself, before the proposal was looked at.
  private var closing: [String] {
    let runID = outcome["run"]?["run_id"]?.stringValue
    let facts = (outcome["entries"]?.arrayValue ?? []).filter {
      $0["run_id"]?.stringValue != runID && $0["entry_type"]?.stringValue == "fact"
    }
    guard !facts.isEmpty else { return [] }
    let truths = Set(facts.compactMap { $0["truth_id"]?.stringValue }).sorted().map { visible($0) }
    return ["before it, \(counted(facts.count, "fact")) followed from the context by \(StoryText.joined(truths))"]
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
