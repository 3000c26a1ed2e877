package import TruthsText

/// Amounts that may have different currencies.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayMixCurrencies: DiagnosticKind {
  package static let id = DiagnosticID("T3020", .warning)

  /// Two amounts that are added or compared.
  ///
  /// - Parameters:
  ///   - left: the name that holds the currency of the first amount: `invoice.currency`.
  ///   - right: the name that holds the currency of the second amount.
  package static func finding(_ left: String, _ right: String, at span: Span, isCertain: Bool, help: String) -> Diagnostic {
    make(
      isCertain
        ? "`\(left)` and `\(right)` are different currencies, so this is always missing"
        : "`\(left)` and `\(right)` may be different currencies, and then this is missing", at: span, help: help,
      severity: isCertain ? .error : .warning)
  }

  /// Amounts of elements in an aggregate.
  ///
  /// - Parameter function: `sum`, `max`.
  package static func among(_ currency: String, function: String, at span: Span, help: String) -> Diagnostic {
    make(
      "`\(currency)` may differ between the elements, and then the `\(function)` is missing", at: span, help: help)
  }

  /// Amounts within a function.
  ///
  /// - Parameter call: the call as it is written.
  package static func within(_ call: String, at span: Span) -> Diagnostic {
    make(
      "amounts of different currencies may meet in `\(call)`, and then it is missing", at: span,
      help: "in the function, omit amounts of other currencies, or compare the currencies first")
  }
}
