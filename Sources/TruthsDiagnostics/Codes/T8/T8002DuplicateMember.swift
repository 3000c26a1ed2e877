package import TruthsText

/// T8002: a name that stands twice in one object.
package enum DuplicateMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8002", "duplicate-member", .error,
    title: "a member stands twice in one object",
    why: "Readers of JSON disagree on which of two members counts, so a hash would not say what was decided on (RFC 7493 §2.3).",
    mend: "Remove one of the two.",
    wrong: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada", "name": "Grace"}"#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A member whose name an earlier one has; names are compared by their scalars, after escapes are read.
  package static func found(_ name: String, at span: Span, first: Span) -> Diagnostic {
    make("`\(name)` stands twice in this object", at: span, label: "again here", notes: [.init("first here", at: first)])
  }
}
