import Foundation
import Testing

/// The samples in the documents are real: files are written, commands are run, and what they print is what stands there.
@Suite("Documents tell what really happens")
struct DocumentTests {
  @Test("the guide, in a directory of its own")
  func guide() throws {
    try withScratchDirectory { try check("docs/guide.md", in: $0) }
  }

  @Test("the README, in this repository")
  func readme() throws {
    try check("README.md", in: Repository.root)
  }

  private func check(_ path: String, in directory: URL) throws {
    let text = try Repository.text(path)
    let expected = LiterateDocument(text)
    #expect(expected.text == text)
    #expect(expected.parts.contains { if case .command = $0 { true } else { false } }, "\(path) runs nothing")
    var actual = expected
    var status: Int32 = 0
    try actual.run(
      file: { path, text in
        let file = directory.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A file that stands in several blocks grows from block to block.
        let before = (try? Data(contentsOf: file)) ?? Data()
        try (before + Data((before.isEmpty ? text : "\n" + text).utf8)).write(to: file)
      },
      command: { line in
        let result = try BuiltCommand.shell("(exit \(status)); \(line)", in: directory)
        status = result.status
        return result.output + result.complaints
      })
    if Repository.isUpdating {
      try Data(actual.text.utf8).write(to: Repository.root.appending(path: path))
    } else {
      for (wanted, got) in zip(expected.parts, actual.parts) { #expect(got == wanted, "\(path)") }
    }
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
