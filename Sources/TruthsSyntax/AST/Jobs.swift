package import TruthsText

/// A `jtbd` declaration: a job to be done, with its guardrails (files §8).
package struct JobDeclaration: Hashable, Sendable {
  package var verb: Name?
  package var object: Name?
  package var outcome: Name?
  package var triggers: [Name]
  /// Artifacts, each a chain of words such as `draft_invoice → sent_invoice`.
  package var artifacts: [[Name]]
  package var guardrails: [Guardrail]

  package init(verb: Name?, object: Name?, outcome: Name?, triggers: [Name], artifacts: [[Name]], guardrails: [Guardrail]) {
    self.verb = verb
    self.object = object
    self.outcome = outcome
    self.triggers = triggers
    self.artifacts = artifacts
    self.guardrails = guardrails
  }
}

/// A statement of what must not happen in a job, and what enforces it.
package struct Guardrail: Hashable, Sendable {
  package var span: Span
  /// The forbidden event, in the author's words.
  package var mustNot: Name
  /// The truth, invariant or clause id that enforces it.
  package var enforcedBy: Name?

  package init(mustNot: Name, enforcedBy: Name?, at span: Span) {
    self.mustNot = mustNot
    self.enforcedBy = enforcedBy
    self.span = span
  }
}

/// A `blueprint` declaration: intents that lead to an outcome, in order.
package struct BlueprintDeclaration: Hashable, Sendable {
  package var outcome: Name?
  package var packs: [Name]
  package var steps: [Name]

  package init(outcome: Name?, packs: [Name], steps: [Name]) {
    self.outcome = outcome
    self.packs = packs
    self.steps = steps
  }
}

/// A `lifecycle invoice:` declaration: the states that an instance may be in, and the steps between them (declarations §12).
package struct LifecycleDeclaration: Hashable, Sendable {
  package var key: [Name]
  package var initial: Name
  package var transitions: [StateChain]
  package var terminal: [Name]
  /// Permission to bring the states in from outside; `nil` if truths move the lifecycle.
  package var external: ExternalSyntax?
  package var isExternal: Bool { external != nil }
  /// The states that have another name in JSON.
  package var jsonNames: [JSONNameSyntax]

  package init(
    key: [Name], initial: Name, transitions: [StateChain], terminal: [Name], external: ExternalSyntax?,
    jsonNames: [JSONNameSyntax] = []
  ) {
    self.key = key
    self.initial = initial
    self.transitions = transitions
    self.terminal = terminal
    self.external = external
    self.jsonNames = jsonNames
  }
}

/// `draft → sent → paid`: two states or more.
package struct StateChain: Hashable, Sendable {
  package var span: Span
  package var states: [Name]

  package init(_ states: [Name], at span: Span) {
    self.states = states
    self.span = span
  }
}

/// An entry of `moves`: `invoice: draft → sent else "There is no such draft"`, `level(level_id = next): shut → open`.
package struct MoveEntry: Hashable, Sendable {
  package var span: Span
  /// Name of the lifecycle, bare or qualified by its pack.
  package var lifecycle: Name
  /// The key of the instance in brackets; empty if it comes from the trigger.
  package var keys: [KeyArgument]
  package var chain: StateChain
  /// Text after `else`: the reason that a move gives if the instance is in another state.
  package var reason: TextLiteral?

  package init(
    lifecycle: Name, keys: [KeyArgument] = [], chain: StateChain, reason: TextLiteral? = nil, at span: Span
  ) {
    self.lifecycle = lifecycle
    self.keys = keys
    self.chain = chain
    self.reason = reason
    self.span = span
  }

  /// The lifecycle with its key, as an expression.
  package var instance: Expr { Self.instance(lifecycle, keys) }

  static func instance(_ lifecycle: Name, _ keys: [KeyArgument]) -> Expr {
    let name = Expr(.name(lifecycle.text), at: lifecycle.span)
    return keys.isEmpty ? name : Expr(.keyed(name, keys), at: lifecycle.span)
  }

  /// Span of the lifecycle and its states, without the reason.
  package var stepSpan: Span { lifecycle.span.union(chain.span) }
}

/// A fact type with its variable under `when: - fact:`, such as `work.completed as w`.
package struct FactMatch: Hashable, Sendable {
  package var span: Span
  package var type: Name
  package var variable: Name?

  package init(type: Name, variable: Name?, at span: Span) {
    self.type = type
    self.variable = variable
    self.span = span
  }
}
