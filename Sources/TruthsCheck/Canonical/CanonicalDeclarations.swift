import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Canonical forms of all declarations of a set, for hashes (hashes §3).
extension SetCheck {
  /// Lists every declaration in the form that is hashed (hashes §3), sorted by key, without those of the built-in pack.
  ///
  /// Two sets that differ in layout, comments, files or order alone have the same list.
  func canonicalDeclarations() -> [CanonicalDeclaration] {
    // Each truth's form is computed by one thread; forms from an earlier check of the set are reused.
    _ = Parallel.map(bodies.truths.count, stride: CheckSession.stride) { _ = bodies.truths[$0].canonical }
    var list: [CanonicalDeclaration] = []
    func add(_ kind: DeclarationKind, _ name: String, _ body: JSONValue, _ references: Set<DeclarationKey>) {
      list.append(CanonicalDeclaration(key: DeclarationKey(kind, name), body: body, references: Array(references)))
    }
    for pack in declared.packs where !pack.isBuiltIn { add(.pack, pack.name.text, session.canonical(pack.body), []) }
    for role in declared.roles { add(.role, role.name.text, .object([:]), []) }
    for type in declared.enums where !type.isBuiltIn { add(.enum, type.qualifiedName, session.canonical(type.body), []) }
    for (index, record) in declared.records.enumerated() where !record.isBuiltIn {
      let fields = program.records[index].fields
      add(
        .record, record.qualifiedName, session.canonical(session.open(record.body.isOpen), fields, record.pack),
        session.references(of: fields))
    }
    for (index, fact) in declared.facts.enumerated() where !fact.isBuiltIn {
      let type = program.facts[index]
      add(.fact, fact.qualifiedName, session.canonical(type), session.references(of: type.fields))
    }
    for (index, intent) in declared.intents.enumerated() where !intent.isBuiltIn {
      let type = program.intents[index]
      add(.intent, intent.qualifiedName, session.canonical(intent.body, type), session.references(of: type.fields))
    }
    for (index, policy) in declared.policies.enumerated() where !policy.isBuiltIn {
      let type = program.policies[index]
      add(.policy, policy.qualifiedName, session.canonical(type), session.references(of: type.type))
    }
    list += canonicalCalendars() + canonicalZones()
    for (table, checked) in zip(bodies.tables, program.tables) {
      add(
        checked.isFunction ? .function : .table, table.declared.qualifiedName, session.canonical(table.declared.body, checked),
        session.keys(table.checker.references).union(session.references(of: checked.inputs)).union(
          session.references(ofRowsOf: checked)))
    }
    for (index, lifecycle) in declared.lifecycles.enumerated() {
      let type = program.lifecycles[index]
      add(.lifecycle, lifecycle.qualifiedName, session.canonical(lifecycle.body, type), session.references(of: type.key))
    }
    for truth in bodies.truths {
      if let canonical = truth.canonical { add(.truth, truth.id, canonical, session.keys(truth.checker.references)) }
    }
    for invariant in bodies.invariants {
      if let canonical = invariant.canonical {
        add(.invariant, invariant.id, canonical, session.keys(invariant.checker.references))
      }
    }
    for source in bodies.sources {
      add(.source, source.qualifiedName, session.canonical(source.syntax), session.keys(source.references))
    }
    for job in declared.jobs { add(.jtbd, job.qualifiedName, session.canonical(job.body), []) }
    for blueprint in declared.blueprints { add(.blueprint, blueprint.qualifiedName, session.canonical(blueprint.body), []) }
    return Self.inOrder(list)
  }

  /// Sorts declarations by key, and keeps only references to declarations in the list.
  private static func inOrder(_ list: [CanonicalDeclaration]) -> [CanonicalDeclaration] {
    let keys = Set(list.map(\.key))
    return list.sorted { $0.key < $1.key }.map { declaration in
      var declaration = declaration
      declaration.references = declaration.references.filter(keys.contains).sorted()
      return declaration
    }
  }

}

extension CheckSession {
  // MARK: References

  fileprivate func keys(_ references: SmallSet<LookedUpDeclaration>) -> Set<DeclarationKey> {
    Set(
      references.map { reference in
        switch reference {
        case .fact(let index): program.declarationKey(ofFact: index)
        case .intent(let index): program.declarationKey(ofIntent: index)
        case .policy(let index): DeclarationKey(.policy, program.policies[index].qualifiedName)
        case .table(let index): program.tables[index].key
        case .lifecycle(let index):
          DeclarationKey(.lifecycle, program.lifecycles[index].pack, program.lifecycles[index].name)
        case .calendar(let index): DeclarationKey(.calendar, program.calendars[index].qualifiedName)
        case .record(let index): DeclarationKey(.record, program.records[index].pack, program.records[index].name)
        case .zone(let name): DeclarationKey(zone: name)
        }
      })
  }

  fileprivate func references(of fields: [Field]) -> Set<DeclarationKey> {
    fields.reduce(into: Set<DeclarationKey>()) { $0.formUnion(references(of: $1.type)) }
  }

  /// Returns the declarations that the types of a table's rows name. With several outputs these are the fields' types, because
  /// the record is the table's own.
  fileprivate func references(ofRowsOf table: CheckedTable) -> Set<DeclarationKey> {
    if case .record(let index) = table.rowType, program.records[index].span == table.span {
      return references(of: program.records[index].fields)
    }
    return references(of: table.rowType)
  }

  fileprivate func references(of type: ValueType) -> Set<DeclarationKey> {
    switch type {
    case .enumeration(let index): [DeclarationKey(.enum, program.enums[index].pack, program.enums[index].name)]
    case .record(let index): [DeclarationKey(.record, program.records[index].pack, program.records[index].name)]
    case .list(let element), .map(let element): references(of: element)
    default: []
    }
  }

  // MARK: Vocabulary

  fileprivate func canonical(_ pack: PackDeclaration) -> JSONValue {
    .members([("version", pack.version.map { .text($0.text) }), ("uses", .names(Set(pack.uses.map(\.text)).sorted()))])
  }

  fileprivate func canonical(_ type: EnumDeclaration) -> JSONValue {
    let values = JSONValue.array(type.values.map { .text($0.text) })
    if type.isOrdered { return .members([("ordered", values), ("named", canonical(type.jsonNames))]) }
    return type.jsonNames.isEmpty ? values : .members([("values", values), ("named", canonical(type.jsonNames))])
  }

  private func canonical(_ names: [JSONNameSyntax]) -> JSONValue {
    .members(names.map { ($0.value.text, .text($0.jsonName.text)) })
  }

  fileprivate func canonical(_ intent: IntentDeclaration, _ type: IntentType) -> JSONValue {
    let members = [
      ("named", intent.jsonName.map { JSONValue.text($0.text) }),
      ("consent", type.consent == .implicit ? nil : JSONValue.text(type.consent.rawValue)),
      ("consent_by", type.consentBy.map { JSONValue.text($0) }), ("authzen", intent.access.map { canonical($0) }),
      ("required", .names(type.required.map { type.fields[$0].name })),
    ]
    return canonical(members + open(type.isOpen), type.fields, type.pack)
  }

  fileprivate func canonical(_ fact: FactType) -> JSONValue {
    let marks = [("immutable", fact.isImmutable), ("derived", fact.isDerived)]
    return canonical(
      [("key", JSONValue.names(fact.key.map { fact.fields[$0].name })), ("external", canonical(fact.arrival))]
        + marks.map { ($0.0, $0.1 ? JSONValue.boolean(true) : nil) },
      fact.fields, fact.pack)
  }

  /// Writes a bare `external: true` as `true`; it is not the same declaration as one that names the two types.
  private func canonical(_ arrival: Arrival?) -> JSONValue? {
    arrival.map { $0.by.isEmpty ? .boolean(true) : .members([("by", .names($0.by))]) }
  }

  fileprivate func canonical(_ access: AccessSyntax) -> JSONValue {
    .members([
      ("action", .text(access.action.text)), ("resource", .text(access.resource.text)),
      ("id", access.id.map { .text($0.text) }), ("subjects", access.subjects.map { .text($0.text) }),
      ("resources", access.resources.map { .text($0.text) }),
    ])
  }

  fileprivate func open(_ isOpen: Bool) -> [(String, JSONValue?)] { isOpen ? [("open", .boolean(true))] : [] }

  fileprivate func canonical(_ before: [(String, JSONValue?)], _ fields: [Field], _ pack: String) -> JSONValue {
    let lines = fields.map { field -> (String, JSONValue?) in
      let type = program.declaredType(of: field, from: pack)
      let text = JSONValue.text(field.initial.map { "\(type) = \(program.text(of: $0))" } ?? type)
      return (field.name, field.isSensitive ? .members([("type", text), ("sensitive", .boolean(true))]) : text)
    }
    return .members(before + [("fields", .members(lines))])
  }

  /// Returns a lifecycle with its transitions split into steps and sorted, because their order and grouping mean nothing.
  fileprivate func canonical(_ lifecycle: LifecycleDeclaration, _ type: LifecycleType) -> JSONValue {
    var steps = Set<String>()
    for chain in lifecycle.transitions {
      for (from, to) in zip(chain.states, chain.states.dropFirst()) { steps.insert("\(from.text) → \(to.text)") }
    }
    return .members([
      ("key", .names(type.key.map(\.name))), ("external", canonical(program.facts[type.history].arrival)),
      ("initial", .text(lifecycle.initial.text)), ("transitions", .names(steps.sorted())),
      ("terminal", .names(Set(lifecycle.terminal.map(\.text)).sorted())), ("named", canonical(lifecycle.jsonNames)),
    ])
  }

  fileprivate func canonical(_ policy: PolicyType) -> JSONValue {
    .members([
      ("type", .text(program.name(of: policy.type, from: policy.pack))),
      ("default", policy.initial.isMissing ? nil : .text(program.text(of: policy.initial))),
    ])
  }
}

extension Program {
  /// Returns a default value as source text.
  fileprivate func text(of value: Value) -> String {
    func quoted(_ text: String) -> String {
      formatted(TextLiteral(parts: [.literal(text)], at: Span(file: FileID(0), start: 0, end: 0)))
    }
    switch value {
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .number(let number), .amount(let number, _): return number.canonicalText
    case .text(let text): return quoted(text.string)
    case .date(let date): return quoted(date.text)
    case .timestamp(let timestamp): return quoted(timestamp.text)
    case .duration(let duration): return quoted(duration.text)
    case .period(let period): return quoted(period.text)
    case .time(let time): return quoted(time.text)
    case .enumeration(let value): return quoted(value.name.string)
    case .list(let elements): return "[\(elements.map(text).joined(separator: ", "))]"
    case .record(let record):
      let members = zip(records[record.type].fields, record.fields).filter { !$1.isMissing }
      return "{\(members.map { "\($0.name): \(text(of: $1))" }.joined(separator: ", "))}"
    case .missing, .map, .json, .fact: return ""
    }
  }
}

extension JSONValue {
  /// Returns an object without absent members, empty lists and empty objects.
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

extension CheckSession {
  /// Returns a truth in canonical form, for hashing.
  ///
  /// - Parameter shared: the `let`s of the intent that the truth reads. They are hashed as its own, so that moving a `let` to
  ///   the intent changes no hash.
  func canonical(_ truth: TruthDeclaration, sharing shared: [LetBinding]) -> JSONValue {
    .members([
      ("when", .array(truth.when.map(canonical))),
      ("let", bindings(truth.lets + shared)),
      ("requires", clauses(truth.requires)),
      ("invariants", clauses(truth.invariants)),
      ("moves", .array(truth.moves.map(canonical))),
      ("produces", .array(truth.produces.map(canonical))),
      ("ensures", clauses(truth.ensures)),
      ("enforces", .names(Set(truth.enforces.map(\.text)).sorted())),
    ])
  }

  func canonical(_ invariant: InvariantDeclaration) -> JSONValue {
    let scope: JSONValue
    switch invariant.appliesTo {
    case .all: scope = .text("all")
    case .state: scope = .text("state")
    case .intents(let names): scope = .names(Set(names.map(\.text)).sorted())
    }
    return .members([
      ("applies_to", scope),
      ("rule", .text(formatted(ExprCanonicalizer().clause(invariant.rule)))),
      ("enforces", .names(Set(invariant.enforces.map(\.text)).sorted())),
    ])
  }

  func canonical(_ source: SourceDeclaration) -> JSONValue {
    .members([
      ("document", .text(source.document.text)),
      ("each", source.each.map { .text($0.text) }),
      ("closed", source.isClosed ? .boolean(true) : nil),
      ("let", bindings(source.lets)),
      ("produces", .array(source.produces.map(canonical))),
    ])
  }

  func canonical(_ job: JobDeclaration) -> JSONValue {
    .members([
      ("verb", job.verb.map { .text($0.text) }),
      ("object", job.object.map { .text($0.text) }),
      ("triggers", .names(job.triggers.map(\.text))),
      ("artifacts", .names(job.artifacts.map { $0.map(\.text).joined(separator: " → ") })),
      (
        "guardrails",
        .array(
          job.guardrails.map { guardrail in
            .members([
              ("must_not", .text(guardrail.mustNot.text)), ("enforced_by", guardrail.enforcedBy.map { .text($0.text) }),
            ])
          })
      ),
    ])
  }

  func canonical(_ blueprint: BlueprintDeclaration) -> JSONValue {
    .members([
      ("packs", .names(Set(blueprint.packs.map(\.text)).sorted())), ("steps", .names(blueprint.steps.map(\.text))),
    ])
  }

  // MARK: Parts

  private func canonical(_ entry: WhenEntry) -> JSONValue {
    switch entry {
    case .intents(let names): .members([("intent", .names(Set(names.map(\.text)).sorted()))])
    case .fact(let match): .members([("fact", .text(formatted(match)))])
    case .pack(let name): .members([("pack", .text(name.text))])
    case .condition(let expr): .members([("if", .text(formatted(ExprCanonicalizer().expr(expr))))])
    }
  }

  private func clauses(_ entries: [ClauseEntry]) -> JSONValue {
    .array(
      entries.map { entry in
        let rule = JSONValue.text(formatted(ExprCanonicalizer().clause(entry.clause)))
        return entry.id.map { .members([("id", .text($0.text)), ("rule", rule)]) } ?? rule
      })
  }

  private func canonical(_ move: MoveEntry) -> JSONValue {
    var move = move
    move.reason = move.reason.map(ExprCanonicalizer().text)
    move.keys = move.keys.map { KeyArgument(name: $0.name, value: ExprCanonicalizer().expr($0.value)) }
    return .members([(formatted(move.instance), .text(formatted(move)))])
  }

  func bindings(_ bindings: [LetBinding]) -> JSONValue {
    .members(bindings.map { ($0.name.text, .text(formatted(ExprCanonicalizer().value($0.value)))) })
  }

  private func canonical(_ entry: OutputEntry) -> JSONValue {
    guard var output = entry.made else { return .text(formatted(entry)) }
    let canonicalizer = ExprCanonicalizer()
    output.loop = output.loop.map { Aggregate.Loop(variable: $0.variable, source: canonicalizer.expr($0.source)) }
    output.filter = output.filter.map(canonicalizer.expr)
    let isProposal = if case .proposal = entry.kind { true } else { false }
    let head = formatted(OutputEntry(isProposal ? .proposal(output) : .fact(output), at: entry.span))
    return output.fields.isEmpty ? .text(head) : .members([(head, bindings(output.fields))])
  }
}
