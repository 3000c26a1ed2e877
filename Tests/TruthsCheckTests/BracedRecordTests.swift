import Testing
import TruthsCheck
import TruthsDiagnostics

/// A record that is written in braces (types §6).
@Suite struct BracedRecordTests {
  @Test(
    "it is told how a record is written, whatever YAML makes of it",
    arguments: [
      "made: part{sku: order_id}", "made: 'part{sku: order_id}'", "made: part{sku = order_id}",
      "made: 'part{sku = order_id}.sku'",
    ])
  func isTold(_ binding: String) {
    let part = "record part:\n  fields:\n    sku: text"
    let found = Shop(lets: [binding], declarations: [part]).load().diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1 && found[0].help?.contains("`line(sku = \"A\", quantity = 1)`") == true, "\(found)")
  }
}
