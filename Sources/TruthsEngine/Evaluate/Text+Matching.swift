import TruthsText

extension Text {
  /// Whether another text stands in this one; the empty text does.
  ///
  /// - Complexity: O(n + m).
  func contains(_ piece: Text) -> Bool {
    ByteSearch(for: Array(piece.string.utf8)).end(in: Array(string.utf8), from: 0) != nil
  }

  /// Whether the whole text has the shape of a `like` pattern: `*` stands for any run of scalars, `\*` for a star.
  ///
  /// - Complexity: O(n + m): what stands between two stars is found where it stands first, which leaves the most for the rest.
  func matches(pattern: Text) -> Bool {
    let whole = Array(string.utf8)
    let pieces = Self.pieces(of: pattern)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return whole == pieces.first }
    guard whole.count >= first.count + last.count, whole.starts(with: first) else { return false }
    guard whole[(whole.count - last.count)...].elementsEqual(last) else { return false }
    let middle = Array(whole[first.count..<(whole.count - last.count)])
    var place = 0
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let end = ByteSearch(for: piece).end(in: middle, from: place) else { return false }
      place = end
    }
    return true
  }

  /// What stands between the stars of a pattern, before the first and behind the last; one piece where it has none.
  private static func pieces(of pattern: Text) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var isEscaped = false
    let (star, escape) = (UInt8(ascii: "*"), UInt8(ascii: "\\"))
    for byte in pattern.string.utf8 {
      switch (byte, isEscaped) {
      case (escape, false):
        isEscaped = true
        continue
      case (star, false): pieces.append([])
      case (star, true), (escape, true): pieces[pieces.count - 1].append(byte)
      case (_, true): pieces[pieces.count - 1] += [escape, byte]
      case (_, false): pieces[pieces.count - 1].append(byte)
      }
      isEscaped = false
    }
    if isEscaped { pieces[pieces.count - 1].append(escape) }
    return pieces
  }
}
