import Testing
import TruthsText

/// The suggested name for a misspelt one: the least Damerau-Levenshtein distance up to a third of the longer name.
@Suite struct NearestNameTests {
  @Test(arguments: [
    ("amuont", ["amount", "account"], "amount"), ("amount", ["amount"], nil), ("ab", ["ba", "xb", "zzz"], "ba"),
    ("abc", ["abd", "abb", "xbc"], "abb"), ("abcdef", ["abcxyz", "xyzdef"], nil), ("abcdef", ["abcdxy"], "abcdxy"),
    ("a", ["b"], "b"), ("a", ["ab", "bc"], "ab"), ("", ["a"], nil), ("grüße", ["grusse", "grüsse"], "grüsse"),
  ]) func examples(_ name: String, _ candidates: [String], _ expected: String?) {
    #expect(nearestName(to: name, among: candidates) == expected)
    #expect(nearestName(to: name, among: candidates.reversed()) == expected)
  }

  @Test("of any candidates it is the one that the whole table of distances says")
  func asDefined() {
    var state: UInt64 = 11
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    func word() -> String { String((0..<(1 + next(12))).map { _ in ["a", "b", "c"][next(3)] as Character }) }
    for _ in 0..<2_000 {
      let (name, candidates) = (word(), (0..<6).map { _ in word() })
      let near = candidates.filter { candidate in
        candidate != name && distance(name, candidate) <= max(1, max(name.count, candidate.count) / 3)
      }
      let expected = near.min { (distance(name, $0), $0) < (distance(name, $1), $1) }
      #expect(nearestName(to: name, among: candidates) == expected, "\(name) among \(candidates)")
    }
  }

  @Test("names of every length up to 128 are compared, with letters of every script")
  func longNames() {
    for length in [63, 64, 65, 127, 128] {
      let name = String(repeating: "aü", count: length / 2) + (length % 2 == 0 ? "" : "a")
      #expect(nearestName(to: name, among: [name + "b", name + "bc"]) == name + "b")
      #expect(nearestName(to: name, among: ["b" + name.dropFirst(), "bc" + name]) == "b" + name.dropFirst())
    }
    #expect(nearestName(to: String(repeating: "a", count: 129), among: [String(repeating: "a", count: 128)]) == nil)
  }

  private func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : $0 == 0 ? row : 0 } }
    for row in 1...left.count {
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        table[row][column] = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1, table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
        }
      }
    }
    return table[left.count][right.count]
  }
}
