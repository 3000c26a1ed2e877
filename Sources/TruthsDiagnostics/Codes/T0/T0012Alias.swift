package import TruthsText

/// An alias of YAML.
package enum Alias: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0012", "alias", .error,
    title: "an alias of YAML",
    why: "A declaration must say what it means where it stands; and a few aliases of aliases make a small file gigantic.",
    mend: "Write the value out.",
    wrong: [.declarations("record line:\n  fields: *shared\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// `*name`
  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make("aliases are not read: `*\(short(name))`", at: span, help: "write the value out")
  }
}
