import Testing
import TruthsDiagnostics
import TruthsGenerators
import TruthsSyntax

/// Formatting accepts any bytes: it keeps the meaning of readable parts and all findings, and a second run changes nothing.
@Suite struct FaultyLayoutTests {
  private func check(_ bytes: [UInt8], _ path: String) {
    let before = Reading(bytes: bytes, path: path)
    let (text, refused) = laidOut(bytes: bytes)
    let formatted = laidOutBytes(bytes)
    let after = Reading(bytes: formatted, path: path)
    let isSame =
      before.unit.declarations.map(Bare.declaration) == after.unit.declarations.map(Bare.declaration)
      && before.diagnostics.map { "\($0.code) \($0.message)" }.sorted()
        == after.diagnostics.map { "\($0.code) \($0.message)" }.sorted()
      && before.unit.ignores.map(\.code) == after.unit.ignores.map(\.code)
    let isDone = laidOutBytes(formatted) == formatted
    guard isSame, isDone, refused.isEmpty else {
      Issue.record("\(isSame) \(isDone) \(refused)\n--- before\n\(String(decoding: bytes, as: UTF8.self))\n--- after\n\(text)")
      return
    }
  }

  private static let samples: [(text: String, path: String)] = [
    (ContractSamples.truth, "money/money.invoice.creation.truths"), (ContractSamples.job, "money/money.invoice.jtbd"),
    (Kitchen.sink, "demo/demo.truths"), (Kitchen.truth, "demo/demo.truths"),
  ]

  @Test(arguments: samples.indices) func filesWithPartsLostOrDoubled(_ index: Int) {
    let (text, path) = Self.samples[index]
    let bytes = Array(text.utf8)
    var chance = Chance(seed: UInt64(index))
    for _ in 0..<200 {
      let start = chance.next(below: bytes.count)
      let end = min(bytes.count, start + chance.next(below: 16))
      check(Array(bytes[..<start] + bytes[end...]), path)
      check(Array(bytes[..<end] + bytes[start...]), path)
    }
  }

  @Test func filesWithSignsOfYAMLAnywhere() {
    let signs = [
      "\n", "\r", "\t", "  ", " #", "#", ": ", "- ", "[", "]", "{", "}", ",", "'", "\"", "|\n", ">\n", "&a ", "*a", "!a ", "? ",
      "---\n", "\u{FEFF}",
    ]
    var generator = DeclarationGenerator(seed: 11)
    for _ in 0..<1000 {
      let file = LayoutGenerator.file(from: &generator)
      var bytes = Array(file.text.utf8)
      for _ in 0...generator.chance.next(below: 2) {
        bytes.insert(contentsOf: Array(generator.chance.pick(signs).utf8), at: generator.chance.next(below: bytes.count))
      }
      check(bytes, "demo/demo.\(file.ending)")
    }
  }
}
