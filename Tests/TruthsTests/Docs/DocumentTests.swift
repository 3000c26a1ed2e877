import Foundation
import Testing
import TruthsTestSupport

/// The samples in the documents are tested: files are written, commands are run, and their output is compared.
@Suite("Documents tell what really happens")
struct DocumentTests {
  @Test("the guide, in a directory of its own")
  func guide() throws {
    try withScratchDirectory { try LiterateDocument.check("docs/guide.md", in: $0) }
  }

  @Test("the README, in a directory of its own")
  func readme() throws {
    try withScratchDirectory { try LiterateDocument.check("README.md", in: $0) }
  }

  @Test("every test that a promise is held by is there")
  func promises() throws {
    let path = "SECURITY.md"
    let tests = try Repository.files(below: "Tests", ending: ".swift").map { try Repository.text($0) }.joined()
    let names = try Repository.text(path).split(separator: "`").filter { $0.hasSuffix("Tests") && !$0.contains(" ") }
    #expect(!names.isEmpty)
    for name in names {
      let isThere = tests.contains("struct \(name) ")
      #expect(isThere, "\(path) names \(name)")
    }
    for file in try Repository.text(path).split(separator: "`") where file.hasPrefix("Tests/") && file.hasSuffix(".py") {
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: String(file)).path), "\(path) names \(file)")
    }
  }

  @Test("every link to a file of this repository leads somewhere")
  func links() throws {
    let top = ["README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "Fuzz/README.md"]
    for path in top + Repository.files(below: "docs", ending: ".md") {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      for part in try Repository.text(path).components(separatedBy: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" && $0 != "\n" }
        guard !target.isEmpty, !target.hasPrefix("http") else { continue }
        let file = Repository.root.appending(path: folder).appending(path: String(target))
        #expect(FileManager.default.fileExists(atPath: file.path), "\(path) links to \(target)")
      }
    }
  }
}
