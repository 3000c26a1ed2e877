import TruthsProgram

/// A truth on facts together with the facts that fired it.
package struct FiredMatch: Sendable {
  /// Index in ``Program/truths``.
  package let truth: Int
  /// In the order of `when`.
  package let facts: [MatchedFact]
}

/// A fact of a match.
package struct MatchedFact: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package let type: Int
  /// Its place in the table of its type.
  package let place: Int
  /// Where it stands in the ledger, or will stand.
  package let sequence: Int
  /// Empty for a fact that has no entry yet.
  package let entryID: String
}

/// The matches that fired, in order: a few numbers each, made into ``FiredMatch``es when somebody asks.
package struct MatchLog: Sendable, RandomAccessCollection {
  /// Matches of one truth that fired one after the other.
  private struct Stretch {
    var truth: Int
    /// The types of the facts that it fires on.
    var types: [Int]
    /// The number of the first match.
    var first: Int
    /// The places of the facts, as many as types per match.
    var places: [Int32]
  }

  private var stretches: [Stretch] = []
  package private(set) var count = 0
  /// The store that the places are of; `nil` for a log without matches.
  var store: FactStore?

  /// No matches.
  package init() {}

  package var startIndex: Int { 0 }

  package var endIndex: Int { count }

  package subscript(index: Int) -> FiredMatch {
    // Neither the stretch nor the store is copied: there may be a million matches.
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

  /// The truth of a match alone, by its index in ``Program/truths``.
  func truth(at index: Int) -> Int { stretches[stretch(of: index)].truth }

  /// The distinct truths that fired, ascending.
  package var distinctTruths: [Int] { Set(stretches.map(\.truth)).sorted() }

  /// Adds matches of one truth.
  ///
  /// - Parameter types: of the facts that it fires on.
  mutating func append(_ types: [Int], of truth: Int, places: [Int32]) {
    stretches.append(Stretch(truth: truth, types: types, first: count, places: places))
    count += places.count / Swift.max(1, types.count)
  }

  /// The stretch of a match: the last one that begins at or before it.
  private func stretch(of index: Int) -> Int {
    var (low, high) = (0, stretches.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if stretches[middle].first <= index { low = middle } else { high = middle }
    }
    return low
  }
}
