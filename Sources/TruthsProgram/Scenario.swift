package import TruthsText

/// A proposal with everything that its decision depends on, used for witnesses of the checker, new fixtures, and comparisons
/// of two sets. Values are typed by a program and converted to JSON only for output.
package struct Scenario: Hashable, Sendable {
  /// The index in `Program.intents` of the proposed intent; `nil` where only a table is asked.
  package var intent: Int?
  /// The values of the intent's fields, or of the table's inputs, one for each; a missing value for a field that is left out.
  package var fields: [Value]
  /// The known facts; for a clause that is read on the result, the facts of the result.
  package var facts: [Fact] = []
  package var states: [State] = []
  /// The policies that differ from their defaults, by index in `Program.policies`.
  package var policies: [Int: Value] = [:]
  /// The values of the actor and the envelope that clauses read, without the moment.
  package var envelope: [Builtin: Value] = [:]
  /// The moment; `nil` where it does not matter.
  package var now: Timestamp?
  /// The answers to requests for approval.
  package var approvals: [Approval] = []

  package init(intent: Int?, fields: [Value]) {
    self.intent = intent
    self.fields = fields
  }

  /// A known fact.
  package struct Fact: Hashable, Sendable {
    /// Index in ``Program/facts``.
    package var type: Int
    /// The values of the fields, one for each field of the type.
    package var fields: [Value]

    package init(type: Int, fields: [Value]) {
      self.type = type
      self.fields = fields
    }
  }

  /// The state of a lifecycle's instance, by its ordinal.
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

  /// An answer to a request for approval.
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
  /// The values of the actor, the envelope and the moment that clauses read.
  package var environment: [Builtin: Value] {
    var environment = envelope
    if let now { (environment[.now], environment[.proposalAt]) = (.timestamp(now), .timestamp(now)) }
    return environment
  }

  /// Sets a value of the actor, the envelope or the moment.
  package mutating func set(_ builtin: Builtin, to value: Value) {
    if case .timestamp(let moment) = value, builtin == .now || builtin == .proposalAt {
      now = moment
    } else {
      envelope[builtin] = value
    }
  }

  /// Returns the index in `facts` of the fact with a key; without a key, that of any fact of the type.
  ///
  /// - Complexity: O(facts).
  package func place(of type: Int, key: [Value], in program: Program) -> Int? {
    facts.firstIndex { fact in
      fact.type == type && (key.isEmpty || zip(program.facts[type].key, key).allSatisfy { fact.fields[$0].plain == $1.plain })
    }
  }

  /// Adds a fact, or replaces the fact with its key.
  package mutating func put(_ fact: Fact, in program: Program) {
    let key = program.facts[fact.type].key.map { fact.fields[$0] }
    if !key.isEmpty, let place = place(of: fact.type, key: key, in: program) {
      facts[place] = fact
    } else if !facts.contains(fact) {
      facts.append(fact)
    }
  }

  /// Adds the state of an instance, or replaces its previous state.
  package mutating func put(_ state: State) {
    states.removeAll { $0.lifecycle == state.lifecycle && $0.key == state.key }
    states.append(state)
  }
}

extension Value {
  /// The value without its unit, if it is an amount; any other value unchanged.
  package var plain: Value {
    if case .amount(let number, _) = self { return .number(number) }
    return self
  }
}
