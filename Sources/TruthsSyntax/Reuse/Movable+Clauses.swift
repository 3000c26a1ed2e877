import TruthsText

extension Clause: Movable {
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
      condition: condition.moved(by: distance), consequence: consequence, otherwise: otherwise, at: span.moved(by: distance))
  }
}

extension Effect: Movable {
  func moved(by distance: Int32) -> Effect {
    var kind = kind
    if case .requiresApproval(let role) = kind { kind = .requiresApproval(role: role.moved(by: distance)) }
    return Effect(kind, text: text.moved(by: distance), at: span.moved(by: distance))
  }
}

extension ClauseEntry: Movable {
  func moved(by distance: Int32) -> ClauseEntry {
    ClauseEntry(id: id.moved(by: distance), clause: clause.moved(by: distance), at: span.moved(by: distance))
  }
}

extension WhenEntry: Movable {
  func moved(by distance: Int32) -> WhenEntry {
    switch self {
    case .intents(let names): .intents(names.moved(by: distance))
    case .fact(let match): .fact(match.moved(by: distance))
    case .pack(let name): .pack(name.moved(by: distance))
    case .condition(let expr): .condition(expr.moved(by: distance))
    }
  }
}

extension LetBinding: Movable {
  func moved(by distance: Int32) -> LetBinding {
    LetBinding(name: name.moved(by: distance), value: value.moved(by: distance))
  }
}

extension FactMatch: Movable {
  func moved(by distance: Int32) -> FactMatch {
    FactMatch(type: type.moved(by: distance), variable: variable.moved(by: distance), at: span.moved(by: distance))
  }
}

extension StateChain: Movable {
  func moved(by distance: Int32) -> StateChain { StateChain(states.moved(by: distance), at: span.moved(by: distance)) }
}

extension MoveEntry: Movable {
  func moved(by distance: Int32) -> MoveEntry {
    MoveEntry(lifecycle: lifecycle.moved(by: distance), chain: chain.moved(by: distance), at: span.moved(by: distance))
  }
}

extension OutputEntry: Movable {
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

extension FactOutput: Movable {
  func moved(by distance: Int32) -> FactOutput {
    FactOutput(
      isCorrection: isCorrection, type: type.moved(by: distance), loop: loop.moved(by: distance),
      filter: filter.moved(by: distance), fields: fields.moved(by: distance))
  }
}

extension FieldDeclaration: Movable {
  func moved(by distance: Int32) -> FieldDeclaration {
    FieldDeclaration(
      name: name.moved(by: distance), type: type.moved(by: distance), initial: initial.moved(by: distance),
      at: span.moved(by: distance))
  }
}

extension TableRow: Movable {
  func moved(by distance: Int32) -> TableRow {
    TableRow(condition: condition.moved(by: distance), value: value.moved(by: distance), at: span.moved(by: distance))
  }
}
