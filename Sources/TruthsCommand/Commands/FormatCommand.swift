import ArgumentParser
import Truths

/// The command `truths fmt`, which writes truths and jobs in canonical layout.
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt", abstract: "Write truths and jobs in canonical layout; comments stay where they are.",
    discussion: """
      The command prints the names of files that change. It does not change declarations that it cannot read. It prints the \
      errors in them, and the exit code is then 1.
      """)

  @Argument(
    help: ArgumentHelp("Truth files, job files, or folders of them; - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup var shared: SharedOptions

  @Flag(help: "Write nothing; exit with 1 if a file would change.")
  var check = false

  @Flag(help: "Write nothing; print what would change.")
  var diff = false

  func validate() throws {
    if paths.contains("-"), paths.count > 1 { throw ValidationError("- means standard input, and must be the only file") }
  }

  func run() throws {
    if paths == ["-"] { return try formatStandardInput() }
    let project = try Project(paths: paths)
    if let bundle = project.bundles.first {
      throw Failure("\(project.shown(bundle)): a bundle is never changed, and so not formatted; name its files", .usage)
    }
    let files = project.truthsInFocus
    guard !files.isEmpty else { throw Failure("no .truths or .jtbd file is found", .noInput) }
    var status = ExitStatus.fine
    for file in files {
      let formatted = FormattedSource(
        SourceText(path: file.shown, bytes: try FileReader.read(file.path, shown: file.shown, limit: FileReader.fileLimit)))
      status = max(status, try report(formatted))
      guard formatted.isChanged else { continue }
      try shared.output.result(diff ? formatted.diff : file.shown + "\n")
      if !check, !diff { try project.rewrite(file.shown, from: formatted.original.bytes, to: formatted.bytes) }
    }
    try status.end()
  }

  /// Prints the text in canonical layout, and findings on standard error.
  private func formatStandardInput() throws {
    let bytes = try FileReader.standardInput(limit: FileReader.fileLimit)
    let formatted = FormattedSource(SourceText(path: "<stdin>", bytes: bytes))
    if !check, !diff { try shared.output.result(formatted.bytes) }
    if diff { try shared.output.result(formatted.diff) }
    if check, !diff, formatted.isChanged { try shared.output.result("<stdin>\n") }
    try report(formatted, isAside: true).end()
  }

  private static func areAlikeButForLineEnds(_ first: [UInt8], _ other: [UInt8]) -> Bool {
    func lines(_ bytes: [UInt8]) -> [UInt8] {
      bytes.indices.compactMap { place in
        guard bytes[place] == 0x0D else { return bytes[place] }
        return place + 1 < bytes.count && bytes[place + 1] == 0x0A ? nil : 0x0A
      }
    }
    return lines(first) == lines(other)
  }

  /// Prints the faults of a file.
  ///
  /// - Parameter isAside: whether standard output is used for the text already.
  private func report(_ formatted: FormattedSource, isAside: Bool = false) throws -> ExitStatus {
    for line in formatted.refusedLines {
      shared.output.chatter("\(formatted.original.path):\(line): left as it is; the formatter cannot write it safely")
    }
    if check, formatted.isChanged, Self.areAlikeButForLineEnds(formatted.original.bytes, formatted.bytes) {
      shared.output.chatter("\(formatted.original.path): its lines end in several ways; all get the end of the first")
    }
    if isAside { shared.output.aside(formatted.findings.text()) } else { try shared.output.show(formatted.findings, as: .human) }
    return formatted.findings.hasErrors || check && formatted.isChanged ? .findings : .fine
  }
}
