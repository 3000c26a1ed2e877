package import TruthsText

/// A zone is neither written down nor a value of an enum of zones.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`.
package enum NotAZone: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2025", "not-a-zone", .error,
    title: "a zone is neither written down nor a value of an enum of zones",
    why:
      "The rules of each zone that may be read belong to what is hashed, and a misspelt name is found before anything runs. Of a "
      + "text that comes from outside neither can be said.",
    mend:
      "Write the zone as a text, `\"Europe/Berlin\"`, or give the field or policy the type of an enum whose values are names of "
      + "zones.",
    wrong: [
      .order(fields: ["place: text"], requires: ["place exists", "weekday(date(now, place)) < 6"])
    ],
    right: [
      .order(
        declarations: "enum place: [\"Europe/Berlin\", \"America/New_York\"]", fields: ["place: place"],
        requires: ["place exists", "weekday(date(now, place)) < 6"])
    ])

  /// - Parameter found: the type of what stands there.
  package static func found(_ found: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(found)`, and a time zone is wanted", at: span,
      help: "write a text such as `\"Europe/Berlin\"`, or a value of an enum such as "
        + "`enum zone: [\"Europe/Berlin\", \"America/New_York\"]`")
  }
}
