/// Counts the work of one decision, or of one search for suggestions, in steps, and stops it at a limit (limits §4). Past the
/// limit every loop ends, and its caller discards the result. So the limit never changes an answer.
///
/// `@unchecked Sendable`: each decision runs on one thread and has its own meter.
package final class WorkMeter: @unchecked Sendable {
  /// The number of steps allowed.
  package let limit: Int
  /// The number of steps left; below 0 the limit is exceeded.
  package var left: Int
  /// The number of elements that loops have visited.
  package var visited = 0
  /// The place where the limit was first exceeded, once it is recorded.
  package private(set) var place: WorkPlace?

  package init(limit: Int = WorkMeter.standard) {
    self.limit = limit
    left = limit
  }

  /// The default limit: at most two seconds' work on a busy machine (`Benchmarks/hostile.py`), and far above what real sets
  /// take.
  package static let standard = 20_000_000

  package var isExceeded: Bool { left < 0 }

  /// The number of steps done, without those that `giveBack(_:)` returned.
  package var spent: Int { limit - left }

  /// The error with the place where the limit was exceeded; `nil` below the limit.
  package var exceeded: WorkExceeded? {
    guard isExceeded else { return nil }
    return WorkExceeded(limit: limit, place: place ?? WorkPlace(declaration: "the run", through: "what it makes"))
  }

  package func spend(_ steps: Int) { left -= steps }

  /// Returns steps that another limit already bounds. The meter never gets more than its limit.
  package func giveBack(_ steps: Int) {
    if left >= 0 { left = min(limit, left + steps) }
  }

  /// Marks the limit as exceeded and records the first place.
  package func note(_ place: WorkPlace) {
    left = -1
    if self.place == nil { self.place = place }
  }
}

/// The place in the code of a truth set where work was done.
package struct WorkPlace: Hashable, Sendable {
  /// The truth, invariant or table whose code ran.
  package var declaration: String
  /// The clause, such as `requires[0]`; `nil` outside of clauses.
  package var clause: String?
  package var span: Span?
  /// The work in words: `3,000 elements of a list`.
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

  /// The error message: the declaration whose work it was, and the work in words.
  package var description: String {
    let clause = place.clause.map { ", \($0)" } ?? ""
    return "more than \(limit.grouped) steps of work: \(place.declaration)\(clause) went through \(place.through)"
  }
}
