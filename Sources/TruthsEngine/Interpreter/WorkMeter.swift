package import TruthsText

/// Counts the work of one decision in steps, and ends it (limits §4): elements that loops visit, the code that is run for
/// them, candidates that are tried for a join, what is made. Past the limit every loop ends; what comes of that is no answer,
/// and whoever asked throws it away. So work never decides.
///
/// `@unchecked Sendable`: a decision is made by one thread, and each has a meter of its own.
package final class WorkMeter: @unchecked Sendable {
  /// How many steps there may be.
  package let limit: Int
  /// How many are left; below 0 the limit is passed.
  var left: Int
  /// How many elements loops have visited.
  package internal(set) var visited = 0
  /// Where the limit was passed first, once somebody has told.
  private(set) var place: WorkPlace?

  package init(limit: Int = WorkMeter.standard) {
    self.limit = limit
    left = limit
  }

  /// At most two seconds' worth on a busy machine (`Benchmarks/hostile.py`), and far above what real sets take.
  package static let standard = 20_000_000

  /// Bytes of text that are looked through in a step.
  static var bytesPerStep: Int { 64 }

  /// What a function, or arithmetic with more than whole numbers, takes beside what it reads and makes.
  static var stepsPerCall: Int { 6 }

  /// What it takes to look facts up in an index, beside those that are found.
  static var stepsPerLookUp: Int { 40 }

  /// What a comparison of two keys takes while values are sorted.
  static var stepsPerComparison: Int { 4 }

  /// What it takes to keep a match, to put it in its place among the others, and to fire it.
  static var stepsPerMatch: Int { 32 }

  /// What a power takes.
  static var stepsPerPower: Int { 500 }

  /// What it takes to make a value that was not there, such as a text: it is written, hashed and kept.
  static var stepsPerValue: Int { 48 }

  /// What sixteen bytes of a text that is made take, for the memory that keeps them: as measured, 30,000,000 steps made half
  /// a gigabyte.
  static var stepsPerElement: Int { 4 }

  /// What a fact that was made gives back: facts have a limit of their own, within which they may take what they cost.
  private static var stepsPerFact: Int { 64 }

  /// What an entry takes: it is sealed, kept and written.
  static var stepsPerEntry: Int { 500 }

  var isExceeded: Bool { left < 0 }

  /// How many steps were done, without those that facts gave back.
  package var spent: Int { limit - left }

  /// That the limit was passed, and where; `nil` as long as it was not.
  package var exceeded: WorkExceeded? {
    guard isExceeded else { return nil }
    return WorkExceeded(limit: limit, place: place ?? WorkPlace(declaration: "the run", through: "what it makes"))
  }

  /// Gives back what facts that were made have cost; not past the limit, and never more than there was.
  func giveBack(facts: Int) {
    if left >= 0 { left = min(limit, left + facts * Self.stepsPerFact) }
  }

  /// Notes where the limit was passed.
  func note(_ place: WorkPlace) {
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
