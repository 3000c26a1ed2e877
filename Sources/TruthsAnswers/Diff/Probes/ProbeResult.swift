package import TruthsEngine
package import TruthsJSON
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The comparable result of a scenario under one truth set.
package struct ProbeResult: Sendable {
  package var ending: RunEnding
  package var reason: String
  /// Answers that a waiting run needs.
  var demands: Set<AwaitedAnswer> = []
  /// Facts that the run leaves, without the engine's own, sorted by their bytes.
  package var facts: [JSONObject] = []
  var warningMarks: Set<String> = []
  /// Marks of the violated clauses, with their kinds.
  var marks: Set<String>
  package var outcome: RunOutcome

  /// People that the run waits for.
  package var waitingFor: [Awaited] { outcome.run.waitingFor }

  package var warnings: [Violation] { outcome.violations.filter { $0.kind == .advisory } }

  var blocking: [Violation] { outcome.blocking }
}

extension RunEnding {
  /// Order from the most permissive ending. A rejected and a halted run are both refused, so they are equally strict.
  fileprivate var strictness: Int {
    switch self {
    case .accepted: 0
    case .waiting: 1
    case .halted, .rejected: 2
    }
  }
}

/// The difference between the results of a scenario under two truth sets.
package enum DecisionShift: String, Hashable, Sendable, CaseIterable {
  case stricter, looser
  /// Neither set's requests include the other's.
  case both
  /// The decision is the same, but the facts, the warnings or the kind of refusal differ.
  case effects

  /// - Returns: `nil` if the results are equal.
  init?(_ old: ProbeResult, _ new: ProbeResult) {
    let (before, after) = (old.ending.strictness, new.ending.strictness)
    if before != after {
      self = before < after ? .stricter : .looser
    } else if old.ending == .waiting, old.demands != new.demands {
      self = DecisionShift(asking: old.demands, then: new.demands)
    } else if old.ending != new.ending || old.warningMarks != new.warningMarks
      || old.ending == .accepted && old.facts != new.facts
    {
      self = .effects
    } else {
      return nil
    }
  }
}
