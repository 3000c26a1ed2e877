import ArgumentParser
import Truths

/// The command `truths migrate`, which rewrites a rule set of an older language version.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Rewrite a truth set of an older version of the language for version 3.",
    discussion: """
      After the change, a field called if or then is read as trigger.if. The command prints the names of files that change. \
      Then it lists the places for you to review, where the meaning changed and the tool cannot decide. Files that change are \
      written in canonical layout; text that cannot be read is kept. Run check and eval afterwards.
      """)

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Flag(help: "Write nothing; exit with 1 if a file would change.")
  var check = false

  @Flag(help: "Write nothing; print what would change.")
  var diff = false

  func run() throws {
    let project = try set.project()
    if let bundle = project.bundles.first {
      throw Failure("\(project.shown(bundle)): a bundle is never changed, and so not migrated; name its files", .usage)
    }
    let files = project.truthsInFocus
    guard !files.isEmpty else { throw Failure("no .truths or .jtbd file is found", .noInput) }
    let given = try files.map { file in
      SourceText(path: file.shown, bytes: try FileReader.read(file.path, shown: file.shown, limit: FileReader.fileLimit))
    }
    let fixtures = try project.withFixturesAround().readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    let migration = Migration(given, fixtures: fixtures)
    var status = ExitStatus.fine
    for file in migration.files {
      if file.findings.hasErrors || check && file.isChanged { status = .findings }
      try shared.output.show(file.findings, as: .human)
      guard file.isChanged else { continue }
      try shared.output.result(diff ? file.diff : file.original.path + "\n")
      if !check, !diff { try project.rewrite(file.original.path, from: file.original.bytes, to: file.bytes) }
    }
    for remark in migration.remarks { try shared.output.result("\(remark.place): \(remark.text)\n") }
    if migration.remarks.isEmpty, !migration.files.contains(where: \.isChanged), status == .fine {
      shared.output.chatter("no file needs a change or a review")
    }
    try status.end()
  }
}
