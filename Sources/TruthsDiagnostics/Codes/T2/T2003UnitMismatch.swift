package import TruthsText

/// Units do not go together.
package enum UnitMismatch: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2003", "unit-mismatch", .error,
    title: "units do not go together",
    why: "Adding euros to hours, or comparing euros with dollars, gives a number that means nothing.",
    mend: "Bring both sides to one unit; `*` and `/` by a number without a unit keep it, `/` of equal units drops it.",
    wrong: [
      .order(fields: ["price: decimal in eur", "fee: decimal in usd"], requires: ["price > fee"])
    ],
    right: [
      .order(fields: ["price: decimal in eur", "fee: decimal in eur"], requires: ["price > fee", "price < 100"])
    ])

  /// Two sides of an operation or comparison.
  package static func between(_ left: String, _ right: String, operation: String, at span: Span) -> Diagnostic {
    make("`\(operation)` cannot take `\(left)` and `\(right)`", at: span)
  }

  /// A value in a place of another unit.
  package static func found(_ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("this is `\(found)`, and `\(wanted)` is wanted", at: span)
  }

  /// A unit on a type that is no number.
  package static func onType(unit: some PlacedName, type: String) -> Diagnostic {
    make("`\(type)` takes no unit", at: unit.span, help: "only `integer` and `decimal` have units")
  }
}
