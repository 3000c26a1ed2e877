import TruthsText

extension Declaration {
  /// The same declaration, so many bytes further down; `nil` for kinds of which a set has few, which are read again instead.
  func moved(by distance: Int32) -> Declaration? {
    if distance == 0 { return self }
    guard let body = body.moved(by: distance) else { return nil }
    var moved = Declaration(
      name: name.moved(by: distance), keySpan: keySpan.moved(by: distance), span: span.moved(by: distance),
      summary: summary.moved(by: distance), body: body)
    moved.isWhole = isWhole
    return moved
  }
}

extension Declaration.Body {
  fileprivate func moved(by distance: Int32) -> Declaration.Body? {
    switch self {
    case .truth(let truth): .truth(truth.moved(by: distance))
    case .invariant(let invariant): .invariant(invariant.moved(by: distance))
    case .record(let record): .record(RecordDeclaration(fields: record.fields.moved(by: distance)))
    case .enumeration(let type):
      .enumeration(EnumDeclaration(values: type.values.moved(by: distance), isOrdered: type.isOrdered))
    case .fact(let fact):
      .fact(
        FactDeclaration(
          key: fact.key.moved(by: distance), external: fact.external?.moved(by: distance), isImmutable: fact.isImmutable,
          isDerived: fact.isDerived, fields: fact.fields.moved(by: distance)))
    case .intent(let intent):
      .intent(
        IntentDeclaration(
          consent: intent.consent.map { ConsentSyntax($0.level, at: $0.span.moved(by: distance)) },
          consentBy: intent.consentBy.moved(by: distance),
          fields: intent.fields.moved(by: distance)))
    case .policy(let policy):
      .policy(PolicyDeclaration(type: policy.type.moved(by: distance), initial: policy.initial.moved(by: distance)))
    case .table(let table):
      .table(
        TableDeclaration(
          inputs: table.inputs.moved(by: distance), output: table.output.moved(by: distance), isUnique: table.isUnique,
          rows: table.rows.moved(by: distance)))
    default: nil
    }
  }
}

extension ExternalSyntax {
  fileprivate func moved(by distance: Int32) -> ExternalSyntax { ExternalSyntax(by: by.moved(by: distance)) }
}

extension TruthDeclaration: Movable {
  func moved(by distance: Int32) -> TruthDeclaration {
    TruthDeclaration(
      id: id.moved(by: distance), when: when.moved(by: distance), lets: lets.moved(by: distance),
      requires: requires.moved(by: distance), invariants: invariants.moved(by: distance), moves: moves.moved(by: distance),
      produces: produces.moved(by: distance), ensures: ensures.moved(by: distance), enforces: enforces.moved(by: distance))
  }
}

extension InvariantDeclaration: Movable {
  func moved(by distance: Int32) -> InvariantDeclaration {
    var appliesTo = appliesTo
    if case .intents(let names) = appliesTo { appliesTo = .intents(names.moved(by: distance)) }
    return InvariantDeclaration(
      id: id.moved(by: distance), appliesTo: appliesTo, rule: rule.moved(by: distance), enforces: enforces.moved(by: distance))
  }
}
