import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsTestSupport

/// `docs/diagnostics` is generated from the registry: `TRUTHS_UPDATE=1 swift test --filter DiagnosticPagesTests` writes it.
@Suite("The pages of the diagnostics")
struct DiagnosticPagesTests {
  @Test("are those that the registry gives")
  func pages() throws {
    let pages = DiagnosticPages.all
    #expect(pages.count > 20)
    let folder = "docs/diagnostics"
    if Repository.isUpdating {
      try? FileManager.default.removeItem(at: Repository.root.appending(path: folder))
      try FileManager.default.createDirectory(at: Repository.root.appending(path: folder), withIntermediateDirectories: true)
      for page in pages { try Data(page.text.utf8).write(to: Repository.root.appending(path: "\(folder)/\(page.name)")) }
      return
    }
    #expect(Repository.files(below: folder, ending: "") == pages.map { "\(folder)/\($0.name)" }.sorted())
    for page in pages { #expect(try Repository.text("\(folder)/\(page.name)") == page.text, "\(page.name)") }
  }

  /// What a page says that its command prints, the command prints where the page's files are.
  @Test("show what their commands print", arguments: ["T82", "T84"])
  func commands(family: String) throws {
    let pages = DiagnosticRegistry.kinds.map { $0.page }.filter { $0.code.description.hasPrefix(family) }
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
