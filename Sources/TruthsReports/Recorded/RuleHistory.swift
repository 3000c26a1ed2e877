import TruthsDiagnostics
import TruthsLedger
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The history of the truths in a ledger: when each truth set came into force, who proposed it, and who agreed.
struct RuleHistory {
  private let entries: RecordedEntries
  private let summary: LedgerSummary

  init(_ entries: RecordedEntries, _ summary: LedgerSummary) {
    self.entries = entries
    self.summary = summary
  }

  /// The section of an explanation about the history; empty if the ledger adopted no truth set.
  var text: String {
    let adopted = summary.adoptions
    guard !adopted.isEmpty else { return "" }
    let first = summary.firstWithTruths.map { entries[$0] }
    var lines: [String] = []
    if let first, let hash = DecisionRecord(first.payload).truthsHash {
      lines.append("Entry \(first.sequence), \(PlainValue.text(first.timestamp.text)): \(hash), the truths of the first run")
    }
    lines += adopted.compactMap { line(of: $0) }
    return "Truths in force\n" + lines.map { "  \(visible($0))\n" }.joined() + "\n"
  }

  private func line(of index: Int) -> String? {
    let entry = entries[index]
    guard let adoption = AdoptionRecord(entry) else { return nil }
    var words = "Entry \(entry.sequence), \(PlainValue.text(entry.timestamp.text)): \(adoption.hash ?? "nothing")"
    if let version = adoption.version { words += ", version \(version)" }
    if let note = adoption.note { words += ", \"\(note)\"" }
    let proposer = adoption.proposer ?? ""
    words += ", proposed by @\(proposer)"
    // Proposers cannot approve their own proposal; the proposer's agreement is a consent, which is not shown here.
    let approvers = approvers(of: entry.runID, before: index).filter { $0 != proposer }
    return words + (approvers.isEmpty ? "" : ", approved by \(approvers.map { "@\($0)" }.joined(separator: ", "))")
  }

  /// Returns the approvers that the last decision of a run names: one text for each clause with approvers, without repetitions.
  ///
  /// - Parameter place: the index of the entry before which the decision is.
  private func approvers(of runID: String, before place: Int) -> [String] {
    let decision = entries[..<place].last { $0.type == .decision && $0.runID == runID }
    var answerers: [String] = []
    for violation in decision.map({ DecisionRecord($0.payload).violations }) ?? [] {
      let people = violation.approvers.joined(separator: ", ")
      if !violation.approvers.isEmpty, !answerers.contains(people) { answerers.append(people) }
    }
    return answerers
  }
}
