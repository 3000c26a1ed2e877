import Synchronization
package import TruthsCheck

/// Sees what is read over a store and all stores that come of it; decides nothing (see ``FactStore/observer``).
///
/// What is worked out only to be told to people (the values under a clause's terms, its reason) is not seen.
package final class ReadingObserver: Sendable {
  private let seen = Mutex(Readings())

  package init() {}

  /// What was read so far.
  package var readings: Readings { seen.withLock { $0 } }

  /// A truth fired: on a proposal, or on facts.
  package func note(fired truth: CheckedTruth) { seen.withLock { $0.note(truth: truth.span) } }

  func note(_ clause: CheckedClause, _ result: ExaminedClause.Result) {
    seen.withLock { $0.note(clause: clause.span, result) }
  }

  func note(_ condition: CheckedCondition, _ outcome: ConditionOutcome) {
    let answer: Bool? =
      switch outcome {
      case .fires: true
      case .doesNot: false
      case .unknown: nil
      }
    seen.withLock { $0.note(condition: condition.span, answer) }
  }

  func note(_ row: CheckedRow) { seen.withLock { $0.note(row: row.span) } }
}
