package import TruthsText

/// A text in other quotes than `"`.
package enum OtherQuotes: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0055", "other-quotes", .error,
    title: "a text in other quotes than `\"`",
    why: "Texts stand in double quotes; single quotes belong to YAML.",
    mend: "Write `\"…\"`.",
    wrong: [.requirement("weight > 0 else 'Too light'")],
    right: [.requirement("weight > 0 else \"Too light\"")])

  /// A text in single or curly quotes; `quote` is how a right one is written here, `nil` where replacing them is not enough.
  package static func found(_ written: String, opening: Span, closing: Span, quote: String?) -> Diagnostic {
    let fix = quote.map { quote in
      // Of a text without characters both are one: edits that touch are not applied.
      let edits: [Diagnostic.Edit] =
        opening.end == closing.start
        ? [.init(opening.union(closing), quote + quote)] : [.init(opening, quote), .init(closing, quote)]
      return Diagnostic.Fix("write double quotes", edits, isSafe: true)
    }
    return make("texts stand in double quotes", at: opening.union(closing), help: "write `\"…\"`", fixes: fix.map { [$0] } ?? [])
  }
}
