import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

struct JSONLinesTests {
  /// Each line as its value or fault.
  private func lines(_ text: String) -> [String] {
    let file = source(text)
    return JSONLines(file).map {
      switch $0 {
      case .success(let value): String(decoding: value.value.compact(), as: UTF8.self)
      case .failure(let diagnostic): told(diagnostic, in: file)
      }
    }
  }

  @Test func aValueALine() {
    #expect(lines("1\n[2]\n{\"a\":3}\n") == ["1", "[2]", "{\"a\":3}"])
    #expect(lines("1\r\n\n  \n2") == ["1", "2"])
    #expect(lines("") == [])
    #expect(lines("\n\n") == [])
  }

  @Test func faultsHaveLineAndColumn() {
    #expect(lines("{\"é\":1}\n{\"é\":x}\n3\n") == ["{\"é\":1}", "T8000 2:6-2:7", "3"])
    #expect(lines("1 2\n3") == ["T8000 1:3-1:4", "3"])
    #expect(lines("{\n}\n") == ["T8001 1:2-1:2", "T8000 2:1-2:2"])
  }

  @Test func aLineMayBeTruncated() throws {
    #expect(lines("1\n{\"a\": \"b") == ["1", "T8001 2:9-2:9"])
    #expect(lines("[1\n2") == ["T8001 1:3-1:3", "2"])
    let faults = JSONLines(source("[1\n{\"a\":")).map { result -> Diagnostic? in
      guard case .failure(let diagnostic) = result else { return nil }
      return diagnostic
    }
    #expect(faults.map { $0?.message.hasPrefix("truncated line") } == [true, true])
    #expect(faults[0]?.help == "write each entry on one line")
    #expect(faults[1]?.help == "the last line is incomplete; remove the line, or restore the file")
  }

  @Test func everyPrefixOfALineIsTruncatedOrAValue() {
    let line = ##"{"a":[1.5e3,"\u00e9\ud83d\ude42é🙂",true,false,null,-12],"b":{}}"##
    let bytes = Array(line.utf8)
    for length in 1..<bytes.count {
      let file = SourceFile(id: FileID(0), path: "cut.jsonl", bytes: Array(bytes[..<length]))
      for result in JSONLines(file) {
        guard case .failure(let diagnostic) = result else { continue }
        #expect(diagnostic.code == "T8001", "cut behind byte \(length): \(diagnostic.message)")
      }
    }
  }
}
