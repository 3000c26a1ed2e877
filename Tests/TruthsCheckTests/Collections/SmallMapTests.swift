import Testing

@testable import TruthsCheck
@testable import TruthsProgram

/// The small tables of the checker, compared with those of the standard library, with sizes around the one at which they hash.
@Suite("Small collections behave as those of the standard library")
struct SmallMapTests {
  /// Numbers in an order that is neither rising nor falling, some of them twice.
  static func numbers(_ count: Int) -> [Int] { (0..<count).map { ($0 * 7919 + 13) % max(1, count - count / 4) } }

  @Test("a set holds each element once, in the order in which they came", arguments: [0, 1, 5, 12, 13, 14, 40])
  func set(_ count: Int) {
    let numbers = Self.numbers(count)
    var (mine, theirs): (SmallSet<Int>, Set<Int>) = ([], [])
    for number in numbers { #expect(mine.insert(number) == theirs.insert(number).inserted) }
    #expect(mine.count == theirs.count)
    #expect(Set(mine) == theirs)
    for number in -1...count + 1 { #expect(mine.contains(number) == theirs.contains(number)) }
  }

  @Test("sets are joined and compared whatever the order", arguments: [0, 3, 12, 13, 30], [0, 4, 13, 29])
  func sets(_ one: Int, _ other: Int) {
    let (left, right) = (Self.numbers(one), Self.numbers(other).map { $0 + 2 })
    let (mine, theirs) = (SmallSet(left), SmallSet(right))
    #expect(Set(mine.union(theirs)) == Set(left).union(right))
    #expect(Set(mine.intersection(theirs)) == Set(left).intersection(right))
    #expect(mine.isSubset(of: theirs) == Set(left).isSubset(of: right))
    #expect(mine.isDisjoint(with: Set(right)) == Set(left).isDisjoint(with: right))
    #expect((mine == theirs) == (Set(left) == Set(right)))
    #expect(SmallSet(left.reversed()) == mine)
    #expect(Set([SmallSet(left.reversed()), mine]).count == 1)
  }

  @Test("a map gives back what was set last", arguments: [0, 1, 12, 13, 14, 50])
  func map(_ count: Int) {
    var (mine, theirs): (SmallMap<Int, Int>, [Int: Int]) = (SmallMap(), [:])
    for (place, number) in Self.numbers(count).enumerated() {
      mine.set(place, for: number)
      theirs[number] = place
    }
    #expect(mine.isEmpty == theirs.isEmpty)
    for number in -1...count + 1 { #expect(mine[number] == theirs[number]) }
  }

  @Test("numbers stand in order, and can be taken out", arguments: [0, 1, 2, 9, 40])
  func ordered(_ count: Int) {
    var (mine, theirs): (NumberMap<Int>, [Int: Int]) = (NumberMap(), [:])
    for (place, number) in Self.numbers(count).enumerated() {
      mine[number, default: 0] += place
      theirs[number, default: 0] += place
      if place.isMultiple(of: 3) { (mine[number / 2], theirs[number / 2]) = (nil, nil) }
      if place.isMultiple(of: 5) { (mine[-number], theirs[-number]) = (place, place) }
    }
    #expect(mine.keys == theirs.keys.sorted())
    #expect(mine.count == theirs.count)
    for number in -count...count + 1 { #expect(mine[number] == theirs[number]) }
    mine.update { key, value in value = key }
    #expect(mine.entries.allSatisfy { $0.key == $0.value })
  }
}
