extension FixedPoint {
  /// The matches of one truth in one round.
  struct Group {
    var plan: MatchPlan
    /// The places of the matched facts, `plan.width` for each match.
    var places: [Int32]
    /// Whether the matches fire without an evaluator.
    var isShort: Bool
    /// Whether the same matches will be found again.
    var isAskedAgain = false

    /// Sorts the matches by the matched sequences, and removes duplicates. Places of one type are in the order of sequences.
    mutating func sort() {
      let width = plan.width
      let count = places.count / max(1, width)
      if isSorted(count) { return }
      let order = places.withUnsafeBufferPointer { places in
        (0..<count).sorted { Self.precedes(places, $0 * width, $1 * width, width) }
      }
      var sorted: [Int32] = []
      sorted.reserveCapacity(places.count)
      for match in order {
        let next = places[(match * width)..<((match + 1) * width)]
        if !sorted.suffix(width).elementsEqual(next) || sorted.isEmpty { sorted += next }
      }
      places = sorted
    }

    private func isSorted(_ count: Int) -> Bool {
      places.withUnsafeBufferPointer { places in
        var match = 1
        while match < count {
          if !Self.precedes(places, (match - 1) * plan.width, match * plan.width, plan.width) { return false }
          match += 1
        }
        return true
      }
    }

    @inline(__always)
    private static func precedes(_ places: UnsafeBufferPointer<Int32>, _ left: Int, _ right: Int, _ width: Int) -> Bool {
      for position in 0..<width where places[left &+ position] != places[right &+ position] {
        return places[left &+ position] < places[right &+ position]
      }
      return false
    }
  }
}
