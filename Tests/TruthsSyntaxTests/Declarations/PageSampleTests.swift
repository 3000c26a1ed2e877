import Testing
import TruthsDiagnostics
import TruthsSyntax

@Suite struct PageSampleTests {
  static let t0 = DiagnosticRegistry.pages.filter { $0.code.family == "T0" }

  /// Checks a page's samples as far as reading a file goes: the wrong one yields its code alone, the right one nothing.
  @Test(arguments: t0.indices) func samplesYieldTheirCode(_ index: Int) {
    let page = Self.t0[index]
    for sample in page.wrong {
      for file in sample.files {
        let bytes = sample.bytes?() ?? Array(file.text.utf8)
        let reading = Reading(bytes: bytes, path: String(file.path.dropFirst("truths/".count)))
        #expect(reading.diagnostics.map(\.code) == [page.code], "\(reading.findings)\n\(file.text.prefix(500))")
      }
    }
    for sample in page.right {
      for file in sample.files {
        let reading = Reading(file.text, path: String(file.path.dropFirst("truths/".count)))
        #expect(reading.findings == [], "\(file.text)")
      }
    }
  }
}
