import TruthsSyntax
import TruthsText

extension Body {
  /// What a bare name may mean, in the order of language.md §4.
  enum Found {
    case variable(Variable)
    case binding(Int)
    case field(Trigger.TriggerField)
    case policy(Int)
    case now
  }

  /// Everything that a bare name means here. More than one of a kind is possible for policies alone.
  func find(_ name: String) -> [Found] {
    var found: [Found] = []
    if let variable = variables.last(where: { $0.name.text == name }) { found.append(.variable(variable)) }
    if let index = letIndex[name] { found.append(.binding(index)) }
    if let field = trigger.field(name) { found.append(.field(field)) }
    found += visiblePolicies(name).map(Found.policy)
    if name == "now" { found.append(.now) }
    return found
  }

  /// What of several findings a name means. A variable or `let` that hides something was reported where it was bound, so it wins
  /// here; `nil` where nobody can tell.
  func only(_ found: [Found]) -> Found? {
    guard let first = found.first else { return nil }
    if found.count == 1 { return first }
    switch first {
    case .variable, .binding: return first
    case .field, .policy, .now: return nil
    }
  }

  /// How each finding can be written so that it means nothing else, with the place of its declaration.
  func forms(_ found: [Found], _ name: String) -> [(form: String, kind: String, span: Span?)] {
    found.map { found in
      switch found {
      case .variable(let variable): (name, "variable", variable.name.span)
      case .binding(let index): (name, "let", lets[index].binding.name.span)
      case .field(let field): ("trigger.\(name)", "field", field.field.span)
      case .policy(let index): (program.policies[index].qualifiedName, "policy", program.policies[index].span)
      case .now: ("now", "builtin", nil)
      }
    }
  }

  /// Lowers a finding.
  func typed(_ found: Found, at span: Span, label: String) -> Typed {
    var result: Typed
    switch found {
    case .variable(let variable): result = Typed(node: .slot(variable.slot), type: variable.type, span: span)
    case .binding(let index):
      lets[index].isUsed = true
      let value = letValue(index, at: span)
      result = Typed(node: .slot(lets[index].slot), type: value.type, span: span)
    case .field(let field): result = Typed(node: .slot(field.slot), type: field.field.type, span: span)
    case .policy(let index): result = policy(index, at: span)
    case .now: result = Typed(node: .builtin(.now), type: .timestamp, span: span)
    }
    result.label = label
    return result
  }

  func policy(_ index: Int, at span: Span) -> Typed {
    session.usage.policies.insert(index)
    references.insert("policy \(program.policies[index].qualifiedName)")
    return Typed(node: .policy(index), type: program.policies[index].type, span: span)
  }

  /// The type that a bare name has when nothing is expected of it, found without a finding; `nil` where it means nothing.
  func quietType(_ name: String) -> ValueType? {
    switch only(find(name)) {
    case .variable(let variable): variable.type
    case .binding(let index): quietType(ofLet: index)
    case .field(let field): field.field.type
    case .policy(let index): program.policies[index].type
    case .now: .timestamp
    case nil: nil
    }
  }

  private func quietType(ofLet index: Int) -> ValueType? {
    if case .inProgress = lets[index].state { return nil }
    return letValue(index, at: lets[index].binding.name.span).type
  }
}
