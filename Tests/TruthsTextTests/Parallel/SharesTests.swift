import Testing

@testable import TruthsText

/// The division of work into shares: every place is worked on exactly once.
@Suite("Shares of work")
struct SharesTests {
  @Test("every place is handed out once, however many take turns", arguments: [1, 2, 3, 7], [1, 5, 64])
  func once(takers: Int, stride: Int) {
    let shares = WorkStealingRanges(of: 1000, stride: stride)
    var places: [Int] = []
    var own = [Int?](repeating: nil, count: takers)
    var waiting = Array(0..<takers)
    while let taker = waiting.first {
      waiting.removeFirst()
      guard let given = shares.take(from: &own[taker]) else { continue }
      #expect(!given.isEmpty && given.count <= stride)
      places += given
      waiting.append(taker)
    }
    #expect(places.sorted() == Array(0..<1000))
  }

  @Test("the second to come has the second half, and who is done the second half of what another has left")
  func helping() {
    let shares = WorkStealingRanges(of: 40, stride: 10)
    var (first, second): (Int?, Int?) = (nil, nil)
    #expect(shares.take(from: &first) == 0..<10)
    #expect(shares.take(from: &second) == 25..<35)
    #expect(shares.take(from: &second) == 35..<40)
    #expect(shares.take(from: &second) == 17..<25)
    #expect(shares.take(from: &first) == 10..<17)
    #expect(shares.take(from: &first) == nil)
    #expect(shares.take(from: &second) == nil)
  }
}
