import TruthsDiagnostics

extension Lexer {
  /// Operators of other languages: what they are read as, and how that is written here.
  private static let foreign: [(written: StaticString, kind: TokenKind, meant: String)] = [
    ("&&", .and, "and"), ("||", .or, "or"), ("===", .equal, "=="), ("!==", .notEqual, "!="), ("<>", .notEqual, "!="),
    ("=<", .lessOrEqual, "<="), ("&", .and, "and"), ("|", .or, "or"), ("!", .not, "not"), ("≤", .lessOrEqual, "<="),
    ("≥", .greaterOrEqual, ">="), ("≠", .notEqual, "!="), ("−", .minus, "-"), ("×", .star, "*"), ("⇒", .arrow, "→"),
  ]

  /// What begins no token of the language.
  mutating func readForeign() {
    if readTextInOtherQuotes() { return }
    if byte() == 0x2E { return readMalformedNumber() }
    for (written, kind, meant) in Self.foreign where isNext(written) {
      let length = written.utf8CodeUnitCount
      let span = text.span(position, position + length)
      let replacement = text.style.written(spaced(meant, length))
      report(ForeignOperator.found(written.description, meant: meant, replacement: replacement, at: span))
      return emit(kind, length: length)
    }
    if byte() >= 0x80, isNameLike(at: position) { return readUnnameable() }
    if isNext("=>") { return fail(ForeignOperator.arrow(at: text.span(position, position + 2))) }
    let length = isNext("**") ? 2 : scalarLength(at: position)
    let written = text.string(position..<position + length)
    fail(UnexpectedCharacter.found(written, at: text.span(position, position + length)))
  }

  /// A word with letters that no name may have, such as `café`.
  mutating func readUnnameable() {
    var stop = position
    while stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] >= 0x80 && isNameLike(at: stop) {
      stop += text.bytes[stop] < 0x80 ? 1 : scalarLength(at: stop)
    }
    fail(BadName.inExpression(text.string(position..<stop), at: text.span(position, stop)))
  }

  /// Whether a letter or digit of Unicode, outside ASCII, begins at an offset.
  func isNameLike(at offset: Int) -> Bool {
    let scalars = text.string(offset..<min(end, offset + scalarLength(at: offset))).unicodeScalars
    return scalars.first?.properties.isXIDContinue ?? false
  }

  private func isNext(_ written: StaticString) -> Bool {
    let count = written.utf8CodeUnitCount
    guard position + count <= end else { return false }
    return written.withUTF8Buffer { zip($0, text.bytes[position..<position + count]).allSatisfy { $0 == $1 } }
  }

  /// A replacement with the spaces that a word needs where a sign clung to its neighbours, as in `!paid`.
  private func spaced(_ meant: String, _ length: Int) -> String {
    guard let last = meant.utf8.last, isLetter(last) else { return meant }
    let clingsBefore = position > text.range.lowerBound && !isBlank(text.bytes[position - 1]) && byte(-1) != 0x28
    let clingsBehind = position + length < end && !isBlank(byte(length))
    return (clingsBefore ? " " : "") + meant + (clingsBehind ? " " : "")
  }

  /// The bytes of the scalar that begins at an offset.
  private func scalarLength(at offset: Int) -> Int {
    let first = text.bytes[offset]
    let wanted = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return min(wanted, end - offset)
  }
}
