/// A calendar without a working day.
///
/// Detected in `Sources/TruthsCheck/Declare/Calendars.swift`.
package enum NoWorkingDay: DiagnosticKind {
  package static let id = DiagnosticID("T4611", .error)

  package static func finding(_ name: some PlacedName) -> Diagnostic {
    make(
      "`\(name.text)` has no working day", at: name.span,
      help: "remove a day from `weekend`, such as `weekend: [saturday, sunday]`")
  }
}
