import TruthsSyntax
import TruthsText

/// Records that expressions make (types §6).
extension Evaluator {
  /// The record type that is named before keys; a lifecycle of that name goes before it.
  func recordName(_ base: Expr, _ scope: Scope) -> String? {
    guard let path = Path(base), path.keys == nil else { return nil }
    let name = path.words.joined(separator: ".")
    if vocab.find(name, in: vocab.lifecycles, from: scope.pack) != nil { return nil }
    return vocab.find(name, in: vocab.records, from: scope.pack)?.name
  }

  /// Whether a record is written there.
  func isRecord(_ expr: Expr, _ scope: Scope) -> Bool {
    if case .keyed(let base, _) = expr.kind { return recordName(base, scope) != nil }
    return false
  }

  /// `line(q = 1)`: missing where a field is that there must be.
  func record(_ name: String, _ written: [KeyArgument], _ scope: Scope) -> Val {
    record(name, scope) { field in
      written.first { $0.name.text == field.name }.map { eval($0.value, scope, want: field.type) }
    }
  }

  /// Returns a record that is written as a YAML mapping.
  func record(_ name: String, _ written: [LetBinding], _ scope: Scope) -> Val {
    record(name, scope) { field in
      written.first { $0.name.text == field.name }.map { value($0.value, scope, want: field.type) }
    }
  }

  private func record(_ name: String, _ scope: Scope, _ written: (Vocab.Field) -> Val?) -> Val {
    var members: [String: Val] = [:]
    for field in vocab.records[name] ?? [] {
      let value = written(field) ?? initial(field, scope)
      if value.isMissing, !field.isOptional, field.initial == nil { return .missing }
      members[field.name] = value
    }
    return made(members, vocab.records[name] ?? [])
  }

  /// `r with (q = 1)`
  func copy(_ base: Expr, _ written: [KeyArgument], _ scope: Scope) -> Val {
    guard case .record(var members) = eval(base, scope) else { return .missing }
    let own = type(base, scope)
    for argument in written {
      let value = eval(argument.value, scope, want: member(own, [argument.name.text]))
      members[argument.name.text] = value.isMissing ? nil : value
    }
    return .record(vocab.priced(members, fields(of: own) ?? []))
  }

  /// `the F`
  func current(_ inner: Expr, _ scope: Scope) -> Val {
    guard let path = Path(inner) else { return .missing }
    let (fact, given, rest): (String, [KeyArgument], [String])
    switch meaning(path, scope) {
    case .presence(let type, let keys): (fact, given, rest) = (type, keys, [])
    case .lookup(let type, let keys, let members): (fact, given, rest) = (type, keys, members)
    default: return .missing
    }
    guard let keys = keys(of: fact, given, scope), let found = world.matching(fact, keys) else { return .missing }
    return rest.reduce(.record(found.fields)) { value, word in
      if case .record(let members) = value { return members[word] ?? .missing }
      return .missing
    }
  }

  /// A record, or a list of such, of one type where another is wanted: the fields that the wanted one has.
  func taken(_ value: Val, _ type: Typ?, as wanted: Typ, _ scope: Scope) -> Val {
    if type == wanted { return value }
    switch (value, wanted) {
    case (.list(let elements), .list(let element)):
      let taken = elements.map { self.taken($0, type?.element, as: element, scope) }
      return taken.contains(.missing) ? .missing : .list(taken)
    case (.record(let members), .record(let name)):
      var kept: [String: Val] = [:]
      let has = fields(of: type)
      for field in vocab.records[name] ?? [] {
        let isThere = has?.contains { $0.name == field.name } ?? true
        let found = isThere ? members[field.name] ?? .missing : initial(field, scope)
        let value = taken(found, has?.first { $0.name == field.name }?.type, as: field.type, scope)
        if value.isMissing, !field.isOptional, field.initial == nil { return .missing }
        if !value.isMissing { kept[field.name] = value }
      }
      return made(kept, vocab.records[name] ?? [])
    default: return value
    }
  }

  /// A record whose amounts are in the currencies beside them; missing where one is not, and must be there.
  private func made(_ members: [String: Val], _ fields: [Vocab.Field]) -> Val {
    let priced = vocab.priced(members.filter { !$0.value.isMissing }, fields)
    let isWhole = fields.allSatisfy { priced[$0.name] != nil || $0.isOptional || $0.initial != nil || $0.currency == nil }
    return isWhole ? .record(priced) : .missing
  }

  private func fields(of type: Typ?) -> [Vocab.Field]? {
    switch type {
    case .record(let name): vocab.records[name]
    case .fact(let name): vocab.facts[name]?.fields
    default: nil
    }
  }

  private func initial(_ field: Vocab.Field, _ scope: Scope) -> Val {
    field.initial.map { value($0, Scope(pack: scope.pack), want: field.type) } ?? .missing
  }
}
