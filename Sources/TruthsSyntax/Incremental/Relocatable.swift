import TruthsDiagnostics
import TruthsText

/// A value with places in a file that can be moved up or down without reading it again.
protocol Relocatable {
  /// Returns the value with all places moved down by a number of bytes.
  func moved(by distance: Int32) -> Self
}

extension Relocatable {
  /// Returns a copy in which some parts have been moved.
  func with(_ move: (inout Self) -> Void) -> Self {
    var copy = self
    move(&copy)
    return copy
  }
}

extension Array: Relocatable where Element: Relocatable {
  func moved(by distance: Int32) -> [Element] { map { $0.moved(by: distance) } }
}

extension Optional: Relocatable where Wrapped: Relocatable {
  func moved(by distance: Int32) -> Wrapped? { map { $0.moved(by: distance) } }
}

extension Span: Relocatable {
  func moved(by distance: Int32) -> Span {
    Span(file: file, start: Int(start) + Int(distance), end: Int(end) + Int(distance))
  }
}

extension Name: Relocatable {
  func moved(by distance: Int32) -> Name { Name(text, at: span.moved(by: distance)) }
}

extension Diagnostic: Relocatable {
  func moved(by distance: Int32) -> Diagnostic {
    with {
      $0.span = span.moved(by: distance)
      $0.unread = unread.map { UnreadText($0.form, at: $0.span.moved(by: distance)) }
      $0.notes = notes.map { Note($0.message, at: $0.span.moved(by: distance)) }
      $0.fixes = fixes.map { fix in
        Fix(fix.title, fix.edits.map { Edit($0.span.moved(by: distance), $0.replacement) }, isSafe: fix.isSafe)
      }
    }
  }
}

extension Clause: Relocatable {
  func moved(by distance: Int32) -> Clause {
    var consequence = consequence
    switch consequence {
    case .effect(let effect): consequence = .effect(effect.moved(by: distance))
    case .expression(let expr): consequence = .expression(expr.moved(by: distance))
    case nil: break
    }
    var otherwise = otherwise
    switch otherwise {
    case .reason(let text): otherwise = .reason(text.moved(by: distance))
    case .effect(let effect): otherwise = .effect(effect.moved(by: distance))
    case nil: break
    }
    return Clause(
      condition: condition.moved(by: distance), consequence: consequence, otherwise: otherwise, isUnconditional: isUnconditional,
      at: span.moved(by: distance))
  }
}

extension Effect: Relocatable {
  func moved(by distance: Int32) -> Effect {
    var kind = kind
    if case .requiresApproval(let spec) = kind { kind = .requiresApproval(spec.moved(by: distance)) }
    return Effect(kind, text: text.moved(by: distance), at: span.moved(by: distance))
  }
}

extension ApprovalSpec: Relocatable {
  func moved(by distance: Int32) -> ApprovalSpec {
    ApprovalSpec(
      count: count, approvers: approvers.moved(by: distance), excluded: excluded.moved(by: distance),
      at: span.moved(by: distance))
  }
}

extension ApprovalSpec.Approver: Relocatable {
  func moved(by distance: Int32) -> ApprovalSpec.Approver {
    ApprovalSpec.Approver(role: role.moved(by: distance), person: person.moved(by: distance))
  }
}

extension ClauseEntry: Relocatable {
  func moved(by distance: Int32) -> ClauseEntry {
    ClauseEntry(id: id.moved(by: distance), clause: clause.moved(by: distance), at: span.moved(by: distance))
  }
}

extension WhenEntry: Relocatable {
  func moved(by distance: Int32) -> WhenEntry {
    switch self {
    case .intents(let names): .intents(names.moved(by: distance))
    case .fact(let match): .fact(match.moved(by: distance))
    case .pack(let name): .pack(name.moved(by: distance))
    case .condition(let expr): .condition(expr.moved(by: distance))
    }
  }
}

extension LetBinding: Relocatable {
  func moved(by distance: Int32) -> LetBinding {
    LetBinding(name: name.moved(by: distance), value: value.moved(by: distance))
  }
}

extension FactMatch: Relocatable {
  func moved(by distance: Int32) -> FactMatch {
    FactMatch(type: type.moved(by: distance), variable: variable.moved(by: distance), at: span.moved(by: distance))
  }
}

extension StateChain: Relocatable {
  func moved(by distance: Int32) -> StateChain { StateChain(states.moved(by: distance), at: span.moved(by: distance)) }
}

extension JSONNameSyntax: Relocatable {
  func moved(by distance: Int32) -> JSONNameSyntax {
    JSONNameSyntax(value: value.moved(by: distance), jsonName: jsonName.moved(by: distance))
  }
}

extension MoveEntry: Relocatable {
  func moved(by distance: Int32) -> MoveEntry {
    MoveEntry(
      lifecycle: lifecycle.moved(by: distance), keys: keys.moved(by: distance), chain: chain.moved(by: distance),
      reason: reason.moved(by: distance), at: span.moved(by: distance))
  }
}

extension OutputEntry: Relocatable {
  func moved(by distance: Int32) -> OutputEntry {
    let moved: Kind =
      switch kind {
      case .fact(let output): .fact(output.moved(by: distance))
      case .trace(let name): .trace(name.moved(by: distance))
      case .proposal(let output): .proposal(output.moved(by: distance))
      }
    return OutputEntry(moved, at: span.moved(by: distance))
  }
}

extension FactOutput: Relocatable {
  func moved(by distance: Int32) -> FactOutput {
    FactOutput(
      isCorrection: isCorrection, type: type.moved(by: distance), loop: loop.moved(by: distance),
      filter: filter.moved(by: distance), fields: fields.moved(by: distance))
  }
}

extension FieldDeclaration: Relocatable {
  func moved(by distance: Int32) -> FieldDeclaration {
    FieldDeclaration(
      name: name.moved(by: distance), type: type.moved(by: distance), range: range.moved(by: distance),
      jsonName: jsonName.moved(by: distance), initial: initial.moved(by: distance), isSensitive: isSensitive,
      at: span.moved(by: distance))
  }
}

extension RangeSyntax: Relocatable {
  func moved(by distance: Int32) -> RangeSyntax { with { $0.span = span.moved(by: distance) } }
}

extension Expr: Relocatable {
  func moved(by distance: Int32) -> Expr { Expr(kind.moved(by: distance), at: span.moved(by: distance)) }
}

extension Expr.Kind: Relocatable {
  func moved(by distance: Int32) -> Expr.Kind {
    switch self {
    case .number, .percent, .boolean, .name, .error: self
    case .text(let text): .text(text.moved(by: distance))
    case .list(let elements): .list(elements.moved(by: distance))
    case .member(let base, let word): .member(base.moved(by: distance), word.moved(by: distance))
    case .keyed(let base, let keys): .keyed(base.moved(by: distance), keys.moved(by: distance))
    case .with(let base, let fields): .with(base.moved(by: distance), fields.moved(by: distance))
    case .current(let inner): .current(inner.moved(by: distance))
    case .negate(let inner): .negate(inner.moved(by: distance))
    case .not(let inner): .not(inner.moved(by: distance))
    case .and(let left, let right): .and(left.moved(by: distance), right.moved(by: distance))
    case .or(let left, let right): .or(left.moved(by: distance), right.moved(by: distance))
    case .binary(let operation, let left, let right):
      .binary(operation, left.moved(by: distance), right.moved(by: distance))
    case .test(let test, let operand): .test(test, operand.moved(by: distance))
    case .quantified(let quantified): .quantified(quantified.moved(by: distance))
    case .aggregate(let aggregate): .aggregate(aggregate.moved(by: distance))
    case .call(let name, let arguments): .call(name.moved(by: distance), arguments.moved(by: distance))
    case .element(let list, let place): .element(list.moved(by: distance), place.moved(by: distance))
    case .conditional(let conditional):
      .conditional(
        Conditional(
          condition: conditional.condition.moved(by: distance), consequence: conditional.consequence.moved(by: distance),
          alternative: conditional.alternative.moved(by: distance)))
    case .between(let value, let low, let high):
      .between(value.moved(by: distance), low: low.moved(by: distance), high: high.moved(by: distance))
    }
  }
}

extension TextLiteral: Relocatable {
  func moved(by distance: Int32) -> TextLiteral {
    let parts = parts.map { part -> Part in
      if case .interpolation(let inner) = part { return .interpolation(inner.moved(by: distance)) }
      return part
    }
    return TextLiteral(parts: parts, at: span.moved(by: distance))
  }
}

extension KeyArgument: Relocatable {
  func moved(by distance: Int32) -> KeyArgument {
    KeyArgument(name: name.moved(by: distance), value: value.moved(by: distance))
  }
}

extension Quantified: Relocatable {
  func moved(by distance: Int32) -> Quantified {
    Quantified(
      quantifier: quantifier, variable: variable.moved(by: distance), source: source.moved(by: distance),
      filter: filter.moved(by: distance), body: body.moved(by: distance))
  }
}

extension Aggregate: Relocatable {
  func moved(by distance: Int32) -> Aggregate {
    Aggregate(
      function: function, value: value.moved(by: distance), loops: loops.moved(by: distance), filter: filter.moved(by: distance),
      order: order.moved(by: distance))
  }
}

extension Aggregate.Loop: Relocatable {
  func moved(by distance: Int32) -> Aggregate.Loop {
    Aggregate.Loop(variable: variable.moved(by: distance), source: source.moved(by: distance))
  }
}

extension Aggregate.OrderKey: Relocatable {
  func moved(by distance: Int32) -> Aggregate.OrderKey {
    Aggregate.OrderKey(value: value.moved(by: distance), isDescending: isDescending)
  }
}

extension ValueSyntax: Relocatable {
  func moved(by distance: Int32) -> ValueSyntax {
    let moved: Kind =
      switch kind {
      case .text(let text): .text(text.moved(by: distance))
      case .expression(let expr): .expression(expr.moved(by: distance))
      case .list(let elements): .list(elements.moved(by: distance))
      case .record(let fields): .record(fields.moved(by: distance))
      case .missing: .missing
      }
    return ValueSyntax(moved, at: span.moved(by: distance))
  }
}

extension TypeSyntax: Relocatable {
  func moved(by distance: Int32) -> TypeSyntax {
    let moved: Kind =
      switch kind {
      case .named(let name, let unit): .named(name.moved(by: distance), unit: unit.moved(by: distance))
      case .list(let element): .list(element.moved(by: distance))
      case .map(let element): .map(element.moved(by: distance))
      case .error: .error
      }
    return TypeSyntax(moved, isOptional: isOptional, at: span.moved(by: distance))
  }
}

extension Declaration {
  /// Returns the declaration moved down by a number of bytes; `nil` for kinds of which a set has few, which are read again
  /// instead.
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
    case .record(let record): .record(RecordDeclaration(isOpen: record.isOpen, fields: record.fields.moved(by: distance)))
    case .enumeration(let type):
      .enumeration(
        EnumDeclaration(
          values: type.values.moved(by: distance), isOrdered: type.isOrdered, jsonNames: type.jsonNames.moved(by: distance)))
    case .fact(let fact):
      .fact(
        FactDeclaration(
          key: fact.key.moved(by: distance), external: fact.external?.moved(by: distance), isImmutable: fact.isImmutable,
          isDerived: fact.isDerived, fields: fact.fields.moved(by: distance)))
    case .intent(let intent):
      .intent(
        IntentDeclaration(
          jsonName: intent.jsonName.moved(by: distance),
          consent: intent.consent.map { ConsentSyntax($0.level, at: $0.span.moved(by: distance)) },
          consentBy: intent.consentBy.moved(by: distance), isOpen: intent.isOpen,
          access: intent.access?.moved(by: distance), required: intent.required.moved(by: distance),
          fields: intent.fields.moved(by: distance), lets: intent.lets.moved(by: distance)))
    case .policy(let policy):
      .policy(PolicyDeclaration(type: policy.type.moved(by: distance), initial: policy.initial.moved(by: distance)))
    case .table(let table): .table(table.moved(by: distance))
    default: nil
    }
  }
}

extension AccessSyntax {
  fileprivate func moved(by distance: Int32) -> AccessSyntax {
    AccessSyntax(
      action: action.moved(by: distance), resource: resource.moved(by: distance), id: id.moved(by: distance),
      subjects: subjects.moved(by: distance), resources: resources.moved(by: distance))
  }
}

extension ExternalSyntax {
  fileprivate func moved(by distance: Int32) -> ExternalSyntax { ExternalSyntax(by: by.moved(by: distance)) }
}

extension TruthDeclaration: Relocatable {
  func moved(by distance: Int32) -> TruthDeclaration {
    TruthDeclaration(
      id: id.moved(by: distance), when: when.moved(by: distance), lets: lets.moved(by: distance),
      requires: requires.moved(by: distance), invariants: invariants.moved(by: distance), moves: moves.moved(by: distance),
      produces: produces.moved(by: distance), ensures: ensures.moved(by: distance), enforces: enforces.moved(by: distance))
  }
}

extension InvariantDeclaration: Relocatable {
  func moved(by distance: Int32) -> InvariantDeclaration {
    var appliesTo = appliesTo
    if case .intents(let names) = appliesTo { appliesTo = .intents(names.moved(by: distance)) }
    return InvariantDeclaration(
      id: id.moved(by: distance), appliesTo: appliesTo, rule: rule.moved(by: distance), enforces: enforces.moved(by: distance))
  }
}
