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
