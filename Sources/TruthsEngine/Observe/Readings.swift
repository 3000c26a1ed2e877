package import TruthsText

/// What was read of a program while it ran, and how often each came to what. Everything is known by its place in the source, so
/// that readings of several selections of packs can be added up.
package struct Readings: Hashable, Sendable {
  /// Clauses, by ``CheckedClause/span``.
  package private(set) var clauses: [Span: [ExaminedClause.Result: Int]] = [:]
  /// The `if` of truths, by ``CheckedCondition/span``; `nil` is unknown.
  package private(set) var conditions: [Span: [Bool?: Int]] = [:]
  /// Truths that fired, by ``CheckedTruth/span``.
  package private(set) var truths: [Span: Int] = [:]
  /// Rows of tables that gave a value, by ``CheckedRow/span``.
  package private(set) var rows: [Span: Int] = [:]

  package init() {}

  mutating func note(clause: Span, _ result: ExaminedClause.Result) { clauses[clause, default: [:]][result, default: 0] += 1 }

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
