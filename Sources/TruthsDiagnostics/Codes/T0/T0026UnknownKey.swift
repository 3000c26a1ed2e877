package import TruthsText

/// A key that the declaration does not have.
package enum UnknownKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0026", "unknown-key", .error,
    title: "a key that the declaration does not have",
    why: "What stands under it would never be read.",
    mend: "Write a key of that declaration.",
    wrong: [.declarations("record line:\n  feilds:\n    sku: text\n  fields:\n    size: integer\n")],
    right: [.declarations("record line:\n  fields:\n    size: integer\n")])

  /// An unknown key of a declaration or entry; `place` is a noun with its article.
  package static func found(_ key: String, in place: String, nearest: String?, known: [String], at span: Span) -> Diagnostic {
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "\(place) has no `\(short(key))`", at: span, help: nearest.map { "did you mean `\($0)`?" } ?? "it has \(list)",
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}
