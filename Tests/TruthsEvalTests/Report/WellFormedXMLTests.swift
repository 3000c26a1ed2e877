import Foundation
import FoundationXML
import Testing
import TruthsEval
import TruthsText

/// An independent XML parser reads the report, with any id of a fixture.
@Suite struct WellFormedXMLTests {
  /// Reads the names and attributes of all elements.
  private final class Listener: NSObject, XMLParserDelegate {
    var names: [String] = []
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      if let value = attributes["name"] { names.append(value) }
    }
  }

  @Test(arguments: [
    "plain", "<&>\"'", "]]>", "\u{0}\u{8}\u{1B}[1m", "\u{FFFE}\u{FFFF}", "é\u{301} 😀 \u{85}\u{2028}", "a\nb\tc\r",
  ])
  func anyIDGivesWellFormedXML(id: String) throws {
    var sources = SourceMap()
    let file = sources.add(path: "Fixtures/\(id).json", bytes: [])
    let mismatch = Mismatch(path: id, span: file.span, expected: id, got: id)
    let results = EvalResults(
      FixtureOutcome.allCases.map {
        FixtureResult(id: id, span: file.span, outcome: $0, mismatches: [mismatch], note: id)
      })
    let parser = XMLParser(data: Data(JUnitReport(sources: sources).text(results).utf8))
    let listener = Listener()
    parser.delegate = listener
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(listener.names.count == 7)
    if id.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0xFFFE || $0 == "\n" || $0 == "\t" || $0 == "\r" }) {
      #expect(listener.names.last == id)
    }
  }
}
