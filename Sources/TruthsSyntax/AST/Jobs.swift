package import TruthsText

package struct JobDeclaration: Hashable, Sendable {
  package var verb: Name?
  package var object: Name?
  package var outcome: Name?
  package var triggers: [Name]
  /// Each a chain of words, `draft_invoice → sent_invoice`.
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

package struct Guardrail: Hashable, Sendable {
  package var span: Span
  /// What must not happen, in the author's words.
  package var mustNot: Name
  /// The truth, invariant or clause id that enforces it.
  package var enforcedBy: Name?

  package init(mustNot: Name, enforcedBy: Name?, at span: Span) {
    self.mustNot = mustNot
    self.enforcedBy = enforcedBy
    self.span = span
  }
}

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

/// `lifecycle invoice:` — the states that an instance may be in, and the steps between them (declarations §12).
package struct LifecycleDeclaration: Hashable, Sendable {
  package var key: [Name]
  package var initial: Name
  package var transitions: [StateChain]
  package var terminal: [Name]
  /// Who brings its states in from outside; `nil` where truths move it.
  package var external: ExternalSyntax?
  package var isExternal: Bool { external != nil }

  package init(key: [Name], initial: Name, transitions: [StateChain], terminal: [Name], external: ExternalSyntax?) {
    self.key = key
    self.initial = initial
    self.transitions = transitions
    self.terminal = terminal
    self.external = external
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

/// An entry of `moves`: `invoice: draft → sent`.
package struct MoveEntry: Hashable, Sendable {
  package var span: Span
  /// Bare, or qualified by its pack.
  package var lifecycle: Name
  package var chain: StateChain

  package init(lifecycle: Name, chain: StateChain, at span: Span) {
    self.lifecycle = lifecycle
    self.chain = chain
    self.span = span
  }
}

/// `work.completed as w` behind `when: - fact:`.
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
