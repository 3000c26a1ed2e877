package import TruthsText

/// A file is not UTF-8.
package enum InvalidUTF8: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0003", "invalid-utf8", .error,
    title: "a file is not UTF-8",
    why: "Every machine must read the same text from the same bytes, so there is one encoding.",
    mend: "Save the file as UTF-8.",
    wrong: [
      DiagnosticSample(
        showing: "pack demo:\n  summary: caf\u{FFFD}\n", bytes: { Array("pack demo:\n  summary: caf".utf8) + [0xE9, 0x0A] })
    ],
    right: [DiagnosticSample("pack demo:\n  summary: café\n")])

  /// The first byte of a declaration that begins no UTF-8 sequence.
  package static func found(_ byte: UInt8, at span: Span) -> Diagnostic {
    let digits = String(byte, radix: 16, uppercase: true)
    let help = byte >= 0xFE && span.start == 0 ? "the file seems to be UTF-16; save it as UTF-8" : "save the file as UTF-8"
    return make("byte 0x\(digits) is not UTF-8", at: span, help: help)
  }
}
