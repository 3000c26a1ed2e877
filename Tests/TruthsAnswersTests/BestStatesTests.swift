import Testing

@testable import TruthsAnswers

@Suite("States that a search goes on from")
struct BestStatesTests {
  @Test("the nearest are kept, one for each key, the first or the last of equals", arguments: [false, true])
  func best(prefersLast: Bool) {
    var random = UInt64(7)
    for width in 1...4 {
      for _ in 0..<200 {
        let added = (0..<12).map { number -> (number: Int, key: Int, distance: Int) in
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return (number, Int(random >> 33) % 5, Int(random >> 40) % 4)
        }
        var best = BestStates<Int, Int>(width, prefersLast: prefersLast)
        for state in added {
          best.add(state.number, of: state.key, distance: state.distance)
        }
        var seen = Set<Int>()
        let wanted = added.sorted { left, right in
          let isFirst = prefersLast ? left.number > right.number : left.number < right.number
          return left.distance == right.distance ? isFirst : left.distance < right.distance
        }.filter { seen.insert($0.key).inserted }.prefix(width).map(\.number)
        #expect(best.all == Array(wanted))
        #expect(best.takeFirst() == wanted.first)
      }
    }
  }
}
