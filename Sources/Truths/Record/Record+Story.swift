import TruthsJSON
import TruthsLedger
import TruthsText

extension Record {
  /// The story of each decision, for people, in the order in which they were made.
  public func story(isColored: Bool = false) -> String {
    let told: [(heading: String, outcome: JSONObject)] =
      switch kind {
      case .runs(let runs): runs.map { ("", $0) }
      case .ledger(let entries): LedgerStory(entries.map(\.entry)).decisions
      }
    guard !told.isEmpty else { return "no decision is recorded\n" }
    return rules
      + told.map { heading, outcome in
        heading + Story(outcome: outcome, examined: [], isRecorded: true, isColored: isColored).text
      }.joined(separator: "\n")
  }
}

extension Record {
  /// When the truths of a ledger changed, and who agreed.
  private var rules: String {
    guard case .ledger(let entries) = kind else { return "" }
    return RuleHistory(entries.map(\.entry)).text
  }
}

/// The decisions of a ledger, each brought into the form of a run's output as far as the ledger tells it.
private struct LedgerStory {
  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  var decisions: [(heading: String, outcome: JSONObject)] {
    var ledger = Ledger()
    var heads: [String] = [ledger.head]
    for entry in entries {
      ledger.append(entry)
      heads.append(ledger.head)
    }
    return entries.indices.filter { entries[$0].type == .decision }.map { index in
      ("Entry \(entries[index].sequence), \(entries[index].timestamp.text)\n\n", outcome(at: index, heads))
    }
  }

  /// A run appends its proposal, one decision, its facts, its traces; one that goes on appends no proposal again.
  private func outcome(at index: Int, _ heads: [String]) -> JSONObject {
    let decision = entries[index]
    let first = index > 0 && isProposal(entries[index - 1], of: decision) ? index - 1 : index
    let end = entries[(index + 1)...].firstIndex { $0.type == .decision || $0.type == .proposal || $0.runID != decision.runID }
    let own = entries[first..<(end ?? entries.count)]
    let proposal = entries[..<index].last { isProposal($0, of: decision) }
    var outcome = JSONObject(
      ["decision", "truth_id", "reason", "violations"].map {
        JSONObject.Member(name: Text($0), value: decision.payload[$0] ?? .null)
      })
    outcome["run"] = .object([
      "run_id": .text(decision.runID), "status": decision.payload["status"] ?? .null,
      "waiting_for": decision.payload["waiting_for"] ?? .array([]),
    ])
    outcome["facts"] = .array(own.filter { $0.type == .fact }.map { .object($0.payload) })
    outcome["entries"] = .array((first == index ? proposal.map { [$0] } ?? [] : []).map(json) + own.map(json))
    outcome["proposal_id"] = proposal.flatMap { $0.proposalID }.map { .text($0) } ?? .null
    outcome["input_hash"] = decision.payload["input_hash"] ?? .null
    outcome["output_hash"] = decision.payload["output_hash"] ?? .null
    outcome["context"] = .object(["before": point(first, heads), "after": point(first + own.count, heads)])
    return outcome
  }

  private func isProposal(_ entry: Entry, of decision: Entry) -> Bool { entry.type == .proposal && entry.runID == decision.runID }

  private func json(_ entry: Entry) -> JSONValue { .object(entry.json) }

  private func point(_ size: Int, _ heads: [String]) -> JSONValue {
    .object(["head": .text(heads[size]), "size": .number(Decimal(size))])
  }
}
