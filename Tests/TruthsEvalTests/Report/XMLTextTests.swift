import Testing
import TruthsEval

@Suite struct XMLTextTests {
  @Test func whatXMLUsesIsEscaped() { #expect(XMLText.escaped("<a b=\"c\">&'\n") == "&lt;a b=&quot;c&quot;&gt;&amp;'&#10;") }

  @Test func whatXMLCannotHoldIsSpelledOut() {
    #expect(XMLText.escaped("\u{0}\u{1B}[1m\u{FFFE}\u{FFFF}") == "\\u{0}\\u{1B}[1m\\u{FFFE}\\u{FFFF}")
    #expect(XMLText.escaped("é😀\u{7F}\u{85}") == "é😀\u{7F}\u{85}")
  }
}
