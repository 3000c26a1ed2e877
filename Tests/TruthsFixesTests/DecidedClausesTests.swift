import Testing
import Truths
import TruthsDiagnostics
import TruthsTestSupport

/// Findings about contradicting or repeated clauses have no false positives in this repository.
@Suite("Decided clauses in the texts of this repository")
struct DecidedClausesTests {
  @Test("no pack, example or document of this repository has a clause that contradicts, repeats or never speaks")
  func silence() {
    for set in RepositoryTexts.sets where !set.name.hasPrefix("T") {
      let workspace = Workspace(truths: set.files.map { SourceText(path: $0.path, bytes: $0.bytes) })
      let told = workspace.check().diagnostics.filter { ["T43", "T44"].contains($0.code.description.prefix(3)) }
      #expect(told.map(\.message) == [], "\(set.name)")
    }
  }
}
