/// A calendar without a working day.
///
/// Detected in `Sources/TruthsCheck/Declare/Calendars.swift`.
package enum NoWorkingDay: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4611", "no-working-day", .error,
    title: "a calendar has no working day",
    why: "Nobody works in such a calendar, so no working day follows any date: what counts them is always missing or 0.",
    mend: "Leave at least one day of the week, and of the year, free of weekends and holidays.",
    wrong: [
      .order(
        declarations: """
          calendar office:
            weekend: [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
          """, fields: ["due: date"], requires: ["due exists", "is_working_day(due, office)"])
    ],
    right: [
      .order(
        declarations: """
          calendar office:
            weekend: [saturday, sunday]
            holidays: [12-25, 2026-04-03]
          """, fields: ["due: date"], requires: ["due exists", "is_working_day(due, office)"])
    ])

  package static func found(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` has no working day", at: name.span,
      help: "leave a day out of `weekend`, such as `weekend: [saturday, sunday]`")
  }
}
