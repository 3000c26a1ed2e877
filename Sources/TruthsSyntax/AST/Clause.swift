package import TruthsText

/// A clause: `condition [→ consequence] [else otherwise]`. What it means depends on its place (declarations §5.3).
package struct Clause: Hashable, Sendable {
  package var span: Span
  package var condition: Expr
  package var consequence: Consequence?
  package var otherwise: Otherwise?

  package init(condition: Expr, consequence: Consequence?, otherwise: Otherwise?, at span: Span) {
    self.condition = condition
    self.consequence = consequence
    self.otherwise = otherwise
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

/// `reject("…")`, `warn("…")`, `requires_approval(SPEC, "…")`, `requires_consent("…")`
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
    /// Who approves, or `nil` for the pack's approver.
    case requiresApproval(ApprovalSpec?)
    case requiresConsent
  }
}

/// Who is asked to approve: `[ n "of" ] who { "or" who } [ "not" "by" sum ]` (approvals §2).
package struct ApprovalSpec: Hashable, Sendable {
  package var span: Span
  /// How many people must approve: 1, or 2 to 99.
  package var count: Int
  /// One at least; each may approve.
  package var approvers: [Approver]
  /// The people who may not.
  package var excluded: Expr?

  package init(count: Int = 1, approvers: [Approver], excluded: Expr? = nil, at span: Span) {
    self.count = count
    self.approvers = approvers
    self.excluded = excluded
    self.span = span
  }

  /// `role [ "by" sum ] | "by" sum`
  package struct Approver: Hashable, Sendable {
    /// The role, plain; `nil` where any user of that id will do.
    package var role: Name?
    /// The id of the person.
    package var person: Expr?

    package init(role: Name?, person: Expr? = nil) {
      self.role = role
      self.person = person
    }
  }

  /// The expressions in it, in the order written.
  package var people: [Expr] { approvers.compactMap(\.person) + [excluded].compactMap(\.self) }
}

/// An entry of `requires`, `invariants` or `ensures`: a clause, with an id when one is written.
package struct ClauseEntry: Hashable, Sendable {
  /// The entry as it stands in the list, its id included.
  package var span: Span
  package var id: Name?
  package var clause: Clause

  package init(id: Name?, clause: Clause, at span: Span) {
    self.id = id
    self.clause = clause
    self.span = span
  }
}

/// What stands in a value place: under `let`, a field under `produces`, `default`.
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
    /// A YAML mapping: a record, whose type its place tells.
    case record([LetBinding])
    /// The word `missing`, under a correction alone: it takes the field away.
    case missing
  }
}
