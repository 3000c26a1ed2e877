import Testing

@testable import TruthsAnswers

@Suite("Searches with a goal")
struct SearchGoalTests {
  /// Looks for 407 by steps of one digit; its beginnings are near.
  private struct Digits: SearchGoal {
    var found: Int?
    var tried = 0

    var isDone: Bool { found != nil }

    func distance(of state: Int) -> Int { [4, 40, 407].contains(state) ? 0 : 1 }

    func key(of state: Int) -> Int { state }

    func steps(from state: Int) -> [Int] { state < 100 ? Array(0...7) : [] }

    func furtherSteps(from state: Int) -> [Int] { [] }

    mutating func take(_ step: Int, from state: Int) -> Int? {
      tried += 1
      let made = 10 * state + step
      if made == 407 { found = made }
      return made
    }
  }

  @Test("every step is taken from a state, the nearest states are gone on from, and nothing is tried once the goal is reached")
  func explore() {
    var goal = Digits()
    var states = [0]
    for _ in 0..<3 {
      var best = BestStates<Int, Int>(3)
      for state in states { goal.explore(state, into: &best) }
      states = best.all
    }
    #expect(goal.found == 407)
    // From the start, from each of the three nearest, and from the nearest of those up to the goal.
    #expect(goal.tried == 8 + 3 * 8 + 8)
  }

  @Test("what is not needed is left out, in the order that is asked for; the last element stays")
  func reduced() {
    let needed = { (numbers: [Int]) -> String? in numbers.contains(2) && numbers.reduce(0, +) >= 7 ? "\(numbers)" : nil }
    let last = [1, 2, 3, 4, 5].reduced("whole", leavingOut: [5, 4, 3, 2, 1], needed)
    #expect(last.elements == [1, 2, 4] && last.result == "[1, 2, 4]")
    let first = [1, 2, 3, 4, 5].reduced("whole", leavingOut: [1, 2, 3, 4, 5], needed)
    #expect(first.elements == [2, 5] && first.result == "[2, 5]")
    #expect([2].reduced("whole", leavingOut: [2]) { _ in "none" }.elements == [2])
    #expect([7, 2].reduced("whole", leavingOut: [7, 2], needed).result == "whole")
  }
}
