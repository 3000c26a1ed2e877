package import TruthsText

/// T8005: a number past the limits of data.
package enum DataNumberLimits: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8005", "data-number-limits", .error,
    title: "a number has more digits than every program can read back",
    why:
      "Numbers are exact. Past 15 significant digits, 12 places, or 10^15 another program may read a neighbour, and hash that.",
    mend: "Round the number where it is made, or carry it as a text.",
    wrong: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada", "times": 1234567890123456}"#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A number whose value is past a limit; exponents are applied before it is judged.
  package static func found(_ text: String, _ fault: DecimalLiteralFault, at span: Span) -> Diagnostic {
    let limit =
      switch fault {
      case .tooManyDigits: "has more than 15 significant digits"
      case .tooManyPlaces: "has more than 12 digits behind the point"
      case .tooLarge: "is not below 10^15"
      case .malformed: "is not a number"
      }
    return make(
      "`\(text)` \(limit)", at: span,
      help: "round it to at most 15 significant digits and 12 places, below 10^15, or carry it as a text")
  }
}
