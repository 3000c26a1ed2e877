import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// The names of a rule set in a fixture or a scratch proposal: intents, fact types, their fields, values of enums, ids of
/// truths, roles, policies, packs, documents. In the data of a fixture, only a field's type tells that a text is a name.
struct FixtureNames {
  let program: Program
  /// The intents, by their names in JSON.
  private let intents: [String: Int]
  private let facts: [String: Int]
  private let rules: Set<String>
  private let packs: Set<String>
  private let roles: Set<String>
  private let documents: Set<String>
  private var found: [NameUse] = []
  /// The texts of the last file for which nothing tells whether they are names, with spans that include their quotes.
  private(set) var texts: [(text: String, span: Span)] = []

  init(_ project: ServedProject) {
    program = project.program
    intents = Dictionary(first: program.intents.enumerated().map { ($0.element.jsonName, $0.offset) })
    facts = Dictionary(first: program.facts.enumerated().map { ($0.element.name, $0.offset) })
    packs = Set(program.packs.map(\.name))
    let clauses = program.truths.flatMap { ($0.requires + $0.invariants + $0.ensures).map(\.id) }
    rules = Set(program.truths.map(\.id) + program.invariants.flatMap { [$0.id, $0.clause.id] } + clauses)
    roles = project.roles
    documents = Set(program.sources.map(\.document))
  }

  /// Returns the names in a file, in order of position; none where the file is not valid JSON.
  ///
  /// - Parameter isDocument: whether the file is a document that a fixture names. A document contains only texts.
  mutating func uses(in file: SourceFile, isDocument: Bool = false) -> [NameUse] {
    (found, texts) = ([], [])
    if file.path.hasSuffix(".jsonl") {
      for case .success(let line) in JSONLines(file) { if isDocument { data(line) } else { entry(line) } }
      return found.sorted { $0.span < $1.span }
    }
    guard case .success(let json) = JSONReader.read(file) else { return [] }
    for one in json.elements ?? [json] {
      if isDocument {
        data(one)
      } else if one.member("action") == nil, one.member("id") ?? one.member("name") != nil,
        (one.member("proposal") ?? one.member("scenario") ?? one.member("context") ?? one.member("actors")) != nil
      {
        fixture(one)
      } else {
        proposal(one)
      }
    }
    return found.sorted { $0.span < $1.span }
  }

  // MARK: Structure

  private mutating func fixture(_ json: LocatedJSON) {
    for member in json.members ?? [] {
      switch member.name.string {
      case "packs": each(member.value) { $0.pack($1) }
      case "policies": policies(member.value)
      case "context":
        if let facts = member.value.member("facts")?.value { each(facts) { $0.entry($1) } }
        for document in member.value.member("documents")?.value.members ?? [] { self.document(document) }
      case "actors": for named in member.value.members ?? [] { actor(named.value) }
      case "proposal": proposal(member.value)
      case "scenario": each(member.value) { $0.step($1) }
      case "expected": told(member.value)
      default: break
      }
    }
  }

  /// Records the name of a document, and its texts unless they are in a file of their own.
  private mutating func document(_ member: LocatedJSON.Member) {
    let name = member.name.string
    if documents.contains(name) { note(.document(name), name, member.nameSpan, bare: name) }
    if member.value.stringValue == nil { data(member.value) }
  }

  private mutating func step(_ json: LocatedJSON) {
    for member in json.members ?? [] {
      switch member.name.string {
      case "propose": proposal(member.value)
      case "inject_fact": entry(member.value)
      default: told(member.value)
      }
    }
  }

  /// Records a proposal, or the one within a record of an offline queue or a ledger entry.
  private mutating func proposal(_ json: LocatedJSON) {
    guard let members = json.members else { return data(json) }
    guard let action = json.member("action")?.value else {
      guard let within = json.member("proposal") ?? json.member("payload") else { return data(json) }
      return proposal(within.value)
    }
    let payload = json.member("payload")?.value
    let intent = action.stringValue.flatMap { self.intent($0) }
    let fields = intent.map { program.intents[$0].fields } ?? []
    if let intent { note(.intent(intent), action, bare: program.intents[intent].jsonName) }
    for (within, isEnvelope) in [(members, true), (payload?.members ?? [], false)] {
      for member in within {
        if let intent, let place = fields.firstIndex(where: { $0.jsonName == member.name.string }) {
          field(member, .intent(intent), place, fields[place])
        } else if isEnvelope, ProposalEnvelope.has(member.name.string) {
          envelope(member)
        } else if member.value.span != action.span, member.value.span != payload?.span {
          data(member.value)
        }
      }
    }
  }

  private mutating func envelope(_ member: LocatedJSON.Member) {
    switch member.name.string {
    case "truth_id": rule(member.value)
    case "pack": pack(member.value)
    case "override": if let id = member.value.member("truth_id")?.value { rule(id) }
    case "actor": actor(member.value)
    default: break
    }
  }

  private mutating func actor(_ json: LocatedJSON) {
    if let roles = json.member("roles")?.value { each(roles) { $0.role($1) } }
  }

  /// Records a fact, or an entry of a ledger.
  private mutating func entry(_ json: LocatedJSON) {
    guard json.member("entry_type") != nil else { return fact(json) }
    if let actor = json.member("actor")?.value { self.actor(actor) }
    guard let payload = json.member("payload")?.value else { return }
    switch json.member("entry_type")?.value.stringValue {
    case "fact", "correction": fact(payload)
    case "proposal": proposal(payload)
    default: told(payload)
    }
  }

  private mutating func fact(_ json: LocatedJSON) {
    guard let members = json.members, let type = json.member("type")?.value,
      let index = type.stringValue.flatMap({ self.fact($0) })
    else { return data(json) }
    let fact = program.facts[index]
    note(.fact(index), type, bare: fact.name)
    let policy = fact.name == ConvergePack.policySet ? json.member("policy")?.value.stringValue.flatMap { self.policy($0) } : nil
    for member in members where member.value.span != type.span {
      guard let place = fact.fields.firstIndex(where: { $0.jsonName == member.name.string }) else {
        data(member.value)
        continue
      }
      note(.field(.fact(index), place), member.name.string, member.nameSpan, bare: member.name.string)
      if let policy, member.name == "value" {
        policyValue(member.value, policy)
      } else if fact.isBuiltIn, let named = NamedInText(field: fact.fields[place].name, of: fact.name) {
        each(member.value) { $0.text($1, as: named) }
      } else {
        values(member.value, fact.fields[place].type)
      }
    }
  }

  /// Records the names in a trace, a violation or an expectation.
  private mutating func told(_ json: LocatedJSON) {
    for element in json.elements ?? [] { told(element) }
    for member in json.members ?? [] {
      switch member.name.string {
      case "action": text(member.value, as: .intent)
      case "truth_id", "truth": rule(member.value)
      case "facts", "no_facts", "provisional": each(member.value) { $0.fact($1) }
      case "packs": each(member.value) { $0.pack($1) }
      case "roles": each(member.value) { $0.role($1) }
      case "proposal": proposal(member.value)
      case "values": for value in member.value.members ?? [] { self.value(value) }
      default: told(member.value)
      }
    }
  }

  // MARK: Values

  private mutating func policies(_ json: LocatedJSON) {
    for member in json.members ?? [] {
      guard let index = policy(member.name.string) else { continue }
      note(.policy(index), member.name.string, member.nameSpan, bare: program.policies[index].name)
      policyValue(member.value, index)
    }
  }

  private mutating func policyValue(_ json: LocatedJSON, _ index: Int) {
    if ConvergePack.rolePolicies.contains(program.policies[index].name) { return role(json) }
    values(json, program.policies[index].type)
  }

  private mutating func field(_ member: LocatedJSON.Member, _ owner: Symbol.FieldOwner, _ place: Int, _ field: Field) {
    note(.field(owner, place), member.name.string, member.nameSpan, bare: member.name.string)
    values(member.value, field.type)
  }

  /// Records the enum values and record fields in a value.
  private mutating func values(_ json: LocatedJSON, _ type: ValueType) {
    switch (type, json.kind) {
    case (.enumeration(let index), .string(let text)):
      guard let ordinal = program.enums[index].place(ofJSON: text) else { return data(json) }
      note(.value(enumeration: index, ordinal: ordinal), json, bare: text.string)
    case (.list(let element), .array(let elements)): for one in elements { values(one, element) }
    case (.map(let element), .object(let members)): for one in members { values(one.value, element) }
    case (.record(let index), .object(let members)) where index < program.records.count:
      let fields = program.records[index].fields
      for member in members {
        if let place = fields.firstIndex(where: { $0.jsonName == member.name.string }) {
          field(member, .record(index), place, fields[place])
        } else {
          data(member.value)
        }
      }
    case (.text, _), (.json, _), (.unknown, _): data(json)
    default: break
    }
  }

  /// Records a value that a violation shows, by its path: `stock.counted.amount`.
  private mutating func value(_ member: LocatedJSON.Member) {
    let words = member.name.string.split(separator: ".").map(String.init)
    for count in words.indices.reversed() {
      let name = words[...count].joined(separator: ".")
      guard let index = self.fact(name) else { continue }
      let fact = program.facts[index]
      note(.fact(index), in: member, name, bare: fact.name, at: 0)
      guard count + 1 < words.count, let place = fact.fields.firstIndex(where: { $0.name == words[count + 1] }) else { return }
      return note(.field(.fact(index), place), in: member, words[count + 1], bare: words[count + 1], at: name.utf8.count + 1)
    }
  }

  /// Records the texts in data for which nothing tells whether they are names.
  private mutating func data(_ json: LocatedJSON) {
    switch json.kind {
    case .string(let text): texts.append((text.string, json.span))
    case .array(let elements): for element in elements { data(element) }
    case .object(let members): for member in members { data(member.value) }
    default: break
    }
  }

  // MARK: Names

  private mutating func text(_ json: LocatedJSON, as named: NamedInText) {
    switch named {
    case .intent:
      guard let name = json.stringValue, let index = intent(name) else { return data(json) }
      note(.intent(index), json, bare: program.intents[index].jsonName)
    case .rule: rule(json)
    case .role: role(json)
    case .policy:
      guard let index = json.stringValue.flatMap({ policy($0) }) else { return data(json) }
      note(.policy(index), json, bare: program.policies[index].name)
    }
  }

  private mutating func rule(_ json: LocatedJSON) {
    guard let id = json.stringValue else { return }
    if let made = made(id) { return note(made.symbol, id, json.span, bare: made.name, behind: made.behind) }
    if rules.contains(id) { note(.rule(id), json, bare: id) } else { data(json) }
  }

  /// Returns the declaration behind a generated id, such as `trip.trip.lifecycle` or `trip.trip.planned_invariant`.
  private func made(_ id: String) -> (symbol: Symbol, name: String, behind: Int)? {
    func name(before end: String) -> String? {
      guard id.hasSuffix(end), let (_, rest) = unqualified(id) else { return nil }
      return String(rest.dropLast(end.count))
    }
    if let name = name(before: "_invariant"), let index = facts[name] { return (.fact(index), name, 10) }
    if let name = name(before: ".lifecycle"), let index = program.lifecycles.firstIndex(where: { $0.name == name }) {
      return (.lifecycle(index), name, 10)
    }
    return nil
  }

  private mutating func role(_ json: LocatedJSON) {
    guard let name = json.stringValue, roles.contains(name) else { return data(json) }
    note(.role(name), json, bare: name)
  }

  private mutating func pack(_ json: LocatedJSON) {
    if let name = json.stringValue, packs.contains(name) { note(.pack(name), json, bare: name) }
  }

  private mutating func each(_ json: LocatedJSON, _ visit: (inout Self, LocatedJSON) -> Void) {
    for element in json.elements ?? [json] { visit(&self, element) }
  }

  /// Returns a policy by its qualified name, or by its bare name where only one policy has that name.
  private func policy(_ name: String) -> Int? {
    if let index = program.policies.firstIndex(where: { $0.qualifiedName == name }) { return index }
    let bare = program.policies.indices.filter { program.policies[$0].name == name }
    return bare.count == 1 ? bare[0] : nil
  }

  private func intent(_ name: String) -> Int? {
    intents[name]
      ?? unqualified(name).flatMap { pack, rest in intents[rest].flatMap { program.intents[$0].pack == pack ? $0 : nil } }
  }

  private func fact(_ name: String) -> Int? {
    facts[name] ?? unqualified(name).flatMap { pack, rest in facts[rest].flatMap { program.facts[$0].pack == pack ? $0 : nil } }
  }

  private func unqualified(_ name: String) -> (pack: String, rest: String)? {
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }

  private mutating func note(_ symbol: Symbol, _ json: LocatedJSON, bare: String) {
    note(symbol, json.stringValue ?? "", json.span, bare: bare)
  }

  /// Records a use of a name at the end of a text.
  ///
  /// - Parameters:
  ///   - bare: the name without the name of its pack.
  ///   - behind: the number of bytes of the text after the name.
  private mutating func note(_ symbol: Symbol, _ text: String, _ span: Span, bare: String, behind: Int = 0) {
    // In a text with escapes, the position of the name is unknown.
    guard Int(span.end - span.start) == text.utf8.count + 2 else { return texts.append((text, span)) }
    let end = Int(span.end) - 1 - behind
    found.append(NameUse(symbol, at: Span(file: span.file, start: end - bare.utf8.count, end: end)))
  }

  /// Records a part of a member's name.
  private mutating func note(_ symbol: Symbol, in member: LocatedJSON.Member, _ part: String, bare: String, at offset: Int) {
    let whole = member.name.string
    note(symbol, whole, member.nameSpan, bare: bare, behind: whole.utf8.count - offset - part.utf8.count)
  }
}

extension CursorPlace {
  /// The name of the rule set at a position in a fixture.
  var fixtureUse: NameUse? {
    let isJSON = document.project.fixtures[document.path] != nil || document.project.trials.role(of: document.path) != nil
    guard isJSON else { return nil }
    var names = FixtureNames(project)
    return names.uses(in: file).first { Int($0.span.start) <= offset && offset <= Int($0.span.end) }
  }
}
