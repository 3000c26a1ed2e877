import ArgumentParser
import Truths

/// `truths doc`
struct DocCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc", abstract: "A handbook of the set for people: truths in plain words, with fixtures as examples.",
    discussion: """
      Diagrams are drawn by Graphviz (`dot`) into the HTML page. Where it is not installed, and in Markdown, they \
      stand as its text.
      """)

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: "What the handbook is written as.")
  var format: DocFormat = .markdown

  @Option(help: ArgumentHelp("Write the handbook to a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Flag(name: .customLong("no-diagrams"), help: "Leave diagrams out.")
  var isWithoutDiagrams = false

  func run() throws {
    let project = try set.project().withFixturesAround()
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let handbook: Handbook
    do {
      handbook = try workspace.handbook(fixtures: project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) })
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
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
    shared.output.chatter("`dot` of Graphviz cannot be run: diagrams stand as text")
    return .text
  }
}

/// What a handbook is written as.
enum DocFormat: String, ExpressibleByArgument, CaseIterable {
  case markdown, html
}
