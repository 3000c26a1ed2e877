import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Faults of a file as a whole.
@Suite struct FileFaultTests {
  private static let indented = "this is not YAML: the first key is indented, and keys below it are not"

  static let faults: [Expectation] = [
    .init("T0001", "the file is empty", "«»"),
    .init("T0001", "the file is empty", "«» \n\n  \n"),
    .init("T0001", "the file declares nothing", "«»# only\n  # comments\n"),
    .init("T0001", "the file declares nothing", "«»---\n...\n"),
    .init("T0002", "the file is not text: it contains a NUL byte", "pack demo:\n  summary: a«\0»b\n"),
    .init("T0005", "the line separator U+0085 is not allowed in a file", "pack demo:\n  summary: a«\u{85}»b\n"),
    .init("T0005", "the line separator U+2028 is not allowed in a file", "pack demo:\n# a«\u{2028}»\n"),
    .init("T0005", "the line separator U+2029 is not allowed in a file", "pack demo:\n  summary: \"a«\u{2029}»b\"\n"),
    .init("T0006", "the control character U+001B is not allowed in a file", "pack demo:\n  summary: «\u{1B}»[0m\n"),
    .init("T0006", "the control character U+007F is not allowed in a file", "pack demo:\n  summary: «\u{7F}»\n"),
    .init("T0006", "the control character U+009F is not allowed in a file", "pack demo: # «\u{9F}»\n"),
    .init("T0006", "the control character U+FFFE is not allowed in a file", "pack demo: # «\u{FFFE}»\n"),
    .init(
      "T7004", "the character U+202E changes the direction of writing", "pack demo:\n  summary: a«\u{202E}»b\n",
      mended: "pack demo:\n  summary: ab\n", severity: .warning),
    .init(
      "T7004", "the character U+061C changes the direction of writing, and 2 more here do",
      "pack demo:\n  summary: a«\u{61C}»b\u{2066}c # \u{2069}\n", mended: "pack demo:\n  summary: abc # \n", severity: .warning),
    .init("T7004", "the character U+200F changes the direction of writing", "# a«\u{200F}»b\npack demo:\n", severity: .warning),
    .init("T0009", "a tab in the indentation", "pack demo:\n«\t»summary: a\n", mended: "pack demo:\n  summary: a\n"),
    .init(
      "T0009", "a tab in the indentation", "pack demo:\n  uses:\n  «\t»- a\n  \t- b\n",
      mended: "pack demo:\n  uses:\n    - a\n    - b\n"),
    .init(
      "T0015", "YAML directives are not allowed: `%YAML 1.1`", "«%YAML 1.1»\n---\npack demo:\n", mended: "\n---\npack demo:\n"),
    .init("T0015", "YAML directives are not allowed: `%TAG ! x`", "pack demo:\n«%TAG ! x» \n"),
    .init("T0016", "`---` splits this file into two YAML documents", "pack demo:\n«---»\nenum a: [b]\n"),
    .init("T0016", "`---` splits this file into two YAML documents", "---\n«---»\npack demo:\n---\nenum a: [b]\n"),
    .init("T0016", "`...` splits this file into two YAML documents", "pack demo:\n«...»\nenum a: [b]\n"),
    .init("T0016", "`...` splits this file into two YAML documents", "enum a: [b]\n«...»\renum c: [d]\n"),
    .init("T0016", "`...` splits this file into two YAML documents", "enum a: [b]\n«...» enum c: [d]\n"),
    .init("T0016", "`...` splits this file into two YAML documents", "pack demo:\n«...»\n  version: 1.0.0\n"),
    .init("T0005", "the line separator U+2028 is not allowed in a file", "# c«\u{2028}»enum a: [b]\nenum c: [d]\n"),
    .init("T0006", "the control character U+001B is not allowed in a file", "# «\u{1B}»[0m\nenum c: [d]\n"),
    .init("T0010", Self.indented, "« »enum a: [b]\nenum c: [d]\n"),
    .init("T0010", Self.indented, "# c\n---\n«  »enum a:\n    ordered: [b]\n\nenum c: [d]\n"),
    .init("T0019", "expected a declaration, found `hello`", "«hello»\n"),
    .init("T0019", "expected a declaration, found `- a`", "«- a»\n- b\n"),
    .init("T0019", "expected a declaration, found `[a, b]`", "«[a, b]»\n"),
    .init("T0019", "expected a declaration, found `\"hello\"`", "«\"hello\"»\n"),
    .init("T0019", "expected a declaration, found `hello`", "pack demo:\n«hello»\nenum a: [b]\n"),
    .init("T0019", "expected a declaration, found `a`", "--- «a»\npack demo:\n"),
    .init("T0019", "a colon is missing after `enum a`", "«enum a»\n  ordered: [b]\n", mended: "enum a:\n  ordered: [b]\n"),
    .init(
      "T0019", "the truth has no name",
      "«truth»:\n  when: []\n"),
    .init("T0019", "a declaration begins with a kind and a name, and `enum a b` has more words", "«enum a b»: [c]\n"),
    .init(
      "T0020", "there is no kind of declaration `recrod`", "«recrod» a:\n  fields: {b: text}\n",
      mended: "record a:\n  fields: {b: text}\n"),
    .init("T0020", "there is no kind of declaration `wibble`", "«wibble» a: b\n"),
    .init("T0020", "there is no kind of declaration `Truth`", "«Truth» a: b\n", mended: "truth a: b\n"),
    .init("T0022", "`jtbd` is allowed only in .jtbd files", "«jtbd send»:\n  verb: a\n"),
  ]

  @Test(arguments: faults) func isReportedOnceAtItsPlace(_ fault: Expectation) {
    let reading = Reading(MarkedText(fault.marked).text)
    fault.check(reading.diagnostics, reading.file)
  }

  @Test func otherKindsDoNotStandInJobFiles() {
    let fault = Expectation("T0022", "a .jtbd file holds `jtbd` declarations only", "«enum a»: [b]\n")
    let reading = Reading(MarkedText(fault.marked).text, path: "demo/demo.jtbd")
    fault.check(reading.diagnostics, reading.file)
    #expect(reading.diagnostics.first?.help == "move the enum into a .truths file")
  }

  @Test func invalidBytesAreShown() {
    for bytes: [UInt8] in [[0xE9], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80]] {
      let reading = Reading(bytes: Array("pack demo:\n  summary: a".utf8) + bytes + Array("\nenum a: [b]\n".utf8))
      #expect(reading.diagnostics.map(\.code) == ["T0003"])
      #expect(reading.diagnostics.first?.span == Span(file: FileID(0), start: 23, end: 24))
      #expect(reading.unit.declarations.map(\.name.text) == ["a"])
    }
    let inside = Reading(bytes: Array("enum a: [\"".utf8) + [0xFF, 0xFE] + Array("\"]\n".utf8))
    #expect(inside.diagnostics.map(\.help) == ["save the file as UTF-8"])
    let other = Reading(bytes: [0xFF, 0xFE, 0x70, 0x00])
    #expect(other.diagnostics.map(\.code) == ["T0002"])
  }

  @Test func aByteOrderMarkIsPassedOver() {
    let reading = Reading(bytes: [0xEF, 0xBB, 0xBF] + Array("enum a: [b]\n".utf8))
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.first.map { reading.file.text($0.keySpan) } == "enum a")
    #expect(Reading(bytes: [0xEF, 0xBB, 0xBF]).diagnostics.map(\.message) == ["the file is empty"])
  }

  @Test func aFileMayBeginAndEndItsDocument() {
    #expect(Reading("# why\n---\n# what\nenum a: [b]\n...\n# done\n").findings == [])
  }

  @Test func windowsLineEndsAreLineEnds() {
    let reading = Reading("enum a: [b]\r\nrecord c:\r\n  summary: >\r\n    d\r\n    e\r\n  fields:\r\n    f: text\r\n")
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.last?.summary?.text == "d e")
  }

  /// YAML ends a line at a CR too, and a comment with it.
  @Test(arguments: [
    "# c\renum a: [b]\nenum c: [d]\n", "\n# c\renum a: [b]\nenum c: [d]\n", "\u{FEFF}# c\renum a: [b]\nenum c: [d]\n",
    "# c\r\renum a: [b]\nenum c: [d]\n", "--- # c\renum a: [b]\nenum c: [d]\n", "# c\renum a: [b]\renum c: [d]\r",
    "enum a: [b] # c\renum c: [d]\n", "enum a:\r  ordered:\r    - b\r# c\renum c: [d]\r...\r# e\r",
    " enum a: [b]\n enum c: [d]\n",
  ])
  func declarationsBehindALoneCRAreRead(_ text: String) {
    let reading = Reading(text)
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.map(\.name.text) == ["a", "c"])
    let again = Reading(laidOut(text).text)
    #expect(again.unit.declarations.map(\.name.text) == ["a", "c"])
  }

  @Test func indentedDeclarationsAreReadAllTheSame() {
    #expect(Reading(" enum a: [b]\nenum c: [d]\n").unit.declarations.map(\.name.text) == ["a", "c"])
  }

  @Test func oneFaultHidesNoOther() {
    let reading = Reading(
      """
      enum a: [b, c
      record d:
        fields:
          e: txet of
      \tf: x
      enum g: [h]
      wibble i:
      enum j: *k
      enum l: [m]

      """)
    #expect(reading.diagnostics.map(\.code) == ["T0010", "T0051", "T0009", "T0020", "T0012"])
    #expect(reading.unit.declarations.map(\.name.text) == ["d", "g", "l"])
    #expect(reading.unit.unread.map(\.text) == ["a", "i", "j"])
    #expect(reading.unit.declarations.map(\.isWhole) == [false, true, true])
  }

  @Test(arguments: [
    ("money/money.invoice.truths", [String]()), ("money/money.truths", []), ("money.truths", []),
    ("money/trust.truths", ["the file belongs to pack `trust` by its name and to `money` by its folder"]),
    ("money/Money.truths", ["`Money` in the file name `Money` cannot be a name"]),
    ("money/money..truths", ["`` in the file name `money.` cannot be a name"]),
    ("money/money.3way.truths", ["`3way` in the file name `money.3way` cannot be a name"]),
  ])
  func theNameOfAFileFitsItsPlace(_ path: String, _ messages: [String]) {
    let reading = Reading("enum a: [b]\n", path: path)
    #expect(reading.diagnostics.map(\.message) == messages)
    #expect(reading.diagnostics.allSatisfy { $0.code == "T0025" && reading.file.text($0.span) == "enum a" })
  }

  /// A message quotes no more than a line, and nothing that a terminal would obey.
  @Test func wordsAreQuotedShortly() {
    let long = Reading(String(repeating: "a", count: 1_000) + "\n")
    let quoted = String(repeating: "a", count: 80) + "…"
    #expect(long.diagnostics.map(\.message) == ["expected a declaration, found `\(quoted)`"])
    let escape = Reading("record a:\n  \"\\e[0m\\n\": b\n  fields: {c: text}\n")
    #expect(escape.diagnostics.map(\.message) == ["a record has no `\u{FFFD}[0m `"])
  }
}
