import TruthsProgram

/// A truth on facts, with the facts that fired it.
package struct FiredMatch: Sendable {
  /// Index in ``Program/truths``.
  package let truth: Int
  /// The matched facts, in the order of `when`.
  package let facts: [MatchedFact]
}

package struct MatchedFact: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package let type: Int
  /// The place in the table of its type.
  package let place: Int
  /// The sequence number of the fact's entry in the ledger, present or future.
  package let sequence: Int
  /// The id of the fact's entry; empty for a fact that has no entry yet.
  package let entryID: String
}

/// The matches that fired, in order. Each is stored as a few numbers and made into a ``FiredMatch`` on access.
package struct MatchLog: Sendable, RandomAccessCollection {
  /// Consecutive matches of one truth.
  private struct Stretch {
    var truth: Int
    /// The types of the matched facts.
    var types: [Int]
    /// The index of the first match.
    var first: Int
    /// The places of the facts, one for each type in each match.
    var places: [Int32]
  }

  private var stretches: [Stretch] = []
  package private(set) var count = 0
  /// The store that the places refer to; `nil` for a log without matches.
  var store: FactStore?

  package init() {}

  package var startIndex: Int { 0 }

  package var endIndex: Int { count }

  package subscript(index: Int) -> FiredMatch {
    // The stretch and the store are not copied here, because there may be a million matches.
    let number = stretch(of: index)
    let width = stretches[number].types.count
    let start = (index - stretches[number].first) * width
    var facts: [MatchedFact] = []
    facts.reserveCapacity(width)
    for position in 0..<width {
      let type = stretches[number].types[position]
      let place = Int(stretches[number].places[start + position])
      guard let sequence = store?.sequence(type, at: place), let id = store?.entryID(type, at: place) else { continue }
      facts.append(MatchedFact(type: type, place: place, sequence: sequence, entryID: id))
    }
    return FiredMatch(truth: stretches[number].truth, facts: facts)
  }

  /// Returns the truth of a match, an index in ``Program/truths``, without its facts.
  func truth(at index: Int) -> Int { stretches[stretch(of: index)].truth }

  /// The distinct truths that fired, ascending.
  package var distinctTruths: [Int] { Set(stretches.map(\.truth)).sorted() }

  /// Adds matches of one truth.
  ///
  /// - Parameter types: the types of the matched facts.
  mutating func append(_ types: [Int], of truth: Int, places: [Int32]) {
    stretches.append(Stretch(truth: truth, types: types, first: count, places: places))
    count += places.count / Swift.max(1, types.count)
  }

  /// Returns the stretch that contains a match.
  private func stretch(of index: Int) -> Int {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].first <= index { low = middle } else { high = middle }
    }
    return low
  }
}
