/// Finds comparisons of a value with itself. They are always true or always false, so no proposal may have one.
package enum SelfComparison {
  /// Signs and words between two values that are compared.
  static let comparisons: Set<String> = [
    "=", "==", "===", "!=", "!==", "<>", "<", "<=", ">", ">=", "like", "contains", "in", "between",
  ]
  /// Words and signs around a whole operand.
  private static let bounds: Set<String> = [
    "and", "or", "not", "→", "->", "where", "satisfies", "then", "if", "else", ",", "&&", "||", "(", ")",
  ]

  /// Whether a text compares an operand with itself: `total <= total`.
  package static func occurs(in text: String) -> Bool {
    let pieces = Pieces(text)
    return pieces.all.indices.contains { index in
      guard comparisons.contains(pieces.small[index]), let end = pieces.operand(at: index + 1),
        end == pieces.all.count || bounds.contains(pieces.small[end])
      else { return false }
      let start = index - (end - index - 1)
      guard start >= 0, start == 0 || bounds.contains(pieces.small[start - 1]) else { return false }
      return (start..<index).allSatisfy { place in
        pieces.string(pieces.all[place].range) == pieces.string(pieces.all[place + index + 1 - start].range)
      }
    }
  }
}
