import ArgumentParser
import Truths

/// The command `truths eval`, which runs fixtures.
struct EvalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Run fixtures: tests of single proposals and of whole scenarios.",
    discussion: """
      A fixture has one of these outcomes: passed, failed, did not load, skipped, or never fired (the truth that the fixture \
      names neither fired nor blocked, which is a failure). It is an error if no fixture matches. The tag `skip` or `skip: why` \
      skips a fixture; with --fail-on-skip, that is an error too.
      """)

  @OptionGroup var set: DecidingSetOptions
  @OptionGroup var shared: SharedOptions

  @Option(
    help: ArgumentHelp(
      "Run only fixtures whose id contains this text or fits its pattern with *, or that have it as a tag.", valueName: "text"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      "Explain the result of one fixture as run does. For a scenario, show one line for each decision.", valueName: "id"))
  var explain: String?

  @OptionGroup var explanation: ExplanationOptions

  @Option(help: "How the results are printed.")
  var format: EvalFormat = .human

  @Option(help: ArgumentHelp("Write the report to a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(
    help: """
      Rewrite failed fixtures so that they expect the present result, in the members that they name; then run them again. \
      Fixtures that did not load or never fired are not changed.
      """)
  var update = false

  @Flag(help: "Exit with 4 if a fixture was skipped.")
  var failOnSkip = false

  @OptionGroup var documents: DocumentOptions

  @OptionGroup var coverage: CoverageOptions

  @OptionGroup var mutation: MutationOptions

  @OptionGroup var watch: WatchOptions

  @Option(
    help: """
      The number of fixtures, or changes of --mutate, that run at once. It affects only the time. The default is 1 for \
      fixtures, and the number of processors for changes.
      """)
  var jobs: Int?

  func validate() throws {
    if explain != nil,
      update || watch.watch || coverage.isWanted || mutation.isWanted || output != nil || format != .human || !filter.isEmpty
    {
      throw ValidationError("--explain shows the result of one fixture: leave out what runs or reports all of them")
    }
    if update, watch.watch { throw ValidationError("--update changes what --watch watches: give one of them") }
    try coverage.validate(beside: format, output: output)
    try mutation.validate(beside: format, output: output)
    if mutation.isWanted, coverage.isWanted || watch.watch {
      throw ValidationError("--mutate takes its time: give it without \(watch.watch ? "--watch" : "--coverage")")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): write a whole number from 1") }
  }

  func run() throws {
    if let explain { return try tell(explain) }
    let watched = WatchedSet()
    try watch.run(
      set.all, writing: [output, coverage.coverageOutput, mutation.mutateOutput].compactMap(\.self), output: shared.output
    ) {
      try evaluate(watched)
    }
  }

  /// Prints the result of one fixture.
  private func tell(_ id: String) throws {
    let project = try set.project().withFixturesAround()
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let fixtures = try project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    do {
      let given = try documents.read(in: project, for: workspace)
      let found = try workspace.story(ofFixture: id, in: fixtures, documents: given, explanation.detail) {
        project.isInFocus($0)
      }
      guard let story = found else {
        throw Failure("--explain \(id): no fixture has this id", .nothingMatched)
      }
      try shared.output.result(story)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  private func evaluate(_ watched: WatchedSet) throws -> ExitStatus {
    let project = try set.project().withFixturesAround()
    let workspace: Workspace
    var fixtures = try project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    var report: EvalReport
    let documentInputs: [DocumentInput]
    do {
      workspace =
        watch.watch
        ? try project.workspace(goingOnFrom: watched, reporting: shared.output, as: format.ofFindings)
        : try project.workspace()
      documentInputs = try documents.read(in: project, for: workspace)
      report = try evaluation(of: fixtures, in: project, with: documentInputs, workspace)
      let updates = update ? report.updates : []
      if !updates.isEmpty {
        try fixtures.update(updates, in: project, output: shared.output)
        report = try evaluation(of: fixtures, in: project, with: documentInputs, workspace)
      }
    } catch let error as Findings {
      return try showNothingRan(error)
    }
    let text =
      switch format {
      case .human: report.text(isColored: output == nil && Terminal.wantsColor)
      case .json: report.json
      case .junit: report.junit
      case .tap: report.tap
      case .github: report.github
      }
    try shared.output.result(text, toFile: output)
    if report.ending == .nothingMatched {
      shared.output.chatter(report.isEmpty ? "no fixture matched" : "no fixture ran: all that matched are skipped")
    }
    if mutation.isWanted, report.ending != .passed, report.ending != .nothingMatched {
      shared.output.chatter("--mutate changed nothing: it needs fixtures that all pass")
    }
    if mutation.isWanted, report.ending == .passed {
      let mutants = try workspace.mutate(
        fixtures, documents: documentInputs, filter: filter, only: mutation.mutateOnly, jobs: jobs ?? Cores.count
      ) { project.isInFocus($0) }
      let shown = try mutation.show(mutants, below: output == nil ? format : nil, output: shared.output)
      return failOnSkip && report.hasSkipped ? max(shown, .fixtureFailed) : shown
    }
    let status = failOnSkip && report.hasSkipped ? max(report.ending.status, .fixtureFailed) : report.ending.status
    guard let covered = report.coverage else { return status }
    return max(
      status, try coverage.show(covered, below: output == nil ? format : nil, output: shared.output))
  }

  /// Prints the findings that kept fixtures from running. An existing report file is replaced by one that says that nothing
  /// ran, so that an old report is not published by mistake.
  private func showNothingRan(_ findings: Findings) throws -> ExitStatus {
    if output != nil {
      let text =
        switch format {
        case .human: findings.text()
        case .json: findings.json
        case .junit: findings.junit
        case .tap: findings.tap
        case .github: findings.github
        }
      try shared.output.result(text, toFile: output)
    }
    try shared.output.show(findings, as: output == nil ? format.ofFindings : .human)
    return .badData
  }

  private func evaluation(
    of fixtures: [SourceText], in project: Project, with documents: [DocumentInput], _ workspace: Workspace
  ) throws -> EvalReport {
    let (filter, jobs, isCovered) = (filter, jobs ?? 1, coverage.isWanted)
    return try waiting {
      try await workspace.evaluate(fixtures, documents: documents, filter: filter, jobs: jobs, isCovered: isCovered) {
        project.isInFocus($0)
      }
    }
  }
}

/// Output formats of fixture results.
enum EvalFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, junit, tap, github

  /// The format of findings that keep fixtures from running. JUnit and TAP have no format for such findings.
  fileprivate var ofFindings: FindingsFormat {
    switch self {
    case .human, .junit, .tap: .human
    case .json: .json
    case .github: .github
    }
  }
}

extension EvalReport.Ending {
  /// The exit status of the command.
  var status: ExitStatus {
    switch self {
    case .passed: .fine
    case .failed: .fixtureFailed
    case .nothingMatched: .nothingMatched
    case .didNotLoad: .badData
    }
  }
}

/// The options of coverage: whether to measure it, its format, and the required percentage.
struct CoverageOptions: ParsableArguments {
  @Flag(
    help: """
      Show which truths, outcomes of clauses, rows, transitions and states the fixtures exercised, and which ones no fixture \
      shows.
      """)
  var coverage = false

  @Option(help: "How the coverage is printed; implies --coverage.")
  var coverageFormat: CoverageFormat?

  @Option(
    help: ArgumentHelp("Write the coverage to a file instead of standard output; implies --coverage.", valueName: "file"),
    completion: .file())
  var coverageOutput: String?

  @Option(
    help: ArgumentHelp("Exit with 4 if the coverage is below this percentage; implies --coverage.", valueName: "percent"),
    transform: CoverageOptions.gate)
  var failUnder: CoverageGate?

  /// Whether coverage is needed at all.
  var isWanted: Bool { isAskedFor || failUnder != nil }

  /// Whether a coverage report was requested, and not only a gate.
  private var isAskedFor: Bool { coverage || coverageFormat != nil || coverageOutput != nil }

  /// Refuses two machine-readable documents on standard output.
  ///
  /// - Parameters:
  ///   - format: format of the results.
  ///   - output: file for the results.
  func validate(beside format: EvalFormat, output: String?) throws {
    if let coverageOutput, coverageOutput == output {
      throw ValidationError("--output and --coverage-output name the same file")
    }
    let isHuman = format == .human && coverageFormat ?? .human == .human
    guard isAskedFor, !isHuman, output == nil, coverageOutput == nil else { return }
    throw ValidationError(
      "the results as \(format.rawValue) and the coverage as \((coverageFormat ?? .human).rawValue) cannot both go to "
        + "standard output: write one of them to a file with --output or --coverage-output")
  }

  /// Prints the coverage, and returns whether it suffices.
  ///
  /// - Parameters:
  ///   - results: format of the results on standard output; `nil` where they are written to a file.
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

/// Output formats of coverage.
enum CoverageFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, lcov
}

/// The options of mutation testing: whether to do it, its format, and the required percentage.
struct MutationOptions: ParsableArguments {
  @Flag(
    help: """
      Change the truths in one small place at a time, and show which changes no fixture detects. All fixtures must pass first.
      """)
  var mutate = false

  @Option(
    help: ArgumentHelp(
      "Change only this pack, or the declarations whose ids fit a pattern with *; implies --mutate.", valueName: "text"))
  var mutateOnly: [String] = []

  @Option(help: "How the mutants are printed; implies --mutate.")
  var mutateFormat: MutationFormat?

  @Option(
    help: ArgumentHelp("Write the mutants to a file instead of standard output; implies --mutate.", valueName: "file"),
    completion: .file())
  var mutateOutput: String?

  @Option(
    help: ArgumentHelp(
      "Exit with 4 if fixtures detect less than this percentage of the changes in a pack; implies --mutate.",
      valueName: "percent"),
    transform: CoverageOptions.gate)
  var minScore: CoverageGate?

  /// Whether mutation testing is needed at all.
  var isWanted: Bool { isAskedFor || minScore != nil }

  /// Whether a mutation report was requested, and not only a gate.
  private var isAskedFor: Bool { !mutateOnly.isEmpty || mutate || mutateFormat != nil || mutateOutput != nil }

  /// Refuses two machine-readable documents on standard output.
  ///
  /// - Parameters:
  ///   - format: format of the results.
  ///   - output: file for the results.
  func validate(beside format: EvalFormat, output: String?) throws {
    if let mutateOutput, mutateOutput == output {
      throw ValidationError("--output and --mutate-output name the same file")
    }
    let isHuman = format == .human && mutateFormat ?? .human == .human
    guard isAskedFor, !isHuman, output == nil, mutateOutput == nil else { return }
    throw ValidationError(
      "the results as \(format.rawValue) and the mutants as \((mutateFormat ?? .human).rawValue) cannot both go to standard "
        + "output: write one of them to a file with --output or --mutate-output")
  }

  /// Prints the mutants, and returns whether enough of them were noticed.
  ///
  /// - Parameters:
  ///   - results: format of the results on standard output; `nil` where they are written to a file.
  func show(_ report: MutationReport, below results: EvalFormat?, output: Output) throws -> ExitStatus {
    if !report.unknown.isEmpty {
      for (name, nearest) in report.unknown {
        let help = nearest.map { "; did you mean `\($0)`?" } ?? ""
        output.chatter("--mutate-only \(name): no pack and no declaration with changes has this name\(help)")
      }
      return .nothingMatched
    }
    // A score without mutants is useless to people; programs read the number of mutants.
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

/// Output formats of mutants.
enum MutationFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}
