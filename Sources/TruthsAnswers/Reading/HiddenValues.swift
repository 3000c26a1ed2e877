package import TruthsEngine
package import TruthsJSON
package import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The values of facts that a reader may not see and cannot know from elsewhere. No suggestion may reveal one of them, or a value
/// that was computed from one.
package struct HiddenValues: Sendable {
  private var values: Set<JSONValue> = []
  /// The facts with a hidden field, by index of the type.
  private var facts: [Int: [FactRecord]] = [:]
  /// The values that the reader is shown, or can read.
  private var knownValues: Set<JSONValue>

  /// - Parameters:
  ///   - outcome: the outcome for which changes are suggested. The constants of its clauses count as known.
  ///   - proposal: the reader's proposal, for its intent. Its values do not count as known.
  ///   - shownValues: further values that the reader is shown, such as the values of clauses.
  ///   - isRead: returns whether the reader may see a field of a fact.
  /// - Complexity: O(size of the facts).
  package init(
    in store: FactStore, _ program: Program, for outcome: RunOutcome, of proposal: JSONObject, shownValues: [JSONValue],
    _ isRead: (FactRecord, Field) -> Bool
  ) {
    knownValues = Set(store.policies.filter { !$0.isMissing }.map { program.json(of: $0) })
    // A list would let the reader try all its values with one question.
    for value in shownValues where value.arrayValue == nil && value.objectValue == nil {
      Self.collect(value, into: &knownValues)
    }
    let action = ProposalRecord(proposal).action
    if let action, let intent = program.intents.firstIndex(where: { $0.isProposed(by: action) }) {
      knownValues.formUnion(ClauseReads(of: outcome, intent: intent, program).constants.map { program.json(of: $0) })
    }
    for (index, type) in program.facts.enumerated() where !type.isDerived {
      for place in 0..<store.count(index) {
        let fact = store.record(index, at: place)
        var isWhole = true
        for (field, value) in zip(type.fields, fact.fields) where !value.isMissing {
          let isSeen = isRead(fact, field)
          if !isSeen { isWhole = false }
          if case .enumeration = value { continue }
          if isSeen {
            Self.collect(program.json(of: value), into: &knownValues)
          } else {
            Self.collect(program.json(of: value), into: &values)
          }
        }
        if !isWhole { facts[index, default: []].append(fact) }
      }
    }
    values.subtract(knownValues)
  }

  /// Collects texts and numbers. Booleans are omitted, because everyone knows both of them.
  private static func collect(_ value: JSONValue, into collected: inout Set<JSONValue>) {
    switch value {
    case .null, .boolean: break
    case .number, .string: collected.insert(value)
    case .array(let elements): for element in elements { collect(element, into: &collected) }
    case .object(let object): for member in object.members { collect(member.value, into: &collected) }
    }
  }

  /// Returns whether a value is a hidden value, or contains one.
  private func occur(in value: JSONValue) -> Bool { !Self.parts(of: value).isDisjoint(with: values) }

  private static func parts(of value: JSONValue) -> Set<JSONValue> {
    var parts: Set<JSONValue> = []
    collect(value, into: &parts)
    return parts
  }

  /// Returns whether a change contains a hidden value.
  fileprivate func occur(in change: Change) -> Bool { change.madeValue.map { occur(in: $0) } ?? false }

  /// Returns whether a change contains a value that the reader does not know. Rules may have computed it from a hidden one.
  fileprivate func leaveUnknown(_ change: Change) -> Bool {
    switch change {
    case .field, .fact: change.madeValue.map { !Self.parts(of: $0).isSubset(of: knownValues) } ?? false
    case .approval, .consent: false
    }
  }

  /// Returns whether the clauses that decide a scenario may read a fact with a hidden field.
  ///
  /// - Complexity: O(hidden facts), for each look-up of the clauses.
  fileprivate func areRead(by scenario: ReceivedScenario, on basis: ScenarioBasis) -> Bool {
    if facts.isEmpty { return false }
    let program = basis.program
    guard let intent = basis.intent(of: scenario),
      let reads = basis.procedure.clauseReads(of: scenario.request(within: basis.budget), on: basis.context)
    else { return true }
    let types = reads.types.union(ClauseReads(afterClausesOf: intent, program).facts)
    if types.contains(where: { facts[$0] != nil || program.facts[$0].isDerived }) { return true }
    return reads.questions.contains { question in
      (facts[question.type] ?? []).contains { fact in
        zip(question.fields, question.values).allSatisfy { fact.fields[$0] == $1 }
      }
    }
  }
}

extension ClauseReads {
  /// Reads what is evaluated after the clauses of an intent's truths: `ensures`, truths on facts, and invariants of the state.
  fileprivate init(afterClausesOf intent: Int, _ program: Program) {
    self.init(program)
    for truth in program.truths where !truth.isView {
      if truth.intents.contains(intent) {
        for clause in truth.ensures { read(clause, of: truth) }
      } else if truth.intents.isEmpty, !truth.clauses.isEmpty {
        read(truth)
      }
    }
    for invariant in program.invariants where invariant.applies == .state { read(invariant) }
  }
}

extension Change {
  /// The value that the change writes: a field's value, a fact, or the name of a person; `nil` if it writes none.
  fileprivate var madeValue: JSONValue? {
    switch self {
    case .field(_, _, let to): to
    case .fact(let payload): .object(payload)
    case .approval(_, let person), .consent(_, let person): person.map { .text($0) }
    }
  }
}

extension WhyNot {
  /// Returns the answer without the change sets that contain a hidden value, or one that may be computed from hidden values.
  ///
  /// A value may be computed from hidden ones if the reader does not know it, and the clauses read a fact that the reader may not
  /// see whole, of the scenario as it is or with the changes.
  package func without(_ hidden: HiddenValues, of scenario: ReceivedScenario, on basis: ScenarioBasis) -> WhyNot {
    var whyNot = self
    let areRead = hidden.areRead(by: scenario, on: basis)
    whyNot.ways.removeAll { way in
      if way.changes.contains(where: { hidden.occur(in: $0) }) { return true }
      guard way.changes.contains(where: { hidden.leaveUnknown($0) }) else { return false }
      return areRead || hidden.areRead(by: scenario.with(way.changes), on: basis)
    }
    return whyNot
  }
}
