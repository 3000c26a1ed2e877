package import TruthsText

/// A unit with the name of a field, input or policy that holds a currency.
///
/// Detected in `Sources/TruthsCheck/Declare/Currencies.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Currencies.swift`.
package enum UnitIsName: DiagnosticKind {
  package static let id = DiagnosticID("T1070", .error)

  /// A type with such a unit, in a declaration that lacks the field.
  ///
  /// - Parameters:
  ///   - other: the field, input or policy with that name: `order.placed.currency`.
  ///   - type: its type, an enum.
  package static func lacking(
    _ unit: some PlacedName, owner: String, other: String, type: String, at span: Span, declared: Span
  ) -> Diagnostic {
    make(
      "`\(owner)` has no field `\(unit.text)` that says the currency, as `\(other)` does", at: span,
      help: "add `\(unit.text): \(type)` to `\(owner)`, or give the unit another name",
      notes: [Diagnostic.Note("the name is declared here, as `\(type)`", at: declared)])
  }

  /// A text field with the name of the unit; the unit is then a fixed one and not that of the data.
  package static func text(_ unit: some PlacedName, at span: Span, declared: Span) -> Diagnostic {
    make(
      "the field `\(unit.text)` is a text, so `\(unit.text)` is read as one unit, whatever the text says", at: span,
      help: "declare the values that it may have, `enum money: [EUR, USD]`, and write `\(unit.text): money`",
      notes: [Diagnostic.Note("the text is declared here", at: declared)], severity: .warning)
  }

  /// A currency that is data, as a part of a compound unit.
  package static func dataPart(_ currency: String, of unit: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "`\(currency)` is data here, so it cannot be a part of the unit `\(unit.text)`", at: span,
      help: "give the part of the unit another name")
  }

  /// A key that contains an amount but not its currency.
  package static func notInKey(_ currency: String, amount: String, of owner: String, at span: Span) -> Diagnostic {
    make(
      "the key of `\(owner)` has the amount `\(amount)`, but not its currency `\(currency)`", at: span,
      help: "add `\(currency)` to the key: the same number in another currency is another amount")
  }

  /// An amount in the key of a lifecycle, whose instances have only their keys.
  package static func lifecycleKey(_ amount: String, of owner: String, at span: Span) -> Diagnostic {
    make(
      "the currency of `\(amount)` can differ, so `\(amount)` cannot be a key of lifecycle `\(owner)`", at: span,
      help: "identify instances by something else, such as an id")
  }

  /// A bare name in `in_unit` that is both a unit and a name of a currency value.
  package static func ambiguous(_ name: String, type: String, at span: Span, declared: Span?) -> Diagnostic {
    make(
      "`\(name)` is a unit, and here also a name of type `\(type)`", at: span,
      help: "give one of them another name",
      notes: declared.map { [Diagnostic.Note("the name is declared here", at: $0)] } ?? [])
  }
}
