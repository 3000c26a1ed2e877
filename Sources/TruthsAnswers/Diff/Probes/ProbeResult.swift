package import TruthsEngine
package import TruthsJSON
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// What a scenario comes to under one truth set, as far as it is compared.
package struct ProbeResult: Sendable {
  package var ending: RunEnding
  package var reason: String
  /// Whom a run that waits waits for.
  var demands: Set<AwaitedAnswer> = []
  /// The facts that it leaves, those of the engine left out, in order of their bytes.
  package var facts: [JSONObject] = []
  /// The marks of the clauses that warn.
  var warningMarks: Set<String> = []
  /// What does not hold, and how it weighs.
  var marks: Set<String>
  package var outcome: RunOutcome

  /// Whom it waits for.
  package var waitingFor: [Awaited] { outcome.run.waitingFor }

  /// The clauses that warn.
  package var warnings: [Violation] { outcome.violations.filter { $0.kind == .advisory } }

  /// The violations in the way.
  var blocking: [Violation] { outcome.blocking }
}

extension RunEnding {
  /// From the one that lets most pass. Who is refused is refused: which of the two it is makes nothing stricter.
  fileprivate var strictness: Int {
    switch self {
    case .accepted: 0
    case .waiting: 1
    case .halted, .rejected: 2
    }
  }
}

/// What is different between what a scenario comes to under two truth sets.
package enum DecisionShift: String, Hashable, Sendable, CaseIterable {
  case stricter, looser
  /// Of whom it waits for neither asks more.
  case both
  /// The decision is the same, and something else is not: the facts, the warnings, how it is refused.
  case effects

  /// - Returns: `nil` where nothing is different.
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
