package import TruthsText

/// An approver in a clause that is not written in a supported form.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Approvals.swift`.
package enum ApproverFault: DiagnosticKind {
  package static let id = DiagnosticID("T0100", .error)

  /// A number of approvers outside 2 to 99.
  package static func count(_ written: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(written)) of` is not allowed: the number of people is from 2 to 99", at: span,
      help: "one person is `requires_approval(board)`, several are `requires_approval(2 of board)`")
  }

  /// `2 of board by x`: several approvers and one named person exclude each other.
  package static func severalByName(_ count: Int, role: String?, at span: Span) -> Diagnostic {
    make(
      "`\(count) of` asks for \(count) different people, and `by` names one", at: span,
      help:
        "write `\(count) of \(short(role ?? "board"))`, or `\(short(role.map { $0 + " by" } ?? "by")) …` for that person alone")
  }

  /// Braces in a role, where nothing is interpolated.
  package static func braces(_ role: String, at span: Span) -> Diagnostic {
    let inner = role.filter { $0 != "{" && $0 != "}" }
    return make(
      "braces in a role are not replaced by a value, so no one has the role `\(short(role))`", at: span,
      help: "name the role itself; for a person whom the proposal or a fact names, write `by \(short(inner))`",
      guidance: .general)
  }

  /// A role that is named twice.
  package static func repeated(_ role: String, at span: Span) -> Diagnostic {
    make(
      "the role `\(short(role))` is named twice", at: span,
      help: "for two different people with the role write `2 of \(short(role))`")
  }
}
