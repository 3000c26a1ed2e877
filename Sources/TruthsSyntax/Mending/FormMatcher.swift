/// Matches one pattern, with a bound on its steps.
struct FormMatcher {
  let pieces: Pieces
  let pattern: [Rewriting.Element]
  var captures: [Character: Range<Int>] = [:]
  private var stepsLeft = 2_000

  init(pieces: Pieces, pattern: [Rewriting.Element]) {
    self.pieces = pieces
    self.pattern = pattern
  }

  /// Returns the end of a match of the pattern from an element on; `nil` if it does not match.
  mutating func match(_ element: Int, at index: Int) -> Int? {
    stepsLeft -= 1
    guard stepsLeft > 0 else { return nil }
    guard element < pattern.count else { return index }
    switch pattern[element] {
    case .start: return index == 0 ? match(element + 1, at: index) : nil
    case .end: return index == pieces.all.count ? match(element + 1, at: index) : nil
    case .balanced(let name, let commas): return balanced(name, commas, element, index)
    case .operand(let name):
      guard let end = pieces.operand(at: index) else { return nil }
      captures[name] = index..<end
      return match(element + 1, at: end)
    case .sum(let name):
      guard let end = pieces.sum(at: index) else { return nil }
      captures[name] = index..<end
      return match(element + 1, at: end)
    case .path(let name):
      guard let end = pieces.path(at: index) else { return nil }
      captures[name] = index..<end
      return match(element + 1, at: end)
    case .kind(let kind, let name):
      guard index < pieces.all.count, pieces.all[index].kind == kind, !ReservedWords.contains(pieces.small[index]) else {
        return nil
      }
      captures[name] = index..<index + 1
      return match(element + 1, at: index + 1)
    case .words(let words):
      guard index < pieces.all.count, words.contains(pieces.small[index]) else { return nil }
      return match(element + 1, at: index + 1)
    }
  }

  private mutating func balanced(_ name: Character, _ commas: Bool, _ element: Int, _ start: Int) -> Int? {
    var depth = 0
    // `case when … end` within is balanced like brackets.
    var cases = 0
    var index = start
    while index < pieces.all.count {
      depth += pieces.depth(index)
      cases += pieces.nesting(index, within: cases)
      if depth < 0 || depth == 0 && !commas && pieces.sign(index) == 0x2C { return nil }
      index += 1
      if depth > 0 || cases > 0 { continue }
      if let end = match(element + 1, at: index) {
        captures[name] = start..<index
        return end
      }
    }
    return nil
  }
}
