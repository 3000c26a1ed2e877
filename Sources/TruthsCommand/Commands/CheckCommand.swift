import ArgumentParser
import Truths

/// The command `truths check`, which parses and checks truths, jobs and fixtures.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Parse and check truths, jobs and fixtures; silent when clean.",
    discussion: """
      A path inside truths/, jtbd/ or Fixtures/ is checked within its whole set, and findings elsewhere are not shown. Other \
      paths are checked by themselves. - is standard input: a truth or job file by itself, or the present text in an editor of \
      the file that --stdin-path names.
      """)

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: "How findings are printed.")
  var format: FindingsFormat = .human

  @Flag(help: "Treat warnings as errors, too.")
  var strict = false

  @Flag(help: "Apply safe fixes until none is left. Other findings are printed.")
  var fix = false

  @Flag(
    help: """
      Print, as JSON, why truths on facts reach the same result in every order: their strata, the key fields that bound their \
      cycles, and the order of the states. If the set has errors, print its findings instead.
      """)
  var certificate = false

  @Option(
    help: ArgumentHelp(
      """
      Print for each intent whether its proposals can be split over several ledgers by this field. They can if every fact that \
      they read or write has their own value of the field, or if none of them writes it.
      """, valueName: "field"))
  var partitionBy: String?

  @OptionGroup var documents: DocumentOptions

  @OptionGroup var watch: WatchOptions

  @Option(
    help: ArgumentHelp(
      "The date for deciding which `truths:ignore` comments have expired; today's date if left out.", valueName: "YYYY-MM-DD"))
  var today: String?

  @Option(
    help: ArgumentHelp(
      "The file whose text is on standard input, checked within its set. The file need not exist.", valueName: "file"),
    completion: .file())
  var stdinPath: String?

  func validate() throws {
    try validateStandardInput()
    if fix, documents.isGiven { throw ValidationError("--fix changes truths, not documents: give one of them") }
    if certificate {
      let others = [("--fix", fix), ("--watch", watch.watch), ("--format \(format.rawValue)", format != .human)]
      if let other = others.first(where: \.1) {
        throw ValidationError("--certificate prints one document of JSON, and cannot be combined with \(other.0)")
      }
    }
    try validatePartition()
    if let today, !Workspace.isDay(today) { throw ValidationError("--today \(today): it is not a date such as 2025-01-31") }
  }

  func run() throws {
    if readsStandardInput { return try checkStandardInput().end() }
    let watched = WatchedSet()
    try watch.run(set.paths, output: shared.output) { try check(watched) }
  }

  private func check(_ watched: WatchedSet) throws -> ExitStatus {
    let project = try set.project()
    let today = today ?? Today.text
    let workspace =
      watch.watch
      ? try project.workspace(goingOnFrom: watched, today: today, reporting: shared.output, as: format)
      : try project.workspace(today: today, reporting: shared.output, as: format)
    if !watch.watch { Memory.keep(workspace) }
    let fixtures = try project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    let findings: Findings
    if fix {
      findings = try mend(
        FixReport(
          workspace, fixtures: fixtures, today: today, isShown: { project.isInFocus($0) }, isWritable: project.isOnDisk),
        in: project)
    } else {
      let given = try documents.read(in: project, for: workspace)
      findings = workspace.check(fixtures: fixtures, documents: given) { project.isInFocus($0) }
    }
    let status = findings.hasErrors || strict && !findings.isEmpty ? ExitStatus.findings : .fine
    if let partitionBy, !findings.hasErrors { return try partition(workspace, by: partitionBy, remarks: findings) }
    if certificate, status == .fine { return try certify(workspace, remarks: findings) }
    try shared.output.show(findings, as: format)
    if watch.watch, findings.isEmpty { shared.output.chatter("clean: no errors") }
    return status
  }

  /// Prints the certificate of the whole set, and warnings on standard error.
  private func certify(_ workspace: Workspace, remarks: Findings) throws -> ExitStatus {
    do {
      try shared.output.result(workspace.certificate())
    } catch let findings as Findings {
      try shared.output.show(findings, as: format)
      return .findings
    }
    shared.output.aside(remarks.text(isColored: false))
    return .fine
  }

  /// Writes the fixed files, lists the fixes on standard error, and returns the remaining findings.
  private func mend(_ report: FixReport, in project: Project) throws -> Findings {
    for file in report.rewrites { try project.rewrite(file.path, from: file.old, to: file.new) }
    for line in report.applied { shared.output.chatter("fixed \(line)") }
    return report.findings
  }
}
