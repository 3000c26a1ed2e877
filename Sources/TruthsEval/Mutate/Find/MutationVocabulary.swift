import TruthsCheck
import TruthsText

/// What mutations have to know of a program: which values stand for which, by the places of declarations.
struct MutationVocabulary {
  /// Ids of truths and invariants, by the places of their keys.
  private(set) var ids: [Span: String] = [:]
  /// By the key of a fact, record or intent: of each field that is an enum its values.
  private(set) var fields: [Span: [String: [String]]] = [:]
  /// By the key of a policy that is an enum: its values.
  private(set) var policies: [Span: [String]] = [:]
  /// The same as ``fields`` by the name of a fact type, bare and qualified.
  private(set) var facts: [String: [String: [String]]] = [:]
  /// By name of a lifecycle, qualified: the states that can follow each state, in their order.
  private(set) var steps: [String: [String: [String]]] = [:]

  init(_ program: Program) {
    for truth in program.truths { ids[truth.span] = truth.id }
    for invariant in program.invariants { ids[invariant.span] = invariant.id }
    for fact in program.facts {
      let values = Self.values(fact.fields, program)
      fields[fact.span] = values
      facts[fact.name] = values
      facts["\(fact.pack).\(fact.name)"] = values
    }
    for record in program.records { fields[record.span] = Self.values(record.fields, program) }
    for intent in program.intents { fields[intent.span] = Self.values(intent.fields, program) }
    for policy in program.policies { policies[policy.span] = Self.values(policy.type, program) }
    for lifecycle in program.lifecycles { steps["\(lifecycle.pack).\(lifecycle.name)"] = Self.steps(lifecycle, program) }
  }

  private static func values(_ fields: [Field], _ program: Program) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for field in fields { found[field.name] = values(field.type, program) }
    return found
  }

  private static func values(_ type: ValueType, _ program: Program) -> [String]? {
    guard case .enumeration(let index) = type else { return nil }
    return program.enums[index].values.map(\.string)
  }

  private static func steps(_ lifecycle: LifecycleType, _ program: Program) -> [String: [String]] {
    let names = program.enums[lifecycle.states].values.map(\.string)
    var found: [String: [String]] = [:]
    for (from, name) in names.enumerated() {
      found[name] = names.indices.filter { lifecycle.transitions.contains(.init(from: from, to: $0)) }.map { names[$0] }
    }
    return found
  }
}
