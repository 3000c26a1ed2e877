import TruthsDiagnostics
import TruthsText

/// Cuts a clause into tokens, byte by byte.
///
/// What is surely meant otherwise (`&&` for `and`) is reported and read as meant; at anything else that begins no token the lexer
/// reports it, leaves a `.fault` and stops, and the parser stays silent about the rest.
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

  /// The byte at a distance from the position; 0, which begins no token, behind the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < end ? text.bytes[index] : 0
  }

  /// Appends a token of the next bytes and moves behind it.
  mutating func emit(_ kind: TokenKind, length: Int) {
    let stop = min(end, position + length)
    tokens.append(Token(kind: kind, start: Int32(truncatingIfNeeded: position), end: Int32(truncatingIfNeeded: stop)))
    position = stop
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports what stands in the next bytes and stops.
  mutating func fail(_ diagnostic: Diagnostic) {
    report(diagnostic)
    emit(.fault, length: end - position)
  }

  private mutating func skipBlanks() {
    while position < end, isBlank(text.bytes[position]) { position += 1 }
  }

  /// A plain scalar may hold no tab (language.md §1); YAML itself would let it pass.
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

  /// An operator or mark of the language at the position, with its length.
  private func operatorToken() -> (TokenKind, Int)? {
    switch (byte(), byte(1)) {
    case (0x28, _): (.leftBracket, 1)
    case (0x29, _): (.rightBracket, 1)
    case (0x5B, _): (.leftSquare, 1)
    case (0x5D, _): (.rightSquare, 1)
    case (0x2C, _): (.comma, 1)
    case (0x2E, let next) where !isDigit(next) || followsOperand: (.dot, 1)
    case (0x3F, _): (.question, 1)
    case (0x2D, 0x3E): (.arrow, 2)
    case (0x2D, _): (.minus, 1)
    case (0x2B, _): (.plus, 1)
    case (0x2A, let next) where next != 0x2A: (.star, 1)
    case (0x2F, _): (.slash, 1)
    case (0x25, _): (.percent, 1)
    case (0x3D, 0x3D) where byte(2) != 0x3D: (.equal, 2)
    case (0x3D, let next) where next != 0x3D && next != 0x3E && next != 0x3C: (.assign, 1)
    case (0x21, 0x3D) where byte(2) != 0x3D: (.notEqual, 2)
    case (0x3C, 0x3D): (.lessOrEqual, 2)
    case (0x3C, let next) where next != 0x3E: (.less, 1)
    case (0x3E, 0x3D): (.greaterOrEqual, 2)
    case (0x3E, _): (.greater, 1)
    case (0xE2, 0x86) where byte(2) == 0x92: (.arrow, 3)
    default: nil
    }
  }

  /// Whether the last token ends an operand right here, so that a dot after it reads a member.
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
