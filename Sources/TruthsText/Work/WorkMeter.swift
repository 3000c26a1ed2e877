/// Counts the work of one decision, or of one search for something to say, in steps, and ends it (limits §4). Past the limit
/// every loop ends; what comes of that is no answer, and whoever asked throws it away. So work never decides.
///
/// `@unchecked Sendable`: a decision is made by one thread, and each has a meter of its own.
package final class WorkMeter: @unchecked Sendable {
  /// How many steps there may be.
  package let limit: Int
  /// How many are left; below 0 the limit is passed.
  package var left: Int
  /// How many elements loops have visited.
  package var visited = 0
  /// Where the limit was passed first, once somebody has told.
  package private(set) var place: WorkPlace?

  package init(limit: Int = WorkMeter.standard) {
    self.limit = limit
    left = limit
  }

  /// At most two seconds' worth on a busy machine (`Benchmarks/hostile.py`), and far above what real sets take.
  package static let standard = 20_000_000

  package var isExceeded: Bool { left < 0 }

  /// How many steps were done, without those that facts gave back.
  package var spent: Int { limit - left }

  /// That the limit was passed, and where; `nil` as long as it was not.
  package var exceeded: WorkExceeded? {
    guard isExceeded else { return nil }
    return WorkExceeded(limit: limit, place: place ?? WorkPlace(declaration: "the run", through: "what it makes"))
  }

  /// Counts steps of work.
  package func spend(_ steps: Int) { left -= steps }

  /// Gives back work that a limit of its own bounds; not past the limit, and never more than there was.
  package func giveBack(_ steps: Int) {
    if left >= 0 { left = min(limit, left + steps) }
  }

  /// Records where the limit was passed.
  package func note(_ place: WorkPlace) {
    left = -1
    if self.place == nil { self.place = place }
  }
}

/// Where work was done.
package struct WorkPlace: Hashable, Sendable {
  /// The truth, invariant or table whose code ran.
  package var declaration: String
  /// `requires[0]`; `nil` outside of clauses.
  package var clause: String?
  package var span: Span?
  /// What was gone through: `3,000 elements of a list`.
  package var through: String

  package init(declaration: String, clause: String? = nil, span: Span? = nil, through: String) {
    self.declaration = declaration
    self.clause = clause
    self.span = span
    self.through = through
  }
}

/// A decision took more work than it may: there is none.
package struct WorkExceeded: Error, Hashable, Sendable, CustomStringConvertible {
  package let limit: Int
  package let place: WorkPlace

  /// For people: whose work it was, and what was gone through.
  package var description: String {
    let clause = place.clause.map { ", \($0)" } ?? ""
    return "more than \(limit.grouped) steps of work: \(place.declaration)\(clause) went through \(place.through)"
  }
}
