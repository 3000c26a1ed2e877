package import TruthsText

/// A value has the wrong type.
package enum WrongType: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2002", "wrong-type", .error,
    title: "a value has the wrong type",
    why:
      "A comparison or operation between types that do not go together has no meaning; the language converts nothing "
      + "by itself.",
    mend: "Compare and fill in values of one type.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount > \"many\""])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 12"])
    ])

  /// A value where another type is wanted.
  package static func found(_ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("this is \(found), and \(wanted) is wanted", at: span)
  }

  /// Two sides that have no common type.
  package static func between(_ left: String, _ right: String, operation: String, at span: Span) -> Diagnostic {
    make("`\(operation)` cannot compare `\(left)` with `\(right)`", at: span)
  }

  /// An element that differs from those before it.
  package static func inList(_ found: String, others: String, at span: Span) -> Diagnostic {
    make("this element is `\(found)`, the others are `\(others)`", at: span, help: "a list has elements of one type")
  }

  /// A key field and the trigger's field of the same name, of different types.
  package static func key(
    _ field: String, found: String, wanted: String, fact: String, at span: Span, declared: Span
  ) -> Diagnostic {
    make(
      "`\(fact)` is looked up by `\(field)`, which is `\(found)` here and `\(wanted)` there", at: span,
      help: "write `\(fact)(\(field) = …)`", notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }

  /// A produced field and what it would be copied from, of different types.
  package static func copied(
    _ field: String, fact: some PlacedName, found: String, wanted: String, declared: Span
  ) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is `\(wanted)`, and what it would be copied from is `\(found)`", at: fact.span,
      help: "write `\(field): …` under the fact", notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }
}
