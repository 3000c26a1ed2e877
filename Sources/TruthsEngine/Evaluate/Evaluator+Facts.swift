import TruthsCheck

extension Evaluator {
  /// Presence tests and look-ups: unknown exactly when a key is missing, whatever the context holds (language.md §4, "Missing").
  mutating func look(_ node: Node) -> Value {
    switch node {
    case .present(let key):
      if key.keys.isEmpty { return .boolean(store.hasAny(key.fact)) }
      return with(key) { .boolean($0 != nil) }
    case .lookUp(let key, let field):
      return with(key) { $0?.fields[field] ?? .missing(.absent) }
    case .lookUpExists(let key, let field):
      return with(key) { .boolean($0.map { !$0.fields[field].isMissing } ?? false) }
    default: return .missing(.absent)
    }
  }

  private mutating func with(_ key: FactKey, _ read: (FactRecord?) -> Value) -> Value {
    var identity: [Value] = []
    identity.reserveCapacity(key.keys.count)
    for node in key.keys {
      let part = value(node)
      if part.isMissing { return part }
      identity.append(part)
    }
    return read(store.current(key.fact, identity: identity))
  }

  /// The elements of a source, or the missing list.
  mutating func elements(_ source: SourceNode) -> (elements: [Value], missing: Value?) {
    switch source {
    case .facts(let type):
      if let known = orderedFacts[type] { return (known, nil) }
      let facts = store.ordered(type, in: program).map { Value.fact($0) }
      orderedFacts[type] = facts
      return (facts, nil)
    case .instances(let lifecycle): return (instances(lifecycle), nil)
    case .list(let node):
      let list = value(node)
      guard case .list(let elements) = list else { return ([], list.isMissing ? list : .missing(.absent)) }
      return (elements, nil)
    }
  }
}
