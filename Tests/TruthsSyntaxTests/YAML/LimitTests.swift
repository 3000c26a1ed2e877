import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The limits of files §2.5, each kept on both sides.
@Suite struct LimitTests {
  private func list(_ depth: Int) -> String {
    // The file's root mapping is one level, each bracket another.
    "enum a: " + String(repeating: "[", count: depth - 1) + "b" + String(repeating: "]", count: depth - 1) + "\n"
  }

  @Test func depthIsSixtyFour() {
    #expect(!Reading(list(64)).diagnostics.map(\.code).contains("T0007"))
    let reading = Reading(list(65))
    #expect(reading.findings == ["T0007 lists and mappings are nested more than 64 levels deep «[»"])
    #expect(reading.diagnostics.first.map { Int($0.span.start) } == 8 + 63)
  }

  @Test(arguments: ["[", "{a: ", "- ", "? "]) func depthTenThousandIsOneFinding(_ opening: String) {
    let text = (opening == "- " || opening == "? " ? "enum a:\n  " : "enum a: ") + String(repeating: opening, count: 10_000)
    #expect(Reading(text + "\nenum c: [d]\n").diagnostics.map(\.code) == ["T0007"])
  }

  @Test func depthByIndentationIsOneFinding() {
    let lines = (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }
    #expect(Reading("record " + lines.joined()).diagnostics.map(\.code) == ["T0007"])
  }

  @Test func nodesAreAHundredThousand() {
    // The root mapping, the key, the list and its values.
    let values = { (count: Int) in "enum a: [" + Array(repeating: "b", count: count).joined(separator: ",") + "]\n" }
    #expect(Reading(values(99_997)).findings == [])
    let reading = Reading(values(99_998) + "enum c: [d]\n")
    #expect(reading.findings == ["T0008 this file has more than 100000 values «b»"])
  }

  @Test func sizeIsSixteenMebibytes() {
    let head = Array("enum a: [b]\n#".utf8)
    let file = { (count: Int) in head + [UInt8](repeating: 0x78, count: count - head.count) }
    #expect(Reading(bytes: file(16 << 20)).findings == [])
    let reading = Reading(bytes: file((16 << 20) + 1))
    #expect(reading.findings == ["T0004 the file has 16777217 bytes, and at most 16777216 are read «»"])
    #expect(reading.unit.declarations.isEmpty)
  }
}
