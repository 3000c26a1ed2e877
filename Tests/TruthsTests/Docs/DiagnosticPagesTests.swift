import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsTestSupport

/// The pages of `docs/diagnostics` describe the registered diagnostics. `TRUTHS_UPDATE=1 swift test --filter
/// DiagnosticPagesTests` writes the output of their commands and their table of contents.
@Suite("The pages of the diagnostics")
struct DiagnosticPagesTests {
  private static let folder = "docs/diagnostics"

  @Test("are one for each registered kind, and those in the executable")
  func files() throws {
    let codes = DiagnosticRegistry.kinds.map { $0.code.description }
    let paths = codes.map { "\(Self.folder)/\($0).md" }
    for path in Repository.files(below: Self.folder, ending: "") where !path.hasSuffix("/README.md") {
      if !paths.contains(path) { Issue.record("\(path) belongs to no registered kind") }
    }
    for (code, path) in zip(codes, paths) where !Repository.isUpdating {
      let text = DiagnosticRegistry.markdown(for: DiagnosticCode(code))
      if try text != Repository.text(path) { Issue.record("Sources/CDiagnostics/diagnostics.c has not \(path) as it stands") }
    }
    #expect(DiagnosticPages.all.count == codes.count + 1)
  }

  @Test("are of the kind's code and severity, in one form, and show what the command prints", arguments: SampleTests.codes)
  func page(_ code: String) throws {
    let path = "\(Self.folder)/\(code).md"
    let text = try Repository.text(path)
    let page: DiagnosticPage
    do { page = try DiagnosticPage(markdown: text) } catch {
      Issue.record("\(path), \(error)")
      return
    }
    let kind = try #require(DiagnosticRegistry.kinds.first { $0.code.description == code })
    #expect(page.code == kind.code && page.severity == kind.severity, "\(path) begins with another code or severity")
    let output = try SampleRun.findings(of: #require(page.wrong.first)).text()
    let written = WrittenPage(page: page, output: output).text
    if Repository.isUpdating {
      try Data(written.utf8).write(to: Repository.root.appending(path: path))
    } else if let (line, wanted) = Self.difference(of: text, from: written) {
      Issue.record("\(path):\(line): `\(wanted)` should stand here")
    }
  }

  /// Returns the first line, from 1, at which two texts differ, with its wanted content.
  private static func difference(of text: String, from wanted: String) -> (line: Int, wanted: Substring)? {
    if text == wanted { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let others = wanted.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(lines, others).prefix { $0 == $1 }.count
    return (line + 1, line < others.count ? others[line] : "")
  }

  @Test("have a table of contents")
  func contents() throws {
    let index = DiagnosticRegistry.indexMarkdown
    let path = "\(Self.folder)/README.md"
    if Repository.isUpdating { return try Data(index.utf8).write(to: Repository.root.appending(path: path)) }
    #expect(try Repository.text(path) == index)
  }

  /// The commands of a page print the shown output in a folder with the files of the page.
  @Test("show what their commands print", arguments: ["T82", "T84"])
  func commands(family: String) throws {
    let pages = DiagnosticRegistry.pages.filter { $0.code.description.hasPrefix(family) }
    #expect(pages.count > 2)
    for page in pages {
      let sample = try #require(page.wrong.first)
      try withScratchDirectory { directory in
        for (path, text) in sample.files {
          let file = directory.appending(path: path)
          try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(text.utf8).write(to: file)
        }
        let printed = try BuiltCommand.shell(sample.command, in: directory)
        let isError = page.severity == .error
        #expect(
          printed.output == SampleRun.findings(of: sample).text() && (printed.status != 0) == isError, "\(page.code): \(printed)")
      }
    }
  }
}
