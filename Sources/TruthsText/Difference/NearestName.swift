/// The candidate that a misspelt name most likely means, or `nil` when none is near.
///
/// Near means a Damerau-Levenshtein distance (adjacent transpositions count one) of at most a third of the longer name,
/// at least 1. Ties go to the candidate that sorts first by Unicode scalar, so that the answer depends on nothing else.
///
/// - Complexity: O(candidates · length · distance to the nearest so far).
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.unicodeScalars)
  guard !wanted.isEmpty, wanted.count <= 128 else { return nil }
  var distances = EditDistance(from: wanted)
  var best: (distance: Int, name: String)?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.unicodeScalars)
    let limit = min(max(1, max(wanted.count, other.count) / 3), best?.distance ?? .max)
    guard let distance = distances.distance(to: other, atMost: limit) else { continue }
    if let known = best, (known.distance, known.name) <= (distance, candidate) { continue }
    best = (distance, candidate)
  }
  return best?.name
}

/// Counts the insertions, deletions, replacements and swaps of neighbours between a text and others. Only cells of the table of
/// distances that may stay within a limit are worked out (Ukkonen, "Algorithms for Approximate String Matching", 1985).
private struct EditDistance {
  private let text: [Unicode.Scalar]
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  init(from text: [Unicode.Scalar]) { self.text = text }

  /// - Returns: `nil` where it is more than the limit.
  /// - Complexity: O(length · limit).
  mutating func distance(to other: [Unicode.Scalar], atMost limit: Int) -> Int? {
    guard abs(text.count - other.count) <= limit else { return nil }
    let tooFar = limit + 1
    if last.count <= other.count {
      beforeLast = Array(repeating: 0, count: other.count + 1)
      (last, current) = (beforeLast, beforeLast)
    }
    for column in 0...other.count { last[column] = min(column, tooFar) }
    for row in 0..<text.count {
      let (first, end) = (max(0, row - limit), min(other.count, row + limit + 1))
      // What stands left of the band is further away than the limit.
      current[first] = first == 0 ? min(row + 1, tooFar) : tooFar
      var least = current[first]
      for column in first..<end {
        let replaced = last[column] + (text[row] == other[column] ? 0 : 1)
        let deleted = column < row + limit ? last[column + 1] + 1 : tooFar
        var value = min(replaced, deleted, current[column] + 1, tooFar)
        if row > 0, column > 0, text[row] == other[column - 1], text[row - 1] == other[column] {
          value = min(value, beforeLast[column - 1] + 1)
        }
        current[column + 1] = value
        least = min(least, value)
      }
      if least > limit { return nil }
      swap(&beforeLast, &last)
      swap(&last, &current)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
