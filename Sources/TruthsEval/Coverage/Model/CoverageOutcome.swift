/// What can become of a part of a truth set while fixtures run.
package enum CoverageOutcome: String, Hashable, Sendable, CaseIterable {
  /// A truth fired.
  case fired
  /// The `if` of a truth was false.
  case didNotFire = "did not fire"
  /// A clause held; one with an arrow to another clause: and its condition was true.
  case held
  case violated
  /// The condition of the clause's arrow was false.
  case notApplicable = "not applicable"
  /// A clause, or the `if` of a truth, could not be told.
  case unknown
  /// A row of a table gave the value.
  case chosen
  /// A transition of a lifecycle was made.
  case made
  /// A state of a lifecycle was entered.
  case entered
}
