import ArgumentParser
import Truths

/// The command `truths check -`, which checks text from an editor, alone or in place of a file.
extension CheckCommand {
  var readsStandardInput: Bool { stdinPath != nil || set.paths.contains("-") }

  func validateStandardInput() throws {
    guard readsStandardInput else { return }
    if !(set.paths.isEmpty || set.paths == ["-"]) {
      throw ValidationError("- and --stdin-path check standard input alone: leave the other paths out")
    }
    let others = [
      ("--fix", fix), ("--watch", watch.watch), ("--certificate", certificate), ("--partition-by", partitionBy != nil),
      ("--document", documents.isGiven),
    ]
    if let other = others.first(where: \.1) {
      throw ValidationError("standard input is only looked at, and cannot be combined with \(other.0)")
    }
  }

  func checkStandardInput() throws -> ExitStatus {
    let bytes = try FileReader.standardInput(limit: FileReader.fileLimit)
    let today = today ?? Today.text
    let findings: Findings
    if let stdinPath {
      findings = try check(bytes, inPlaceOf: stdinPath, today)
    } else {
      findings = Workspace(truths: [SourceText(path: "<stdin>", bytes: bytes)], today: today).check()
    }
    try shared.output.show(findings, as: format)
    return findings.hasErrors || strict && !findings.isEmpty ? .findings : .fine
  }

  /// Returns the findings in a file whose bytes are replaced by the given ones.
  private func check(_ bytes: [UInt8], inPlaceOf path: String, _ today: String) throws -> Findings {
    let absolute = try FileSystem.absolute(path)
    guard let sort = FileTree.Sort(absolute) else {
      throw Failure("\(path): it is not a .truths, .jtbd or .json file", .badData)
    }
    let root = Project.root(from: PathText.parent(absolute))
    let project = try root.map { try Project(paths: [$0]) }
    let shown = project?.shown(absolute) ?? path
    func replaced(_ files: [(path: String, bytes: [UInt8])]) -> [SourceText] {
      files.filter { $0.path != shown }.map { SourceText(path: $0.path, bytes: $0.bytes) }
        + [SourceText(path: shown, bytes: bytes)]
    }
    let truths = try project?.readTruths() ?? []
    let fixtures = sort == .fixture ? replaced(try project?.readFixtures() ?? []) : []
    let set = sort == .truths ? replaced(truths) : truths.map { SourceText(path: $0.path, bytes: $0.bytes) }
    return Workspace(truths: set, today: today).check(fixtures: fixtures) { $0 == shown }
  }
}
