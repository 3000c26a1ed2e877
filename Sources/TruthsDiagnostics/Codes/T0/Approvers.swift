package import TruthsText

/// Who is to approve is not written in a form that can be asked for.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Approvals.swift`.
package enum ApproverFault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0100", "approver-fault", .error,
    title: "nobody could approve it as it is written",
    why:
      "An approval waits for people: for one with a role, for one person, or for several different people with a role. A "
      + "role is a plain text, in which nothing is replaced.",
    mend:
      "Write `requires_approval(manager)`, `requires_approval(manager by claim.boss)`, `requires_approval(2 of board)` with 2 "
      + "to 99 people, each role once.",
    wrong: [
      sample("requires_approval(1 of board)"), sample("requires_approval(2 of board by actor.user_id)"),
      sample("requires_approval(\"{order_id}\")"),
    ],
    right: [sample("requires_approval(2 of board)")])

  /// A pack in one file, in which an approval that is passed in an emergency is looked at.
  private static func sample(_ effect: String) -> DiagnosticSample {
    let review = """
      fact order.reviewed:
        key: [request]
        fields:
          request: text

      truth override_review:
        when:
          - fact: override.used
        produces:
          - fact.order.reviewed
          - trace.override.review
      """
    return DiagnosticSample(
      DiagnosticSample.orderText(
        declarations: review, fields: ["amount: decimal"], requires: ["amount > 0"], invariants: ["amount > 1000 → \(effect)"]))
  }

  /// A number of people that is not from 2 to 99.
  package static func count(_ written: String, at span: Span) -> Diagnostic {
    make(
      "an approval by \(short(written)) people cannot be asked for: it is 2 to 99", at: span,
      help: "one person is `requires_approval(board)`, several are `requires_approval(2 of board)`")
  }

  /// `2 of board by x`: one person cannot be several.
  package static func severalByName(_ count: Int, role: String?, at span: Span) -> Diagnostic {
    make(
      "`\(count) of` asks for \(count) different people, and `by` names one", at: span,
      help:
        "write `\(count) of \(short(role ?? "board"))`, or `\(short(role.map { $0 + " by" } ?? "by")) …` for that person alone")
  }

  /// Braces in a role: nothing is replaced there.
  package static func braces(_ role: String, at span: Span) -> Diagnostic {
    let inner = role.filter { $0 != "{" && $0 != "}" }
    return make(
      "in a role nothing is replaced, so nobody has the role `\(short(role))`", at: span,
      help: "name the role itself; for a person whom the proposal or a fact names, write `by \(short(inner))`",
      guidance: .general)
  }

  /// A role that is named twice.
  package static func repeated(_ role: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(role))` may approve already", at: span,
      help: "for two different people with the role write `2 of \(short(role))`")
  }
}
