import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Tells a client which intents can be proposed, and which types of facts exist.
extension RunQuestions {
  /// Returns the vocabulary of the rules in force (server §11.3): the intents with their fields, the fact types, records and
  /// enums, and the ids of truths with their summaries. It depends on the rules alone, and is the same for every actor.
  ///
  /// - Complexity: O(size of the set).
  public func vocabulary() -> [UInt8] {
    let told = VocabularyJSON(procedure.program, units: workspace.loaded.units).object
    return JSONValue.object(told.merging(["truths": .text(procedure.truthsHash)])).canonical()
  }
}

/// Writes the vocabulary of a program as JSON, with the names that proposals and facts have in JSON.
private struct VocabularyJSON {
  private let program: Program
  /// Summaries by the spans of the keys of their declarations.
  private let summaries: [Span: String]
  /// For each intent, the JSON names of the fields without which some requirement of its truths cannot hold.
  private var required: [Int: Set<String>] = [:]

  init(_ program: Program, units: [SourceUnit]) {
    self.program = program
    let written = units.flatMap(\.declarations).compactMap { declaration in
      declaration.summary.map { (declaration.keySpan, $0.text) }
    }
    summaries = Dictionary(written) { first, _ in first }
    for truth in program.truths where truth.condition == nil && !truth.intents.isEmpty {
      let slots = truth.requires.filter { !$0.violatedWhen }.reduce(into: Set<Int>()) { $0.formUnion(Self.needed(by: $1.test)) }
      let names = slots.filter { $0 < truth.inputs.count }.map { truth.inputs[$0].jsonName }
      for intent in truth.intents { required[intent, default: []].formUnion(names) }
    }
  }

  var object: JSONObject {
    [
      "intents": .array(program.intents.indices.filter { !program.intents[$0].isBuiltIn }.map(intent)),
      "facts": .array(program.facts.filter { !$0.isBuiltIn }.map(fact)),
      "records": named(program.records.filter { $0.pack != ConvergePack.name }.map(record)),
      "enums": named(program.enums.filter { $0.pack != ConvergePack.name }.map(enumeration)),
      "summaries": named(rules.compactMap { id, span in summaries[span].map { (id, .text($0)) } }),
    ]
  }

  /// The truths and invariants, which decisions name.
  private var rules: [(String, Span)] { program.truths.map { ($0.id, $0.span) } + program.invariants.map { ($0.id, $0.span) } }

  private func intent(_ index: Int) -> JSONValue {
    let intent = program.intents[index]
    var object: JSONObject = ["action": .text(intent.qualifiedJSONName), "pack": .text(intent.pack), "name": .text(intent.name)]
    object["summary"] = summaries[intent.span].map { .text($0) }
    object["consent"] = intent.wantedConsent.map { .text($0) }
    let needed = (required[index] ?? []).union(intent.present.map { intent.fields[$0].jsonName })
    // A proposal without a field that has a default has the default.
    object["fields"] = fields(intent.fields) { $0.initial == nil && needed.contains($0.jsonName) }
    return .object(object)
  }

  private func fact(_ fact: FactType) -> JSONValue {
    var object: JSONObject = ["type": .text(fact.name), "pack": .text(fact.pack), "external": .boolean(fact.isExternal)]
    object["summary"] = summaries[fact.span].map { .text($0) }
    object["key"] = .array(fact.key.map { .text(fact.fields[$0].jsonName) })
    object["fields"] = fields(fact.fields, areRequired: \.isRequired)
    return .object(object)
  }

  private func record(_ record: RecordType) -> (String, JSONValue) {
    ("\(record.pack).\(record.name)", fields(record.fields, areRequired: \.isRequired))
  }

  private func enumeration(_ type: EnumType) -> (String, JSONValue) {
    ("\(type.pack).\(type.name)", .array(type.jsonNames.map { .string($0) }))
  }

  private func fields(_ fields: [Field], areRequired: (Field) -> Bool) -> JSONValue {
    .array(
      fields.map { field in
        var object: JSONObject = ["name": .text(field.jsonName), "type": .object(type(field.type))]
        object["required"] = .boolean(areRequired(field))
        object["default"] = field.initial.map { program.json(of: $0) }
        let unit = fields.first { $0.name == field.currency }
        object["unit_field"] = unit.map { .text($0.jsonName) }
        object["minimum"] = field.range?.least.map { .number($0) }
        object["maximum"] = field.range?.most.map { .number($0) }
        if field.isSensitive { object["sensitive"] = .boolean(true) }
        return .object(object)
      })
  }

  private func type(_ type: ValueType) -> JSONObject {
    switch type {
    case .text: return ["kind": .text("text")]
    case .integer: return number("integer", type)
    case .decimal: return number("decimal", type)
    case .boolean: return ["kind": .text("boolean")]
    case .date: return ["kind": .text("date")]
    case .timestamp: return ["kind": .text("timestamp")]
    case .duration: return ["kind": .text("duration")]
    case .period: return ["kind": .text("period")]
    case .time: return ["kind": .text("time")]
    case .enumeration(let index):
      return ["kind": .text("enum"), "name": .text("\(program.enums[index].pack).\(program.enums[index].name)")]
    case .record(let index):
      return ["kind": .text("record"), "name": .text("\(program.records[index].pack).\(program.records[index].name)")]
    case .list(let element): return ["kind": .text("list"), "of": .object(self.type(element))]
    case .map(let element): return ["kind": .text("map"), "of": .object(self.type(element))]
    case .json, .fact, .unknown: return ["kind": .text("json")]
    }
  }

  private func number(_ kind: String, _ type: ValueType) -> JSONObject {
    var object: JSONObject = ["kind": .text(kind)]
    object["unit"] = type.unitName.map { .text($0) }
    return object
  }

  private func named(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.map { JSONObject.Member(name: Text($0.0), value: $0.1) }))
  }

  /// Returns the slots that must have values so that a condition can hold, as far as the form of the condition shows it.
  private static func needed(by test: Node) -> Set<Int> {
    switch test {
    case .exists(.slot(let slot)), .not(.isEmpty(.slot(let slot))): [slot]
    case .and(let left, let right): needed(by: left).union(needed(by: right))
    case .compare(_, let left, let right): Set([left, right].compactMap { if case .slot(let slot) = $0 { slot } else { nil } })
    default: []
    }
  }
}

extension Field {
  /// Whether every record or fact with this field must have a value for it.
  fileprivate var isRequired: Bool { !isOptional && initial == nil }
}
