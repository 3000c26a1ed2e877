import Foundation
import Testing
import TruthsTestSupport

/// The paths in backticks and links of the documents exist.
@Suite("Documents name what exists")
struct DocumentPathTests {
  static let documents =
    ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "Fuzz/README.md"]
    + Repository.files(below: "docs", ending: ".md").filter { !$0.hasPrefix("docs/diagnostics/") } + ModulePageTests.pages

  private static let folders = [
    "Sources/", "Tests/", "docs/", "Fuzz/", "Benchmarks/", "Server/", ".ci/", "Fixtures/", "truths/",
    "jtbd/",
  ]

  /// The texts in backticks of a document, without its blocks of code.
  static func quoted(_ document: String) throws -> [String] {
    let blocks = try Repository.text(document).components(separatedBy: "```")
    return blocks.indices.filter { $0 % 2 == 0 }.flatMap { block in
      let parts = blocks[block].components(separatedBy: "`")
      return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
  }

  @Test("every path exists", arguments: documents)
  func paths(_ document: String) throws {
    for text in try Self.quoted(document) where Self.folders.contains(where: { text.hasPrefix($0) }) {
      let path = String(text.prefix { $0 != " " && $0 != ":" })
      let isMade = path.contains("/.build/") || path.hasPrefix("Fuzz/work/")
      if isMade || path.contains(where: { "<*…{".contains($0) || $0.isNewline }) { continue }
      #expect(Self.exists(path), "\(document) names \(path)")
    }
  }

  @Test("every link to a file of the repository leads somewhere", arguments: documents)
  func links(_ document: String) throws {
    let folder = document.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for part in try Repository.text(document).components(separatedBy: "](").dropFirst() {
      let target = String(part.prefix { $0 != ")" && $0 != "#" })
      if target.isEmpty || target.contains(":") || target.contains(" ") { continue }
      #expect(Self.exists(folder + target), "\(document) links to \(target)")
    }
  }

  @Test("every test that is named exists", arguments: documents)
  func tests(_ document: String) throws {
    let names = Self.testNames
    for text in try Self.quoted(document) where text.hasSuffix("Tests") && text.allSatisfy(\.isLetter) {
      #expect(names.contains(text), "\(document) names \(text)")
    }
  }

  /// Suites, by the names of their types, and targets of tests.
  private static let testNames: Set<String> = {
    var names = Set(Repository.folders("Tests") + Repository.folders("Server/Tests"))
    for source in TidyTests.tests {
      for line in source.lines {
        let words = line.split { !$0.isLetter }
        guard let keyword = words.firstIndex(of: "struct"), keyword + 1 < words.count else { continue }
        names.insert(String(words[keyword + 1]))
      }
    }
    return names
  }()
}
