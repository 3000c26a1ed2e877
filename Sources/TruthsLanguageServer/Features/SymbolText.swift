import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The documentation of a symbol as Markdown: its declaration, its type, its summary, and the declarations that make and read
/// it.
struct SymbolText {
  let project: ServedProject
  private let program: Program
  private let symbols: SymbolIndex

  init(_ project: ServedProject) {
    self.project = project
    program = project.program
    symbols = project.symbols
  }

  /// Returns the documentation of a symbol.
  ///
  /// - Parameter pack: the pack from whose point of view types are named.
  func markdown(of symbol: Symbol, from pack: String) -> String {
    let declaration = symbols.declaration(of: symbol)
    var parts = ["```truths\n\(head(of: symbol, from: pack))\n```"]
    if let owner = owner(of: symbol) { parts.append(owner) }
    if let summary = declaration?.summary { parts.append(summary) }
    parts += relations(of: symbol)
    return parts.joined(separator: "\n\n")
  }

  // MARK: Declaration

  /// Returns the declaration in short, in the syntax of the language.
  func head(of symbol: Symbol, from pack: String) -> String {
    switch symbol {
    case .pack(let name):
      let version = program.packs.first { $0.name == name }?.version
      return "pack \(name)" + (version.map { ":\n  version: \($0)" } ?? "")
    case .enumeration(let index):
      let type = program.enums[index]
      let (values, named) = (type.values.map(\.string).joined(separator: ", "), Self.named(type))
      return named.isEmpty ? "enum \(type.name): [\(values)]" : "enum \(type.name):\n  values: [\(values)]\n\(named)"
    case .value(let index, let ordinal):
      let type = program.enums[index]
      let (own, json) = (type.values[ordinal].string, type.jsonNames[ordinal].string)
      return "\(own)  # a value of \(type.name)" + (json == own ? "" : ", `\(json)` in JSON")
    case .record(let index): return head("record", program.records[index].name, program.records[index].fields, pack)
    case .fact(let index):
      let fact = program.facts[index]
      var notes = fact.key.isEmpty ? "" : "  key: [\(fact.key.map { fact.fields[$0].name }.joined(separator: ", "))]\n"
      if fact.isExternal { notes += "  external: true\n" }
      if fact.isImmutable { notes += "  immutable: true\n" }
      if fact.isDerived { notes += "  derived: true\n" }
      return head("fact", fact.name, fact.fields, pack, notes)
    case .intent(let index):
      let intent = program.intents[index]
      let named = intent.jsonName == intent.name ? "" : "  named: \"\(intent.jsonName)\"\n"
      let required = intent.required.map { intent.fields[$0].name }.joined(separator: ", ")
      return head("intent", intent.name, intent.fields, pack, named + (required.isEmpty ? "" : "  required: [\(required)]\n"))
    case .field(let owner, let place): return field(owner, place, pack)
    case .policy(let index):
      let policy = program.policies[index]
      return "policy \(policy.name):\n  type: \(program.name(of: policy.type, from: pack))"
    case .calendar(let index): return "calendar \(program.calendars[index].name)"
    case .table(let index):
      let table = program.tables[index]
      let inputs = table.inputs.map { "\($0.name): \(program.name(of: $0, from: pack))" }.joined(separator: ", ")
      return "\(table.kind) \(table.name)(\(inputs)) → \(program.name(of: table.output, from: pack))"
    case .lifecycle(let index):
      let lifecycle = program.lifecycles[index]
      let states = program.enums[lifecycle.states]
      let key = lifecycle.key.filter { $0.jsonName != $0.name }.map { (own: $0.name, json: $0.jsonName) }
      return "lifecycle \(lifecycle.name):\n  key: [\(lifecycle.key.map(\.name).joined(separator: ", "))]\n"
        + Self.named(states, besides: key) + "  # states: \(states.values.dropFirst().map(\.string).joined(separator: ", "))"
    case .source(let index): return "source \(program.sources[index].name)  # of document \(program.sources[index].document)"
    case .document(let name): return "document: \(name)"
    case .role(let name): return "role \(name)"
    case .job(let index): return "jtbd \(program.jobs[index].name)"
    case .blueprint(let index):
      let blueprint = program.blueprints[index]
      return "blueprint \(blueprint.name):\n  steps: [\(blueprint.steps.joined(separator: ", "))]"
    case .rule(let id): return rule(id)
    case .local(let span): return local(span, pack)
    }
  }

  /// Returns the member `named` of an enum or lifecycle; empty where all names in JSON are the own ones.
  private static func named(_ type: EnumType, besides others: [(own: String, json: String)] = []) -> String {
    let values = zip(type.values, type.jsonNames).filter { $0 != $1 }.map { (own: $0.string, json: $1.string) }
    let lines = (values + others).prefix(24).map { "    \($0.own): \"\($0.json)\"\n" }
    return lines.isEmpty ? "" : "  named:\n" + lines.joined()
  }

  private func head(_ kind: String, _ name: String, _ fields: [Field], _ pack: String, _ notes: String = "") -> String {
    let lines = fields.prefix(24).map { "    \($0.name): \(type(of: $0, pack))\n" }.joined()
    let more = fields.count > 24 ? "    # and \(fields.count - 24) more\n" : ""
    return "\(kind) \(name):\n\(notes)" + (fields.isEmpty ? "" : "  fields:\n\(lines)\(more)")
  }

  private func type(of field: Field, _ pack: String) -> String {
    let text = program.declaredType(of: field, from: pack)
    return field.isSensitive ? "{type: \(text), sensitive: true}" : text
  }

  /// Returns the fields that a declaration owns.
  func fields(of owner: Symbol.FieldOwner) -> [Field] {
    switch owner {
    case .record(let index): program.records[index].fields
    case .fact(let index): program.facts[index].fields
    case .intent(let index): program.intents[index].fields
    case .table(let index): program.tables[index].inputs
    case .outputs(let index):
      if case .record(let record) = program.tables[index].rowType { program.records[record].fields } else { [] }
    }
  }

  private func field(_ owner: Symbol.FieldOwner, _ place: Int, _ pack: String) -> String {
    let fields = fields(of: owner)
    guard fields.indices.contains(place) else { return "" }
    return "\(fields[place].name): \(type(of: fields[place], pack))"
  }

  private func owner(of symbol: Symbol) -> String? {
    guard case .field(let owner, let place) = symbol else { return nil }
    switch owner {
    case .record(let index): return "A field of record `\(program.records[index].name)`"
    case .fact(let index):
      let fact = program.facts[index]
      return fact.key.contains(place) ? "A key of fact `\(fact.name)`" : "A field of fact `\(fact.name)`"
    case .intent(let index): return "A field of intent `\(program.intents[index].name)`"
    case .table(let index): return "An input of \(program.tables[index].kind) `\(program.tables[index].name)`"
    case .outputs(let index): return "An output of table `\(program.tables[index].name)`"
    }
  }

  private func rule(_ id: String) -> String {
    if program.truths.contains(where: { $0.id == id }) { return "truth \(id)" }
    if program.invariants.contains(where: { $0.id == id }) { return "invariant \(id)" }
    return "clause \(id)"
  }

  private func local(_ span: Span, _ pack: String) -> String {
    let name = project.sources.file(span.file)?.text(span) ?? ""
    guard let type = symbols.type(ofLocal: span), type != .unknown else { return name }
    return "\(name): \(program.name(of: type, from: pack))"
  }

  // MARK: Makers and readers

  private func relations(of symbol: Symbol) -> [String] {
    switch symbol {
    case .fact, .lifecycle, .intent, .policy, .table, .record, .enumeration, .document: break
    default: return []
    }
    if case .document(let name) = symbol {
      return ["Read by \(list(program.sources.filter { $0.document == name }.map { "source \($0.name)" }))"]
    }
    let uses = symbols.uses(of: [symbol])
    let makers = owners(of: uses.filter { $0.role == .making })
    let readers = owners(of: uses.filter { $0.role == .use }).filter { !makers.contains($0) }
    var lines: [String] = []
    if case .fact(let index) = symbol, let arrival = program.facts[index].arrival {
      lines.append("Brought in from outside by \(arrival.words)")
    }
    if !makers.isEmpty { lines.append("Made by \(list(makers))") }
    if case .intent = symbol {
      if !readers.isEmpty { lines.append("Governed by \(list(readers))") }
    } else if !readers.isEmpty {
      lines.append("Read by \(list(readers))")
    }
    return lines
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }

  /// Returns the declarations that contain some uses, each once, as `kind name`.
  private func owners(of uses: [NameUse]) -> [String] {
    let units = Dictionary(first: project.loaded.units.map { ($0.file, $0) })
    var seen: Set<String> = []
    return uses.compactMap { use in
      guard let unit = units[use.span.file], let owner = unit.declaration(around: Int(use.span.start)) else { return nil }
      let name = "\(owner.body.kind.rawValue) \(owner.name.text)"
      return seen.insert(name).inserted ? name : nil
    }
  }
}

extension SourceUnit {
  /// Returns the declaration that contains an offset.
  ///
  /// - Complexity: O(log n) in the number of declarations, which are sorted.
  func declaration(around offset: Int) -> Declaration? {
    var (low, high) = (0, declarations.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(declarations[middle].span.end) < offset { low = middle + 1 } else { high = middle }
    }
    guard low < declarations.count, Int(declarations[low].span.start) <= offset else { return nil }
    return declarations[low]
  }
}
