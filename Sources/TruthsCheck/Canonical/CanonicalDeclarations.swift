import TruthsJSON
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Lists every declaration in the form that is hashed (runtime.md §2), sorted by key; those of the built-in pack are not among
  /// them.
  ///
  /// Two sets that differ in layout, comments, files or order alone have the same list.
  func canonicalDeclarations() -> [CanonicalDeclaration] {
    // Each is written by one alone; those that an earlier check of the set wrote are at hand.
    _ = Cores.map(truthBodies.count, stride: Self.stride) { _ = truthBodies[$0].canonical }
    var list: [CanonicalDeclaration] = []
    func add(_ key: String, _ body: JSONValue, _ references: Set<String>) {
      list.append(CanonicalDeclaration(key: key, body: body, references: Array(references)))
    }
    for pack in declared.packs where !pack.isBuiltIn { add("pack \(pack.name.text)", canonical(pack.body), []) }
    for type in declared.enums where !type.isBuiltIn { add("enum \(type.qualifiedName)", canonical(type.body), []) }
    for (index, record) in declared.records.enumerated() where !record.isBuiltIn {
      let fields = program.records[index].fields
      add("record \(record.qualifiedName)", canonical([], fields, record.pack), references(of: fields))
    }
    for (index, fact) in declared.facts.enumerated() where !fact.isBuiltIn {
      let type = program.facts[index]
      add("fact \(fact.qualifiedName)", canonical(type), references(of: type.fields))
    }
    for (index, intent) in declared.intents.enumerated() where !intent.isBuiltIn {
      let type = program.intents[index]
      let consent = [
        ("consent", type.consent == .implicit ? nil : JSONValue.text(type.consent.rawValue)),
        ("consent_by", type.consentBy.map { JSONValue.text($0) }),
      ]
      add("intent \(intent.qualifiedName)", canonical(consent, type.fields, intent.pack), references(of: type.fields))
    }
    for (index, policy) in declared.policies.enumerated() where !policy.isBuiltIn {
      let type = program.policies[index]
      add("policy \(policy.qualifiedName)", canonical(type), references(of: type.type))
    }
    for (table, checked) in zip(tableBodies, program.tables) {
      add(
        "table \(table.declared.qualifiedName)", canonical(table.declared.body, checked),
        keys(table.body.references).union(references(of: checked.inputs)).union(references(of: checked.output)))
    }
    for (index, lifecycle) in declared.lifecycles.enumerated() {
      let type = program.lifecycles[index]
      add("lifecycle \(lifecycle.qualifiedName)", canonical(lifecycle.body, type), references(of: type.key))
    }
    for truth in truthBodies {
      if let canonical = truth.canonical { add("truth \(truth.id)", canonical, keys(truth.body.references)) }
    }
    for invariant in invariantBodies {
      if let canonical = invariant.canonical { add("invariant \(invariant.id)", canonical, keys(invariant.body.references)) }
    }
    for source in sourceBodies { add("source \(source.qualifiedName)", canonical(source.syntax), keys(source.body.references)) }
    for job in declared.jobs { add("jtbd \(job.qualifiedName)", canonical(job.body), []) }
    for blueprint in declared.blueprints { add("blueprint \(blueprint.qualifiedName)", canonical(blueprint.body), []) }
    return Self.inOrder(list)
  }

  /// Declarations by key, with references to each other alone.
  private static func inOrder(_ list: [CanonicalDeclaration]) -> [CanonicalDeclaration] {
    let keys = Set(list.map(\.key))
    return list.sorted { $0.key < $1.key }.map { declaration in
      var declaration = declaration
      declaration.references = declaration.references.filter(keys.contains).sorted()
      return declaration
    }
  }

  // MARK: References

  /// The keys of declarations that a body names.
  private func keys(_ references: FewSet<LookUp>) -> Set<String> {
    Set(
      references.map { reference in
        switch reference {
        case .fact(let index): program.declarationKey(ofFact: index)
        case .intent(let index): "intent \(program.intents[index].pack).\(program.intents[index].name)"
        case .policy(let index): "policy \(program.policies[index].qualifiedName)"
        case .table(let index): "table \(program.tables[index].qualifiedName)"
        case .lifecycle(let index): "lifecycle \(program.lifecycles[index].pack).\(program.lifecycles[index].name)"
        }
      })
  }

  private func references(of fields: [Field]) -> Set<String> {
    fields.reduce(into: Set<String>()) { $0.formUnion(references(of: $1.type)) }
  }

  private func references(of type: ValueType) -> Set<String> {
    switch type {
    case .enumeration(let index): ["enum \(program.enums[index].pack).\(program.enums[index].name)"]
    case .record(let index): ["record \(program.records[index].pack).\(program.records[index].name)"]
    case .list(let element): references(of: element)
    default: []
    }
  }

  // MARK: Vocabulary

  private func canonical(_ pack: PackDeclaration) -> JSONValue {
    .members([("version", pack.version.map { .text($0.text) }), ("uses", .names(Set(pack.uses.map(\.text)).sorted()))])
  }

  private func canonical(_ type: EnumDeclaration) -> JSONValue {
    let values = JSONValue.array(type.values.map { .text($0.text) })
    return type.isOrdered ? .members([("ordered", values)]) : values
  }

  private func canonical(_ fact: FactType) -> JSONValue {
    let marks = [("immutable", fact.isImmutable), ("derived", fact.isDerived)]
    return canonical(
      [("key", JSONValue.names(fact.key.map { fact.fields[$0].name })), ("external", canonical(fact.arrival))]
        + marks.map { ($0.0, $0.1 ? JSONValue.boolean(true) : nil) },
      fact.fields, fact.pack)
  }

  /// A bare `external: true` stands as that; it is not the same declaration as one that names the two types.
  private func canonical(_ arrival: Arrival?) -> JSONValue? {
    arrival.map { $0.by.isEmpty ? .boolean(true) : .members([("by", .names($0.by))]) }
  }

  private func canonical(_ before: [(String, JSONValue?)], _ fields: [Field], _ pack: String) -> JSONValue {
    let lines = fields.map { field -> (String, JSONValue?) in
      let type = program.name(of: field.type, from: pack) + (field.isOptional ? "?" : "")
      return (field.name, .text(field.initial.map { "\(type) = \(program.text(of: $0))" } ?? type))
    }
    return .members(before + [("fields", .members(lines))])
  }

  /// Rows are tried from the top, so their order counts.
  private func canonical(_ table: TableDeclaration, _ checked: CheckedTable) -> JSONValue {
    let inputs = checked.inputs.map { ($0.name, Optional(JSONValue.text(program.name(of: $0.type, from: checked.pack)))) }
    let rows = table.rows.map { row in
      var row = row
      row.condition = row.condition.map(ExprCanonicalizer().expr)
      row.value = row.value.map(ExprCanonicalizer().expr)
      return formatted(row)
    }
    return .members([
      ("inputs", .members(inputs)), ("output", .text(program.name(of: checked.output, from: checked.pack))),
      ("hit", table.isUnique ? .text("unique") : nil), ("rows", .names(rows)),
    ])
  }

  /// Transitions one by one, sorted: in which order and in which chains they are written means nothing.
  private func canonical(_ lifecycle: LifecycleDeclaration, _ type: LifecycleType) -> JSONValue {
    var steps = Set<String>()
    for chain in lifecycle.transitions {
      for (from, to) in zip(chain.states, chain.states.dropFirst()) { steps.insert("\(from.text) → \(to.text)") }
    }
    return .members([
      ("key", .names(type.key.map(\.name))), ("external", canonical(program.facts[type.history].arrival)),
      ("initial", .text(lifecycle.initial.text)), ("transitions", .names(steps.sorted())),
      ("terminal", .names(Set(lifecycle.terminal.map(\.text)).sorted())),
    ])
  }

  private func canonical(_ policy: PolicyType) -> JSONValue {
    .members([
      ("type", .text(program.name(of: policy.type, from: policy.pack))),
      ("default", policy.initial.isMissing ? nil : .text(program.text(of: policy.initial))),
    ])
  }
}

extension Program {
  /// A default as it would be written.
  fileprivate func text(of value: Value) -> String {
    func quoted(_ text: String) -> String {
      formatted(TextLiteral(parts: [.literal(text)], at: Span(file: FileID(0), start: 0, end: 0)))
    }
    switch value {
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .number(let number): return number.canonicalText
    case .text(let text): return quoted(text.string)
    case .date(let date): return quoted(date.text)
    case .timestamp(let timestamp): return quoted(timestamp.text)
    case .duration(let duration): return quoted(duration.text)
    case .enumeration(let value): return quoted(value.name.string)
    case .list(let elements): return "[\(elements.map(text).joined(separator: ", "))]"
    case .missing, .record, .json, .fact: return ""
    }
  }
}

extension JSONValue {
  /// An object without what is absent, empty lists and empty objects.
  static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(
      JSONObject(
        members.compactMap { name, value in
          guard let value, !value.isEmptyContainer else { return nil }
          return JSONObject.Member(name: Text(name), value: value)
        }))
  }

  static func names(_ names: [String]) -> JSONValue { .array(names.map(JSONValue.text)) }

  private var isEmptyContainer: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let object): object.members.isEmpty
    default: false
    }
  }
}
