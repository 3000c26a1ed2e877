/// A counter of the work of one decision, or of one search for suggestions (limits §4). It counts steps and stops the work at a
/// limit. Once the limit is exceeded, every loop ends and its caller discards the result. So the limit never changes an answer.
///
/// `@unchecked Sendable`: each decision runs on one thread and has its own meter.
package final class WorkMeter: @unchecked Sendable {
  /// The number of steps allowed.
  package let limit: Int
  /// The number of steps left. Below 0, the limit is exceeded.
  package var left: Int
  /// The number of elements that loops have visited.
  package var visited = 0
  /// The part of the truth set whose work first exceeded the limit; `nil` until it is recorded.
  package private(set) var place: WorkPlace?

  package init(limit: Int = WorkMeter.standard) {
    self.limit = limit
    left = limit
  }

  /// The default limit. It takes at most two seconds on a busy machine (`Benchmarks/hostile.py`), and is far above the work of
  /// real truth sets.
  package static let standard = 20_000_000

  package var isExceeded: Bool { left < 0 }

  /// The number of steps done, without the steps that `giveBack(_:)` returned.
  package var spent: Int { limit - left }

  /// The error with the part of the truth set that exceeded the limit; `nil` if the limit is not exceeded.
  package var exceeded: WorkExceeded? {
    guard isExceeded else { return nil }
    return WorkExceeded(limit: limit, place: place ?? WorkPlace(declaration: "the run", through: "what it makes"))
  }

  package func spend(_ steps: Int) { left -= steps }

  /// Returns steps that a different limit already bounds. The meter never gets more than its limit.
  package func giveBack(_ steps: Int) {
    if left >= 0 { left = min(limit, left + steps) }
  }

  /// Marks the limit as exceeded. Only the first recorded part of the truth set is kept.
  package func note(_ place: WorkPlace) {
    left = -1
    if self.place == nil { self.place = place }
  }
}

/// The part of a truth set whose code did work.
package struct WorkPlace: Hashable, Sendable {
  /// The name of the truth, invariant or table whose code ran.
  package var declaration: String
  /// The clause, such as `requires[0]`; `nil` for code outside of clauses.
  package var clause: String?
  package var span: Span?
  /// The work in words, such as `3,000 elements of a list`.
  package var through: String

  package init(declaration: String, clause: String? = nil, span: Span? = nil, through: String) {
    self.declaration = declaration
    self.clause = clause
    self.span = span
    self.through = through
  }
}

/// The error of a decision that exceeded its work limit; such a run has no decision.
package struct WorkExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  package let limit: Int
  package let place: WorkPlace

  /// The error message. It names the declaration that did the work, and describes the work.
  package var description: String {
    let clause = place.clause.map { ", \($0)" } ?? ""
    return "more than \(limit.grouped) steps of work: \(place.declaration)\(clause) went through \(place.through)"
  }
}
