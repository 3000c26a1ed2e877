package import TruthsEngine
package import TruthsJSON
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The result of a scenario under one truth set, in a form that can be compared.
package struct ProbeResult: Sendable {
  package var ending: RunEnding
  package var reason: String
  /// The answers that a waiting run needs.
  var demands: Set<AwaitedAnswer> = []
  /// The facts that the run produces, without built-in ones, sorted by the bytes of their canonical JSON.
  package var facts: [JSONObject] = []
  var warningMarks: Set<String> = []
  /// The marks of the violated clauses, each with its kind of violation; see ``ProbeSide/mark(_:)``.
  var marks: Set<String>
  package var outcome: RunOutcome

  /// The conditions that the run waits for.
  package var waitingFor: [Awaited] { outcome.run.waitingFor }

  package var warnings: [Violation] { outcome.violations.filter { $0.kind == .advisory } }

  var blocking: [Violation] { outcome.blocking }
}

extension RunEnding {
  /// The order of endings, from the most permissive one. A rejected and a halted run are both refused, so they are equally
  /// strict.
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
  /// The answers that the two runs need differ, and neither run's answers are stricter.
  case both
  /// The decision is the same, but the facts, the warnings or the kind of refusal differ.
  case effects

  /// - Returns: the shift from the old result to the new result; `nil` if both are equal.
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
