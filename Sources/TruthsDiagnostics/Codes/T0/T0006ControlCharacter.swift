package import TruthsText

/// A control character in a file.
package enum ControlCharacter: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0006", "control-character", .error,
    title: "a control character in a file",
    why: "It cannot be seen, and terminals and editors obey it.",
    mend: "Remove it; inside a text of a clause write it as `\\u{…}`.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows \u{7}one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A character that YAML does not allow.
  package static func found(_ scalar: Unicode.Scalar, at span: Span) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - number.utf8.count)) + number
    return make(
      "the control character \(name) may not stand in a file", at: span, help: "remove it",
      fixes: [.init("remove it", [.init(span, "")], isSafe: false)])
  }
}
