import Testing
import Truths
import TruthsDiagnostics
import TruthsTestSupport

/// Formatting keeps the hash and the findings of every text of this repository, and formatted texts do not change again.
@Suite("Formatting the texts of this repository")
struct RepositoryFormatTests {
  static let sets = RepositoryTexts.sets

  @Test("there are many, of every sort")
  func found() {
    #expect(Self.sets.count > 150)
    #expect(Self.sets.flatMap(\.files).count { $0.path.hasSuffix(".jtbd") } > 3)
  }

  @Test("changes neither bundle nor findings, refuses nothing, and a second time changes nothing")
  func keepsMeaning() {
    for set in Self.sets {
      let formatted = set.files.map { FormattedSource(SourceText(path: $0.path, bytes: $0.bytes)) }
      for file in formatted {
        #expect(file.refusedLines == [], "\(set.name): \(file.original.path)")
        let again = FormattedSource(SourceText(path: file.original.path, bytes: file.bytes))
        #expect(!again.isChanged, "\(set.name)\n\(again.diff)")
      }
      // Equal bytes have an equal meaning.
      guard formatted.contains(where: \.isChanged) else { continue }
      let before = Workspace(truths: formatted.map(\.original))
      let after = Workspace(truths: formatted.map { SourceText(path: $0.original.path, bytes: $0.bytes) })
      #expect(before.hashed == after.hashed, "\(set.name)")
      #expect(told(before) == told(after), "\(set.name)")
    }
  }

  @Test("the repository's own are in canonical layout")
  func own() {
    for file in RepositoryTexts.own.flatMap(\.files) {
      #expect(FormattedSource(SourceText(path: file.path, bytes: file.bytes)).diff == "")
    }
  }

  @Test("the built-in pack is formatted as any file; only it has members whose names are words of the language")
  func builtIn() throws {
    let path = "Sources/CFiles/files/converge.approval.truths"
    let formatted = FormattedSource(SourceText(path: path, bytes: Array(try Repository.text(path).utf8)))
    #expect(formatted.refusedLines == [])
    #expect(Set(formatted.findings.diagnostics.map(\.code.description)) == ["T0024"])
  }

  /// The findings without their places.
  private func told(_ workspace: Workspace) -> [String] {
    let findings = workspace.check()
    return findings.diagnostics.map { "\($0.code) \($0.message)" }.sorted()
  }
}
