import Testing
import TruthsDiagnostics
import TruthsJSON
import TruthsText

struct JSONReaderTests {
  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("false", "false"), ("\"\"", "\"\""), ("[]", "[]"), ("{}", "{}"),
    ("[ 1 , 2 ]", "[1,2]"), ("{ \"a\" : { \"b\" : [ null ] } }", "{\"a\":{\"b\":[null]}}"), ("\r\n\t [1]\n", "[1]"),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u00e9\u20ac""#, "\"é€\""), (##""\ud83d\uDE42""##, "\"🙂\""),
    ("\"\u{7F}\u{80}\u{10FFFD}\"", "\"\u{7F}\u{80}\u{10FFFD}\""), (#""\u0000""#, #""\u0000""#),
  ])
  func valuesAreRead(text: String, canonical: String) throws {
    #expect(String(decoding: try value(text).canonical(), as: UTF8.self) == canonical)
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("1e3", "1000"), ("1E+3", "1000"), ("1.50", "1.5"), ("1.5e1", "15"), ("5.0", "5"),
    ("123456789012345", "123456789012345"), ("1e14", "100000000000000"), ("1e-12", "1e-12"), ("0.000000000001", "1e-12"),
    ("100e-2", "1"), ("0e999999999999999999999", "0"), ("0.0000000000000000000000001e25", "1"), ("-1.25e-7", "-1.25e-7"),
    ("1000000000000000000000e-20", "10"), ("1.000000000000000000000000000000", "1"),
  ])
  func numbersAreExact(text: String, canonical: String) throws {
    #expect(String(decoding: try value(text).canonical(), as: UTF8.self) == canonical)
  }

  @Test(arguments: [
    "1234567890123456", "0.1234567890123456", "1e15", "1000000000000000", "1e-13", "0.0000000000001", "-1e999999999999999999999",
    "1e-999999999999999999999", "9.9e15",
  ])
  func numbersPastTheLimits(text: String) {
    #expect(fault("[\(text)]") == "T8005 1:2-1:\(2 + text.count)")
  }

  @Test(arguments: ["01", "-01", "1.", "1.e3", ".5", "1e", "1e+", "+1", "-", "0x10", "1.2.3", "--1", "1_000", "٣"])
  func numbersOfAnotherForm(text: String) {
    #expect(fault("[\(text)]").hasPrefix("T8000 1:"), "\(fault("[\(text)]"))")
  }

  @Test(arguments: [
    ("[1,]", "T8000 1:4-1:5"), ("[1 2]", "T8000 1:4-1:5"), ("{\"a\" 1}", "T8000 1:6-1:7"), ("{\"a\":1,}", "T8000 1:8-1:9"),
    ("{a:1}", "T8000 1:2-1:3"), ("{'a':1}", "T8000 1:2-1:3"), ("[True]", "T8000 1:2-1:6"), ("[NaN]", "T8000 1:2-1:5"),
    ("[nul]", "T8000 1:2-1:5"), ("{} {}", "T8000 1:4-1:5"), ("1 // one", "T8000 1:3-1:4"), ("[1]]", "T8000 1:4-1:5"),
    ("{\"a\":}", "T8000 1:6-1:7"), ("[1}", "T8000 1:3-1:4"), ("\"\\x\"", "T8000 1:2-1:4"), ("\"\\u12G4\"", "T8000 1:2-1:7"),
    ("\u{FEFF}{}", "T8000 1:1-1:2"), ("{\n  \"é\": é\n}", "T8000 2:8-2:9"), ("{1:2}", "T8000 1:2-1:3"), ("tru", "T8001 1:4-1:4"),
    ("\u{00A0}1", "T8000 1:1-1:2"), ("1\u{00A0}", "T8000 1:2-1:3"), ("\u{2028}", "T8000 1:1-1:2"),
  ])
  func otherThings(text: String, expected: String) { #expect(fault(text) == expected) }

  @Test(arguments: [
    ("", "T8001 1:1-1:1"), ("  \n", "T8001 1:1-1:1"), ("[", "T8001 1:2-1:2"), ("[1,", "T8001 1:4-1:4"), ("{\"a", "T8001 1:4-1:4"),
    ("{\"a\":1\n\n", "T8001 1:7-1:7"), ("\"abc", "T8001 1:5-1:5"), ("\"\\", "T8001 1:3-1:3"), ("\"\\u12", "T8001 1:6-1:6"),
    ("\"\\ud83d", "T8001 1:8-1:8"), ("\"\\ud83d\\", "T8001 1:9-1:9"), ("-", "T8001 1:2-1:2"), ("1e", "T8001 1:3-1:3"),
  ])
  func dataThatEndsTooEarly(text: String, expected: String) { #expect(fault(text) == expected) }

  @Test func aTruncatedDocumentNamesWhatIsOpen() throws {
    guard case .failure(let diagnostic) = JSONReader.read(source("{\"a\": [1, \"b")) else { throw Unexpected() }
    #expect(diagnostic.message == "the text is not closed")
    #expect(diagnostic.notes.map(\.span.start) == [10])
  }

  @Test(arguments: [
    ("{\"a\":1,\"b\":2,\"a\":3}", "T8002 1:14-1:17"), ("{\"a\":1,\"\\u0061\":2}", "T8002 1:8-1:16"),
    ("[{\"\":1,\"\":2}]", "T8002 1:8-1:10"),
  ])
  func namesThatStandTwice(text: String, expected: String) { #expect(fault(text) == expected) }

  @Test func namesAreComparedByScalars() throws {
    // é as one scalar and as two: canonically equivalent, yet two names.
    #expect(try value("{\"\u{E9}\":1,\"e\u{301}\":2}").objectValue?.members.count == 2)
  }

  @Test func theFirstOfTwoNamesIsNoted() throws {
    let many = (0..<40).map { "\"m\($0)\":0" }.joined(separator: ",")
    guard case .failure(let diagnostic) = JSONReader.read(source("{\(many),\"m3\":1}")) else { throw Unexpected() }
    #expect(diagnostic.code == "T8002")
    #expect(diagnostic.notes.map(\.span) == [Span(file: FileID(0), start: 22, end: 26)])
  }

  @Test(arguments: [
    (#""\ud800""#, "T8003 1:2-1:8"), (#""\udc00""#, "T8003 1:2-1:8"), (#""\ud800x""#, "T8003 1:2-1:8"),
    (#""\ud800\n""#, "T8003 1:2-1:8"), (##""\ud83d\ud83d""##, "T8003 1:2-1:8"), (##""\ud83d\u0041""##, "T8003 1:2-1:8"),
    (#""\uffff""#, "T8003 1:2-1:8"), (#""\ufdd0""#, "T8003 1:2-1:8"), (##""\ud83f\udfff""##, "T8003 1:2-1:14"),
    ("\"a\u{FFFE}\"", "T8003 1:3-1:4"), ("\"\u{1FFFF}\"", "T8003 1:2-1:3"), ("{\"\\ud800\":1}", "T8003 1:3-1:9"),
  ])
  func escapesThatAreNoCharacter(text: String, expected: String) { #expect(fault(text) == expected) }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xF0, 0x9F, 0x99],
    ] as [[UInt8]])
  func bytesThatAreNoUTF8(bytes: [UInt8]) {
    #expect(fault([0x22, 0x61] + bytes + [0x22]).hasPrefix("T8003 1:3-"))
    #expect(fault([0x5B] + bytes + [0x5D]).hasPrefix("T8003 1:2-"))
    #expect(fault([0x31, 0x20] + bytes + [0x20, 0x20, 0x20]).hasPrefix("T8003 1:3-"))
  }

  @Test(arguments: [0x00, 0x09, 0x0A, 0x0D, 0x1F] as [UInt8])
  func controlCharactersInTexts(byte: UInt8) {
    #expect(fault([0x22, 0x61, byte, 0x22]).hasPrefix("T8004 1:3-"))
  }

  @Test func depthHasALimit() {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(fault(deepest) == "read " + deepest)
    #expect(fault("[" + deepest + "]") == "T8006 1:65-1:66")
    #expect(fault(String(repeating: "[", count: 1_000_000)) == "T8006 1:65-1:66")
    #expect(fault(String(repeating: "{\"a\":", count: 1_000_000)) == "T8006 1:321-1:322")
  }

  @Test func sizesHaveLimits() {
    #expect(fault(Array("[1,2,3]".utf8), limits: JSONLimits(depth: 64, bytes: 100, nodes: 3)) == "T8006 1:6-1:6")
    #expect(fault(Array("[1,2,3]".utf8), limits: JSONLimits(depth: 64, bytes: 100, nodes: 4)) == "read [1,2,3]")
    #expect(fault(Array("[1,2,3]".utf8), limits: JSONLimits(depth: 64, bytes: 6, nodes: 9)) == "T8006 1:1-1:1")
    #expect(fault(Array("[1,2,3]".utf8), limits: JSONLimits(depth: 64, bytes: 7, nodes: 9)) == "read [1,2,3]")
    let large = [UInt8](repeating: 0x20, count: JSONLimits.document.bytes) + [0x31]
    #expect(fault(large) == "T8006 1:1-1:1")
  }

  @Test func everyValueHasItsPlace() throws {
    let text = " {\"a\": [1.5, \"é\"],\n \"b\\n\": null }"
    let file = source(text)
    let value = try JSONReader.read(file).get()
    #expect(file.text(value.span) == "{\"a\": [1.5, \"é\"],\n \"b\\n\": null }")
    let list = try #require(value.member("a"))
    #expect(file.text(list.nameSpan) == "\"a\"")
    #expect(file.text(list.value.span) == "[1.5, \"é\"]")
    #expect(list.value.elements.map { $0.map { file.text($0.span) } } == ["1.5", "\"é\""])
    #expect(value.member("b\n").map { file.text($0.nameSpan) } == "\"b\\n\"")
    #expect(value.member("b\n").map { file.text($0.value.span) } == "null")
  }

  @Test func aPartOfAFileIsReadInPlace() throws {
    let file = source("{} [7] {}")
    let value = try JSONReader.read(file, in: 3..<6).get()
    #expect(file.text(value.span) == "[7]")
    #expect(throws: Diagnostic.self) { try JSONReader.read(file, in: 3..<5).get() }
    #expect(throws: Diagnostic.self) { try JSONReader.read(file, in: 90..<95).get() }
  }

  struct Unexpected: Error {}
}
