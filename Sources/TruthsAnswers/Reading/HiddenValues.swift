package import TruthsEngine
package import TruthsJSON
package import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The values of facts that a reader may not see and does not know otherwise; no suggestion may reveal one.
package struct HiddenValues: Sendable {
  private var values: Set<JSONValue> = []

  /// - Parameters:
  ///   - outcome: the outcome that changes are suggested for; constants of its clauses count as known.
  ///   - proposal: the reader's proposal.
  ///   - told: other values shown to the reader, such as values of clauses.
  ///   - isRead: whether the reader may see a field of a fact.
  /// - Complexity: O(size of the facts).
  package init(
    in store: FactStore, _ program: Program, for outcome: RunOutcome, of proposal: JSONObject, told: [JSONValue],
    _ isRead: (FactRecord, Field) -> Bool
  ) {
    var known = Set(store.policies.filter { !$0.isMissing }.map { program.json(of: $0) })
    Self.collect(.object(proposal), into: &known)
    for value in told { Self.collect(value, into: &known) }
    let action = ProposalRecord(proposal).action
    if let action, let intent = program.intents.firstIndex(where: { $0.isProposed(by: action) }) {
      known.formUnion(ClauseReads(of: outcome, intent: intent, program).constants.map { program.json(of: $0) })
    }
    for (index, type) in program.facts.enumerated() where !type.isDerived {
      for place in 0..<store.count(index) {
        let fact = store.record(index, at: place)
        for (field, value) in zip(type.fields, fact.fields) where !value.isMissing {
          if case .enumeration = value { continue }
          if isRead(fact, field) {
            Self.collect(program.json(of: value), into: &known)
          } else {
            Self.collect(program.json(of: value), into: &values)
          }
        }
      }
    }
    values.subtract(known)
  }

  /// Collects texts and numbers. Booleans are left out, because everybody knows both.
  private static func collect(_ value: JSONValue, into found: inout Set<JSONValue>) {
    switch value {
    case .null, .boolean: break
    case .number, .string: found.insert(value)
    case .array(let elements): for element in elements { collect(element, into: &found) }
    case .object(let object): for member in object.members { collect(member.value, into: &found) }
    }
  }

  /// Whether a value is a hidden value, or contains one.
  package func occur(in value: JSONValue) -> Bool {
    if values.isEmpty { return false }
    var named: Set<JSONValue> = []
    Self.collect(value, into: &named)
    return !named.isDisjoint(with: values)
  }
}

extension WhyNot {
  /// Returns the answer without change sets that name a hidden value.
  package func without(_ hidden: HiddenValues) -> WhyNot {
    var whyNot = self
    whyNot.ways.removeAll { way in
      way.changes.contains { change in
        switch change {
        case .field(_, _, let to): to.map { hidden.occur(in: $0) } ?? false
        case .fact(let payload): hidden.occur(in: .object(payload))
        case .approval(_, let person), .consent(_, let person): person.map { hidden.occur(in: .text($0)) } ?? false
        }
      }
    }
    return whyNot
  }
}
