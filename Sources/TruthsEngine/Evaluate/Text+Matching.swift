import TruthsText

extension Text {
  /// Whether another text stands in this one; the empty text does.
  ///
  /// - Complexity: O(n · m).
  func contains(_ piece: Text) -> Bool {
    let whole = Array(string.utf8)
    let wanted = Array(piece.string.utf8)
    guard wanted.count <= whole.count else { return false }
    return (0...(whole.count - wanted.count)).contains { start in whole[start..<(start + wanted.count)].elementsEqual(wanted) }
  }

  /// Whether the whole text has the shape of a `like` pattern: `*` stands for any run of scalars, `\*` for a star.
  ///
  /// - Complexity: O(n · m), without backtracking beyond the last star.
  func matches(pattern: Text) -> Bool {
    let text = Array(string.unicodeScalars)
    let shape = Text.shape(of: pattern)
    var position = 0
    var place = 0
    var star: (place: Int, position: Int)?
    while position < text.count {
      if place < shape.count, shape[place] == nil {
        star = (place, position)
        place += 1
      } else if place < shape.count, shape[place] == text[position] {
        position += 1
        place += 1
      } else if let last = star {
        place = last.place + 1
        position = last.position + 1
        star = (last.place, position)
      } else {
        return false
      }
    }
    return shape[place...].allSatisfy { $0 == nil }
  }

  /// The scalars of a pattern; `nil` stands for a run of any.
  private static func shape(of pattern: Text) -> [Unicode.Scalar?] {
    var shape: [Unicode.Scalar?] = []
    var isEscaped = false
    for scalar in pattern.string.unicodeScalars {
      switch (scalar, isEscaped) {
      case ("\\", false):
        isEscaped = true
        continue
      case ("*", false): shape.append(nil)
      case ("*", true), ("\\", true): shape.append(scalar)
      case (_, true):
        shape.append("\\")
        shape.append(scalar)
      case (_, false): shape.append(scalar)
      }
      isEscaped = false
    }
    if isEscaped { shape.append("\\") }
    return shape
  }
}
