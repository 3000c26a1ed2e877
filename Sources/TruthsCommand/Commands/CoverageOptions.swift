import ArgumentParser
import Truths

/// Whether to tell what fixtures exercise, how, and how much of it there must be.
struct CoverageOptions: ParsableArguments {
  @Flag(
    help: """
      Tell which truths, outcomes of clauses, rows, transitions and states the fixtures exercised, and which none of them shows.
      """)
  var coverage = false

  @Option(help: "How the coverage is printed; implies --coverage.")
  var coverageFormat: CoverageFormat?

  @Option(
    help: ArgumentHelp("Write the coverage to a file instead of standard output; implies --coverage.", valueName: "file"),
    completion: .file())
  var coverageOutput: String?

  @Option(
    help: ArgumentHelp("End with 4 where less than this many percent was exercised; implies --coverage.", valueName: "percent"),
    transform: CoverageOptions.gate)
  var failUnder: CoverageGate?

  /// Whether coverage is wanted at all.
  var isWanted: Bool { isAskedFor || failUnder != nil }

  /// Whether a report of it was asked for, and not only a gate.
  private var isAskedFor: Bool { coverage || coverageFormat != nil || coverageOutput != nil }

  /// Two documents for programs do not fit on one standard output.
  ///
  /// - Parameters:
  ///   - format: that of the results.
  ///   - output: the file that the results are written to.
  func validate(beside format: EvalFormat, output: String?) throws {
    if let coverageOutput, coverageOutput == output {
      throw ValidationError("--output and --coverage-output name the same file")
    }
    let isHuman = format == .human && coverageFormat ?? .human == .human
    guard isAskedFor, !isHuman, output == nil, coverageOutput == nil else { return }
    throw ValidationError(
      "the results as \(format.rawValue) and the coverage as \((coverageFormat ?? .human).rawValue) do not fit on one standard "
        + "output: write one of them to a file with --output or --coverage-output")
  }

  /// Prints the coverage, and tells whether it is enough.
  ///
  /// - Parameters:
  ///   - results: how the results are printed on standard output; `nil` where they are written to a file.
  func show(_ report: CoverageReport, below results: EvalFormat?, output: Output) throws -> ExitStatus {
    let isBelow = results == .human
    if isAskedFor || isBelow || results == nil {
      let text =
        switch coverageFormat ?? .human {
        case .human: report.text(isColored: coverageOutput == nil && Terminal.wantsColor)
        case .json: report.json
        case .lcov: report.lcov
        }
      try output.result(isBelow && coverageOutput == nil ? "\n" + text : text, toFile: coverageOutput)
    }
    guard let failUnder, !report.passes(failUnder) else { return .fine }
    output.chatter("coverage \(report.percent) % is below \(failUnder.text) %")
    return .fixtureFailed
  }

  @Sendable
  static func gate(_ text: String) throws -> CoverageGate {
    guard let gate = CoverageGate(text) else {
      throw ValidationError("not a number from 0 to 100")
    }
    return gate
  }
}

/// How coverage is printed.
enum CoverageFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, lcov
}
