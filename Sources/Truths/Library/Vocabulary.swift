import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// An intent: what can be proposed.
public struct Intent: Sendable {
  /// Its name, as `action` of a proposal holds it.
  public let name: String
  /// The pack that declares it.
  public let pack: String
  /// What a proposal of it says.
  public let fields: [VocabularyField]
  /// The clauses that may decide about it; a ``QuickDecision`` names them by their place in this list.
  public let clauses: [DecidingClause]
}

/// A fact type: what can be known.
public struct VocabularyFact: Sendable {
  /// Its dotted name, the `type` of a fact.
  public let name: String
  /// The pack that declares it.
  public let pack: String
  /// The names of the fields that tell one fact from another; none where all do.
  public let key: [String]
  /// What such a fact says.
  public let fields: [VocabularyField]
  /// Whether it is derived when it is read, and no ledger has it.
  public let isView: Bool
}

/// A field of an intent or fact.
public struct VocabularyField: Hashable, Sendable {
  /// What clauses and reasons call it.
  public let name: String
  /// What its member is called in JSON.
  public let jsonName: String
  /// Its type as the language writes it: `decimal in eur`, `list of line`.
  public let type: String
  /// Whether it may be left out; every field of an intent may.
  public let isOptional: Bool
}

extension RuleSet {
  private var program: Program { workspace.loaded.program }

  /// The packs, by name, without those that are built in.
  public var packs: [String] { program.packs.map(\.name).filter { $0 != ConvergePack.name } }

  /// What can be proposed: first what the packs declare, then what is built in, of pack `converge`, such as an approval.
  ///
  /// - Complexity: O(size of the set).
  public var intents: [Intent] {
    guard let procedure = try? workspace.procedure() else { return [] }
    let gate = DecisionGate(procedure, context: procedure.emptyContext, now: nil)
    let declared = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    let builtIn = program.intents.indices.filter { program.intents[$0].isBuiltIn }
    return (declared + builtIn).map { index in
      let intent = program.intents[index]
      return Intent(
        name: intent.name, pack: intent.pack, fields: fields(intent.fields, in: intent.pack, areOptional: true),
        clauses: gate.clauses(of: index).map { DecidingClause($0) })
    }
  }

  /// What can be known, without what is built in.
  public var facts: [VocabularyFact] {
    program.facts.filter { !$0.isBuiltIn }.map { fact in
      VocabularyFact(
        name: fact.name, pack: fact.pack, key: fact.key.map { fact.fields[$0].name }, fields: fields(fact.fields, in: fact.pack),
        isView: fact.isDerived)
    }
  }

  private func fields(_ fields: [Field], in pack: String, areOptional: Bool = false) -> [VocabularyField] {
    fields.map { field in
      VocabularyField(
        name: field.name, jsonName: field.jsonName, type: program.name(of: field, from: pack),
        isOptional: areOptional || field.isOptional)
    }
  }

  /// All of it as JSON: `hash`, `language`, `warnings`, `packs`, `intents` and `facts`.
  public var description: String {
    func field(_ field: VocabularyField) -> JSONValue {
      .object([
        "name": .text(field.name), "json_name": .text(field.jsonName), "type": .text(field.type),
        "optional": .boolean(field.isOptional),
      ])
    }
    let intents = intents.map { intent -> JSONValue in
      .object([
        "name": .text(intent.name), "pack": .text(intent.pack), "fields": .array(intent.fields.map(field)),
        "clauses": .array(
          intent.clauses.map { clause in
            .object([
              "id": .text(clause.id), "declared_by": .text(clause.declaredBy), "clause": .text(clause.name),
              "text": .text(clause.text),
            ])
          }),
      ])
    }
    let facts = facts.map { fact -> JSONValue in
      .object([
        "type": .text(fact.name), "pack": .text(fact.pack), "key": .array(fact.key.map { .text($0) }),
        "fields": .array(fact.fields.map(field)), "view": .boolean(fact.isView),
      ])
    }
    return JSONValue.object([
      "hash": .text(hash), "language": .number(Decimal(LanguageVersion.current.rawValue)), "warnings": warnings.jsonValue,
      "packs": .array(packs.map { .text($0) }), "intents": .array(intents), "facts": .array(facts),
    ]).lines
  }
}
