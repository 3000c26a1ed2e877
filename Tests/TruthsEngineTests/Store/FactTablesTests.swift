import Testing
import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

@testable import TruthsEngine

@Suite("Tables of many fact types")
struct FactTablesTests {
  private static let types = 70

  private static let program = Loader.load([
    (
      path: "truths/shop/shop.truths",
      bytes: Array(
        ("pack shop:\n  version: 1.0.0\n"
          + (0..<types).map { "\nfact item_\($0).seen:\n  key: [item]\n  external: true\n  fields:\n    item: text\n" }.joined())
          .utf8)
    )
  ]).program

  private func fact(_ type: Int, _ item: String, _ sequence: Int) -> FactRecord {
    let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
    return FactRecord(type: type, fields: [.text(Text(item))], entry: entry)
  }

  @Test func everyTypeHasItsOwnTable() {
    var store = Engine(program: Self.program).emptyStore
    let count = Self.program.facts.count
    #expect(store.tables.indices == 0..<count && count >= Self.types)
    for type in 0..<count { #expect(store.tables[type].shape.type == type) }
    let seen = Self.program.facts.indices.filter { Self.program.facts[$0].name.hasSuffix(".seen") }
    for (place, type) in seen.enumerated() {
      for number in 0...(place % 3) { store.append(fact(type, "i\(number)", 1 + 3 * place + number)) }
    }
    for (place, type) in seen.enumerated() {
      #expect(store.count(type) == place % 3 + 1)
      #expect(store.tables.counts[type] == place % 3 + 1)
    }
  }

  /// A copy shares the unchanged parts with its original, and no part that one of them changed.
  @Test(arguments: [0, 31, 32, 33, 63, 64, 69]) func aCopyKeepsWhatItWasCopiedWith(type: Int) {
    var store = Engine(program: Self.program).emptyStore
    for other in Self.program.facts.indices where Self.program.facts[other].fields.count == 1 {
      store.append(fact(other, "first", other + 1))
    }
    let before = store.tables.counts
    var copy = store
    copy.append(fact(type, "second", 1000))
    #expect(store.tables.counts == before)
    var after = before
    after[type] += 1
    #expect(copy.tables.counts == after)
  }
}
