package import TruthsText

/// A declaration lacks a part.
package enum MissingPart: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0027", "missing-part", .error,
    title: "a declaration lacks a part",
    why: "Without it the declaration has no meaning.",
    mend: "Write the part.",
    wrong: [.declarations("record line:\n  summary: A line of an order\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// A part that must be there.
  package static func found(_ part: String, in place: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("\(place) lacks `\(short(part))`", at: span, help: help)
  }
}
