import Truths

/// Something that is measured over a size.
struct Measure: Sendable {
  /// One word, as the command line names it.
  let name: String
  /// What one operation is.
  let operation: String
  /// What the size counts.
  let size: String
  /// The curve.
  let sizes: [Int]
  /// The sizes at which instructions are counted too: small enough for a simulated processor.
  let counted: [Int]
  /// Makes everything ready at a size.
  let prepare: @Sendable (Int) throws(Findings) -> Work

  /// What may be run any number of times.
  struct Work {
    /// How many operations a run does.
    let operations: Int
    /// Does them. What it gives depends on all of them, so that none is optimised away.
    let run: () throws(Findings) -> Int
  }

  /// All measures, in the order of the table.
  static let all: [Measure] = deciding + reading + checking + recording

  /// The measure of a name.
  static func named(_ name: String) -> Measure {
    guard let found = all.first(where: { $0.name == name }) else { fail("no measure is called \(name)") }
    return found
  }
}
