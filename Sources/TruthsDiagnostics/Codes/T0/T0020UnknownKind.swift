package import TruthsText

/// A kind of declaration that does not exist.
package enum UnknownKind: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0020", "unknown-kind", .error,
    title: "a kind of declaration that does not exist",
    why: "What is declared under it would never be read.",
    mend: "Write one of pack, enum, record, fact, intent, policy, table, lifecycle, invariant, truth, blueprint, source, jtbd.",
    wrong: [.declarations("recrod line:\n  fields:\n    sku: text\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// An unknown first word of a root key.
  package static func found(_ kind: String, nearest: String?, at span: Span) -> Diagnostic {
    make(
      "there is no kind `\(short(kind))`", at: span,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? "kinds are pack, enum, record, fact, intent, policy, table, lifecycle, invariant, truth, blueprint, source and, in "
        + ".jtbd files, jtbd",
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}
