package import TruthsText

/// A proposal with all that it is decided on: what a witness of the checker shows, what a new fixture says, and what two sets are
/// compared with. Values are typed by a program; JSON is made of it at its edge alone.
package struct Scenario: Hashable, Sendable {
  /// Index in ``Program/intents`` of what is proposed; `nil` where a table alone is asked.
  package var intent: Int?
  /// One per field of the intent, or per input of the table; missing where it is left out.
  package var fields: [Value]
  /// What is known; of a clause that is read on the result, the facts of the result.
  package var facts: [Fact] = []
  package var states: [State] = []
  /// Those that are not as their default says, by index in ``Program/policies``.
  package var policies: [Int: Value] = [:]
  /// What clauses read of the actor and the envelope, without the moment.
  package var envelope: [Builtin: Value] = [:]
  /// The moment; `nil` where it does not matter.
  package var now: Timestamp?
  /// Answers to requests for approval.
  package var approvals: [Approval] = []

  package init(intent: Int?, fields: [Value]) {
    self.intent = intent
    self.fields = fields
  }

  /// A fact that is known.
  package struct Fact: Hashable, Sendable {
    /// Index in ``Program/facts``.
    package var type: Int
    /// One per field of the type.
    package var fields: [Value]

    package init(type: Int, fields: [Value]) {
      self.type = type
      self.fields = fields
    }
  }

  /// The state of an instance of a lifecycle, by its ordinal.
  package struct State: Hashable, Sendable {
    /// Index in ``Program/lifecycles``.
    package var lifecycle: Int
    package var key: [Value]
    package var state: Int

    package init(lifecycle: Int, key: [Value], state: Int) {
      self.lifecycle = lifecycle
      self.key = key
      self.state = state
    }
  }

  /// Somebody's answer to a request for approval.
  package struct Approval: Hashable, Sendable {
    package var request: String
    package var userID: String
    package var role: String?

    package init(request: String, userID: String, role: String?) {
      self.request = request
      self.userID = userID
      self.role = role
    }
  }
}

extension Scenario {
  /// What clauses read of the actor, the envelope and the moment.
  package var environment: [Builtin: Value] {
    var environment = envelope
    if let now { (environment[.now], environment[.proposalAt]) = (.timestamp(now), .timestamp(now)) }
    return environment
  }

  /// Sets what clauses read of the actor, the envelope or the moment.
  package mutating func set(_ builtin: Builtin, to value: Value) {
    if case .timestamp(let moment) = value, builtin == .now || builtin == .proposalAt {
      now = moment
    } else {
      envelope[builtin] = value
    }
  }

  /// The place among ``facts`` of the fact with a key; without a key of any fact of the type.
  ///
  /// - Complexity: O(facts).
  package func place(of type: Int, key: [Value], in program: Program) -> Int? {
    facts.firstIndex { fact in
      fact.type == type && (key.isEmpty || zip(program.facts[type].key, key).allSatisfy { fact.fields[$0].plain == $1.plain })
    }
  }

  /// Adds a fact, or replaces the one with its key.
  package mutating func put(_ fact: Fact, in program: Program) {
    let key = program.facts[fact.type].key.map { fact.fields[$0] }
    if !key.isEmpty, let place = place(of: fact.type, key: key, in: program) {
      facts[place] = fact
    } else if !facts.contains(fact) {
      facts.append(fact)
    }
  }

  /// Adds the state of an instance, or replaces the one that it has.
  package mutating func put(_ state: State) {
    states.removeAll { $0.lifecycle == state.lifecycle && $0.key == state.key }
    states.append(state)
  }
}

extension Value {
  /// An amount without its unit; any other value itself.
  package var plain: Value {
    if case .amount(let number, _) = self { return .number(number) }
    return self
  }
}
