package import TruthsText

/// A view is used where only entries of the ledger can be, or the other way round.
package enum MisusedView: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4103", "misused-view", .error,
    title: "a derived fact type is used like one with entries",
    why:
      "Facts of a type marked `derived: true` stand in no ledger: they are worked out from it whenever they are read. So nothing "
      + "can append, correct, trace or fire on them but truths that make views themselves.",
    mend: "Read the view in an `if` or a clause, or leave out `derived: true`.",
    wrong: [
      .order(
        declarations: """
          fact order.open:
            key: [order_id]
            derived: true
            fields:
              order_id: text

          truth order_opening:
            when:
              - fact: order.placed
            produces:
              - fact.order.open
              - trace.order.opening
          """, requires: ["not order.open"])
    ],
    right: [
      .order(
        declarations: """
          fact order.open:
            key: [order_id]
            derived: true
            fields:
              order_id: text

          truth order_opening:
            when:
              - fact: order.placed
            produces:
              - fact.order.open
          """, requires: ["not order.open"])
    ])

  /// A truth that makes entries fires on a view.
  package static func matched(_ type: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so only a truth that makes views can fire on it", at: type.span,
      help: "fire on the facts that it is derived from, and read it in `if`",
      notes: [Diagnostic.Note("it is declared as derived here", at: declared)])
  }

  /// A truth on intents makes a view.
  package static func fromProposal(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so no proposal produces it", at: type.span, help: "derive it in a truth with `when: - fact: …`")
  }

  /// A source makes a view.
  package static func fromDocument(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so no source produces it", at: type.span, help: "derive it in a truth with `when: - fact: …`")
  }

  package static func corrected(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so it cannot be corrected", at: type.span,
      help: "write `fact.\(type.text)`: it is worked out anew whenever it is read")
  }

  package static func external(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so it cannot arrive from outside", at: type.span,
      help: "leave out `external: true`, or `derived: true`")
  }

  package static func immutable(_ type: some PlacedName) -> Diagnostic {
    make(
      "`\(type.text)` is derived, so there is nothing to correct that `immutable: true` would forbid", at: type.span,
      help: "leave out `immutable: true`, or `derived: true`")
  }

  /// An output with entries beside one of a view.
  package static func mixed(_ type: some PlacedName, view: some PlacedName) -> Diagnostic {
    make(
      "one truth makes views or entries, not both: `\(view.text)` is derived, `\(type.text)` is not", at: type.span,
      help: "make two truths of it")
  }

  /// A part that a truth which makes views may not have.
  package static func extra(_ what: String, at span: Span, view: some PlacedName) -> Diagnostic {
    make(
      "a truth that makes a view has no \(what.replacingArticle)", at: span, label: "`\(view.text)` is derived",
      help: "leave it out: nothing is decided or recorded when a view is read")
  }
}

extension String {
  /// Without `a ` before it.
  fileprivate var replacingArticle: String { hasPrefix("a ") ? String(dropFirst(2)) : self }
}
