/// Rewrites `A unless B`. If the clause must hold, it becomes `A or B`, because one of the two is enough. If it is a condition,
/// as before an effect, in `if:` and in `where`, it becomes `A and not B`, because `B` is an exception to it. Within brackets,
/// after `satisfies`, in a conditional and in a value it may mean either, and nothing is proposed.
struct Exceptions {
  /// The role of the whole text, which decides how `unless` is rewritten.
  enum Context: Sendable {
    /// A clause, which must hold or has an effect.
    case clause
    /// The condition of an `if:`, or of a `where` of an output.
    case condition, output
    /// A value, or another part that is neither demanded nor a condition.
    case value
  }

  let pieces: Pieces
  let context: Context

  /// Returns the text with `unless` rewritten; empty if the word does not occur, or occurs more than once.
  var proposals: [String] {
    let indices = pieces.small.indices.filter { pieces.small[$0] == "unless" }
    guard indices.count == 1, let word = indices.first, word + 1 < pieces.all.count else { return [] }
    let (start, end) = (start(of: word), end(of: word))
    guard end > word + 1, isPlain(start, word, end) else { return [] }
    if word == start { return leading(word, end) }
    let (main, exception) = (start..<word, word + 1..<end)
    let isBehindArrow = start > 0 && ["→", "->"].contains(pieces.small[start - 1])
    if isBehindArrow, ForeignForms.sets["effect"]?.contains(pieces.small[start]) ?? false {
      let condition = bracketed(0..<start - 1)
      return ["\(condition) and \(negated(exception)) → \(pieces.string(of: main))"]
    }
    let words: String
    if context == .output, start == 0 {
      words = "\(pieces.string(of: main)) where \(negated(exception))"
    } else if isDemand(start, end) {
      words = "\(pieces.string(of: main)) or \(pieces.string(of: exception))"
    } else {
      words = "\(bracketed(main)) and \(negated(exception))"
    }
    return [replacing(start..<end, by: words)]
  }

  /// Whether the parts around the word are a whole clause or condition, so that the role of each part is known.
  private func isPlain(_ start: Int, _ word: Int, _ end: Int) -> Bool {
    let hasReason = end < pieces.all.count && pieces.small[end] == "else" && end + 1 < pieces.all.count
    if hasReason, pieces.all[end + 1].kind != .text { return false }
    let isConditional = (start..<end).contains { index in
      ["if", "satisfies"].contains(pieces.small[index]) || pieces.small[index] == "then" && start != word
    }
    // After `or` and `and` a part is missing.
    if isConditional || word > 0 && ["or", "and", "not"].contains(pieces.small[word - 1]) { return false }
    let before = start > 0 ? pieces.small[start - 1] : ""
    switch before {
    case "where": return true
    case "→", "->": return context == .clause
    default: return start == 0 && context != .value
    }
  }

  /// Rewrites `unless B, A` and `unless B then A`, and `unless B → effect`.
  private func leading(_ word: Int, _ end: Int) -> [String] {
    var depth = 0
    let comma = (word + 1..<end).first { index in
      depth += pieces.depth(index)
      return depth == 0 && (pieces.sign(index) == 0x2C || pieces.small[index] == "then")
    }
    guard let comma, comma > word + 1, comma + 1 < end else {
      // Alone, as in `unless b else "…"`, it may as well be what must hold.
      return isDemand(word, end) ? [] : [replacing(word..<end, by: negated(word + 1..<end))]
    }
    let (exception, main) = (word + 1..<comma, comma + 1..<end)
    let words =
      isDemand(word, end)
      ? "\(bracketed(exception)) or \(pieces.string(of: main))"
      : "\(negated(exception)) and \(bracketed(main))"
    return [replacing(word..<end, by: words)]
  }

  /// Whether the words are a whole clause that must hold.
  private func isDemand(_ start: Int, _ end: Int) -> Bool {
    guard context == .clause, end == pieces.all.count || pieces.small[end] == "else" else { return false }
    return start == 0 || ["→", "->"].contains(pieces.small[start - 1])
  }

  /// Returns the index after the bracket or word that begins the part of the text around an index.
  private func start(of word: Int) -> Int {
    var depth = 0
    for index in (0..<word).reversed() {
      depth += pieces.depth(index)
      if depth > 0 || depth == 0 && ["where", "satisfies", "→", "->"].contains(pieces.small[index]) { return index + 1 }
    }
    return 0
  }

  private func end(of word: Int) -> Int {
    var depth = 0
    for index in word..<pieces.all.count {
      depth += pieces.depth(index)
      if depth < 0 || depth == 0 && ["satisfies", "→", "->", "else"].contains(pieces.small[index]) { return index }
    }
    return pieces.all.count
  }

  private func negated(_ range: Range<Int>) -> String {
    pieces.path(at: range.lowerBound) == range.upperBound
      ? "not \(pieces.string(of: range))" : "not (\(pieces.string(of: range)))"
  }

  /// Returns a part in brackets, if it would otherwise not end where it ends.
  private func bracketed(_ range: Range<Int>) -> String {
    let text = pieces.string(of: range)
    return range.contains { ["or", "satisfies", "then"].contains(pieces.small[$0]) } ? "(\(text))" : text
  }

  private func replacing(_ range: Range<Int>, by words: String) -> String {
    pieces.string(0..<pieces.all[range.lowerBound].range.lowerBound) + words
      + pieces.string(pieces.all[range.upperBound - 1].range.upperBound..<pieces.bytes.count)
  }
}
