package import TruthsText

/// A line break that is none everywhere.
package enum LineSeparator: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0005", "line-separator", .error,
    title: "a line break that is none everywhere",
    why: """
      YAML counts U+0085, U+2028 and U+2029 as line breaks and other tools do not, so that what is seen is not what is \
      read.
      """,
    mend: "Replace it by a space or a line break; inside a text of a clause write it as `\\u{2028}`.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows\u{2028}one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// One of the three separators.
  package static func found(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the line separator \(name) may not stand in a file", at: span,
      help: "write a space or a line break; in a text of a clause, `\\u{\(number)}`",
      fixes: [.init("replace it by a space", [.init(span, " ")], isSafe: false)])
  }
}
