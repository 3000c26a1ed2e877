import TruthsSyntax
import TruthsText

/// The tokens of a part of a clause, found without parsing, for colouring and for completion in text that is not yet valid.
struct ClauseScan {
  enum Kind { case word, keyword, number, text, sign }

  struct Token {
    var kind: Kind
    var range: Range<Int>
    /// Whether the token is a text without its closing quote.
    var isOpen = false
  }

  private(set) var tokens: [Token] = []

  /// The reserved words, and the words with a meaning in some positions only.
  static let keywords = Set(
    ReservedWords.all + [
      "by", "desc", "between", "matches", "with", "the", "old", "otherwise", "satisfies", "not", "in", "as", "now", "actor",
      "proposal",
    ])

  /// - Parameter isEscaped: whether the part is in a double-quoted scalar, where a text begins and ends with `\"`.
  /// - Complexity: O(n) in the number of bytes.
  init(_ bytes: [UInt8], in range: Range<Int>, isEscaped: Bool = false) {
    let quote: [UInt8] = isEscaped ? [0x5C, 0x22] : [0x22]
    func isAt(_ sign: [UInt8], _ place: Int) -> Bool {
      guard bytes[place] == sign[0] else { return false }
      return sign.count == 1 || place + 1 < range.upperBound && bytes[place + 1] == sign[1]
    }
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = bytes[place]
      let start = place
      if isAt(quote, place) {
        let escape: [UInt8] = isEscaped ? [0x5C, 0x5C] : [0x5C]
        place += quote.count
        while place < range.upperBound, !isAt(quote, place) {
          guard isAt(escape, place) else {
            place += 1
            continue
          }
          place += escape.count
          if place < range.upperBound { place += isEscaped && bytes[place] == 0x5C ? 2 : 1 }
        }
        let isOpen = place >= range.upperBound
        place = min(range.upperBound, place + quote.count)
        tokens.append(Token(kind: .text, range: start..<place, isOpen: isOpen))
      } else if Self.isLetter(byte) {
        while place < range.upperBound, Self.isLetter(bytes[place]) || Self.isDigit(bytes[place]) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        tokens.append(Token(kind: Self.keywords.contains(word) ? .keyword : .word, range: start..<place))
      } else if Self.isDigit(byte) {
        while place < range.upperBound, Self.isDigit(bytes[place]) || bytes[place] == 0x2E || bytes[place] == 0x5F { place += 1 }
        tokens.append(Token(kind: .number, range: start..<place))
      } else {
        place += 1
        while place < range.upperBound, bytes[place] & 0xC0 == 0x80 { place += 1 }
        if !isBlank(byte) { tokens.append(Token(kind: .sign, range: start..<place)) }
      }
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { byte == 0x5F || (0x61...0x7A).contains(byte | 0x20) }
  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension LineOutline {
  /// The members whose values hold clauses, expressions or reasons.
  private static let clauseMembers: Set<String> = [
    "requires", "invariants", "moves", "ensures", "let", "rule", "if", "value", "rows", "produces", "default",
  ]

  /// Returns whether the value of a line is a clause, an expression, or an entry of `moves` or `produces`.
  func isClause(_ line: Line) -> Bool {
    if line.isComment || line.isBlank { return false }
    let path = path(to: line.number)
    guard let member = path.dropFirst().first ?? (path.count == 1 ? line.key : nil) else { return false }
    if member == "when" { return line.key == "if" || path.last == "if" }
    return Self.clauseMembers.contains(member) && line.key != "id"
  }

  /// Returns the range of a line's value, without a comment after it.
  func value(of line: Line) -> Range<Int> {
    var isInText = false
    for place in line.valueStart..<line.end {
      if file.bytes[place] == 0x22 { isInText.toggle() }
      if !isInText, file.bytes[place] == 0x23, place == line.start || file.bytes[place - 1] == 0x20 {
        return line.valueStart..<place
      }
    }
    return line.valueStart..<line.end
  }
}
