import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// The names of a set that stand in a fixture: intents, fact types, their fields, values of enums, ids of truths, packs.
struct FixtureNames {
  private let program: Program
  private let intents: [String: Int]
  private let facts: [String: Int]
  private let rules: Set<String>
  private let packs: Set<String>
  private var found: [NameUse] = []

  init(_ project: ServedProject) {
    program = project.program
    intents = Dictionary(first: program.intents.enumerated().map { ($0.element.name, $0.offset) })
    facts = Dictionary(first: program.facts.enumerated().map { ($0.element.name, $0.offset) })
    packs = Set(program.packs.map(\.name))
    let clauses = program.truths.flatMap { ($0.requires + $0.invariants + $0.ensures).map(\.id) }
    rules = Set(program.truths.map(\.id) + program.invariants.flatMap { [$0.id, $0.clause.id] } + clauses)
  }

  /// The names in a file, in order of place; none where it is no JSON.
  mutating func uses(in file: SourceFile) -> [NameUse] {
    found = []
    guard case .success(let json) = JSONReader.read(file) else { return [] }
    visit(json)
    return found.sorted { $0.span < $1.span }
  }

  private mutating func visit(_ json: LocatedJSON) {
    switch json.kind {
    case .array(let elements): for element in elements { visit(element) }
    case .object(let members):
      if let action = json.member("action")?.value, let name = action.stringValue, let intent = intent(name) {
        note(.intent(intent), name, action.span, bare: program.intents[intent].name)
        fields(members, program.intents[intent].fields, .intent(intent))
        if let payload = json.member("payload")?.value.members {
          fields(payload, program.intents[intent].fields, .intent(intent))
        }
      } else if let type = json.member("type")?.value, let name = type.stringValue, let fact = fact(name) {
        note(.fact(fact), name, type.span, bare: program.facts[fact].name)
        fields(members, program.facts[fact].fields, .fact(fact))
      }
      for member in members { visit(member) }
    default: break
    }
  }

  private mutating func visit(_ member: LocatedJSON.Member) {
    switch member.name.string {
    case "truth_id", "truth":
      if let id = member.value.stringValue, rules.contains(id) { note(.rule(id), id, member.value.span, bare: id) }
    case "truths", "enforced_by":
      for element in member.value.elements ?? [] {
        if let id = element.stringValue, rules.contains(id) { note(.rule(id), id, element.span, bare: id) }
      }
    case "packs":
      for element in member.value.elements ?? [] {
        if let pack = element.stringValue, packs.contains(pack) { note(.pack(pack), pack, element.span, bare: pack) }
      }
    case "policies":
      for policy in member.value.members ?? [] {
        guard let index = self.policy(policy.name.string) else { continue }
        note(.policy(index), policy.name.string, policy.nameSpan, bare: program.policies[index].name)
        values(policy.value, program.policies[index].type)
      }
    default: break
    }
    visit(member.value)
  }

  private mutating func fields(_ members: [LocatedJSON.Member], _ fields: [Field], _ owner: Symbol.FieldOwner) {
    for member in members {
      guard let place = fields.firstIndex(where: { $0.jsonName == member.name.string }) else { continue }
      note(.field(owner, place), member.name.string, member.nameSpan, bare: member.name.string)
      values(member.value, fields[place].type)
    }
  }

  /// Values of enums, and fields of records, in a value.
  private mutating func values(_ json: LocatedJSON, _ type: ValueType) {
    switch (type, json.kind) {
    case (.enumeration(let index), .string(let text)):
      guard let ordinal = program.enums[index].values.firstIndex(of: text) else { return }
      note(.value(enumeration: index, ordinal: ordinal), text.string, json.span, bare: text.string)
    case (.list(let element), .array(let elements)): for one in elements { values(one, element) }
    case (.map(let element), .object(let members)): for one in members { values(one.value, element) }
    case (.record(let index), .object(let members)) where index < program.records.count:
      fields(members, program.records[index].fields, .record(index))
    default: break
    }
  }

  /// A policy by its name, or by its bare one where one alone is called so.
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

  /// - Parameter bare: the name without that of its pack, with which the text ends.
  private mutating func note(_ symbol: Symbol, _ text: String, _ span: Span, bare: String) {
    // A text with escapes is told whole.
    guard Int(span.end - span.start) == text.utf8.count + 2, text.hasSuffix(bare) else { return }
    let start = Int(span.end) - 1 - bare.utf8.count
    found.append(NameUse(symbol, at: Span(file: span.file, start: start, end: Int(span.end) - 1)))
  }
}

extension CursorPlace {
  /// The name of the set at the position of a fixture.
  var fixtureUse: NameUse? {
    guard document.project.fixtures[document.path] != nil else { return nil }
    var names = FixtureNames(project)
    return names.uses(in: file).first { Int($0.span.start) <= offset && offset <= Int($0.span.end) }
  }
}
