package import TruthsText

/// A loop goes through something that is no list.
package enum NotASource: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2008", "not-a-source", .error,
    title: "a loop goes through something that is no list",
    why: "A quantifier, aggregate or loop takes the elements of a list, or every current fact of a type.",
    mend: "Name a list or a fact type.",
    wrong: [
      .order(fields: ["name: text"], requires: ["every n in name satisfies n not empty"])
    ],
    right: [
      .order(fields: ["names: list of text"], requires: ["every n in names satisfies n not empty"])
    ])

  /// A value behind `in` that is no list.
  package static func found(_ type: String, at span: Span) -> Diagnostic {
    make("this is `\(type)`, and a list or fact type is wanted", at: span)
  }

  /// A fact type with keys behind `in`.
  package static func keyed(_ fact: String, at span: Span) -> Diagnostic {
    make("a loop goes through all facts of a type, so `\(fact)` takes no keys here", at: span, help: "say which with `where`")
  }
}
