import TruthsDiagnostics
import TruthsEngine
import TruthsJSON

/// A run told to people: what was proposed, what each truth says of it with the value under each term, what came of it, what it
/// waits for, and how to go on.
///
/// Told from the object that `truths run --format json` prints, so that a recorded run can be told as well as a fresh one.
struct Story {
  /// The object of runtime.md §4.
  let outcome: JSONObject
  /// Every clause that was read; of a recorded run only the violations are known.
  let examined: [ExaminedTruth]
  /// Whether the ledger keeps this run; otherwise the story ends with how to keep it.
  let isRecorded: Bool
  let isColored: Bool

  /// The whole story; every line ends with a line break.
  var text: String {
    let parts = [
      headline, section("Proposed", proposed), section("Truths", truths), section("Came of it", result),
      section("How to go on", advice), section("Proof", proof),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// What the run came to, in words.
  enum Ending: String {
    case accepted = "Accepted"
    case rejected = "Rejected"
    case halted = "Halted"
    case waiting = "Waiting"
  }

  var ending: Ending {
    if outcome["run"]?["status"]?.stringValue == "waiting" { return .waiting }
    switch outcome["decision"]?.stringValue {
    case "accepted": return .accepted
    case "rejected": return .rejected
    default: return .halted
    }
  }

  var truthID: String { visible(outcome["truth_id"]?.stringValue ?? "") }

  var violations: [JSONValue] { outcome["violations"]?.arrayValue ?? [] }

  var waitingFor: [String] { (outcome["run"]?["waiting_for"]?.arrayValue ?? []).compactMap(\.stringValue).map { visible($0) } }

  /// The violation that decided: the first that carries the decision's truth and reason.
  var deciding: JSONValue? {
    violations.first { $0["truth_id"] == outcome["truth_id"] && $0["reason"] == outcome["reason"] }
  }

  private var headline: [String] {
    let style: Style =
      switch ending {
      case .accepted: .help
      case .waiting: .warning
      case .rejected, .halted: .error
      }
    let reason = visible(outcome["reason"]?.stringValue ?? "")
    // `Accepted under break-glass by …` says already what it came to.
    let rest = reason.hasPrefix(ending.rawValue + " ") ? String(reason.dropFirst(ending.rawValue.count)) : ": \(reason)"
    var lines = [style.paint(ending.rawValue, isColored) + Style.emphasis.paint(rest, isColored)]
    let place = deciding?["source"]?.stringValue.map { " (\(visible($0)))" } ?? ""
    lines.append("  by \(truthID)\(place)")
    if ending == .waiting { lines.append("  waiting for \(StoryText.joined(waitingFor))") }
    return lines
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [Style.emphasis.paint(title, isColored)] + lines.map { $0.isEmpty ? "" : "  \($0)" }
  }
}
