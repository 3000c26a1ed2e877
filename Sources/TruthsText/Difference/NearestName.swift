/// The candidate that a misspelt name most likely means, or `nil` when none is near.
///
/// Near means a Damerau-Levenshtein distance (adjacent transpositions count one) of at most a third of the longer name,
/// at least 1. Ties go to the candidate that sorts first by Unicode scalar, so that the answer depends on nothing else.
///
/// - Complexity: O(length of all candidates).
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  guard let wanted = NamePattern(name) else { return nil }
  var scalars: [UInt32] = []
  var best: (distance: Int, name: String)?
  for candidate in candidates where candidate != name {
    // A scalar takes four bytes at most.
    if candidate.utf8.count > 4 * NamePattern.longestCandidate(of: wanted.length) { continue }
    scalars.removeAll(keepingCapacity: true)
    for scalar in candidate.unicodeScalars { scalars.append(scalar.value) }
    let limit = min(max(1, max(wanted.length, scalars.count) / 3), best?.distance ?? .max)
    guard let distance = wanted.distance(to: scalars, atMost: limit) else { continue }
    if let known = best, (known.distance, known.name) <= (distance, candidate) { continue }
    best = (distance, candidate)
  }
  return best?.name
}

/// Counts the insertions, deletions, replacements and swaps of neighbours between a name and others: a column of the table of
/// distances is a few words of bits (Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003).
private struct NamePattern {
  /// In scalars.
  let length: Int
  /// The places of each ASCII character in the name, as bits.
  private var ascii = [UInt128](repeating: 0, count: 128)
  /// The same of all other scalars.
  private var others: [UInt32: UInt128] = [:]

  /// - Returns: `nil` for a name that is empty, or longer than names are.
  init?(_ name: String) {
    length = name.unicodeScalars.count
    guard (1...UInt128.bitWidth).contains(length) else { return nil }
    for (place, scalar) in name.unicodeScalars.enumerated() {
      let bit: UInt128 = 1 << place
      if scalar.isASCII { ascii[Int(scalar.value)] |= bit } else { others[scalar.value, default: 0] |= bit }
    }
  }

  /// The greatest length of a name that is near one of a length.
  static func longestCandidate(of length: Int) -> Int { max(length + 1, length * 3 / 2) }

  private func places(of scalar: UInt32) -> UInt128 { scalar < 128 ? ascii[Int(scalar)] : others[scalar] ?? 0 }

  /// - Returns: `nil` where it is more than the limit.
  /// - Complexity: O(length of the other name).
  func distance(to other: [UInt32], atMost limit: Int) -> Int? {
    guard abs(length - other.count) <= limit else { return nil }
    let last: UInt128 = 1 << (length - 1)
    var (more, less, diagonal, before) = (UInt128.max, UInt128.zero, UInt128.zero, UInt128.zero)
    var (distance, left) = (length, other.count)
    for scalar in other {
      let equal = places(of: scalar)
      let swapped = ((~diagonal & equal) << 1) & before
      diagonal = (((equal & more) &+ more) ^ more) | equal | less | swapped
      let (up, down) = (less | ~(diagonal | more), diagonal & more)
      if up & last != 0 { distance += 1 } else if down & last != 0 { distance -= 1 }
      left -= 1
      // Each scalar that is left brings it down by one at most.
      if distance - left > limit { return nil }
      let shifted = up << 1 | 1
      more = down << 1 | ~(diagonal | shifted)
      less = shifted & diagonal
      before = equal
    }
    return distance <= limit ? distance : nil
  }
}
