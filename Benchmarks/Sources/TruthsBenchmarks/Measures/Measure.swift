import Truths

/// Something that is measured over a size.
struct Measure: Sendable {
  /// One word, as the command line names it.
  let name: String
  /// The description of one operation.
  let operation: String
  /// The unit of the size.
  let size: String
  /// The curve.
  let sizes: [Int]
  /// The sizes at which instructions are counted too: small enough for a simulated processor.
  let counted: [Int]
  /// Makes everything ready at a size.
  let prepare: @Sendable (Int) throws(Findings) -> Work

  /// A run, which can be repeated any number of times.
  struct Work {
    /// The number of operations of a run.
    let operations: Int
    /// Performs the operations. The result depends on all of them, so the compiler cannot remove any.
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
