import TruthsDiagnostics
import TruthsText

/// Cuts a clause into tokens, byte by byte.
///
/// A sign with an evident meaning (`&&` for `and`) is reported and read with that meaning. At any other text that begins no
/// token, the lexer reports it, emits a `.fault` and stops, and the parser reports nothing about the rest.
struct Lexer {
  let text: ClauseText
  private(set) var tokens: [Token] = []
  private(set) var diagnostics: [Diagnostic] = []
  var position: Int
  let end: Int

  init(_ text: ClauseText) {
    self.text = text
    position = text.range.lowerBound
    end = text.range.upperBound
    tokens.reserveCapacity(8 + text.range.count / 4)
  }

  /// Reads the whole text. The last token is always `.end`.
  mutating func run() {
    reportTab()
    while !isStopped {
      skipBlanks()
      guard position < end else { break }
      readToken()
    }
    let place = position < end ? position : text.trimmed.upperBound
    tokens.append(Token(kind: .end, start: Int32(truncatingIfNeeded: place), end: Int32(truncatingIfNeeded: place)))
  }

  private var isStopped: Bool { tokens.last?.kind == .fault }

  /// Returns the byte at a distance from the position; beyond the end 0, which begins no token.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < end ? text.bytes[index] : 0
  }

  /// Appends a token of the next bytes and moves past it.
  mutating func emit(_ kind: TokenKind, length: Int) {
    let stop = min(end, position + length)
    tokens.append(Token(kind: kind, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: stop)))
    position = stop
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports the next bytes and stops.
  mutating func fail(_ diagnostic: Diagnostic) {
    report(diagnostic)
    emit(.fault, length: end - position)
  }

  private mutating func skipBlanks() {
    while position < end, isBlank(text.bytes[position]) { position += 1 }
  }

  /// Reports a tab in a plain scalar, which files §2 forbids although YAML allows it.
  private mutating func reportTab() {
    guard text.style == .plain, let place = text.bytes[text.range].firstIndex(of: 0x09) else { return }
    report(Tab.inClause(text.span(place, place + 1)))
  }

  private mutating func readToken() {
    let first = byte()
    if isLetter(first) { return readWord() }
    if isDigit(first) { return readNumber() }
    if first == 0x22 { return readText() }
    if let (kind, length) = operatorToken() { return emit(kind, length: length) }
    readForeign()
  }

  /// Returns the operator or mark of the language at the position, with its length.
  private func operatorToken() -> (TokenKind, Int)? {
    switch (byte(), byte(1)) {
    case (0x28, _): (.leftBracket, 1)
    case (0x29, _): (.rightBracket, 1)
    case (0x5B, _): (.leftSquare, 1)
    case (0x5D, _): (.rightSquare, 1)
    case (0x2C, _): (.comma, 1)
    case (0x2E, 0x2E): (.range, 2)
    case (0x2E, let next) where !isDigit(next) || followsOperand: (.dot, 1)
    case (0x3F, _): (.question, 1)
    case (0x2D, 0x3E): (.arrow, 2)
    case (0x2D, _): (.minus, 1)
    case (0x2B, _): (.plus, 1)
    case (0x2A, let next) where next != 0x2A: (.star, 1)
    case (0x2F, _): (.slash, 1)
    case (0x25, _): (.percent, 1)
    case (0x3D, 0x3D) where byte(2) != 0x3D: (.equal, 2)
    case (0x3D, let next) where next != 0x3D && next != 0x3E && next != 0x3C && next != 0x7E: (.assign, 1)
    case (0x21, 0x3D) where byte(2) != 0x3D: (.notEqual, 2)
    case (0x3C, 0x3D): (.lessOrEqual, 2)
    case (0x3C, let next) where next != 0x3E: (.less, 1)
    case (0x3E, 0x3D): (.greaterOrEqual, 2)
    case (0x3E, _): (.greater, 1)
    case (0xE2, 0x86) where byte(2) == 0x92: (.arrow, 3)
    default: nil
    }
  }

  /// Whether the last token ends an operand directly here, so that a dot after it reads a member.
  private var followsOperand: Bool {
    guard let last = tokens.last, Int(last.end) == position else { return false }
    return last.kind.isWord || last.kind == .rightBracket || last.kind == .rightSquare
  }

  private mutating func readWord() {
    var stop = position + 1
    while stop < end, isWordByte(text.bytes[stop]) { stop += 1 }
    if stop < end, text.bytes[stop] >= 0x80, isNameLike(at: stop) { return readUnnameable() }
    emit(ReservedWords.kind(of: text.bytes[position..<stop]), length: stop - position)
  }
}

extension Lexer {
  /// Reads `digits [ "." digits ]`; a letter, digit or dot directly after it makes it malformed.
  private mutating func readNumber() {
    if let length = dateLength() { return readDate(length) }
    if let length = TimeShape.length(in: text.bytes[position..<end]) { return readTime(length) }
    var stop = position
    while stop < end, isDigit(text.bytes[stop]) { stop += 1 }
    if stop + 1 < end, text.bytes[stop] == 0x2E, isDigit(text.bytes[stop + 1]) {
      stop += 1
      while stop < end, isDigit(text.bytes[stop]) { stop += 1 }
    }
    let isRange = stop + 1 < end && text.bytes[stop] == 0x2E && text.bytes[stop + 1] == 0x2E
    // `007` is no number: it may be a text, or part of a date or of `1,000`.
    if byte() == 0x30, isDigit(byte(1)) { return readMalformedNumber() }
    guard !isRange, stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] == 0x2E else {
      return emit(.number, length: stop - position)
    }
    readMalformedNumber()
  }

  /// Reports a text that looks like a number but is not one: `1e3`, `1_000`, `1.`, `.5`, `007`.
  private mutating func readMalformedNumber() {
    var stop = position
    while stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] == 0x2E { stop += 1 }
    let written = text.string(position..<stop)
    let span = text.span(position, stop)
    if let mended = mended(written) { return fail(MalformedNumber.finding(written, mend: mended, at: span)) }
    fail(MalformedNumber.finding(written, mend: shortened(written), isCertain: false, at: span))
  }

  /// Returns the value in `10k`, `5e3`, `24h` or `120cm`: written out, or without its unit.
  private func shortened(_ written: String) -> String? {
    let digits = written.prefix { $0 >= "0" && $0 <= "9" }
    let rest = written.dropFirst(digits.count).lowercased()
    guard !digits.isEmpty, digits.count <= 6, !rest.isEmpty else { return nil }
    if let unit = WrittenValues.units.first(where: { ForeignForms.sets[$0]?.contains(rest) ?? false }) {
      return "\(unit)(\(digits))"
    }
    if rest == "k" { return "\(digits)000" }
    if rest == "mio" { return "\(digits)000000" }
    if Self.ambiguous.contains(rest) { return nil }
    if rest.first == "e", let power = Int(rest.dropFirst()), (1...9).contains(power) {
      return digits + String(repeating: "0", count: power)
    }
    return rest.allSatisfy { $0 >= "a" && $0 <= "z" } && rest.count <= 4 && rest.first != "e" && rest.first != "x"
      ? String(digits) : nil
  }

  /// The letters after a number that have several possible meanings: minutes, months, metres or millions, hours of the day, and
  /// places in an order.
  private static let ambiguous: Set<String> = [
    "m", "mm", "mn", "b", "bn", "t", "tn", "am", "pm", "a", "p", "st", "nd", "rd", "th",
  ]

  /// Returns the number that was evidently intended: without underscores, with a digit on both sides of the point.
  private func mended(_ written: String) -> String? {
    var digits = written.utf8.filter { $0 != 0x5F }
    if digits.first == 0x2E { digits.insert(0x30, at: 0) }
    if digits.last == 0x2E { digits.removeLast() }
    let points = digits.count { $0 == 0x2E }
    guard digits.allSatisfy({ isDigit($0) || $0 == 0x2E }), points <= 1, let first = digits.first, isDigit(first),
      first != 0x30 || digits.count == 1 || digits[1] == 0x2E
    else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Returns the length of a date or timestamp that begins here: `2027-01-31`, `2027-01-31T10:00:00Z`.
  private func dateLength() -> Int? {
    let shape = DateShape.length(in: text.bytes[position..<end])
    guard let shape, position + shape == end || !isWordByte(text.bytes[position + shape]) else { return nil }
    return shape
  }

  /// Reports a date without quotes, which would be a subtraction.
  private mutating func readDate(_ length: Int) {
    let written = text.string(position..<position + length)
    let date = DateShape.completed(written)
    let quoted = text.style.written("\"\(date)\"")
    fail(UnquotedDate.finding(written, meant: date, quoted: quoted, at: text.span(position, position + length)))
  }

  /// Reports a time without quotes, which would be two numbers with a colon between.
  private mutating func readTime(_ digits: Int) {
    let half = TimeShape.half(in: text.bytes[position + digits..<end])
    let time = TimeShape.completed(text.string(position..<position + digits), half?.name)
    let length = digits + (half?.length ?? 0)
    let written = text.string(position..<position + length)
    let quoted = text.style.written("\"\(time)\"")
    fail(UnquotedDate.time(written, meant: time, quoted: quoted, at: text.span(position, position + length)))
  }
}

/// Recognizes times of day.
enum TimeShape {
  /// Returns the length of an `hh:mm` at the beginning of the bytes, with seconds and their fraction if they follow. An hour of
  /// one digit, as in `7:30`, counts too.
  static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    func digits(at index: Int) -> Int { bytes.dropFirst(index).prefix(while: isDigit).count }
    func isNext(_ byte: UInt8, at index: Int) -> Bool { bytes.dropFirst(index).first == byte }
    let hour = digits(at: 0)
    guard hour == 1 || hour == 2, isNext(0x3A, at: hour), digits(at: hour + 1) == 2 else { return nil }
    var length = hour + 3
    if isNext(0x3A, at: length), digits(at: length + 1) == 2 {
      length += 3
      let places = isNext(0x2E, at: length) ? digits(at: length + 1) : 0
      if places > 0 { length += 1 + places }
    }
    if let next = bytes.dropFirst(length).first, isWordByte(next) || next == 0x3A { return nil }
    return length
  }

  /// Returns `am` or `pm` at the beginning of the bytes, with its length and that of the blanks before it.
  static func half(in bytes: ArraySlice<UInt8>) -> (name: String, length: Int)? {
    let blanks = bytes.prefix(while: isBlank).count
    let word = bytes.dropFirst(blanks).prefix(while: isWordByte)
    let name = String(decoding: word, as: UTF8.self).lowercased()
    return name == "am" || name == "pm" ? (name, blanks + word.count) : nil
  }

  /// Returns a time with both digits of its hour, counted from midnight. An hour beyond 12 stays, because it has no half.
  static func completed(_ time: String, _ half: String?) -> String {
    let digits = time.prefix { $0 != ":" }
    guard let half, let hour = Int(digits), (1...12).contains(hour) else { return digits.utf8.count == 1 ? "0\(time)" : time }
    let counted = hour % 12 + (half == "pm" ? 12 : 0)
    return (counted < 10 ? "0" : "") + "\(counted)" + time.dropFirst(digits.count)
  }
}

/// Recognizes dates and timestamps, as far as needed to distinguish them from arithmetic.
enum DateShape {
  /// Returns the length of a `YYYY-MM-DD` at the beginning of the bytes, with a time after a `T` if it follows. A month or day of
  /// one digit, as in `2027-01-5`, counts too if the other one begins with a zero, because no number begins with one.
  static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    if let short = ["0000-00-0", "0000-0-00"].first(where: { matches(bytes, $0) && !matches(bytes, "0000-00-00") }) {
      let parts = bytes.prefix(short.utf8CodeUnitCount).split(separator: 0x2D)
      let isFollowed = bytes.dropFirst(short.utf8CodeUnitCount).first.map { isWordByte($0) || $0 == 0x2E } ?? false
      return parts.contains { $0.count == 2 && $0.first == 0x30 } && !isFollowed ? short.utf8CodeUnitCount : nil
    }
    guard matches(bytes, "0000-00-00") else { return nil }
    guard matches(bytes.dropFirst(10), "T00:00") else { return 10 }
    var index = bytes.startIndex + 16
    while index < bytes.endIndex, isDigit(bytes[index]) || bytes[index] == 0x3A || bytes[index] == 0x2E || bytes[index] == 0x5A {
      index += 1
    }
    return index - bytes.startIndex
  }

  /// Returns a date with both digits of its month and day.
  static func completed(_ date: String) -> String {
    guard date.utf8.count == 9 else { return date }
    return date.split(separator: "-").map { $0.utf8.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
  }

  /// Whether bytes begin like a pattern in which `0` stands for any digit.
  private static func matches(_ bytes: ArraySlice<UInt8>, _ pattern: StaticString) -> Bool {
    guard bytes.count >= pattern.utf8CodeUnitCount else { return false }
    return pattern.withUTF8Buffer { pattern in
      zip(bytes, pattern).allSatisfy { byte, wanted in wanted == 0x30 ? isDigit(byte) : byte == wanted }
    }
  }
}

extension Lexer {
  /// Reads a text up to its closing quote; an expression in braces may contain texts. The parser interprets escapes and braces.
  private mutating func readText() {
    let isPattern = tokens.last.map { ["matches", "matching"].contains(text.string($0.range)) } ?? false
    var stop = position + 1
    while stop < end, text.bytes[stop] != 0x22 {
      switch (text.bytes[stop], stop + 1 < end ? text.bytes[stop + 1] : 0) {
      case (0x5C, _), (0x7B, 0x7B): stop += 2
      case (0x7B, _) where !isPattern: stop = (text.closingBrace(of: stop, before: end) ?? stop) + 1
      default: stop += 1
      }
    }
    guard stop < end else { return fail(UnclosedText.finding(at: text.span(position, text.trimmed.upperBound))) }
    emit(.text, length: stop + 1 - position)
  }

  /// Reads a text in quotes other than `"`: reports it, and reads it as if its quotes were right.
  ///
  /// - Returns: `false` if no closing quote follows, so that it is no text.
  private mutating func readTextInOtherQuotes() -> Bool {
    guard let (quoteLength, contentEnd, closingLength) = otherQuotes() else { return false }
    let stop = contentEnd + closingLength
    let opening = text.span(position, position + quoteLength)
    let closing = text.span(contentEnd, stop)
    let holdsQuote = text.bytes[position..<contentEnd].contains(0x22)
    let wouldOpenScalar = text.style == .plain && position == text.trimmed.lowerBound
    let quote = text.style.written("\"")
    defer { emit(.text, length: stop - position) }
    let inner = text.string(position + quoteLength..<contentEnd)
    let isPattern = tokens.last.map { ["like", "ilike"].contains(text.string($0.range).lowercased()) } ?? false
    if isPattern, LikePatterns.isForeign(inner) {
      let meant = LikePatterns.translated(inner).map { "\"\($0)\"" }
      let replacement = holdsQuote ? nil : meant.map(text.style.written)
      report(OtherQuotes.pattern(meant: meant, replacement: replacement, at: opening.union(closing)))
      return true
    }
    report(
      OtherQuotes.finding(
        text.string(position..<stop), opening: opening, closing: closing, quote: holdsQuote || wouldOpenScalar ? nil : quote))
    return true
  }

  /// Finds the quotes `'…'`, `‘…’` or `“…”` at the position: the opening one's length, the end of the content, the closing
  /// one's length.
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

extension Lexer {
  /// Operators of other languages, with the tokens they are read as, and their spelling here.
  private static let foreign: [(written: StaticString, kind: TokenKind, meant: String)] = [
    ("&&", .and, "and"), ("||", .or, "or"), ("===", .equal, "=="), ("!==", .notEqual, "!="), ("<>", .notEqual, "!="),
    ("=<", .lessOrEqual, "<="), ("&", .and, "and"), ("|", .or, "or"), ("!", .not, "not"), ("≤", .lessOrEqual, "<="),
    ("≥", .greaterOrEqual, ">="), ("≠", .notEqual, "!="), ("−", .minus, "-"), ("×", .star, "*"), ("⇒", .arrow, "→"),
  ]

  /// Operators that join texts in some languages.
  private static let joining: Set<String> = ["&", "|", "||"]

  /// Reads text that begins no token of the language.
  private mutating func readForeign() {
    if readTextInOtherQuotes() { return }
    if byte() == 0x2E { return readMalformedNumber() }
    for (written, kind, meant) in Self.foreign where isNext(written) {
      let length = written.utf8CodeUnitCount
      let span = text.span(position, position + length)
      let replacement = text.style.written(spaced(meant, length))
      // Where there are texts, `&` and `||` may join them.
      let isSafe = !Self.joining.contains(written.description) || !text.bytes[text.range].contains { $0 == 0x22 || $0 == 0x27 }
      report(ForeignOperator.finding(written.description, meant: meant, replacement: replacement, isSafe: isSafe, at: span))
      return emit(kind, length: length)
    }
    if byte() >= 0x80, isNameLike(at: position) { return readUnnameable() }
    if isNext("=~") {
      let span = text.span(position, position + 2)
      return fail(
        ForeignOperator.finding("=~", meant: "matches", replacement: text.style.written(spaced("matches", 2)), at: span))
    }
    if isNext("=>") { return fail(ForeignOperator.arrow(at: text.span(position, position + 2))) }
    let length = isNext("**") ? 2 : scalarLength(at: position)
    let written = text.string(position..<position + length)
    fail(UnexpectedCharacter.finding(written, at: text.span(position, position + length)))
  }

  /// Reports a word with letters that no name may have, such as `café`.
  private mutating func readUnnameable() {
    var stop = position
    while stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] >= 0x80 && isNameLike(at: stop) {
      stop += text.bytes[stop] < 0x80 ? 1 : scalarLength(at: stop)
    }
    fail(BadName.inExpression(text.string(position..<stop), at: text.span(position, stop)))
  }

  /// Whether a letter or digit of Unicode, outside ASCII, begins at an offset.
  private func isNameLike(at offset: Int) -> Bool {
    let scalars = text.string(offset..<min(end, offset + scalarLength(at: offset))).unicodeScalars
    return scalars.first?.properties.isXIDContinue ?? false
  }

  private func isNext(_ written: StaticString) -> Bool {
    let count = written.utf8CodeUnitCount
    guard position + count <= end else { return false }
    return written.withUTF8Buffer { zip($0, text.bytes[position..<position + count]).allSatisfy { $0 == $1 } }
  }

  /// Adds the spaces that a word needs if it replaces a sign without spaces around it, as in `!paid`.
  private func spaced(_ meant: String, _ length: Int) -> String {
    guard let last = meant.utf8.last, isLetter(last) else { return meant }
    let clingsBefore = position > text.range.lowerBound && !isBlank(text.bytes[position - 1]) && byte(-1) != 0x28
    let clingsBehind = position + length < end && !isBlank(byte(length))
    return (clingsBefore ? " " : "") + meant + (clingsBehind ? " " : "")
  }

  /// Returns the number of bytes of the scalar that begins at an offset.
  private func scalarLength(at offset: Int) -> Int {
    let first = text.bytes[offset]
    let wanted = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return min(wanted, end - offset)
  }
}
