import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// An intent: an action that can be proposed.
public struct Intent: Sendable {
  /// The name, used as `action` of a proposal.
  public let name: String
  /// The pack that declares the intent.
  public let pack: String
  /// The fields of the intent's proposals.
  public let fields: [VocabularyField]
  /// The clauses that may decide about the intent; a ``QuickDecision`` refers to them by index.
  public let clauses: [DecidingClause]
}

/// A type of facts.
public struct VocabularyFact: Sendable {
  /// The dotted name, used as `type` of a fact.
  public let name: String
  /// The pack that declares the fact type.
  public let pack: String
  /// Names of the fields that identify a fact; empty where all fields do.
  public let key: [String]
  /// The fields of the type's facts.
  public let fields: [VocabularyField]
  /// Whether the fact type is a view: derived on reading and never stored in a ledger.
  public let isView: Bool
}

/// A field of an intent or a fact type.
public struct VocabularyField: Hashable, Sendable {
  /// The name in clauses and reasons.
  public let name: String
  /// The name of the JSON member that holds the field.
  public let jsonName: String
  /// The type as the language writes it: `decimal in eur`, `list of line`.
  public let type: String
  /// Whether the field may be left out: in an intent each field that `required` does not name.
  public let isOptional: Bool
}

extension RuleSet {
  private var program: Program { workspace.loaded.program }

  /// Names of the packs, without built-in ones.
  public var packs: [String] { program.packs.map(\.name).filter { $0 != ConvergePack.name } }

  /// The intents that can be proposed: first declared ones, then built-in ones of pack `converge`, such as an approval.
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
        name: intent.jsonName, pack: intent.pack, fields: fields(intent.fields, in: intent.pack, required: intent.present),
        clauses: gate.clauses(of: index).map { DecidingClause($0) })
    }
  }

  /// The declared fact types, without built-in ones.
  public var facts: [VocabularyFact] {
    program.facts.filter { !$0.isBuiltIn }.map { fact in
      VocabularyFact(
        name: fact.name, pack: fact.pack, key: fact.key.map { fact.fields[$0].name }, fields: fields(fact.fields, in: fact.pack),
        isView: fact.isDerived)
    }
  }

  /// Returns the fields of an intent or fact type, with the types named as the pack names them.
  ///
  /// - Parameter required: the indices of the fields that an intent requires; `nil` for a fact.
  private func fields(_ fields: [Field], in pack: String, required: [Int]? = nil) -> [VocabularyField] {
    fields.enumerated().map { index, field in
      VocabularyField(
        name: field.name, jsonName: field.jsonName, type: program.name(of: field, from: pack),
        isOptional: required.map { !$0.contains(index) } ?? field.isOptional)
    }
  }

  /// The vocabulary as JSON: `hash`, `language`, `warnings`, `packs`, `intents` and `facts`.
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
