import TruthsJSON
import TruthsSyntax
import TruthsText

/// The declarations of a truth set, in dictionaries by name. They contain names, types and bodies, and are not checked.
struct Vocab {
  struct Field {
    var name: String
    var jsonName: String
    var type: Typ
    var isOptional: Bool
    var initial: ValueSyntax?
    /// The field beside it that holds its currency.
    var currency: String?
  }

  struct FactType {
    var name: String
    var pack: String
    var key: [String]
    var fields: [Field]
    var declaration: FactDeclaration?
    var isDerived: Bool { declaration?.isDerived ?? false }
    var isImmutable: Bool { declaration?.isImmutable ?? false }

    func field(_ name: String) -> Field? { fields.first { $0.name == name } }
  }

  struct Intent {
    var name: String
    var pack: String
    var consent: ConsentSyntax.Level
    var isOpen: Bool
    var required: [String]
    var fields: [Field]
  }

  struct Table {
    var pack: String
    var inputs: [Field]
    var outputs: [Field]
    /// The result type of a row.
    var rowType: Typ
    /// The input that holds its currency.
    var currency: String?
    var hit: HitPolicy
    var lets: [LetBinding]
    var rows: [TableRow]
    /// The result of a function.
    var value: ValueSyntax?

    /// The result type of a call.
    var output: Typ {
      switch hit {
      case .collect(.list): .list(rowType)
      case .collect(.count): .number
      default: rowType
      }
    }
  }

  struct Lifecycle {
    var name: String
    var pack: String
    var key: [String]
    var terminal: [String]
    /// The states that can be entered.
    var states: [String]
  }

  struct Policy {
    var type: Typ
    var pack: String
    var initial: ValueSyntax?
  }

  struct Truth {
    var id: String
    var pack: String
    var body: TruthDeclaration
  }

  struct Invariant {
    var id: String
    var pack: String
    var body: InvariantDeclaration
  }

  var uses: [String: [String]] = [:]
  /// Values in order, by `pack.name`.
  var enums: [String: [String]] = [:]
  var records: [String: [Field]] = [:]
  /// The fact types, by their names.
  var facts: [String: FactType] = [:]
  var intents: [String: Intent] = [:]
  var policies: [String: Policy] = [:]
  /// The calendars, by `pack.name`.
  var calendars: [String: (pack: String, body: CalendarDeclaration)] = [:]
  var tables: [String: Table] = [:]
  var lifecycles: [String: Lifecycle] = [:]
  /// In order of id.
  var truths: [Truth] = []
  var invariants: [Invariant] = []

  init(_ units: [SourceUnit]) {
    let all = units.flatMap { unit in unit.declarations.map { (unit, $0) } }
    for (unit, declaration) in all { declareNames(unit.pack, declaration) }
    for (unit, declaration) in all { declareTypes(unit.pack, declaration) }
    for (unit, declaration) in all { declareBodies(unit, declaration) }
    truths.sort { Text($0.id) < Text($1.id) }
    invariants.sort { Text($0.id) < Text($1.id) }
    for (unit, declaration) in all { declareLifecycles(unit.pack, declaration) }
  }

  /// The declaration that a name means in a pack: qualified, the pack's own, or that of a pack in `uses`.
  func find<Item>(_ name: String, in table: [String: Item], from pack: String) -> (name: String, item: Item)? {
    let candidates = [name] + ([pack] + (uses[pack] ?? [])).map { "\($0).\(name)" }
    for candidate in candidates {
      if let item = table[candidate] { return (candidate, item) }
    }
    return nil
  }

  private mutating func declareNames(_ pack: String, _ declaration: Declaration) {
    let name = "\(pack).\(declaration.name.text)"
    switch declaration.body {
    case .pack(let body): uses[declaration.name.text] = body.uses.map(\.text) + ["converge"]
    case .enumeration(let body): enums[name] = body.values.map(\.text)
    case .record: records[name] = []
    default: break
    }
  }

  private mutating func declareTypes(_ pack: String, _ declaration: Declaration) {
    let name = declaration.name.text
    switch declaration.body {
    case .record(let body): records["\(pack).\(name)"] = fields(body.fields, pack)
    case .fact(let body):
      facts[name] = FactType(
        name: name, pack: pack, key: body.key.map(\.text), fields: fields(body.fields, pack), declaration: body)
    case .intent(let body):
      intents[name] = Intent(
        name: name, pack: pack, consent: body.consent?.level ?? .implicit, isOpen: body.isOpen,
        required: body.required.map(\.text), fields: fields(body.fields, pack))
    case .policy(let body):
      policies["\(pack).\(name)"] = Policy(type: type(body.type, pack), pack: pack, initial: body.initial)
    case .calendar(let body): calendars["\(pack).\(name)"] = (pack, body)
    case .table(let body):
      var outputs: [Field] = []
      let rowType: Typ
      var currency: String?
      switch body.outputs {
      case .one(let output):
        rowType = type(output, pack)
        currency = self.currency(output, body.inputs, pack)
      case .several(let several):
        outputs = fields(several, pack)
        records["outputs of \(pack).\(name)"] = outputs
        rowType = .record("outputs of \(pack).\(name)")
      }
      tables["\(pack).\(name)"] = Table(
        pack: pack, inputs: fields(body.inputs, pack), outputs: outputs, rowType: rowType, currency: currency, hit: body.hit,
        lets: body.lets,
        rows: body.rows, value: body.value)
    default: break
    }
  }

  private mutating func declareBodies(_ unit: SourceUnit, _ declaration: Declaration) {
    let name = declaration.name.text
    switch declaration.body {
    case .truth(let body):
      truths.append(Truth(id: id(body.id?.text, name, unit), pack: unit.pack, body: body))
    case .invariant(let body):
      invariants.append(Invariant(id: id(body.id?.text, name, unit), pack: unit.pack, body: body))
    default: break
    }
  }

  /// An explicit id; else the stem where it says the name already; else both.
  private func id(_ explicit: String?, _ name: String, _ unit: SourceUnit) -> String {
    let rest = unit.stem.split(separator: ".").dropFirst().joined(separator: "_")
    return explicit ?? (rest == name ? unit.stem : "\(unit.stem).\(name)")
  }

  private func fields(_ declared: [FieldDeclaration], _ pack: String) -> [Field] {
    declared.map {
      Field(
        name: $0.name.text, jsonName: $0.jsonName?.text ?? $0.name.text, type: type($0.type, pack),
        isOptional: $0.type.isOptional, initial: $0.initial, currency: currency($0.type, declared, pack))
    }
  }

  /// The unit of a type, where an enum-typed field beside it has that name.
  private func currency(_ syntax: TypeSyntax, _ beside: [FieldDeclaration], _ pack: String) -> String? {
    switch syntax.kind {
    case .list(let element), .map(let element): return currency(element, beside, pack)
    case .named(_, let unit?):
      guard let field = beside.first(where: { $0.name.text == unit.text }), case .symbol = type(field.type, pack) else {
        return nil
      }
      return unit.text
    case .named, .error: return nil
    }
  }

  private func type(_ syntax: TypeSyntax, _ pack: String) -> Typ {
    switch syntax.kind {
    case .list(let element): return .list(type(element, pack))
    case .map(let element): return .map(type(element, pack))
    case .error: return .json
    case .named(let name, _):
      let builtIn: [String: Typ] = [
        "decimal": .number, "integer": .integer, "text": .text, "boolean": .bool, "date": .date, "timestamp": .time,
        "duration": .span, "period": .period, "time": .clock, "json": .json,
      ]
      if let type = builtIn[name.text] { return type }
      if let found = find(name.text, in: enums, from: pack) { return .symbol(found.name) }
      return find(name.text, in: records, from: pack).map { .record($0.name) } ?? .json
    }
  }
}

extension Vocab {
  /// A lifecycle, and the history type that it makes.
  private mutating func declareLifecycles(_ pack: String, _ declaration: Declaration) {
    guard case .lifecycle(let body) = declaration.body else { return }
    let name = declaration.name.text
    let whole = "\(pack).\(name)"
    var states: [String] = [body.initial.text]
    for state in body.transitions.flatMap(\.states).map(\.text) where state != "any" && state != "start" {
      if !states.contains(state) { states.append(state) }
    }
    enums[whole] = ["start"] + states
    let key = body.key.map(\.text)
    lifecycles[whole] = Lifecycle(name: name, pack: pack, key: key, terminal: body.terminal.map(\.text), states: states)
    let fields = key.map { Field(name: $0, jsonName: $0, type: keyType($0, pack), isOptional: false) }
    let own = [
      Field(name: "state", jsonName: "state", type: .symbol(whole), isOptional: false),
      Field(name: "step", jsonName: "step", type: .integer, isOptional: false),
    ]
    facts["\(name).entered"] = FactType(name: "\(name).entered", pack: pack, key: key + ["step"], fields: fields + own)
  }

  /// The one type that a pack gives to fields of a name.
  private func keyType(_ name: String, _ pack: String) -> Typ {
    let declared =
      facts.values.filter { $0.pack == pack }.flatMap(\.fields) + intents.values.filter { $0.pack == pack }.flatMap(\.fields)
    return declared.first { $0.name == name }?.type ?? .text
  }
}

extension Vocab {
  /// Fields of a fact type as JSON has them, by the names that they have there.
  func object(_ values: [String: Val], ofFact type: String) -> JSONObject {
    named(Val.object(values), facts[type]?.fields ?? [])
  }

  private func named(_ object: JSONObject, _ fields: [Field]) -> JSONObject {
    JSONObject(
      object.members.map { member in
        guard let field = fields.first(where: { $0.name == member.name.string }) else { return member }
        return JSONObject.Member(name: Text(field.jsonName), value: named(member.value, field.type))
      })
  }

  private func named(_ json: JSONValue, _ type: Typ) -> JSONValue {
    switch (type, json) {
    case (.record(let name), .object(let object)): .object(named(object, records[name] ?? []))
    case (.list(let element), .array(let values)): .array(values.map { named($0, element) })
    default: json
    }
  }
}
