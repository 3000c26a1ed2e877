package import TruthsText

/// An anchor of YAML.
package enum Anchor: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0011", "anchor", .error,
    title: "an anchor of YAML",
    why: "A declaration must say what it means where it stands, so nothing is named to be repeated elsewhere.",
    mend: "Remove the anchor; name what is shared with a `policy`, `record`, `enum` or `let`.",
    wrong: [.declarations("record line:\n  fields: &shared\n    sku: text\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// `&name`
  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make("anchors are not read: `&\(short(name))`", at: span, help: "remove it and write the value out where it is wanted")
  }
}
