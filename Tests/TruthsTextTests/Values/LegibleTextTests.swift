import Testing
import TruthsText

@Suite("What is legible, functions §3")
struct LegibleTextTests {
  @Test(
    "blanks are not",
    arguments: [
      "", " ", "\t\r\n", "\u{85}", "\u{A0}", "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{1160}", "\u{1680}", "\u{17B4}",
      "\u{180B}", "\u{180E}", "\u{2003}", "\u{200B}\u{200C}\u{200D}", "\u{2028}", "\u{202E}", "\u{2060}", "\u{2066}\u{2069}",
      "\u{2800}", "\u{3000}", "\u{3164}", "\u{FE0F}", "\u{FEFF}", "\u{FFA0}", "\u{FFFC}", "\u{13441}", "\u{13442}",
      "\u{1D159}", "\u{E0020}\u{E0041}", "\u{E0100}", "\u{E000}", "\u{FFFF}", "\u{10FFFD}", " \u{200B}\u{3164} ",
    ])
  func blanks(_ text: String) {
    #expect(!Text(text).isLegible)
  }

  @Test(
    "what somebody sees is",
    arguments: [".", "0", "a", " a ", "\u{200B}é", "ß", "原", "א", "🙂", "👩\u{200D}💻", "\u{202E}abc", "-", "\u{FFFD}"])
  func seen(_ text: String) {
    #expect(Text(text).isLegible)
  }

  @Test("the list is that of the standard library's Unicode where both know a character")
  func list() {
    for value in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let (properties, category) = (scalar.properties, scalar.properties.generalCategory)
      if category == .unassigned { continue }
      let isUnseen =
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint || [.control, .format, .privateUse].contains(category)
      if isUnseen { #expect(!Text(String(Character(scalar))).isLegible, "U+\(String(value, radix: 16))") }
    }
  }
}
