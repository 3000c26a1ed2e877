package import TruthsText

/// A number literal beyond the limits of language.md §2, "Decimals".
package enum NumberLimits: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2001", "number-limits", .error,
    title: "a number beyond the limits of numbers",
    why: "Numbers are exact everywhere: 15 significant digits and 12 places are what every reader of JSON keeps.",
    mend: "Write a number of at most 15 significant digits, at most 12 of them behind the point.",
    wrong: [.requirement("weight > 0.1234567890123")],
    right: [.requirement("weight > 0.123456789012")])

  /// A literal that passes one of the limits.
  package static func literal(_ written: String, _ fault: DecimalLiteralFault, at span: Span) -> Diagnostic {
    let limit =
      switch fault {
      case .tooManyPlaces: "more than 12 digits behind the point"
      case .tooLarge: "a size of 10^15 or more"
      case .tooManyDigits, .malformed: "more than 15 significant digits"
      }
    return make(
      "the number `\(short(written))` has \(limit)", at: span,
      help: "numbers have at most 15 significant digits, 12 of them behind the point, and a size below 10^15")
  }
}
