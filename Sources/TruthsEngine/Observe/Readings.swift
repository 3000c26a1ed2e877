import Synchronization
package import TruthsProgram
package import TruthsText

/// The parts of a program that were evaluated in runs, with a count for each result.
///
/// Keys are places in the source, so that the readings of several selections of packs can be added.
package struct Readings: Hashable, Sendable {
  /// The clauses, by ``CheckedClause/span``.
  package private(set) var clauses: [Span: [EvaluatedClause.Result: Int]] = [:]
  /// The `if`s of truths, by ``CheckedCondition/span``; `nil` is unknown.
  package private(set) var conditions: [Span: [Bool?: Int]] = [:]
  /// The truths that fired, by ``CheckedTruth/span``.
  package private(set) var truths: [Span: Int] = [:]
  /// The rows of tables that gave a value, by ``CheckedRow/span``.
  package private(set) var rows: [Span: Int] = [:]

  package init() {}

  mutating func note(clause: Span, _ result: EvaluatedClause.Result) { clauses[clause, default: [:]][result, default: 0] += 1 }

  mutating func note(condition: Span, _ answer: Bool?) { conditions[condition, default: [:]][answer, default: 0] += 1 }

  mutating func note(truth: Span) { truths[truth, default: 0] += 1 }

  mutating func note(row: Span) { rows[row, default: 0] += 1 }

  /// Adds other readings; the order of additions does not matter.
  package mutating func add(_ other: Readings) {
    clauses.merge(other.clauses) { $0.merging($1, uniquingKeysWith: +) }
    conditions.merge(other.conditions) { $0.merging($1, uniquingKeysWith: +) }
    truths.merge(other.truths, uniquingKeysWith: +)
    rows.merge(other.rows, uniquingKeysWith: +)
  }
}

/// Counts evaluations over a store and the stores derived from it. It affects no decision (see ``FactStore/observer``).
///
/// Evaluations that only explain, such as the values of a clause's terms or its reason, are not counted.
package final class ReadingObserver: Sendable {
  private let seen = Mutex(Readings())

  package init() {}

  /// The counts so far.
  package var readings: Readings { seen.withLock { $0 } }

  /// Counts a truth that fired, on a proposal or on facts.
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
