package import TruthsText

/// A checked clause in a uniform form: a test, and the result of that test at which the clause is violated.
package struct CheckedClause: Hashable, Sendable {
  /// The id that the clause reports: its own, or that of its truth (files §4).
  package var id: String
  package var place: ClausePlace
  /// The index among the entries of its place, from 0.
  package var position: Int
  package var kind: ClauseKind
  package var test: Node
  /// The result of the test that violates the clause. It is `true` for `A → reject(…)`, `A → warn(…)`, `A →
  /// requires_approval`, and `false` for everything that must hold.
  package var violatedWhen: Bool
  /// The reason that the clause gives, or `nil` where a reason is generated from the clause.
  package var reason: Node?
  /// The test as the formatter writes it: `amount > 0`, `A → B`. Generated reasons begin with it.
  package var text: String
  /// The distinct names, look-ups and aggregates of the test outside of quantifier bodies, in order of occurrence.
  package var terms: [Term]
  /// The span of the clause; for a clause that is written with an id, the span of its `rule`.
  package var span: Span
  /// Whether the clause has its own id, written or derived. The checker ensures that such an id has one rule, so that it
  /// denotes the same invariant everywhere (files §4).
  package var hasOwnID: Bool
  /// Whether the clause is an effect alone, without a condition: its test is `true`.
  package var isUnconditional = false

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

  /// The name of the clause in outputs, besides its id: `requires[0]`, or `rule`.
  package var name: String { place == .rule ? "rule" : "\(place.rawValue)[\(position)]" }
}

/// The key of a declaration under which a clause is written.
package enum ClausePlace: String, Hashable, Sendable {
  case requires, invariants, moves, ensures
  /// The rule of a standalone invariant.
  case rule
}

/// The effect of a violated clause.
package enum ClauseKind: Hashable, Sendable {
  /// The proposal is rejected.
  case requirement
  /// The run is halted, and this cannot be overridden.
  case structural
  /// The run waits for an approval; `nil` is an approval by the pack's approver.
  case acceptance(CheckedApproval?)
  /// The run waits for the consent that `consent: explicit` requires.
  case consent
  /// The violation is recorded, and the run continues.
  case advisory

  /// Whether a violation makes the run wait for a person.
  package var waits: Bool {
    switch self {
    case .acceptance, .consent: true
    case .requirement, .structural, .advisory: false
    }
  }
}

/// The people who are asked for an approval (approvals §2).
package struct CheckedApproval: Hashable, Sendable {
  /// The number of people who must approve.
  package var count: Int
  package var approvers: [Approver]
  /// The people who may not approve: a text, or a list of texts.
  package var excluded: Person?

  package init(count: Int = 1, approvers: [Approver], excluded: Person? = nil) {
    self.count = count
    self.approvers = approvers
    self.excluded = excluded
  }

  /// Creates a request to any person with a role.
  package init(role: String) { self.init(approvers: [Approver(role: role)]) }

  /// A person with a role, a named person, or a named person with a role.
  package struct Approver: Hashable, Sendable {
    /// The name of the role, compared by its scalars like every text.
    private var name: Text?
    package var person: Person?

    package init(role: String?, person: Person? = nil) {
      name = role.map { Text($0) }
      self.person = person
    }

    package var role: String? { name?.string }
  }

  /// An expression for the ids of people.
  package struct Person: Hashable, Sendable {
    package var node: Node
    /// The names in the expression, as they are written.
    package var terms: [Term]
    /// The expression as the formatter writes it.
    package var text: String

    package init(node: Node, terms: [Term], text: String) {
      self.node = node
      self.terms = terms
      self.text = text
    }
  }

  /// The expressions for people, in the order written.
  package var people: [Person] { approvers.compactMap(\.person) + [excluded].compactMap(\.self) }

  /// The request as it is written: `2 of board`, `manager by claim.boss not by claim.owner`.
  package var text: String {
    let each = approvers.map { [$0.role, $0.person.map { "by \($0.text)" }].compactMap(\.self).joined(separator: " ") }
    return (count > 1 ? "\(count) of " : "") + each.joined(separator: " or ") + (excluded.map { " not by \($0.text)" } ?? "")
  }
}

extension CheckedClause {
  /// The expressions for the people whom the clause asks to approve.
  package var people: [CheckedApproval.Person] {
    if case .acceptance(let approval?) = kind { return approval.people }
    return []
  }

  /// The consequence of a violation, which follows the clause's text, such as ` → requires_approval(head)`; empty where the
  /// text states it.
  package var consequence: String {
    if isUnconditional { return "" }
    let effect: String
    switch kind {
    case .acceptance(let approval): effect = "requires_approval\(approval.map { "(\($0.text))" } ?? "")"
    case .consent: effect = "requires_consent"
    case .advisory: effect = "warn"
    case .structural where violatedWhen: effect = "reject"
    case .structural, .requirement: return ""
    }
    return (violatedWhen ? " → " : " else ") + effect
  }

  /// Every expression in the clause: the test, the reason, and those for people.
  package var nodes: [Node] { [test, reason].compactMap(\.self) + people.map(\.node) }
}

/// A part of a clause whose value a reason shows.
package struct Term: Hashable, Sendable {
  /// The term as the formatter writes it: `amount`, `period.closed`, `count(x in line_items)`.
  package var label: String
  package var node: Node
  /// Whether the term shows the first element for which a quantifier (`every`, `no`) fails; `node` is then the quantifier,
  /// and the label is its variable.
  package var isFirstFailingElement: Bool
  /// The unit of a number, or of the numbers in a list; `nil` for other values.
  package var unit: NumberUnit?

  package init(label: String, node: Node, unit: NumberUnit? = nil, isFirstFailingElement: Bool = false) {
    self.label = label
    self.node = node
    self.unit = unit
    self.isFirstFailingElement = isFirstFailingElement
  }
}

/// A condition that decides whether a truth fires, with the terms that reasons show.
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
  /// The ordinals of the states that the move may leave; several for `any`.
  package var from: Set<Int>
  /// The ordinals of the states that the move enters, in order; at least one.
  package var path: [Int]
  /// The move as a clause, which requires that the current state is one in `from`.
  package var clause: CheckedClause

  package init(key: LifecycleKey, from: Set<Int>, path: [Int], clause: CheckedClause) {
    self.key = key
    self.from = from
    self.path = path
    self.clause = clause
  }
}

/// A fact that a truth fires on; it has its own slot in the frame.
package struct CheckedMatch: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var slot: Int
  /// The variable after `as`, if any.
  package var variable: String?

  package init(fact: Int, slot: Int, variable: String?) {
    self.fact = fact
    self.slot = slot
    self.variable = variable
  }
}
