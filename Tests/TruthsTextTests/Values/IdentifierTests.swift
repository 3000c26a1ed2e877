import Testing
import TruthsText

@Suite("Ids of people, organisations, devices and roles, runs §1.1")
struct IdentifierTests {
  @Test(
    "has the form",
    arguments: [
      "a", "ann", "Ann Lee", "ann@acme.example", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "-", "José", "Åsa", "李雷", "한국", "👩",
      "\u{229}\u{301}", "\u{1E9B}\u{323}", "क\u{93C}", "ann\u{A0}lee", "a\u{3000}b", "\u{5D0}\u{5B7}",
    ])
  func form(_ text: String) { #expect(Identifier.fault(in: text) == nil) }

  @Test(
    "is at fault, and says why",
    arguments: [
      ("", "is empty"), (" ann", "begins with white space (U+0020)"), ("ann ", "ends with white space (U+0020)"),
      (" ", "begins with white space (U+0020)"), ("ann\n", "ends with white space (U+000A)"),
      ("\u{A0}ann", "begins with white space (U+00A0)"), ("ann\u{3000}", "ends with white space (U+3000)"),
      ("ann\u{2028}", "ends with white space (U+2028)"), ("ann\u{85}", "ends with white space (U+0085)"),
      ("a\tn", "holds U+0009, an invisible character"), ("a\u{0}", "holds U+0000, an invisible character"),
      ("a\u{2028}n", "holds U+2028, an invisible character"), ("a\u{2029}n", "holds U+2029, an invisible character"),
      ("ann\u{200B}", "holds U+200B, an invisible character"), ("a\u{AD}n", "holds U+00AD, an invisible character"),
      ("\u{FEFF}ann", "holds U+FEFF, an invisible character"), ("a\u{200D}n", "holds U+200D, an invisible character"),
      ("a\u{202E}n", "holds U+202E, an invisible character"), ("\u{E000}", "holds U+E000, an invisible character"),
      ("\u{378}", "holds U+0378, an invisible character"), ("a\u{FFFF}", "holds U+FFFF, an invisible character"),
      ("a\u{34F}", "holds U+034F, an invisible character"), ("a\u{FE0F}", "holds U+FE0F, an invisible character"),
      ("\u{3164}", "holds U+3164, an invisible character"), ("\u{115F}", "holds U+115F, an invisible character"),
      ("\u{2800}", "holds U+2800, an invisible character"), ("a\u{E0100}", "holds U+E0100, an invisible character"),
      ("\u{10FFFF}", "holds U+10FFFF, an invisible character"),
    ])
  func faults(_ text: String, _ fault: String) { #expect(Identifier.fault(in: text) == fault) }

  @Test(
    "is in normal form C",
    arguments: [
      "e\u{301}", "A\u{30A}", "\u{212B}", "\u{1112}\u{1161}", "\u{AC00}\u{11A8}", "a\u{301}\u{327}", "\u{958}", "\u{F900}",
      "\u{340}", "\u{2126}",
    ])
  func normalForm(_ text: String) {
    #expect(Identifier.fault(in: text)?.hasPrefix("is not in Unicode's normal form C") == true)
  }

  @Test("every scalar of ASCII inside an id: what can be seen, and a space, may stand there")
  func ascii() {
    for value in UInt8.min..<0x80 {
      let text = "a\(Character(Unicode.Scalar(value)))b"
      #expect((Identifier.fault(in: text) == nil) == (0x20..<0x7F).contains(value), "U+\(value)")
    }
  }

  @Test("what is blank in a text may stand in no id, but for white space between others")
  func blanks() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), scalar.isBlank, !scalar.properties.isWhitespace else { continue }
      if Identifier.fault(in: "a\(Character(scalar))b") == nil { Issue.record("U+\(String(value, radix: 16))") }
    }
  }
}
