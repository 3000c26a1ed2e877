/// Returns the candidate that a misspelt name most likely means; `nil` if no candidate is near.
///
/// A candidate is near if its Damerau-Levenshtein distance (an adjacent transposition counts one) is at most a third of the
/// longer name, or 1. If several are equally near, the first one by Unicode scalar is returned, so that the answer is
/// deterministic.
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

/// A name with the bit masks for computing its edit distance to many other names. Insertions, deletions, replacements and swaps
/// of neighbours count one each. A column of the distance table is a few machine words (Hyyrö, "A Bit-Vector Algorithm for
/// Computing Levenshtein and Damerau Edit Distances", 2003).
private struct NamePattern {
  /// The length of the name in Unicode scalars.
  let length: Int
  /// For each ASCII character, the set of its indices in the name, as bits.
  private var ascii = [UInt128](repeating: 0, count: 128)
  /// For each scalar that is not ASCII, the set of its indices in the name, as bits.
  private var others: [UInt32: UInt128] = [:]

  /// - Returns: `nil` for an empty name, and for a name longer than 128 scalars.
  init?(_ name: String) {
    length = name.unicodeScalars.count
    guard (1...UInt128.bitWidth).contains(length) else { return nil }
    for (place, scalar) in name.unicodeScalars.enumerated() {
      let bit: UInt128 = 1 << place
      if scalar.isASCII { ascii[Int(scalar.value)] |= bit } else { others[scalar.value, default: 0] |= bit }
    }
  }

  /// Returns the greatest length at which a candidate can be near a name of the given length.
  static func longestCandidate(of length: Int) -> Int { max(length + 1, length * 3 / 2) }

  private func positions(of scalar: UInt32) -> UInt128 { scalar < 128 ? ascii[Int(scalar)] : others[scalar] ?? 0 }

  /// Returns the edit distance to another name; `nil` if the distance exceeds the limit.
  ///
  /// - Parameter other: the other name as Unicode scalars.
  /// - Complexity: O(length of the other name).
  func distance(to other: [UInt32], atMost limit: Int) -> Int? {
    guard abs(length - other.count) <= limit else { return nil }
    let last: UInt128 = 1 << (length - 1)
    var (more, less, diagonal, before) = (UInt128.max, UInt128.zero, UInt128.zero, UInt128.zero)
    var (distance, scalarsLeft) = (length, other.count)
    for scalar in other {
      let equal = positions(of: scalar)
      let swapped = ((~diagonal & equal) << 1) & before
      diagonal = (((equal & more) &+ more) ^ more) | equal | less | swapped
      let (up, down) = (less | ~(diagonal | more), diagonal & more)
      if up & last != 0 { distance += 1 } else if down & last != 0 { distance -= 1 }
      scalarsLeft -= 1
      // Each remaining scalar lowers the distance by one at most.
      if distance - scalarsLeft > limit { return nil }
      let shifted = up << 1 | 1
      more = down << 1 | ~(diagonal | shifted)
      less = shifted & diagonal
      before = equal
    }
    return distance <= limit ? distance : nil
  }
}
