import TruthsDiagnostics

/// Rewrites `A unless B`. If the clause must hold, it becomes `A or B`, because one of the two is enough. If it is a condition,
/// as before an effect, in `if` and in `where`, it becomes `A and not B`, because `B` is an exception to it.
enum Exceptions {
  /// Returns the text with `unless` rewritten; empty if the word does not occur, or occurs more than once.
  static func proposals(_ pieces: Pieces, as form: Diagnostic.UnreadText.Form) -> [String] {
    let places = pieces.small.indices.filter { pieces.small[$0] == "unless" }
    guard places.count == 1, let place = places.first, place + 1 < pieces.all.count else { return [] }
    let (start, end) = (start(pieces, of: place), end(pieces, of: place))
    guard end > place + 1 else { return [] }
    if place == start { return leading(pieces, place, end, form) }
    let (main, exception) = (start..<place, place + 1..<end)
    let isBehindArrow = start > 0 && ["→", "->"].contains(pieces.small[start - 1])
    if start > 0, pieces.small[start - 1] == "satisfies" { return [] }
    if isBehindArrow, ForeignForms.sets["effect"]?.contains(pieces.small[start]) ?? false {
      let condition = bracketed(pieces, 0..<start - 1, for: ["or"])
      return ["\(condition) and \(negated(pieces, exception)) → \(pieces.string(of: main))"]
    }
    let words: String
    if form == .output {
      words = "\(pieces.string(of: main)) where \(negated(pieces, exception))"
    } else if isDemand(pieces, start, end, form) {
      words = "\(pieces.string(of: main)) or \(pieces.string(of: exception))"
    } else {
      words = "\(bracketed(pieces, main, for: ["or"])) and \(negated(pieces, exception))"
    }
    return [replacing(start..<end, by: words, in: pieces)]
  }

  /// Rewrites `unless B, A` and `unless B then A`, and `unless B → effect`.
  private static func leading(
    _ pieces: Pieces, _ place: Int, _ end: Int, _ form: Diagnostic.UnreadText.Form
  ) -> [String] {
    var depth = 0
    let comma = (place + 1..<end).first { index in
      depth += pieces.depth(index)
      return depth == 0 && (pieces.sign(index) == 0x2C || pieces.small[index] == "then")
    }
    guard let comma, comma > place + 1, comma + 1 < end else {
      return [replacing(place..<end, by: negated(pieces, place + 1..<end), in: pieces)]
    }
    let (exception, main) = (place + 1..<comma, comma + 1..<end)
    let words =
      isDemand(pieces, place, end, form)
      ? "\(pieces.string(of: exception)) or \(pieces.string(of: main))"
      : "\(negated(pieces, exception)) and \(bracketed(pieces, main, for: ["or"]))"
    return [replacing(place..<end, by: words, in: pieces)]
  }

  /// Whether the words are a whole clause that must hold.
  private static func isDemand(_ pieces: Pieces, _ start: Int, _ end: Int, _ form: Diagnostic.UnreadText.Form) -> Bool {
    guard form == .clause || form == .requirement, end == pieces.all.count || pieces.small[end] == "else" else { return false }
    return start == 0 || ["→", "->"].contains(pieces.small[start - 1])
  }

  /// Returns the index after the bracket or word that begins the part of the text around an index.
  private static func start(_ pieces: Pieces, of place: Int) -> Int {
    var depth = 0
    for index in (0..<place).reversed() {
      depth += pieces.depth(index)
      if depth > 0 || depth == 0 && ["where", "satisfies", "→", "->"].contains(pieces.small[index]) { return index + 1 }
    }
    return 0
  }

  private static func end(_ pieces: Pieces, of place: Int) -> Int {
    var depth = 0
    for index in place..<pieces.all.count {
      depth += pieces.depth(index)
      if depth < 0 || depth == 0 && ["satisfies", "→", "->", "else"].contains(pieces.small[index]) { return index }
    }
    return pieces.all.count
  }

  private static func negated(_ pieces: Pieces, _ range: Range<Int>) -> String {
    pieces.path(at: range.lowerBound) == range.upperBound
      ? "not \(pieces.string(of: range))" : "not (\(pieces.string(of: range)))"
  }

  private static func bracketed(_ pieces: Pieces, _ range: Range<Int>, for words: Set<String>) -> String {
    let text = pieces.string(of: range)
    return range.contains { words.contains(pieces.small[$0]) } ? "(\(text))" : text
  }

  private static func replacing(_ range: Range<Int>, by words: String, in pieces: Pieces) -> String {
    pieces.string(0..<pieces.all[range.lowerBound].range.lowerBound) + words
      + pieces.string(pieces.all[range.upperBound - 1].range.upperBound..<pieces.bytes.count)
  }
}
