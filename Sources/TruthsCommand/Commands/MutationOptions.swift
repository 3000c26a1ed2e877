import ArgumentParser
import Truths

/// Whether to tell what the fixtures would notice, how, and how much of it there must be.
struct MutationOptions: ParsableArguments {
  @Flag(
    help: """
      Change the truths in one small place after the other, and tell which changes no fixture notices. Fixtures must pass first.
      """)
  var mutate = false

  @Option(
    help: ArgumentHelp(
      "Change only this pack, or declarations whose id fits this where it has a *; implies --mutate.", valueName: "text"))
  var mutateOnly: [String] = []

  @Option(help: "How the mutants are printed; implies --mutate.")
  var mutateFormat: MutationFormat?

  @Option(
    help: ArgumentHelp("Write the mutants to a file instead of standard output; implies --mutate.", valueName: "file"),
    completion: .file())
  var mutateOutput: String?

  @Option(
    help: ArgumentHelp(
      "End with 4 where fixtures notice less than this many percent of the changes in some pack; implies --mutate.",
      valueName: "percent"),
    transform: CoverageOptions.gate)
  var minScore: CoverageGate?

  /// Whether mutants are wanted at all.
  var isWanted: Bool { isAskedFor || minScore != nil }

  /// Whether a report of them was asked for, and not only a gate.
  private var isAskedFor: Bool { !mutateOnly.isEmpty || mutate || mutateFormat != nil || mutateOutput != nil }

  /// Two documents for programs do not fit on one standard output.
  ///
  /// - Parameters:
  ///   - format: that of the results.
  ///   - output: the file that the results are written to.
  func validate(beside format: EvalFormat, output: String?) throws {
    if let mutateOutput, mutateOutput == output {
      throw ValidationError("--output and --mutate-output name the same file")
    }
    let isHuman = format == .human && mutateFormat ?? .human == .human
    guard isAskedFor, !isHuman, output == nil, mutateOutput == nil else { return }
    throw ValidationError(
      "the results as \(format.rawValue) and the mutants as \((mutateFormat ?? .human).rawValue) do not fit on one standard "
        + "output: write one of them to a file with --output or --mutate-output")
  }

  /// Prints the mutants, and tells whether enough were noticed.
  ///
  /// - Parameters:
  ///   - results: how the results are printed on standard output; `nil` where they are written to a file.
  func show(_ report: MutationReport, below results: EvalFormat?, output: Output) throws -> ExitStatus {
    if !report.unknown.isEmpty {
      for (name, nearest) in report.unknown {
        let help = nearest.map { "; did you mean `\($0)`?" } ?? ""
        output.chatter("--mutate-only \(name): no pack and no declaration that can be changed is called so\(help)")
      }
      return .nothingMatched
    }
    // A score of nothing says nothing to people; programs read how many there were.
    if report.isEmpty, mutateFormat ?? .human == .human {
      output.chatter("nothing to change")
      return .nothingMatched
    }
    let isBelow = results == .human
    if isAskedFor || isBelow || results == nil {
      let text =
        switch mutateFormat ?? .human {
        case .human: report.text(isColored: mutateOutput == nil && Terminal.wantsColor)
        case .json: report.json
        }
      try output.result(isBelow && mutateOutput == nil ? "\n" + text : text, toFile: mutateOutput)
    }
    if report.isEmpty { return .nothingMatched }
    guard let minScore else { return .fine }
    let below = report.below(minScore)
    for (pack, percent) in below { output.chatter("\(pack): mutation score \(percent) % is below \(minScore.text) %") }
    return below.isEmpty ? .fine : .fixtureFailed
  }
}

/// How mutants are printed.
enum MutationFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}
