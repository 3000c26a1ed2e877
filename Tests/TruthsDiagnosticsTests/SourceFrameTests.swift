import Testing
import TruthsDiagnostics
import TruthsText

@Suite("A frame shows the exact characters")
struct SourceFrameTests {
  @Test("a span of one line has a caret under every character and the label behind them")
  func oneLine() {
    #expect(
      Marked("pack demo:\n  uses: [⟦trsut⟧]\n").frame(label: "no such pack") == """
         --> truths/demo/demo.truths:2:10
          |
        2 |   uses: [trsut]
          |          ^^^^^ no such pack
        """)
  }

  @Test("an empty span is one caret, also at the end of the file and in an empty file")
  func emptySpan() {
    #expect(Marked("a: b⟦⟧\n").frame() == " --> truths/demo/demo.truths:1:5\n  |\n1 | a: b\n  |     ^")
    #expect(Marked("a: b\n⟦⟧").frame() == " --> truths/demo/demo.truths:2:1\n  |\n2 |\n  | ^")
    #expect(Marked("⟦⟧").frame() == " --> truths/demo/demo.truths:1:1\n  |\n1 |\n  | ^")
  }

  @Test("tabs, wide and combining characters keep the carets under their characters")
  func columns() {
    #expect(Marked("\ta: ⟦b⟧\n").frame() == " --> truths/demo/demo.truths:1:5\n  |\n1 |     a: b\n  |        ^")
    #expect(Marked("請求: ⟦書⟧x\n").frame() == " --> truths/demo/demo.truths:1:5\n  |\n1 | 請求: 書x\n  |       ^^")
    #expect(Marked("e\u{301}: ⟦b⟧\n").frame() == " --> truths/demo/demo.truths:1:5\n  |\n1 | e\u{301}: b\n  |    ^")
    #expect(Marked("🙂 ⟦b⟧\n").frame() == " --> truths/demo/demo.truths:1:3\n  |\n1 | 🙂 b\n  |    ^")
  }

  @Test("characters that steer a terminal are shown, not sent; CR LF is a line break; invalid bytes are replaced")
  func control() {
    #expect(Marked("a\u{1B}[2J: ⟦b⟧\r\n").frame().hasSuffix("1 | a␛[2J: b\n  |        ^"))
    #expect(Marked("a\u{202E}: ⟦b⟧\n").frame().hasSuffix("1 | a\\u{202E}: b\n  |            ^"))
    #expect(Marked("a\u{200B}: ⟦b⟧\n").frame().hasSuffix("1 | a\u{FFFD}: b\n  |     ^"))
    let turning: [Unicode.Scalar] = ["\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"]
    let escapes = turning.map { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    #expect(turning.map { visible(String(Character($0))) } == escapes)
    var sources = SourceMap()
    let file = sources.add(path: "x", bytes: [0x61, 0xFF, 0xFE, 0x62])
    let finding = Diagnostic("T0000", .error, "m", at: Span(file: file.id, start: 3, end: 4))
    #expect(HumanRenderer(sources: sources).render(finding).contains("1 | a\u{FFFD}\u{FFFD}b\n  |    ^\n"))
  }

  @Test("what is shown takes time linear in a text, also beyond ASCII: copied for each character, this one would take minutes")
  func long() {
    let text = String(repeating: "…\u{1B}[2J", count: 1_000_000)
    #expect(visible(text) == String(repeating: "…␛[2J", count: 1_000_000))
  }

  @Test("a span of several lines has a bar; the middle of a long one is left out")
  func severalLines() {
    #expect(
      Marked("⟦truth a:\n  when:\n    - x⟧\n").frame(label: "here") == """
         --> truths/demo/demo.truths:1:1
          |
        1 | / truth a:
        2 | |   when:
        3 | |     - x
          | |_______^ here
        """)
    let many = "a:\n  b: ⟦\"1\n" + (3...11).map { "    \($0)\n" }.joined() + "    z\"⟧\n"
    #expect(
      Marked(many).frame() == """
          --> truths/demo/demo.truths:2:6
           |
         2 |     b: "1
           |  ______^
         3 | |     3
        ...  |
        12 | |     z"
           | |______^
        """)
  }

  @Test("a span that ends behind a line break ends on its line")
  func endsAtLineBreak() {
    #expect(Marked("⟦a: b\n⟧c: d\n").frame() == " --> truths/demo/demo.truths:1:1\n  |\n1 | a: b\n  | ^^^^")
  }

  @Test("a long line is cut around the span")
  func longLine() {
    let text = String(repeating: "x", count: 60) + "⟦yy⟧" + String(repeating: "z", count: 5000)
    let lines = Marked(text).frame(width: 40).split(separator: "\n")
    #expect(lines[2] == "1 | …xxxxxxxxxxyyzzzzzzzzzzzzzzzzzzzzzzzzzzz…")
    #expect(lines[3] == "  |            ^^")
    let tail = Marked(String(repeating: "x", count: 9000) + "⟦y⟧").frame(width: 40).split(separator: "\n")
    #expect(tail[2].hasSuffix("xy") && tail[2].count <= 45)
    #expect(tail[3].count == tail[2].count)
  }
}
