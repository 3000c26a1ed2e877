package import TruthsText

/// A clause reads a value that may be missing.
package enum MayBeMissing: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3001", "may-be-missing", .warning,
    title: "a clause reads a value that may be missing",
    why:
      "Every field of an intent may be left out. A structural or acceptance clause that cannot be told halts the run, "
      + "for a reason that its author did not write.",
    mend:
      "Require the value (`amount exists`, `amount > 0`) in a truth that fires for the intent, or test it in the "
      + "clause itself.",
    wrong: [
      .order(fields: ["amount: decimal"], invariants: ["amount > 1000 → requires_approval"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 0"], invariants: ["amount > 1000 → requires_approval"])
    ])

  /// A value that may be missing and that neither the clause nor a requirement establishes.
  package static func value(_ name: String, at span: Span, establish: String) -> Diagnostic {
    make("`\(name)` may be missing, and then nobody can tell whether this holds", at: span, help: "require `\(establish)`")
  }

  /// A presence test or look-up of which a key may be missing.
  package static func key(_ key: String, of fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(key)` may be missing, and then nobody can tell whether there is a `\(fact)`", at: span, help: "require `\(key) exists`")
  }

  /// A field of a fact that may not be there.
  package static func fact(_ fact: String, reading name: String, at span: Span) -> Diagnostic {
    make(
      "there may be no `\(fact)`, and then `\(name)` is missing", at: span, help: "require `\(fact)`, or test it in the clause")
  }
}
