/// The place where a condition can be written that makes a value certain, as help names it.
package enum MissingRemedy: Sendable {
  /// `requires` of the truth around the clause.
  case requirement
  /// `if` under `when`: the truth fires on facts, so it has no requirements.
  case condition
  /// `requires` of the truths for the intents of an invariant.
  case otherTruth
  /// The rule itself: a row of a table, or an invariant about the state.
  case itself

  /// Returns help that establishes a condition.
  ///
  /// - Parameter condition: what must hold, such as `amount exists`.
  package func establishing(_ condition: String) -> String {
    switch self {
    case .requirement: "write `- \(condition)` under `requires`, or test it in the clause"
    case .condition: "write `- if: \(condition)` under `when`, or test it in the clause"
    case .otherTruth: "write `- \(condition)` under `requires` of the truths for the intent, or test it in the rule"
    case .itself: "test first, in the same rule, `\(condition)`"
    }
  }

  /// Returns the first half of help that offers something else too.
  ///
  /// - Parameter condition: what must hold, in words or as it is written.
  package func demanding(_ condition: String) -> String {
    switch self {
    case .requirement: "require \(condition)"
    case .condition: "test \(condition) with `- if: …` under `when`"
    case .otherTruth: "require \(condition) in the truths for the intent"
    case .itself: "first test \(condition)"
    }
  }

  /// Help for a value without a name.
  var naming: String {
    switch self {
    case .requirement: "give the value a name in `let`, and write `- NAME exists` under `requires`"
    case .condition, .otherTruth, .itself: "give the value a name in `let`, and test `NAME exists` first"
    }
  }

  /// Help for a divisor that may be zero.
  var excludingZero: String {
    switch self {
    case .requirement, .otherTruth: "\(demanding("that the divisor is not 0")), or test it in the clause"
    case .condition: "\(demanding("that the divisor is not 0")), or in the clause"
    case .itself: demanding("that the divisor is not 0")
    }
  }
}
