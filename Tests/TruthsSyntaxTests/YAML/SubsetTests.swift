import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The features of YAML that files §2 excludes.
@Suite struct SubsetTests {
  static let faults: [Expectation] = [
    .init("T0011", "YAML anchors are not allowed: `&all`", "record a:\n  fields: «&all»\n    b: text\n"),
    .init("T0011", "YAML anchors are not allowed: `&x`", "enum a: [«&x» b, c]\n"),
    .init("T0012", "YAML aliases are not allowed: `*x`", "record a:\n  fields:\n    b: «*x»\n"),
    .init("T0013", "YAML tags are not allowed: `!!str`", "pack a:\n  version: «!!str» 1\n", mended: "pack a:\n  version: 1\n"),
    .init("T0013", "YAML tags are not allowed: `!x`", "enum a: [«!x» b]\n", mended: "enum a: [b]\n"),
    .init("T0014", "YAML merge keys are not allowed: `<<`", "record a:\n  fields:\n    «<<»: {c: text}\n    b: text\n"),
    .init("T0017", "a key must be a single word", "record a:\n  fields:\n    «?» b\n    : text\n"),
    .init("T0017", "a key must be a single word", "record a:\n  fields:\n    «[b]»: text\n    c: text\n"),
    .init("T0017", "a key must be a single word", "record a:\n  fields: {«{b: c}»: text, d: text}\n"),
    .init("T0018", "`b` is written twice here", "record a:\n  fields:\n    b: text\n    «b»: integer\n"),
    .init("T0018", "`b` is written twice here", "record a:\n  fields:\n    b: text\n    «\"b\"»: integer\n"),
    .init("T0018", "`enum a` is written twice here", "enum a: [b]\nenum c: [d]\n«enum  a»: [e]\n"),
    .init("T0010", "this is not YAML: the list is not closed", "enum a: «[»b, c\n"),
    .init("T0010", "this is not YAML: the mapping is not closed", "record a:\n  fields: «{»b: text\n"),
    .init("T0010", "this is not YAML: the quoted text is not closed", "pack a:\n  summary: «\"»b\n"),
    .init("T0010", "this is not YAML: expected `,` or `]`", "enum a: [b «{» c: d}]\n"),
    .init("T0010", "this is not YAML: nothing may follow the closing quote", "record a:\n  fields: \"b\" «c»\n"),
    .init("T0010", "this is not YAML: expected a value", "enum a: [b, «,» c]\n"),
    .init("T0010", "this is not YAML: a list may not begin here; begin it on a line of its own", "enum a: «-» b\n"),
    .init(
      "T0042", "`\"` at the beginning of a text has a special meaning in YAML", "pack a:\n  summary: «\"»b\" c\n",
      mended: "pack a:\n  summary: '\"b\" c'\n"),
    .init(
      "T0042", "`@` at the beginning of a text has a special meaning in YAML", "pack a:\n  summary: «@»b\n",
      mended: "pack a:\n  summary: '@b'\n"),
    .init(
      "T0010", "this is not YAML: expected a key at the indentation of the mapping", "pack a:\n    version: 1\n  «s»ummary: b\n"),
    .init("T0010", "this is not YAML: `%` may not begin a value", "enum a: [b, «%»c]\n"),
    .init(
      "T0010", "this is not YAML: a comment needs a space before its `#`", "pack a:\n  summary: \"b\"«#» c\n",
      mended: "pack a:\n  summary: \"b\" # c\n"),
    .init(
      "T0010", "this is not YAML: a comment needs a space before its `#`", "enum a: [b, c]«#» d\n",
      mended: "enum a: [b, c] # d\n"),
    .init(
      "T0010", "this is not YAML: a comment needs a space before its `#`", "pack a:\n  summary: |«#» d\n    b # c\n",
      mended: "pack a:\n  summary: | # d\n    b # c\n"),
    .init(
      "T0010", "this is not YAML: a comment needs a space before its `#`", "enum a: [b,«#» d\n  c]\n",
      mended: "enum a: [b, # d\n  c]\n"),
    .init("T0010", "this is not YAML: there is no such escape", "pack a:\n  summary: \"«\\»q\"\n"),
    .init(
      "T0040", "YAML reads `: ` as the end of a key", "pack a:\n  version: b«:» c\n", mended: "pack a:\n  version: 'b: c'\n"),
  ]

  @Test(arguments: faults) func isReportedOnceAtItsPlace(_ fault: Expectation) {
    let reading = Reading(MarkedText(fault.marked).text)
    fault.check(reading.diagnostics, reading.file)
  }

  @Test(arguments: ["pack a:\n  summary: \"b#c\" # d\n", "pack a:\n  summary: b#c\n", "pack a:\n  summary: |\n    \"b\"# c\n"])
  func aSignInATextIsNoComment(_ text: String) { #expect(Reading(text).findings == []) }

  @Test func aRepetitionShowsTheFirst() {
    let reading = Reading("record a:\n  fields:\n    b: text\n    b: integer\n")
    let note = reading.diagnostics.first?.notes.first
    #expect(note?.message == "it is written first here")
    #expect(note.map { reading.file.position(at: Int($0.span.start)).line } == 3)
  }

  @Test func manyKeysAreComparedToo() {
    let fields = (0..<100).map { "    f\($0): text\n" }.joined()
    #expect(Reading("record a:\n  fields:\n\(fields)    f7: text\n").diagnostics.map(\.code) == ["T0018"])
    #expect(Reading("record a:\n  fields:\n\(fields)    f99: text\n").diagnostics.map(\.code) == ["T0018"])
    #expect(Reading("record a:\n  fields:\n\(fields)").findings == [])
  }

  /// A scalar has no type of its own.
  @Test(arguments: ["no", "1e3", "12:30", "2024-01-01", "null", "~", "0x1F", "yes", ".inf"])
  func aScalarMeansWhatItsPlaceSays(_ text: String) {
    let reading = Reading("pack a:\n  summary: \(text)\n  version: \(text)\n")
    #expect(reading.findings == [])
    #expect(reading.unit.declarations.first?.summary?.text == text)
  }

  @Test func aBombOfAliasesIsRefusedAtOnce() {
    var text = "enum a0: &a0 [lol]\n"
    for level in 1..<40 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "enum a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(Set(Reading(text).diagnostics.map(\.code)) == ["T0011", "T0012"])
  }
}
