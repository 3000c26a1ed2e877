import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// What a bare name may mean, in the order of language.md §4.
  enum Found {
    case variable(Variable)
    case binding(Int)
    case field(Trigger.TriggerField)
    case policy(Int)
    case lifecycle(Int)
    case now
  }

  /// Everything that a bare name means here. More than one of a kind is possible for policies alone.
  func find(_ name: String) -> [Found] {
    var found: [Found] = []
    if !variables.isEmpty, let variable = variables.last(where: { $0.name.text == name }) { found.append(.variable(variable)) }
    if !letIndex.isEmpty, let index = letIndex[name] { found.append(.binding(index)) }
    if let field = trigger.field(name) { found.append(.field(field)) } else { found += trigger.all(name).map(Found.field) }
    for policy in visiblePolicies(name) { found.append(.policy(policy)) }
    if let lifecycle = visibleLifecycle(name) { found.append(.lifecycle(lifecycle)) }
    if name == "now" { found.append(.now) }
    return found
  }

  /// What ``only(_:)`` says of ``find(_:)``, without listing what there is; most names mean one thing.
  func meant(_ name: String) -> Found? {
    let policies = visiblePolicies(name)
    let lifecycle = visibleLifecycle(name)
    if !variables.isEmpty, let variable = variables.last(where: { $0.name.text == name }) { return .variable(variable) }
    if !letIndex.isEmpty, let index = letIndex[name] { return .binding(index) }
    guard policies.isEmpty, lifecycle == nil, name != "now", let field = trigger.field(name) else { return only(find(name)) }
    return .field(field)
  }

  /// What of several findings a name means. A variable or `let` that hides something was reported where it was bound, so it wins
  /// here; `nil` where nobody can tell.
  func only(_ found: [Found]) -> Found? {
    guard let first = found.first else { return nil }
    if found.count == 1 { return first }
    switch first {
    case .variable, .binding: return first
    case .field, .policy, .lifecycle, .now: return nil
    }
  }

  /// How each finding can be written so that it means nothing else, with the place of its declaration.
  func forms(_ found: [Found], _ name: String) -> [(form: String, kind: String, span: Span?)] {
    found.map { found in
      switch found {
      case .variable(let variable): (name, "variable", variable.name.span)
      case .binding(let index): (name, "let", lets[index].binding.name.span)
      case .field(let field): (form(of: field), "field", field.field.span)
      case .policy(let index): (program.policies[index].qualifiedName, "policy", program.policies[index].span)
      case .lifecycle(let index):
        ("\(program.lifecycles[index].pack).\(name)", "lifecycle", program.lifecycles[index].span)
      case .now: ("now", "builtin", nil)
      }
    }
  }

  /// How a field of the trigger is written so that it means nothing else: behind the name of its fact, where it has one.
  private func form(of field: Trigger.TriggerField) -> String {
    guard let match = field.match else { return "trigger.\(field.field.name)" }
    let syntax = trigger.matches[match].syntax
    if let variable = syntax.variable { return "\(variable.text).\(field.field.name)" }
    return trigger.field(field.field.name) == nil
      ? "a.\(field.field.name)` with `- fact: \(syntax.type.text) as a" : "trigger.\(field.field.name)"
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
    case .field(let field): result = typed(field, at: span)
    case .policy(let index): result = policy(index, at: span)
    case .lifecycle(let index):
      session.report(NotAFact.lifecycleAsValue(program.lifecycles[index].name, at: span))
      result = .fault(at: span)
    case .now:
      staysInTable("now", at: span)
      result = Typed(node: .builtin(.now), type: .timestamp, span: span)
    }
    result.label = label
    return result
  }

  private func typed(_ field: Trigger.TriggerField, at span: Span) -> Typed {
    guard let member = field.member, let match = field.match else {
      return Typed(node: .slot(field.slot), type: field.field.type, span: span)
    }
    let fact = Typed(node: .slot(field.slot), type: .fact(trigger.matches[match].fact), span: span, isImplicit: true)
    return Typed(node: .field(fact.node, member), type: field.field.type, span: span, parts: [fact])
  }

  func policy(_ index: Int, at span: Span) -> Typed {
    session.usage.policies.insert(index)
    references.insert(.policy(index))
    return Typed(node: .policy(index), type: program.policies[index].type, span: span)
  }

  /// The type that a bare name has when nothing is expected of it, found without a finding; `nil` where it means nothing.
  func quietType(_ name: String) -> ValueType? {
    switch meant(name) {
    case .variable(let variable): variable.type
    case .binding(let index): quietType(ofLet: index)
    case .field(let field): field.field.type
    case .policy(let index): program.policies[index].type
    case .lifecycle: nil
    case .now: .timestamp
    case nil: nil
    }
  }

  private func quietType(ofLet index: Int) -> ValueType? {
    if case .inProgress = lets[index].state { return nil }
    return letValue(index, at: lets[index].binding.name.span).type
  }
}
