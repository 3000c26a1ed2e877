package import TruthsText

/// T8508: a list's element and the element around it hold a member of one name.
package enum T8508HeldTwice: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8508", "held-twice", .error,
    title: "a list's element and the element around it hold a member of one name",
    why: "A field without a value is copied from whichever of the two holds it; where both do, nobody can tell which is meant.",
    mend:
      "Write the field under the output: `state: t.state` for the list's element, `state: trigger.state` "
      + "for the one around it.",
    wrong: [.nested(#"{"groups": [{"name": "a", "state": "open", "tasks": [{"task_id": "T1", "state": "done"}]}]}"#)],
    right: [.nested(#"{"groups": [{"name": "a", "tasks": [{"task_id": "T1", "state": "done"}]}]}"#)])

  /// - Parameters:
  ///   - path: the way from the document to the inner member.
  ///   - outer: the same name in the element around the list.
  package static func found(_ name: String, _ path: String, at span: Span, outer: Span) -> Diagnostic {
    make(
      "`\(path)` is held by the element around the list too", at: span,
      help: "write the field `\(name)` under the output, from the loop variable or from `trigger.\(name)`",
      notes: [Diagnostic.Note("the other `\(name)` is here", at: outer)])
  }
}
