package import TruthsText

/// A name leads nowhere.
package enum UnknownName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1001", "unknown-name", .error,
    title: "a name leads nowhere",
    why:
      "A clause about something that does not exist can say nothing; a misspelt name must not become a rule that "
      + "never fires.",
    mend: "Write the name as it is declared, or declare it: a field of the intent, a `let`, a policy, a fact type.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amuont > 0"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 0"])
    ])

  /// A name or path that means nothing here, with the nearest of the names that do; `help` takes the place of a proposal.
  package static func found(_ name: String, at span: Span, among candidates: [String], help: String?) -> Diagnostic {
    let near = NearestHelp(to: name, among: candidates)
    return make("nothing here is called `\(name)`", at: span, help: near.help ?? help, fixes: near.fixes(at: span))
  }

  /// A path that is nearly a fact type.
  package static func near(_ name: String, at span: Span, nearest: String) -> Diagnostic {
    let near = NearestHelp(nearest: nearest)
    return make("nothing here is called `\(name)`", at: span, help: near.help, fixes: near.fixes(at: span))
  }

  /// A fact type under `produces` that no file declares.
  package static func fact(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type is called `\(name.text)`", at: name.span, help: near.help ?? "declare `fact \(name.text)` with its fields",
      fixes: near.fixes(at: name.span))
  }
}
