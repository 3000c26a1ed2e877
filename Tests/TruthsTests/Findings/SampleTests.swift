import Testing
import Truths
import TruthsDiagnostics
import TruthsText

/// Every page's samples, done with as the page says.
@Suite("Samples of the diagnostics")
struct SampleTests {
  static let codes = DiagnosticRegistry.kinds.map { $0.code.description }

  @Test("a wrong sample yields its code and nothing else, at a place; a right one yields nothing", arguments: codes)
  func samples(_ code: String) throws {
    let page = try #require(DiagnosticRegistry.page(for: DiagnosticCode(code)))
    // The sample of 16 MiB takes half a minute without optimisation; Tests/Corpus/truths/large-file.txt runs one instead.
    for sample in page.wrong where (sample.bytes?().count ?? 0) < 1 << 20 {
      let findings = SampleRun.findings(of: sample)
      #expect(Set(findings.diagnostics.map(\.code.description)) == [code], "\(findings.text())")
      for finding in findings.diagnostics { #expect(findings.sources.file(finding.span.file) != nil, "\(code)") }
    }
    for sample in page.right {
      let findings = SampleRun.findings(of: sample)
      #expect(findings.isEmpty, "\(findings.text())")
    }
  }
}
