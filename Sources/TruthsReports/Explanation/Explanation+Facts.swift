import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The section of an explanation about the produced facts.
extension Explanation {
  /// The greatest number of facts that are listed.
  private static var shownFacts: Int { 20 }

  /// The lines about produced facts, with the truths that derived them from other facts. With `--verbose`, the number of
  /// entries that the ledger records for the run is added.
  var facts: [String] {
    let facts = producedFacts
    var lines: [String] = []
    for fact in facts.prefix(Self.shownFacts) {
      let origin = fact.follows.map { " — follows by \(visible($0))" } ?? ""
      let kind = fact.isCorrection ? " corrected" : ""
      let payload = fact.payload.objectValue ?? [:]
      lines.append(
        Style.emphasis.paint(visible(payload.factType ?? "fact"), isColored) + kind + Style.gutter.paint(origin, isColored))
      let rows = payload.members.filter { isShown($0.name.string, of: payload) }.map { member in
        let type = display.type(of: member.name.string, ofFact: payload)
        let value = reason(in: member, of: payload) ?? ExplanationText.value(member.value, as: type)
        return (name: visible(member.name.string), value: value)
      }
      lines += ExplanationText.table(rows, indent: 2)
    }
    if facts.count > Self.shownFacts { lines.append("… and \(facts.count - Self.shownFacts) more facts") }
    return lines + closing + (detail.isVerbose ? [recorded] : [])
  }

  private struct ShownFact {
    var payload: JSONValue
    /// The truth that derived the fact from other facts; `nil` if the fact comes from the proposal's truths.
    var follows: String?
    var isCorrection = false
  }

  /// The produced facts. They are taken from the entries, which name the truths. A repeated answer has no entries, so only the
  /// payloads are known.
  private var producedFacts: [ShownFact] {
    let entries = run.entries.filter { $0.runID == run.runID }
    guard !entries.isEmpty else { return run.facts.map { ShownFact(payload: $0) } }
    let followers = Set(entries.filter(\.isFollowing).compactMap(\.truthID))
    return entries.filter { $0.type == .fact }.map { entry in
      ShownFact(
        payload: entry.payload, follows: entry.truthID.flatMap { followers.contains($0) ? $0 : nil },
        isCorrection: entry.isCorrection)
    }
  }

  /// A line about the facts that truths derived from the context before they evaluated the proposal; no line without such
  /// facts.
  private var closing: [String] {
    let facts = run.entries.filter { $0.runID != run.runID && $0.type == .fact }
    guard !facts.isEmpty else { return [] }
    let truths = Set(facts.compactMap(\.truthID)).sorted().map { visible($0) }
    return ["before it, \(counted(facts.count, "fact")) followed from the context by \(ExplanationText.joined(truths))"]
  }

  /// Returns the reason of the clause that a request is about, formatted for readers; `nil` if the member is not the reason of
  /// a request.
  private func reason(in member: JSONObject.Member, of fact: JSONObject) -> String? {
    guard member.name == "reason", let request = RequestRecord(ifRequested: fact), let reason = member.value.stringValue else {
      return nil
    }
    let violation = run.violations.first { request.isOf($0) && $0.reason == reason }
    return ExplanationText.value(.text(violation.map { self.reason(of: $0) } ?? ReasonText().text(visible(reason))))
  }

  /// Whether a field of a fact is shown. The subject of an approval request is hidden, because the proposal shows it already.
  private func isShown(_ field: String, of fact: JSONObject) -> Bool {
    if field == "type" { return false }
    return fact.builtInType != .approvalRequested || ["request", "role", "reason"].contains(field)
  }

  /// The number of recorded entries by type: `for the ledger: 1 proposal, 1 decision, 2 facts and 3 traces`.
  private var recorded: String {
    guard !run.entries.isEmpty else { return "nothing new for the ledger: this answer was given before" }
    let types: [Entry.EntryType] = [.proposal, .decision, .fact, .trace]
    let parts = types.compactMap { type -> String? in
      let count = run.entries.count { $0.type == type }
      return count == 0 ? nil : counted(count, type.rawValue)
    }
    return "for the ledger: " + ExplanationText.joined(parts)
  }
}
