import TruthsJSON
import TruthsText

extension DecisionMatch {
  /// The edits after which an expectation holds of this decision. What says what must not come (`no_facts`, `no_traces`) is left
  /// alone: nothing that came could stand there.
  func edits(_ expected: Expectation) -> [FixtureEdit] {
    expected.members.flatMap { member -> [FixtureEdit] in
      let name = member.name.string
      let path = "expected.\(name)"
      guard !mismatches(name, member.value, path: path).isEmpty else { return [] }
      switch name {
      case "no_facts", "no_traces": return []
      case "reason_contains": return [ValueUpdate.whole(member.value, .text(record.reason), path: path)]
      case "waiting_for":
        return [ValueUpdate.whole(member.value, .array(record.waitingFor.map { .text($0) }), path: path)]
      case "facts": return PartialListUpdate.edits(member.value, record.facts, path: path)
      case "violations":
        return PartialListUpdate.edits(
          member.value, record.violations, path: path, names: ["truth_id", "clause", "kind", "reason"])
      case "traces":
        return PartialListUpdate.edits(
          member.value, record.traces, path: path, names: ["action", "truth_id", "decision", "reason"])
      default: return ValueUpdate.edits(member.value, plain(name), path: path)
      }
    }
  }
}
