package import TruthsText

/// A checked expression: every name is resolved to a slot or an index, and every literal is read as the type of its place.
///
/// The frame of a truth contains, from slot 0: the trigger's fields (`CheckedTruth.inputs`), the `let`s, then the variables
/// of quantifiers, aggregates and loops.
package indirect enum Node: Hashable, Sendable {
  case constant(Value)
  case slot(Int)
  /// Index in ``Program/policies``.
  case policy(Int)
  case builtin(Builtin)
  /// A field of a record, or of a bound fact, by its index.
  case field(Node, Int)
  /// A number in a unit that is data. It has the slot, field or look-up of the number, and the place of its currency in the same
  /// frame, record or fact. The number is missing if either has no value.
  case amount(Node, unit: CurrencyPlace)
  /// A member of a bound fact's entry, `p.entry.…`.
  case entry(Node, EntryField)
  /// The presence of a fact in the context, a boolean; unknown exactly when a key is missing.
  case present(FactKey)
  /// A field of the current fact with a key; the value is missing if no such fact exists or a key is missing.
  case lookUp(FactKey, field: Int)
  /// The existence of a looked-up fact and its field, a boolean; unknown exactly when a key is missing (`F.x exists`).
  case lookUpExists(FactKey, field: Int)
  /// The state of a lifecycle's instance, `start` if it has not been entered; the value is missing if a key is missing.
  case state(LifecycleKey)
  case not(Node)
  case and(Node, Node)
  case or(Node, Node)
  /// Implication, `A → B`: not A, or B.
  case implies(Node, Node)
  case compare(Comparison, Node, Node)
  /// Membership, `x in list`; `x not in list` is its negation.
  case isIn(Node, Node)
  /// Containment: `text contains text` or `list contains element`.
  case contains(Node, Node)
  case like(Node, Node)
  /// A match of a text with a pattern, either of the whole text or of a part of it.
  case matches(Node, Pattern, isPart: Bool)
  case arithmetic(Arithmetic, Node, Node)
  case negate(Node)
  /// The existence of a value, a boolean; never unknown.
  case exists(Node)
  case isEmpty(Node)
  case call(Function, [Node])
  /// The value of a table, by its index in `Program.tables`; the value is missing if an argument is missing.
  case table(Int, [Node])
  case list([Node])
  /// An interpolated text. The text is missing if one of its parts is, except in a reason.
  case text([TextPart])
  /// The outputs of a table's row, each of which may be missing.
  case record(type: Int, fields: [Node])
  case made(MadeRecord)
  case quantified(QuantifiedNode)
  case aggregate(AggregateNode)
  /// `if C then A else B`: missing where C is unknown; only the chosen branch is evaluated.
  case conditional(Node, Node, Node)
  /// The first value that is not missing; a missing value if all are missing.
  case coalesce([Node])
  /// The value of an expression on the context before the run; in `ensures` only.
  case old(OldNode)

  /// The literal `missing` in a correction, which removes the field.
  package static let takenAway = Node.constant(.missing(.absent))

  package enum TextPart: Hashable, Sendable {
    case literal(Text)
    case value(Node)
  }
}

/// The place of the currency of an amount.
package struct CurrencyPlace: Hashable, Sendable {
  /// A slot of the frame, or the index of a field of the same record or fact.
  package var place: Int
  package var name: String

  package init(_ place: Int, _ name: String) {
    self.place = place
    self.name = name
  }
}

/// A comparison operator.
package enum Comparison: Hashable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// The operation of `+ - * / %`, determined by the types of its operands.
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

/// A member of the proposal, its actor, or the moment, which clauses may read.
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
  /// The moment at which the run began, which does not change while the run waits.
  case proposalAt = "proposal.at"
  /// The authority under which a person answers a request for approval besides their own roles; only the built-in pack reads
  /// it.
  case actorStanding = "actor.standing"
  /// The number of an element in the list that a source goes through, from 1; only sources read it.
  case documentPosition = "document.position"

  /// The members that clauses may name.
  package static let nameable = allCases.filter { $0 != .actorStanding && $0 != .documentPosition }

  /// Whether the value depends on the actor.
  package var isOfActor: Bool {
    switch self {
    case .actorType, .actorRoles, .actorUserID, .actorStanding: true
    case .now, .proposalAt, .proposalPack, .proposalTruthID, .proposalConfidence, .proposalConsent, .proposalRequiresConsent,
      .proposalOverrideReason, .proposalOnBehalfOf, .proposalAction, .proposalID, .documentPosition:
      false
    }
  }
}

/// A member of an entry that clauses may read.
package enum EntryField: String, Hashable, Sendable, CaseIterable {
  case sequence
  case timestamp
  case truthID = "truth_id"
  case actorUserID = "actor.user_id"
}

/// A fact type with the values of its key, in the order of the declaration. Without a key it stands for any fact of the type.
package struct FactKey: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var keys: [Node]
  /// The label of each key in a reason: `period_id`.
  package var keyLabels: [String]
  /// Whether a key is an amount in a unit that is data.
  package var hasAmounts: Bool

  package init(fact: Int, keys: [Node], keyLabels: [String], hasAmounts: Bool = false) {
    self.fact = fact
    self.keys = keys
    self.keyLabels = keyLabels
    self.hasAmounts = hasAmounts
  }
}

/// The source of a quantifier, aggregate or loop.
package enum SourceNode: Hashable, Sendable {
  case list(Node)
  /// All current facts of a type, in byte order of the JCS of their key fields (clauses §10).
  case facts(Int)
  /// All instances of a lifecycle, by its index in `Program.lifecycles`, as records of their key and state.
  case instances(Int)
}

/// A loop over a source, with the slot of its variable.
package struct LoopNode: Hashable, Sendable {
  package var slot: Int
  package var source: SourceNode

  package init(slot: Int, source: SourceNode) {
    self.slot = slot
    self.source = source
  }
}

/// A quantifier with its loop, filter and body.
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

/// The kind of a quantifier.
package enum QuantifierKind: Hashable, Sendable {
  case some, every, no
}

/// An aggregate with its loops, filter and order.
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

/// The function of an aggregate.
package enum AggregateKind: Hashable, Sendable {
  /// A sum; `zero` is its value for an empty source: a number, a duration or a period.
  case sum(zero: Value)
  /// A mean of numbers or of durations.
  case mean(zero: Value)
  case min, max, list, count
  /// The value for the first or last element in the order of `by`.
  case first, last

  /// Whether the result is that of one element, so that missing values of other elements do not matter.
  package var choosesByOrder: Bool { self == .first || self == .last }
}

extension Node {
  /// The expression for the currency of an amount in a unit that is data; `nil` for other expressions.
  package var currency: Node? {
    guard case .amount(let amount, let unit) = self else { return nil }
    // An element of a list or map has the currency of the whole.
    return switch amount.whole {
    case .slot: .slot(unit.place)
    case .field(let base, _): .field(base, unit.place)
    case .lookUp(let key, _): .lookUp(key, field: unit.place)
    default: nil
    }
  }

  /// The amount without its currency; any other expression unchanged.
  package var withoutCurrency: Node {
    if case .amount(let amount, _) = self { return amount }
    return self
  }

  /// The list or map of an element or member access; any other expression unchanged.
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
  /// The expression of a list source; `nil` for other sources.
  package var list: Node? {
    if case .list(let node) = self { return node }
    return nil
  }
}

extension Node {
  /// Whether the expression is a field of a record or bound fact, with or without a currency.
  package var isField: Bool {
    switch self {
    case .field, .amount(.field, _): true
    default: false
    }
  }
}
