import Foundation
import Testing
import Truths

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
}
