package import TruthsText

/// A clause: `condition [→ consequence] [else otherwise]`, or an approval or consent alone. Its meaning depends on its place
/// (declarations §5.3).
package struct Clause: Hashable, Sendable {
  package var span: Span
  package var condition: Expr
  package var consequence: Consequence?
  package var otherwise: Otherwise?
  /// Whether the clause is only an effect, such as `requires_approval(2 of board)`. Its condition is then `true`, which the
  /// author did not write.
  package var isUnconditional: Bool

  package init(
    condition: Expr, consequence: Consequence?, otherwise: Otherwise?, isUnconditional: Bool = false, at span: Span
  ) {
    self.condition = condition
    self.consequence = consequence
    self.otherwise = otherwise
    self.isUnconditional = isUnconditional
    self.span = span
  }

  package enum Consequence: Hashable, Sendable {
    case effect(Effect)
    case expression(Expr)
  }

  package enum Otherwise: Hashable, Sendable {
    case reason(TextLiteral)
    case effect(Effect)
  }
}

/// An effect: `reject("…")`, `warn("…")`, `requires_approval(SPEC, "…")` or `requires_consent("…")`.
package struct Effect: Hashable, Sendable {
  package var span: Span
  package var kind: Kind
  package var text: TextLiteral?

  package init(_ kind: Kind, text: TextLiteral?, at span: Span) {
    self.kind = kind
    self.text = text
    self.span = span
  }

  package enum Kind: Hashable, Sendable {
    case reject
    case warn
    /// Approval, with the approvers; `nil` means the pack's approver.
    case requiresApproval(ApprovalSpec?)
    case requiresConsent
  }
}

/// The people asked to approve: `[ n "of" ] who { "or" who } [ "not" "by" sum ]` (approvals §2).
package struct ApprovalSpec: Hashable, Sendable {
  package var span: Span
  /// Number of people who must approve: 1, or 2 to 99.
  package var count: Int
  /// Approvers, at least one; each of them may approve.
  package var approvers: [Approver]
  /// Expression for the people who must not approve.
  package var excluded: Expr?

  package init(count: Int = 1, approvers: [Approver], excluded: Expr? = nil, at span: Span) {
    self.count = count
    self.approvers = approvers
    self.excluded = excluded
    self.span = span
  }

  /// One approver: `role [ "by" sum ] | "by" sum`.
  package struct Approver: Hashable, Sendable {
    /// The role, without quotes; `nil` if any user with the id may approve.
    package var role: Name?
    /// Expression for the id of the person.
    package var person: Expr?

    package init(role: Name?, person: Expr? = nil) {
      self.role = role
      self.person = person
    }
  }

  /// The expressions that name people, in the order written.
  package var people: [Expr] { approvers.compactMap(\.person) + [excluded].compactMap(\.self) }
}

/// An entry of `requires`, `invariants` or `ensures`: a clause, with its id if one is written.
package struct ClauseEntry: Hashable, Sendable {
  /// Place of the entry in the list, including its id.
  package var span: Span
  package var id: Name?
  package var clause: Clause

  package init(id: Name?, clause: Clause, at span: Span) {
    self.id = id
    self.clause = clause
    self.span = span
  }
}

/// The content of a value place: under `let`, a field under `produces`, `default`.
package struct ValueSyntax: Hashable, Sendable {
  package var span: Span
  package var kind: Kind

  package init(_ kind: Kind, at span: Span) {
    self.kind = kind
    self.span = span
  }

  package indirect enum Kind: Hashable, Sendable {
    /// A double-quoted scalar.
    case text(TextLiteral)
    /// A plain, single-quoted or block scalar.
    case expression(Expr)
    /// A YAML sequence.
    case list([ValueSyntax])
    /// A YAML mapping: a record, whose type follows from its place.
    case record([LetBinding])
    /// The word `missing`, which removes the field; allowed only under a correction.
    case missing
  }
}
