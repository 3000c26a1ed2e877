import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

@Suite("Witnesses of the pages' samples")
struct SampleProofTests {
  /// The codes of findings with a witness. A missing `otherwise` and overlapping rows have none, because the rows alone show
  /// them.
  static let codes = DiagnosticRegistry.kinds.map { $0.code.description }.filter { code in
    (code.hasPrefix("T43") || code.hasPrefix("T44")) && code != "T4404" && code != "T4425"
  }

  @Test("each finding about clauses carries a witness that shows it", arguments: codes)
  func samples(_ code: String) throws {
    let page = try #require(DiagnosticRegistry.page(for: DiagnosticCode(code)))
    for sample in page.wrong {
      let loaded = Loader.load(sample.files.map { ($0.path, Array($0.text.utf8)) })
      let proofs = loaded.proofs.filter { $0.diagnostic.code == page.code }
      #expect(!proofs.isEmpty)
      let runner = ProofRunner(program: loaded.program)
      #expect(proofs.flatMap { runner.broken($0) } == [])
      // The finding shows its witness.
      for proof in proofs {
        let words = [proof.diagnostic.message] + proof.diagnostic.notes.map(\.message)
        #expect(words.contains { $0.contains(proof.witness.text) })
      }
    }
  }
}
