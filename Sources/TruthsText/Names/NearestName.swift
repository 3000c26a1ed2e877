/// The candidate that a misspelt name most likely means, or `nil` when none is near.
///
/// Near means a Damerau-Levenshtein distance (adjacent transpositions count one) of at most a third of the longer name,
/// at least 1. Ties go to the candidate that sorts first by Unicode scalar, so that the answer depends on nothing else.
///
/// - Complexity: O(candidates · length²).
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
  var best: (distance: Int, name: String)?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.unicodeScalars)
    let limit = max(1, max(wanted.count, other.count) / 3)
    guard abs(wanted.count - other.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    guard distance <= limit else { continue }
    if let known = best, (known.distance, known.name) <= (distance, candidate) { continue }
    best = (distance, candidate)
  }
  return best?.name
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two texts.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: right.count + 1)
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in 0..<right.count {
      let same = left[row] == right[column]
      var value = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        value = min(value, beforeLast[column - 1] + 1)
      }
      current.append(value)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
