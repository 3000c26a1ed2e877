package import TruthsText

/// T8003: bytes or escapes that are no Unicode text.
package enum InvalidCharacter: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8003", "invalid-character", .error,
    title: "data holds what is no Unicode character",
    why:
      "Invalid UTF-8, half of a surrogate pair and noncharacters are read differently by different programs, so that a hash "
      + "of them means nothing (RFC 7493 §2.1).",
    mend: "Save the file as UTF-8, and write characters beyond U+FFFF as themselves or as a whole pair.",
    wrong: [DataSamples.context(##"{"type": "person.greeted", "name": "Ada \ud83d"}"##)],
    right: [DataSamples.context(##"{"type": "person.greeted", "name": "Ada \ud83d\ude42"}"##)])

  /// A byte that begins or continues no UTF-8 sequence.
  package static func invalidUTF8(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    return make("byte 0x\(byte < 16 ? "0" : "")\(digits) is not UTF-8 here", at: span, help: "save the file as UTF-8")
  }

  /// An escaped half of a surrogate pair without its other half.
  package static func loneSurrogate(_ escape: String, at span: Span) -> Diagnostic {
    make(
      "`\(escape)` is half of a surrogate pair, without the other half", at: span,
      help: #"a character beyond U+FFFF is a pair, such as `\ud83d\ude42`"#)
  }

  /// A code point that Unicode keeps from ever being a character.
  package static func noncharacter(_ value: UInt32, at span: Span) -> Diagnostic {
    make("U+\(String(value, radix: 16, uppercase: true)) is not a character", at: span, help: "remove it")
  }
}
