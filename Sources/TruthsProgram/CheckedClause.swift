package import TruthsText

/// A clause after checking, brought to one form: a test, and the answer of that test at which the clause is violated.
package struct CheckedClause: Hashable, Sendable {
  /// The id that it reports: its own, else its truth's (files §4).
  package var id: String
  package var place: ClausePlace
  /// From 0, among the entries of its place.
  package var position: Int
  package var kind: ClauseKind
  package var test: Node
  /// `true` for `A → reject(…)`, `A → warn(…)`, `A → requires_approval`; `false` for everything that must hold.
  package var violatedWhen: Bool
  /// The clause's own words, or `nil` where the reason is made from the clause.
  package var reason: Node?
  /// What the test says, as the formatter writes it: `amount > 0`, `A → B`. Made reasons begin with it.
  package var text: String
  /// The distinct names, look-ups and aggregates of the test outside quantifier bodies, in order of occurrence.
  package var terms: [Term]
  /// The characters of the clause (of its `rule`, where an id is written).
  package var span: Span
  /// Whether the id is the clause's own, written or derived. The checker sees to it that one such id stands for one rule, so
  /// wherever it appears, it is the same invariant (files §4).
  package var hasOwnID: Bool

  package init(
    id: String, place: ClausePlace, position: Int, kind: ClauseKind, test: Node, violatedWhen: Bool, reason: Node?, text: String,
    terms: [Term], span: Span, hasOwnID: Bool = false
  ) {
    self.id = id
    self.place = place
    self.position = position
    self.kind = kind
    self.test = test
    self.violatedWhen = violatedWhen
    self.reason = reason
    self.text = text
    self.terms = terms
    self.span = span
    self.hasOwnID = hasOwnID
  }

  /// `requires[0]`, or `rule`: how an output names the clause beside its id.
  package var name: String { place == .rule ? "rule" : "\(place.rawValue)[\(position)]" }
}

package enum ClausePlace: String, Hashable, Sendable {
  case requires, invariants, moves, ensures
  /// The rule of an invariant of its own.
  case rule
}

package enum ClauseKind: Hashable, Sendable {
  /// Unmet: the proposal is rejected.
  case requirement
  /// The run is halted; nobody can override it.
  case structural
  /// The run waits for an approval; `nil` means by the pack's approver.
  case acceptance(CheckedApproval?)
  /// The run waits for the consent that `consent: explicit` asks for.
  case consent
  /// Recorded, nothing stops.
  case advisory

  /// Whether a run waits for somebody where it does not hold.
  package var waits: Bool {
    switch self {
    case .acceptance, .consent: true
    case .requirement, .structural, .advisory: false
    }
  }
}

/// Who is asked to approve (approvals §2).
package struct CheckedApproval: Hashable, Sendable {
  /// How many people must approve.
  package var count: Int
  package var approvers: [Approver]
  /// The people who may not approve: a text, or a list of texts.
  package var excluded: Person?

  package init(count: Int = 1, approvers: [Approver], excluded: Person? = nil) {
    self.count = count
    self.approvers = approvers
    self.excluded = excluded
  }

  /// Anybody with a role.
  package init(role: String) { self.init(approvers: [Approver(role: role)]) }

  /// Somebody with a role, a person, or a person with a role.
  package struct Approver: Hashable, Sendable {
    /// Compared by its scalars, as every text is.
    private var name: Text?
    package var person: Person?

    package init(role: String?, person: Person? = nil) {
      name = role.map { Text($0) }
      self.person = person
    }

    package var role: String? { name?.string }
  }

  /// Whose ids an expression gives.
  package struct Person: Hashable, Sendable {
    package var node: Node
    /// The names in it, as they are written.
    package var terms: [Term]
    /// As the formatter writes it.
    package var text: String

    package init(node: Node, terms: [Term], text: String) {
      self.node = node
      self.terms = terms
      self.text = text
    }
  }

  /// What names people, in the order written.
  package var people: [Person] { approvers.compactMap(\.person) + [excluded].compactMap(\.self) }

  /// As it is written: `2 of board`, `manager by claim.boss not by claim.owner`.
  package var text: String {
    let each = approvers.map { [$0.role, $0.person.map { "by \($0.text)" }].compactMap(\.self).joined(separator: " ") }
    return (count > 1 ? "\(count) of " : "") + each.joined(separator: " or ") + (excluded.map { " not by \($0.text)" } ?? "")
  }
}

extension CheckedClause {
  /// What names the people whom it asks to approve.
  package var people: [CheckedApproval.Person] {
    if case .acceptance(let approval?) = kind { return approval.people }
    return []
  }

  /// Every expression in it: the test, the reason, and what names people.
  package var nodes: [Node] { [test, reason].compactMap(\.self) + people.map(\.node) }
}

/// A part of a clause whose value a reason shows.
package struct Term: Hashable, Sendable {
  /// As the formatter writes it: `amount`, `period.closed`, `count(x in line_items)`.
  package var label: String
  package var node: Node
  /// For a term that stands for a quantifier: `node` is the quantifier, its value is the first element that makes it fail
  /// (`every`, `no`), under the variable's name.
  package var isFirstFailingElement: Bool
  /// Of a number, or of the numbers in a list; `nil` for any other value.
  package var unit: NumberUnit?

  package init(label: String, node: Node, unit: NumberUnit? = nil, isFirstFailingElement: Bool = false) {
    self.label = label
    self.node = node
    self.unit = unit
    self.isFirstFailingElement = isFirstFailingElement
  }
}

/// A condition that decides whether a truth fires, with what a reason shows of it.
package struct CheckedCondition: Hashable, Sendable {
  package var test: Node
  package var text: String
  package var terms: [Term]
  package var span: Span

  package init(test: Node, text: String, terms: [Term], span: Span) {
    self.test = test
    self.text = text
    self.terms = terms
    self.span = span
  }
}

/// A move of a lifecycle's instance: `invoice: draft → sent` (declarations §5.5).
package struct CheckedMove: Hashable, Sendable {
  package var key: LifecycleKey
  /// Ordinals of the states that it may leave; more than one for `any`.
  package var from: Set<Int>
  /// Ordinals of the states that it enters, one after the other; one at least.
  package var path: [Int]
  /// The move as a clause: the present state is one that it leaves.
  package var clause: CheckedClause

  package init(key: LifecycleKey, from: Set<Int>, path: [Int], clause: CheckedClause) {
    self.key = key
    self.from = from
    self.path = path
    self.clause = clause
  }
}

/// A fact that a truth fires on; the frame holds it in a slot of its own.
package struct CheckedMatch: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var slot: Int
  /// The name that `as` gives it.
  package var variable: String?

  package init(fact: Int, slot: Int, variable: String?) {
    self.fact = fact
    self.slot = slot
    self.variable = variable
  }
}
