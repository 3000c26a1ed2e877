import TruthsDiagnostics

extension Lexer {
  /// A text up to its closing quote. What its escapes and braces mean is the parser's business.
  mutating func readText() {
    var stop = position + 1
    while stop < end, text.bytes[stop] != 0x22 { stop += text.bytes[stop] == 0x5C ? 2 : 1 }
    guard stop < end else { return fail(UnclosedText.found(at: text.span(position, text.trimmed.upperBound))) }
    emit(.text, length: stop + 1 - position)
  }

  /// A text in other quotes than `"`: reported, and read as if its quotes were right.
  ///
  /// - Returns: `false` where no closing quote follows, so that it is no text at all.
  mutating func readTextInOtherQuotes() -> Bool {
    guard let (quoteLength, contentEnd, closingLength) = otherQuotes() else { return false }
    let stop = contentEnd + closingLength
    let opening = text.span(position, position + quoteLength)
    let closing = text.span(contentEnd, stop)
    let holdsQuote = text.bytes[position..<contentEnd].contains(0x22)
    let wouldOpenScalar = text.style == .plain && position == text.trimmed.lowerBound
    let quote = text.style.written("\"")
    report(
      OtherQuotes.found(
        text.string(position..<stop), opening: opening, closing: closing, quote: holdsQuote || wouldOpenScalar ? nil : quote))
    emit(.text, length: stop - position)
    return true
  }

  /// The quotes `'…'`, `‘…’`, `“…”` at the position: the opening one's length, where the content ends, the closing one's length.
  private func otherQuotes() -> (Int, Int, Int)? {
    if byte() == 0x27 {
      guard let close = text.bytes[(position + 1)..<end].firstIndex(of: 0x27) else { return nil }
      return (1, close, 1)
    }
    guard byte() == 0xE2, byte(1) == 0x80, byte(2) == 0x98 || byte(2) == 0x9C else { return nil }
    let last = byte(2) + 1
    var index = position + 3
    while index + 2 < end {
      if text.bytes[index] == 0xE2, text.bytes[index + 1] == 0x80, text.bytes[index + 2] == last { return (3, index, 3) }
      index += 1
    }
    return nil
  }
}
