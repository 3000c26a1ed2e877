import Synchronization
package import TruthsProgram
package import TruthsText

/// What was read of a program while it ran, with a count per result. Keys are places in the source, so that the readings of
/// several selections of packs can be added.
package struct Readings: Hashable, Sendable {
  /// Clauses, by ``CheckedClause/span``.
  package private(set) var clauses: [Span: [EvaluatedClause.Result: Int]] = [:]
  /// The `if` of truths, by ``CheckedCondition/span``; `nil` is unknown.
  package private(set) var conditions: [Span: [Bool?: Int]] = [:]
  /// Truths that fired, by ``CheckedTruth/span``.
  package private(set) var truths: [Span: Int] = [:]
  /// Rows of tables that gave a value, by ``CheckedRow/span``.
  package private(set) var rows: [Span: Int] = [:]

  package init() {}

  mutating func note(clause: Span, _ result: EvaluatedClause.Result) { clauses[clause, default: [:]][result, default: 0] += 1 }

  mutating func note(condition: Span, _ answer: Bool?) { conditions[condition, default: [:]][answer, default: 0] += 1 }

  mutating func note(truth: Span) { truths[truth, default: 0] += 1 }

  mutating func note(row: Span) { rows[row, default: 0] += 1 }

  /// Adds other readings; the order in which readings are added makes no difference.
  package mutating func add(_ other: Readings) {
    clauses.merge(other.clauses) { $0.merging($1, uniquingKeysWith: +) }
    conditions.merge(other.conditions) { $0.merging($1, uniquingKeysWith: +) }
    truths.merge(other.truths, uniquingKeysWith: +)
    rows.merge(other.rows, uniquingKeysWith: +)
  }
}

/// Counts what is read over a store and the stores derived from it. It affects no decision (see ``FactStore/observer``).
///
/// It does not count what only explanations read (the values of a clause's terms, its reason).
package final class ReadingObserver: Sendable {
  private let seen = Mutex(Readings())

  package init() {}

  /// What was read so far.
  package var readings: Readings { seen.withLock { $0 } }

  /// A truth fired: on a proposal, or on facts.
  package func note(fired truth: CheckedTruth) { seen.withLock { $0.note(truth: truth.span) } }

  func note(_ clause: CheckedClause, _ result: EvaluatedClause.Result) {
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
