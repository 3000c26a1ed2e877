import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Every page's samples, as `truths explain` shows them: the wrong ones yield exactly their code, the right ones nothing at all.
@Suite struct PageTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var code: DiagnosticCode
    var isWrong: Bool
    var number: Int
    var sample: DiagnosticSample

    /// The contents of the files. The first file may have bytes that are not valid text.
    var files: [(path: String, bytes: [UInt8])] {
      sample.files.enumerated().map { index, file in
        (file.path, index == 0 ? sample.bytes?() ?? Array(file.text.utf8) : Array(file.text.utf8))
      }
    }

    var testDescription: String { "\(code) \(isWrong ? "wrong" : "right") \(number + 1)" }
  }

  static let samples = DiagnosticRegistry.pages.flatMap { page in
    let wrong = page.wrong.enumerated().map { ($0.element, $0.offset, true) }
    let right = page.right.enumerated().map { ($0.element, $0.offset, false) }
    // Bundles and fixtures are read elsewhere, and tests there run their samples.
    let isLoose = { (sample: DiagnosticSample) in
      !sample.files.contains { $0.path.hasSuffix(".truthpack") || $0.path.hasPrefix("Fixtures/") }
    }
    return (wrong + right).filter { $0.0.action == .check && isLoose($0.0) }.map { sample, number, isWrong in
      Sample(code: page.code, isWrong: isWrong, number: number, sample: sample)
    }
  }

  @Test(arguments: samples) func sampleYieldsWhatItsPageSays(_ sample: Sample) {
    let set = Loader.load(sample.files, today: CivilDate(year: 2026, month: 6, day: 1))
    let found = set.diagnostics.map { diagnostic in
      let place = set.sources.start(of: diagnostic.span)
      return "\(diagnostic.code) \(place.line):\(place.column) \(diagnostic.message)"
    }
    let codes = Set(set.diagnostics.map(\.code))
    #expect(codes == (sample.isWrong ? [sample.code] : []), "\(found.joined(separator: "\n"))")
  }

  @Test func codesAreUniqueAndInOrder() {
    let codes = DiagnosticRegistry.kinds.map { $0.code }
    #expect(codes == Set(codes).sorted())
  }
}
