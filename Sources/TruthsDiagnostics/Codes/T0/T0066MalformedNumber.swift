package import TruthsText

/// A number that is not written as one.
package enum MalformedNumber: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0066", "malformed-number", .error,
    title: "a number that is not written as one",
    why: "Numbers are digits, and digits behind a point.",
    mend: "Write it out: `1000`, `0.5`.",
    wrong: [.requirement("weight > .5")],
    right: [.requirement("weight > 0.5")])

  /// What was written and, where that is plain, what was meant.
  package static func found(_ written: String, mend: String?, at span: Span) -> Diagnostic {
    make(
      "`\(short(written))` is not a number", at: span,
      help: mend.map { "write `\($0)`" } ?? "a number is digits, and digits behind a point",
      fixes: mend.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: true)] } ?? [])
  }
}
