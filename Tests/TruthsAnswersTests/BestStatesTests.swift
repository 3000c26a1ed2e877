import Testing

@testable import TruthsAnswers

@Suite("States that a search goes on from")
struct BestStatesTests {
  @Test("those with the fewest clauses in the way are kept, one for each set of subjects, the first of equals")
  func best() {
    var random = UInt64(7)
    for width in 1...4 {
      for _ in 0..<200 {
        let added = (0..<12).map { number -> (number: Int, field: Int, inTheWay: Int) in
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return (number, Int(random >> 33) % 5, Int(random >> 40) % 4)
        }
        var best = BestStates<Int>(width)
        for state in added {
          best.add(state.number, of: [.place(ProposalPlace(field: "f\(state.field)"))], inTheWay: state.inTheWay)
        }
        var seen = Set<Int>()
        let wanted = added.sorted { ($0.inTheWay, $0.number) < ($1.inTheWay, $1.number) }
          .filter { seen.insert($0.field).inserted }.prefix(width).map(\.number)
        #expect(best.all == Array(wanted))
      }
    }
  }
}
