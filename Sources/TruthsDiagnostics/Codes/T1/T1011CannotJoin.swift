package import TruthsText

/// A fact cannot be found by the fields of the intent.
package enum CannotJoin: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1011", "cannot-join", .error,
    title: "a fact cannot be found by the fields of the intent",
    why:
      "A presence test or look-up asks for the fact whose key equals the intent's fields of the same names; without "
      + "them it asks for nothing.",
    mend: "Give the key, `F(key = value)`, or ask for any with `some x in F satisfies …`.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id)"])
    ])

  /// A presence test or look-up whose key fields the trigger does not have.
  package static func missingKey(
    _ keys: [String], fact: String, hasTrigger: Bool, isLifecycle: Bool = false, at span: Span, declared: Span
  ) -> Diagnostic {
    let names = keys.map { "`\($0)`" }.joined(separator: " and ")
    let arguments = keys.map { "\($0) = …" }.joined(separator: ", ")
    let cause = hasTrigger ? "what fires this has no field \(names)" : "no intent gives \(names) here"
    return make(
      "`\(fact)` cannot be looked up: \(cause)", at: span,
      help: "write `\(fact)(\(arguments))` or `some x in \(fact) satisfies …`",
      notes: [Diagnostic.Note("the \(isLifecycle ? "lifecycle" : "fact type") is declared here", at: declared)])
  }

  /// A look-up in a type without a key, which may have many facts.
  package static func lookUpWithoutKey(fact: String, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` has no key, so there is no one fact to read a field of", at: span,
      help: "give the fact type a `key`, or write `some x in \(fact) satisfies …`",
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}
