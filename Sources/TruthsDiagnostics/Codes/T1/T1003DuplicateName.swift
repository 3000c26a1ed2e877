package import TruthsText

/// One name is declared twice.
package enum DuplicateName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1003", "duplicate-name", .error,
    title: "one name is declared twice",
    why: "Only one of the two can be meant, and which one would depend on the order of files.",
    mend: "Rename one of them, or remove it.",
    wrong: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10

          enum state: [open, done, open]
          """,
        fields: ["state: state"], requires: ["state == open", "limit > 1"])
    ],
    right: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10

          enum state: [open, done]
          """,
        fields: ["state: state"], requires: ["state == open", "limit > 1"])
    ])

  /// The second declaration of one kind and name.
  package static func declaration(kind: String, name: some PlacedName, first: Span, otherPack: String?) -> Diagnostic {
    let place = otherPack.map { " in pack `\($0)`" } ?? ""
    return make(
      "\(kind) `\(name.text)` is declared already\(place)", at: name.span,
      help: otherPack == nil ? nil : "\(kind) names are unique in a truth set, since a context knows them without their pack",
      notes: [Diagnostic.Note("first declared here", at: first)])
  }

  /// The second field, value, key or `let` of one name within a declaration.
  package static func member(_ name: some PlacedName, kind: String, of owner: String, first: Span) -> Diagnostic {
    make(
      "\(kind) `\(name.text)` stands twice in `\(owner)`", at: name.span, notes: [Diagnostic.Note("first here", at: first)])
  }
}
