/// A token of clauses §2.1: its kind and its range of decoded bytes.
struct Token: Sendable {
  var kind: TokenKind
  var start: Int32
  var end: Int32

  var range: Range<Int> { Int(start)..<Int(end) }
}

enum TokenKind: UInt8, Sendable {
  /// Any word that is not reserved.
  case word
  case number
  case text
  case leftBracket, rightBracket, leftSquare, rightSquare
  case comma, dot, question, arrow
  /// `..`, allowed only between the ends of an interval in a grid.
  case range
  /// A single `=`, allowed only before the value of a key and before a default.
  case assign
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case plus, minus, star, slash, percent
  // The reserved words.
  case and, or, not, `in`, contains, like, exists, missing, empty, some, every, no, satisfies, `where`, `for`, `else`, `if`, then,
    `true`,
    `false`
  case end
  /// A place where no token begins; the lexer has reported it, and nothing after it is read.
  case fault

  /// Whether the token is spelt as a word, so that it can be a name after a dot.
  var isWord: Bool { self == .word || isReserved }

  var isReserved: Bool { rawValue >= TokenKind.and.rawValue && rawValue <= TokenKind.false.rawValue }
}

/// The reserved words of clauses §2.1.
package enum ReservedWords {
  static let kinds: [(word: String, kind: TokenKind)] = [
    ("and", .and), ("or", .or), ("not", .not), ("in", .in), ("contains", .contains), ("like", .like), ("exists", .exists),
    ("missing", .missing), ("empty", .empty), ("some", .some), ("every", .every), ("no", .no), ("satisfies", .satisfies),
    ("where", .where), ("for", .for), ("else", .else), ("if", .if), ("then", .then), ("true", .true), ("false", .false),
  ]

  /// Reserved words that version 1 of the language did not have: fields may have these names.
  package static let conditional: Set<String> = ["if", "then"]

  /// All reserved words.
  package static let all: [String] = kinds.map(\.word)

  /// Whether a word is reserved.
  package static func contains(_ word: String) -> Bool {
    guard word.utf8.count >= 2, word.utf8.count <= 9 else { return false }
    return kind(of: Array(word.utf8)[...]) != .word
  }

  /// Returns the reserved word in the bytes, or `.word`. No reserved word is longer than nine letters.
  static func kind(of bytes: ArraySlice<UInt8>) -> TokenKind {
    guard bytes.count >= 2, bytes.count <= 9 else { return .word }
    let key = packed(bytes)
    for (known, kind) in packedKinds[bytes.count] where known == key { return kind }
    return .word
  }

  /// Reserved words by length, packed into integers for fast comparison.
  private static let packedKinds: [[(UInt128, TokenKind)]] = (0...9).map { length in
    kinds.filter { $0.word.utf8.count == length }.map { (packed(Array($0.word.utf8)[...]), $0.kind) }
  }

  private static func packed(_ bytes: ArraySlice<UInt8>) -> UInt128 {
    var key: UInt128 = 0
    for byte in bytes { key = key << 8 | UInt128(byte) }
    return key
  }
}
