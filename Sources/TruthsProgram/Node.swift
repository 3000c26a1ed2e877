package import TruthsText

/// An expression after checking: every name is resolved to a slot or table, every literal read as the type of its place.
///
/// A frame of a truth holds, from slot 0: the trigger's fields (``CheckedTruth/inputs``), the `let`s, then variables of
/// quantifiers, aggregates and loops.
package indirect enum Node: Hashable, Sendable {
  case constant(Value)
  case slot(Int)
  /// Index in ``Program/policies``.
  case policy(Int)
  case builtin(Builtin)
  /// A field of a record, or of a bound fact, by its index.
  case field(Node, Int)
  /// A number of a frame, record or fact in a unit that is data: the slot, field or look-up that it is read from, and where the
  /// currency beside it stands, as another slot or field of the same. Missing where either is.
  case amount(Node, unit: CurrencyPlace)
  /// `p.entry.…` of a bound fact.
  case entry(Node, EntryField)
  /// Whether the context has the fact; unknown exactly when a key is missing.
  case present(FactKey)
  /// A field of the one current fact with that key; missing when there is none or a key is missing.
  case lookUp(FactKey, field: Int)
  /// Whether a look-up's fact is there and has the field; unknown exactly when a key is missing (`F.x exists`).
  case lookUpExists(FactKey, field: Int)
  /// The state of an instance of a lifecycle, `start` where it was not entered; missing when a key is missing.
  case state(LifecycleKey)
  case not(Node)
  case and(Node, Node)
  case or(Node, Node)
  /// `A → B`: not A, or B.
  case implies(Node, Node)
  case compare(Comparison, Node, Node)
  /// `x in list`; `x not in list` is its `not`.
  case isIn(Node, Node)
  /// `text contains text` or `list contains element`.
  case contains(Node, Node)
  case like(Node, Node)
  /// `text matches pattern`, or where some part of it is to match.
  case matches(Node, Pattern, isPart: Bool)
  case arithmetic(Arithmetic, Node, Node)
  case negate(Node)
  /// Whether a value is there; never unknown.
  case exists(Node)
  case isEmpty(Node)
  case call(Function, [Node])
  /// The value of a table, by its index in ``Program/tables``; missing when an argument is missing.
  case table(Int, [Node])
  case list([Node])
  /// A text with replaced parts; missing when one of them is, except where it is a reason.
  case text([TextPart])
  /// The outputs of a table's row, each of which may be missing.
  case record(type: Int, fields: [Node])
  case made(MadeRecord)
  case quantified(QuantifiedNode)
  case aggregate(AggregateNode)
  /// `if C then A else B`: missing where C is unknown; only the branch taken is read.
  case conditional(Node, Node, Node)
  /// The first value that is not missing; missing where all are.
  case coalesce([Node])
  /// The value of an expression on the context before; in `ensures` only.
  case old(OldNode)

  /// The word `missing`, written under a correction: the field is taken away on purpose.
  package static let takenAway = Node.constant(.missing(.absent))

  package enum TextPart: Hashable, Sendable {
    case literal(Text)
    case value(Node)
  }
}

/// Where the currency beside an amount stands.
package struct CurrencyPlace: Hashable, Sendable {
  /// A slot of the frame, or a field of the same record or fact.
  package var place: Int
  package var name: String

  package init(_ place: Int, _ name: String) {
    self.place = place
    self.name = name
  }
}

package enum Comparison: Hashable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// Which operation `+ - * / %` is, decided by the types of its sides.
package enum Arithmetic: Hashable, Sendable {
  case add, subtract, multiply, divide, remainder
  case addLists
  case timestampPlusDuration, timestampMinusDuration, timestampDifference
  case datePlusDuration, dateMinusDuration, dateDifference
  case addDurations, subtractDurations, durationTimesNumber, numberTimesDuration, durationByNumber, durationByDuration
  case timestampPlusPeriod, timestampMinusPeriod, datePlusPeriod, dateMinusPeriod
  case addPeriods, subtractPeriods, periodTimesNumber, numberTimesPeriod, periodByPeriod
  case timePlusDuration, timeMinusDuration, timeDifference
}

/// What a clause may read of the proposal, its actor and the moment.
package enum Builtin: String, Hashable, Sendable, CaseIterable {
  case now
  case actorType = "actor.type"
  case actorRoles = "actor.roles"
  case actorUserID = "actor.user_id"
  case proposalPack = "proposal.pack"
  case proposalTruthID = "proposal.truth_id"
  case proposalConfidence = "proposal.confidence"
  case proposalConsent = "proposal.consent"
  case proposalRequiresConsent = "proposal.requires_consent"
  case proposalOverrideReason = "proposal.override.reason"
  case proposalOnBehalfOf = "proposal.on_behalf_of"
  case proposalAction = "proposal.action"
  case proposalID = "proposal.proposal_id"
  /// The moment at which the run began, which stays as it was while the run waits.
  case proposalAt = "proposal.at"
  /// Under what somebody answers a request for approval beside their own roles; the built-in pack alone reads it.
  case actorStanding = "actor.standing"

  /// What clauses may name.
  package static let nameable = allCases.filter { $0 != .actorStanding }

  /// Whether it depends on who proposes.
  package var isOfActor: Bool {
    switch self {
    case .actorType, .actorRoles, .actorUserID, .actorStanding: true
    case .now, .proposalAt, .proposalPack, .proposalTruthID, .proposalConfidence, .proposalConsent, .proposalRequiresConsent,
      .proposalOverrideReason, .proposalOnBehalfOf, .proposalAction, .proposalID:
      false
    }
  }
}

package enum EntryField: String, Hashable, Sendable, CaseIterable {
  case sequence
  case timestamp
  case truthID = "truth_id"
  case actorUserID = "actor.user_id"
}

/// A fact type with the values of its key, in the order in which the type declares it. Without a key any fact of the type is
/// meant.
package struct FactKey: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var keys: [Node]
  /// How each key reads in a reason: `period_id`.
  package var keyLabels: [String]
  /// Whether an amount in a unit that is data is among them.
  package var hasAmounts: Bool

  package init(fact: Int, keys: [Node], keyLabels: [String], hasAmounts: Bool = false) {
    self.fact = fact
    self.keys = keys
    self.keyLabels = keyLabels
    self.hasAmounts = hasAmounts
  }
}

/// What a quantifier, aggregate or loop goes through.
package enum SourceNode: Hashable, Sendable {
  case list(Node)
  /// Every current fact of a type, in byte order of JCS of its key fields (clauses §10).
  case facts(Int)
  /// Every instance of a lifecycle, by its index in ``Program/lifecycles``, as a record of its key and state.
  case instances(Int)
}

package struct LoopNode: Hashable, Sendable {
  package var slot: Int
  package var source: SourceNode

  package init(slot: Int, source: SourceNode) {
    self.slot = slot
    self.source = source
  }
}

package struct QuantifiedNode: Hashable, Sendable {
  package var quantifier: QuantifierKind
  package var loop: LoopNode
  package var filter: Node?
  package var body: Node

  package init(quantifier: QuantifierKind, loop: LoopNode, filter: Node?, body: Node) {
    self.quantifier = quantifier
    self.loop = loop
    self.filter = filter
    self.body = body
  }
}

package enum QuantifierKind: Hashable, Sendable {
  case some, every, no
}

package struct AggregateNode: Hashable, Sendable {
  package var function: AggregateKind
  package var value: Node?
  package var loops: [LoopNode]
  package var filter: Node?
  package var order: [OrderKey]

  package init(function: AggregateKind, value: Node?, loops: [LoopNode], filter: Node?, order: [OrderKey]) {
    self.function = function
    self.value = value
    self.loops = loops
    self.filter = filter
    self.order = order
  }

  package struct OrderKey: Hashable, Sendable {
    package var value: Node
    package var isDescending: Bool

    package init(value: Node, isDescending: Bool) {
      self.value = value
      self.isDescending = isDescending
    }
  }
}

package enum AggregateKind: Hashable, Sendable {
  /// `zero` is what a sum over nothing is: a number, a duration or a period.
  case sum(zero: Value)
  /// Of numbers or of durations.
  case mean(zero: Value)
  case min, max, list, count
  /// The value for the first or last element in the order of `by`.
  case first, last

  /// Whether its value is that of one element: what other elements lack does not matter.
  package var choosesByOrder: Bool { self == .first || self == .last }
}

extension Node {
  /// Of an amount in a unit that is data, what reads the currency beside it.
  package var currency: Node? {
    guard case .amount(let amount, let unit) = self else { return nil }
    // One of a list or map has the currency of all.
    return switch amount.whole {
    case .slot: .slot(unit.place)
    case .field(let base, _): .field(base, unit.place)
    case .lookUp(let key, _): .lookUp(key, field: unit.place)
    default: nil
    }
  }

  /// Of an amount in a unit that is data, the amount alone; any other expression itself.
  package var withoutCurrency: Node {
    if case .amount(let amount, _) = self { return amount }
    return self
  }

  /// The list or map of which it is an element or member; any other expression itself.
  package var whole: Node {
    var node = self
    while case .call(let function, let parts) = node, function == .element || function == .member { node = parts[0] }
    return node
  }

  package var isSlot: Bool {
    if case .slot = self { return true }
    return false
  }

  /// The conditions that `and` joins, from left to right.
  ///
  /// - Complexity: O(n) in their number.
  package var conjunction: [Node] {
    var (conditions, rest) = ([Node](), [self])
    while let node = rest.popLast() {
      if case .and(let left, let right) = node { rest += [right, left] } else { conditions.append(node) }
    }
    return conditions
  }
}

extension SourceNode {
  /// The list that it is, where it is one.
  package var list: Node? {
    if case .list(let node) = self { return node }
    return nil
  }
}

extension Node {
  /// Whether it is a field of a record or bound fact, with or without a currency.
  package var isField: Bool {
    switch self {
    case .field, .amount(.field, _): true
    default: false
    }
  }
}
