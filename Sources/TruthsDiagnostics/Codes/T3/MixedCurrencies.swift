package import TruthsText

/// Amounts of different currencies may meet.
///
/// Detected in `Sources/TruthsCheck/Flow/MissingValues.swift`.
package enum MayMixCurrencies: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3020", "may-mix-currencies", .warning,
    title: "amounts of different currencies may meet",
    why:
      "An amount whose currency is data carries it. Two of different currencies are neither added nor compared: what comes of "
      + "them is missing, and what reads that cannot be told.",
    mend:
      "Require before it that the currencies are the same: `a.currency == b.currency`, or of a list "
      + "`every l in lines satisfies l.currency == currency`. To leave elements of other currencies out, write "
      + "`where l.currency == currency`.",
    wrong: [
      .mixed(requires: ["amount exists", "fee exists", "lines not empty"])
    ],
    right: [
      .mixed(
        requires: [
          "amount exists", "fee exists", "lines not empty", "fee_currency == currency",
          "every l in lines satisfies l.currency == currency",
        ])
    ])

  /// Two amounts that are added or compared.
  ///
  /// - Parameters:
  ///   - left: what holds the currency of one: `invoice.currency`.
  ///   - right: that of the other.
  package static func found(_ left: String, _ right: String, at span: Span, isCertain: Bool, help: String) -> Diagnostic {
    make(
      isCertain
        ? "`\(left)` and `\(right)` are different currencies, so this is always missing"
        : "`\(left)` and `\(right)` may be different currencies, and then this is missing", at: span, help: help,
      severity: isCertain ? .error : .warning)
  }

  /// Amounts of elements that an aggregate goes through.
  ///
  /// - Parameter function: `sum`, `max`.
  package static func among(_ currency: String, function: String, at span: Span, help: String) -> Diagnostic {
    make(
      "`\(currency)` may differ between the elements, and then the `\(function)` is missing", at: span, help: help)
  }
}

extension DiagnosticSample {
  /// An order with lines and a fee.
  fileprivate static func mixed(requires: [String]) -> DiagnosticSample {
    .order(
      declarations: """
        enum money: [EUR, USD]

        record line:
          fields:
            amount: decimal in currency
            currency: money
        """,
      fields: [
        "amount: decimal in currency", "currency: money", "fee: decimal in fee_currency", "fee_currency: money",
        "lines: list of line",
      ],
      requires: requires,
      invariants: ["sum(l.amount for l in lines) + fee > amount → reject(\"The lines are more than the whole\")"])
  }
}
