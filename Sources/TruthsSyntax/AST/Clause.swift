package import TruthsText

/// A clause: `condition [→ consequence] [else otherwise]`. What it means depends on the place where it stands (language.md §5).
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

/// `reject("…")`, `warn("…")`, `requires_approval(role, "…")`
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
    /// The role, plain, or `nil` for the pack's approver.
    case requiresApproval(role: Name?)
  }
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
    /// The word `missing`, under a correction alone: it takes the field away.
    case missing
  }
}
