import Testing
import TruthsDiagnostics
import TruthsGenerators
import TruthsSyntax
import TruthsText

/// Any bytes are read to declarations and findings, without a crash, a hang, or a position outside of the file.
@Suite struct RobustnessTests {
  static let samples: [(text: String, path: String)] = [
    (ContractSamples.truth, "money/money.invoice.creation.truths"), (ContractSamples.job, "money/money.invoice.jtbd"),
    (Kitchen.sink, "demo/demo.truths"),
  ]

  private func check(_ bytes: [UInt8], _ path: String) {
    let reading = Reading(bytes: bytes, path: path)
    for diagnostic in reading.diagnostics {
      let spans = [diagnostic.span] + diagnostic.notes.map(\.span) + diagnostic.fixes.flatMap { $0.edits.map(\.span) }
      for span in spans where span.start < 0 || span.end < span.start || Int(span.end) > bytes.count {
        Issue.record("\(diagnostic) stands outside \(bytes.count) bytes")
      }
    }
    if reading.unit.declarations.isEmpty, reading.diagnostics.isEmpty {
      Issue.record("nothing is said about \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: samples) func everyPrefixIsRead(_ sample: (text: String, path: String)) {
    let bytes = Array(sample.text.utf8)
    for length in 0..<bytes.count { check(Array(bytes[..<length]), sample.path) }
  }

  /// Every byte with some of its bits flipped, every bit somewhere.
  @Test(arguments: samples) func everyFlippedBitIsRead(_ sample: (text: String, path: String)) {
    let bytes = Array(sample.text.utf8)
    for index in bytes.indices {
      for bit in 0..<8 where (index + bit) % 3 == 0 {
        var other = bytes
        other[index] ^= 1 << bit
        check(other, sample.path)
      }
    }
  }

  @Test(arguments: samples) func everyPieceMayBeMissingOrRepeated(_ sample: (text: String, path: String)) {
    let bytes = Array(sample.text.utf8)
    var generator = ExprGenerator(seed: 4)
    for _ in 0..<600 {
      let start = generator.chance.next(below: bytes.count)
      let end = min(bytes.count, start + generator.chance.next(below: 12))
      check(Array(bytes[..<start] + bytes[end...]), sample.path)
      check(Array(bytes[..<end] + bytes[start...]), sample.path)
    }
  }

  @Test func signsInAnyOrderAreRead() {
    let signs = Array("ab: -\n  []{}()\"'#&*!|>%@`?,.=<→\\\t".utf8)
    var generator = ExprGenerator(seed: 5)
    for _ in 0..<3_000 {
      let tail = (0..<generator.chance.next(below: 60)).map { _ in signs[generator.chance.next(below: signs.count)] }
      check(Array("truth t:\n  requires:\n    - ".utf8) + tail, "demo/demo.truths")
    }
  }
}
