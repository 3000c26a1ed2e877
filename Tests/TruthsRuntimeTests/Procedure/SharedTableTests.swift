import Testing

@testable import TruthsRuntime

@Suite("A table whose copies share what they can")
struct SharedTableTests {
  @Test("holds what a dictionary holds, whatever the order of keys and however often one is set")
  func agreesWithADictionary() {
    var table = SharedTable<Int, Int>()
    var dictionary: [Int: Int] = [:]
    for number in 0..<50_000 {
      let key = (number &* 7_919) % 40_009
      table.set(number, for: key)
      dictionary[key] = number
    }
    #expect((0..<40_009).allSatisfy { table[$0] == dictionary[$0] })
    #expect(table[-1] == nil)
    #expect(table[-1, default: 7] == 7)
  }

  @Test("a copy goes its own way")
  func copies() {
    var one = SharedTable<Int, String>()
    for number in 0..<100 { one.set("old", for: number) }
    var other = one
    other.set("new", for: 5)
    one.set("newer", for: 6)
    #expect(one[5] == "old")
    #expect(other[5] == "new")
    #expect(one[6] == "newer")
    #expect(other[6] == "old")
  }
}
