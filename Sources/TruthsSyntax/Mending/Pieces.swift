import TruthsText

/// A text cut into words, numbers, texts and signs.
struct Pieces {
  enum Kind: Sendable { case word, number, text, sign }

  let bytes: [UInt8]
  private(set) var all: [(kind: Kind, range: Range<Int>)] = []
  /// The pieces in small letters; empty for texts, which no form contains.
  private(set) var small: [String] = []

  private static let signs = [
    "==>", "->>", "===", "!==", "=>", "->", "→", "<=", ">=", "==", "!=", "<>", "&&", "||", "??", "?.", "..", ":=",
  ].map { Array($0.utf8) }

  init(_ text: String) {
    bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if isBlank(bytes[index]) {
        index += 1
        continue
      }
      let (kind, end) = piece(at: index)
      all.append((kind, index..<end))
      small.append(kind == .text ? "" : string(index..<end).lowercased())
      index = end
    }
  }

  private func piece(at start: Int) -> (Kind, Int) {
    let first = bytes[start]
    if isLetter(first) { return (.word, bytes[start...].firstIndex { !isWordByte($0) } ?? bytes.count) }
    if isDigit(first) {
      return (.number, endOfNumber(at: start))
    }
    if first == 0x22 || first == 0x27 || first == 0x60 {
      var index = start + 1
      while index < bytes.count, bytes[index] != first { index += bytes[index] == 0x5C ? 2 : 1 }
      if index < bytes.count { return (.text, index + 1) }
    }
    if let sign = Self.signs.first(where: { bytes[start...].starts(with: $0) }) { return (.sign, start + sign.count) }
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return (.sign, end)
  }

  /// Returns the end of digits with single points between them: `..` is a sign of its own.
  private func endOfNumber(at start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let isPoint = bytes[index] == 0x2E && index + 1 < bytes.count && isDigit(bytes[index + 1])
      guard isPoint || isDigit(bytes[index]) else { break }
      index += 1
    }
    return index
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the source of some pieces, with the space between them.
  func string(of pieces: Range<Int>) -> String {
    pieces.isEmpty ? "" : string(all[pieces.lowerBound].range.lowerBound..<all[pieces.upperBound - 1].range.upperBound)
  }

  /// Returns the byte of a one-byte sign; 0 for any other piece.
  func sign(_ index: Int) -> UInt8 {
    guard index < all.count, all[index].kind == .sign, all[index].range.count == 1 else { return 0 }
    return bytes[all[index].range.lowerBound]
  }

  /// Returns how a piece changes the depth of brackets.
  func depth(_ index: Int) -> Int {
    switch sign(index) {
    case 0x28, 0x5B, 0x7B, Grouping.opening: 1
    case 0x29, 0x5D, 0x7D, Grouping.closing: -1
    default: 0
    }
  }

  /// Returns how a piece changes the number of open `case when`s.
  func nesting(_ index: Int, within cases: Int) -> Int {
    guard index == 0 || sign(index - 1) != 0x2E else { return 0 }
    if small[index] == "case", index + 1 < all.count, small[index + 1] == "when" { return 1 }
    return cases > 0 && small[index] == "end" ? -1 : 0
  }

  /// Whether a piece is within brackets of any kind.
  func isInBrackets(_ index: Int) -> Bool { (0..<index).reduce(0) { $0 + depth($1) } > 0 }

  /// Whether some pieces contain a comma outside of their brackets.
  func hasComma(in range: Range<Int>) -> Bool {
    var depth = 0
    return range.contains { index in
      depth += self.depth(index)
      return depth == 0 && sign(index) == 0x2C
    }
  }

  /// Returns the end of the brackets that open at a piece.
  func closing(_ index: Int) -> Int? {
    var open = 0
    for place in index..<all.count {
      open += depth(place)
      if open == 0 { return place + 1 }
    }
    return nil
  }

  /// Returns the end of the dotted words that begin at a piece.
  func path(at start: Int) -> Int? {
    guard start < all.count, all[start].kind == .word, !ReservedWords.contains(small[start]) else { return nil }
    var index = start + 1
    while sign(index) == 0x2E, index + 1 < all.count, all[index + 1].kind == .word { index += 2 }
    return index
  }

  /// Returns the end of the operand that begins at a piece: a value with its members, keys and arguments.
  func operand(at start: Int) -> Int? {
    guard start < all.count else { return nil }
    var index = start + 1
    if all[start].kind == .sign {
      guard depth(start) == 1, let end = closing(start) else { return nil }
      index = end
    } else if all[start].kind == .word, ReservedWords.contains(small[start]) {
      return nil
    }
    while index < all.count {
      if sign(index) == 0x2E, index + 1 < all.count, all[index + 1].kind == .word {
        index += 2
      } else if depth(index) == 1, all[index].range.lowerBound == all[index - 1].range.upperBound, let end = closing(index) {
        index = end
      } else {
        break
      }
    }
    return index
  }

  /// Returns the end of the operands that begin at a piece, with `+ - * /` between them.
  func sum(at start: Int) -> Int? {
    guard var end = operand(at: sign(start) == 0x2D ? start + 1 : start) else { return nil }
    while [0x2B, 0x2D, 0x2A, 0x2F].contains(sign(end)), let next = operand(at: end + 1) { end = next }
    return end
  }

  /// Whether some pieces are a name or one comparison that begins with one.
  func isOneComparison(_ range: Range<Int>) -> Bool {
    var depth = 0
    let joins = range.contains { index in
      depth += self.depth(index)
      return depth == 0 && ["and", "or", "if", "then", "not"].contains(small[index]) && !joinsBounds(index, in: range)
    }
    guard let end = path(at: range.lowerBound), !joins else { return false }
    return end == range.upperBound || range.contains { SelfComparison.comparisons.contains(small[$0]) }
  }

  /// Whether an `and` is the one of `between a and b`, or a `not` the one of `not in`.
  private func joinsBounds(_ index: Int, in range: Range<Int>) -> Bool {
    if small[index] == "not" { return index + 1 < all.count && ["in", "between", "empty"].contains(small[index + 1]) }
    let before = small[range.lowerBound..<index]
    return small[index] == "and" && before.contains("between") && !before.contains("and")
  }
}
