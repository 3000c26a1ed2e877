import ArgumentParser
import Truths

/// The command `truths doc`, which writes a handbook of a rule set.
struct DocCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc", abstract: "A handbook of the set for people: truths in plain words, with fixtures as examples.",
    discussion: """
      The HTML page needs no other file and no network; it can be searched. Graphviz (`dot`) draws the diagrams. Without \
      Graphviz, and in Markdown, the diagrams are text. With --write there is one page for each pack, and the first page is \
      index.html.
      """)

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: "The format of the handbook.")
  var format: DocFormat = .markdown

  @Option(help: ArgumentHelp("Write the handbook to a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Write one HTML page for each pack into a directory, and replace the pages there.", valueName: "dir"),
    completion: .directory)
  var write: String?

  @Option(help: ArgumentHelp("The title; by default it is made from the packs' names.", valueName: "text"))
  var title: String?

  @Option(help: ArgumentHelp("The date that the handbook states; none by default.", valueName: "YYYY-MM-DD"))
  var date: String?

  @Flag(name: .customLong("no-diagrams"), help: "Leave diagrams out.")
  var isWithoutDiagrams = false

  func validate() throws {
    if let date, !Workspace.isDay(date) { throw ValidationError("--date \(date): it is not a date such as 2025-01-31") }
    guard write != nil else { return }
    if format != .html { throw ValidationError("--write needs --format html: pages are written as HTML alone") }
    if output != nil { throw ValidationError("--write names a directory and --output a file: leave one out") }
  }

  func run() throws {
    let project = try set.project().withFixturesAround()
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let handbook: Handbook
    do {
      let fixtures = try project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
      handbook = try workspace.handbook(fixtures: fixtures, title: title, date: date)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    if let write {
      return try shared.output.result(handbook.htmlFiles(pictures: pictures(of: handbook)), toDirectory: write)
    }
    let text =
      switch format {
      case .markdown: handbook.markdown(pictures: isWithoutDiagrams ? .none : .text)
      case .html: handbook.html(pictures: pictures(of: handbook))
      }
    try shared.output.result(text, toFile: output)
  }

  private func pictures(of handbook: Handbook) -> Handbook.Pictures {
    if isWithoutDiagrams { return .none }
    if let drawn = Graphviz.drawn(handbook.dotTexts) { return .vector(drawn) }
    shared.output.chatter("`dot` of Graphviz cannot be run: diagrams are written as text")
    return .text
  }
}

/// Output formats of a handbook.
enum DocFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown, html
}
