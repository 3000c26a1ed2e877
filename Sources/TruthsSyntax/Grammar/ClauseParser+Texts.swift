import TruthsDiagnostics
import TruthsText

/// Parses text literals with interpolations and escapes, and patterns.
extension ClauseParser {
  /// Parses a text literal at the current token. Returns it and the depth of its deepest interpolation.
  mutating func textLiteral() throws(Abort) -> (TextLiteral, Int) {
    let token = advance()
    let quote = text.bytes[Int(token.start)] == 0xE2 ? 3 : 1
    let content = token.range.lowerBound + quote..<token.range.upperBound - quote
    return try textLiteral(content, escapes: true, at: span(token))
  }

  /// Parses the pattern after `matches` or `contains matching`: a text in which braces belong to the pattern. A backslash and
  /// the character after it stay unchanged, except `\"`.
  mutating func pattern(of sign: BinaryOperator) throws(Abort) -> Expr {
    guard kind == .text, text.bytes[Int(current.start)] == 0x22 else {
      throw unexpected(
        "a pattern in quotes", help: "write `\(sign.rawValue) \"[A-Z]{2}[0-9]+\"`", guidance: .general)
    }
    let token = advance()
    let content = text.bytes[token.range.lowerBound + 1..<token.range.upperBound - 1]
    do throws(TruthsText.PatternFault) {
      _ = try PatternReader.read(content)
    } catch {
      let start = content.startIndex + error.range.lowerBound
      throw fail(
        BadPattern.finding(
          error, in: text.string(content.indices), at: text.span(start, content.startIndex + error.range.upperBound),
          end: text.span(content.endIndex, content.endIndex)))
    }
    var pattern: [UInt8] = []
    var position = content.startIndex
    while position < content.endIndex {
      if content[position] == 0x5C, position + 1 < content.endIndex {
        if content[position + 1] != 0x22 { pattern.append(0x5C) }
        position += 1
      }
      pattern.append(content[position])
      position += 1
    }
    let parts: [TextLiteral.Part] = pattern.isEmpty ? [] : [.literal(String(decoding: pattern, as: UTF8.self))]
    return leaf(.text(TextLiteral(parts: parts, at: span(token))), at: span(token))
  }

  /// Parses the content of a text, without its quotes. In a double-quoted scalar YAML has already read the escapes.
  ///
  /// `\*` stays two characters, a backslash and a star: `like` reads them as a star that is not a wildcard.
  mutating func textLiteral(_ content: Range<Int>, escapes: Bool, at span: Span) throws(Abort) -> (TextLiteral, Int) {
    var parts: [TextLiteral.Part] = []
    var stretch: [UInt8] = []
    var deepest = 0
    var position = content.lowerBound
    while position < content.upperBound {
      let byte = text.bytes[position]
      let next = position + 1 < content.upperBound ? text.bytes[position + 1] : 0
      switch byte {
      case 0x5C where escapes:
        position += try escape(at: position, content.upperBound, into: &stretch)
      case 0x7B where next == 0x7B, 0x7D where next == 0x7D:
        stretch.append(byte)
        position += 2
      case 0x7B:
        if !stretch.isEmpty { parts.append(.literal(String(decoding: stretch, as: UTF8.self))) }
        stretch = []
        let (inner, end) = try interpolation(at: position, content.upperBound)
        deepest = max(deepest, depth)
        parts.append(.interpolation(inner))
        position = end
      case 0x7D:
        let span = text.span(position, position + 1)
        let isBehindAnother = position > content.lowerBound && text.bytes[position - 1] == 0x7D
        throw fail(
          TextBrace.loneClosing(replacement: text.style.written("}}"), isBehindAnother: isBehindAnother, at: span))
      default:
        stretch.append(byte)
        position += 1
      }
    }
    if !stretch.isEmpty { parts.append(.literal(String(decoding: stretch, as: UTF8.self))) }
    return (TextLiteral(parts: parts, at: span), deepest)
  }

  /// Parses `{expr}`. Returns the expression and the offset after its brace.
  private mutating func interpolation(at opening: Int, _ end: Int) throws(Abort) -> (Expr, Int) {
    guard let close = text.closingBrace(of: opening, before: end) else {
      var stop = opening + 1
      while stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] == 0x2E { stop += 1 }
      if stop > opening + 1, !isDigit(text.bytes[opening + 1]), text.bytes[stop - 1] != 0x2E {
        throw fail(
          TextBrace.unclosed(
            before: text.string(opening + 1..<stop), at: text.span(opening, opening + 1), closing: text.spanBehind(stop)))
      }
      throw fail(TextBrace.unclosed(replacement: text.style.written("{{"), at: text.span(opening, opening + 1)))
    }
    let content = text.part(opening + 1..<close)
    guard !content.trimmed.isEmpty else { throw fail(TextBrace.empty(at: text.span(opening, close + 1))) }
    if let brace = text.brace(in: content.range) {
      throw fail(TextBrace.inner(at: text.span(brace, brace + 1)))
    }
    let inner = try nested { (parser) throws(Abort) in try parser.wholeExpression(content) }
    return (inner, close + 1)
  }

  /// Parses a part of this text as an expression that takes the whole part.
  private mutating func wholeExpression(_ part: ClauseText) throws(Abort) -> Expr {
    var parser = ClauseParser(part)
    parser.nesting = nesting
    do throws(Abort) {
      let result = try parser.expression()
      guard parser.kind == .end else { throw parser.unexpected("the closing `}`") }
      depth = parser.depth
      diagnostics += parser.diagnostics
      return result
    } catch {
      diagnostics += parser.diagnostics
      throw error
    }
  }

  /// Reads an escape into a stretch.
  ///
  /// - Returns: the number of bytes that it takes.
  private mutating func escape(at position: Int, _ end: Int, into stretch: inout [UInt8]) throws(Abort) -> Int {
    let next = position + 1 < end ? text.bytes[position + 1] : 0
    switch next {
    case 0x22, 0x5C: stretch.append(next)
    case 0x6E: stretch.append(0x0A)
    case 0x74: stretch.append(0x09)
    case 0x2A: stretch += [0x5C, 0x2A]
    case 0x75: return try scalarEscape(at: position, end, into: &stretch)
    default:
      var stop = min(end, position + 2)
      while stop < end, text.bytes[stop] & 0xC0 == 0x80 { stop += 1 }
      throw fail(UnknownEscape.finding(text.string(position..<stop), at: text.span(position, stop)))
    }
    return 2
  }

  /// Reads `\u{…}`: one to six hexadecimal digits of a scalar's number.
  private mutating func scalarEscape(at position: Int, _ end: Int, into stretch: inout [UInt8]) throws(Abort) -> Int {
    var stop = position + 2
    var value: UInt32 = 0
    if stop < end, text.bytes[stop] == 0x7B {
      stop += 1
      while stop < end, stop < position + 9, let digit = hexValue(text.bytes[stop]) {
        value = value << 4 | digit
        stop += 1
      }
      if stop < end, stop > position + 3, text.bytes[stop] == 0x7D, let scalar = Unicode.Scalar(value) {
        stretch += Array(String(Character(scalar)).utf8)
        return stop + 1 - position
      }
    }
    if stop < end, text.bytes[stop] == 0x7D { stop += 1 }
    throw fail(UnknownEscape.scalar(text.string(position..<stop), at: text.span(position, stop)))
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  /// Parses a text without interpolation: a role.
  mutating func plainText() throws(Abort) -> Name {
    let token = advance()
    let quote = text.bytes[Int(token.start)] == 0xE2 ? 3 : 1
    var stretch: [UInt8] = []
    var position = token.range.lowerBound + quote
    let end = token.range.upperBound - quote
    while position < end {
      if text.bytes[position] == 0x5C {
        position += try escape(at: position, end, into: &stretch)
      } else {
        stretch.append(text.bytes[position])
        position += 1
      }
    }
    return Name(String(decoding: stretch, as: UTF8.self), at: span(token))
  }
}
