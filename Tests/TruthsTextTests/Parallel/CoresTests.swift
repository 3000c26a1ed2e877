import Synchronization
import Testing
import TruthsText

@Suite("Work on all cores")
struct CoresTests {
  @Test("gives what a plain map gives, in order", arguments: [0, 1, 3, 4, 5, 64, 1001])
  func inOrder(count: Int) {
    let made = Parallel.map(count, stride: 4) { place in ["\(place)", "\(place * place)"] }
    #expect(made == (0..<count).map { ["\($0)", "\($0 * $0)"] })
  }

  @Test("gives the same beside other work, which is done once", arguments: [0, 1, 4, 5, 64, 1001])
  func beside(count: Int) {
    var others = 0
    let made = Parallel.map(count, stride: 4, beside: { others += 1 }, { "\($0)" })
    #expect(made == (0..<count).map(String.init))
    #expect(others == 1)
  }

  @Test("gives the same beside two other works, each done once", arguments: [0, 1, 4, 5, 64, 1001])
  func besideTwo(count: Int) {
    var (first, second) = (0, 0)
    let made = Parallel.map(count, stride: 4) {
      first += 1
    } and: {
      second += 1
    } _: {
      "\($0)"
    }
    #expect(made == (0..<count).map(String.init))
    #expect(first == 1 && second == 1)
  }

  @Test("does everything once")
  func once() {
    let calls = Atomic(0)
    let places = Parallel.map(777, stride: 5) { place in
      calls.wrappingAdd(1, ordering: .relaxed)
      return place
    }
    #expect(calls.load(ordering: .relaxed) == 777)
    #expect(places == Array(0..<777))
  }

  @Test("does nothing where there is nothing", arguments: [-1, 0])
  func nothing(count: Int) {
    #expect(Parallel.map(count, stride: 8) { $0 }.isEmpty)
  }
}
