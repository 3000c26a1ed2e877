package import TruthsSyntax
package import TruthsText

/// A pack.
package struct PackInfo: Hashable, Sendable {
  package var name: String
  package var version: String?
  package var uses: [String]
  package var span: Span

  package init(name: String, version: String?, uses: [String], span: Span) {
    self.name = name
    self.version = version
    self.uses = uses
    self.span = span
  }
}

/// An enum; its values are ordered when it says so.
package struct EnumType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package let values: [Text]
  package var isOrdered: Bool
  package var span: Span
  /// The places of the values in the order of their texts; empty where there are few, which are gone through.
  private let sorted: [Int]

  package init(name: String, pack: String, values: [Text], isOrdered: Bool, span: Span) {
    self.name = name
    self.pack = pack
    self.values = values
    self.isOrdered = isOrdered
    self.span = span
    sorted = values.count < 16 ? [] : values.indices.sorted { values[$0] < values[$1] }
  }

  /// The place of a value.
  ///
  /// - Complexity: O(log n): whoever proposes decides how often it is asked for.
  package func place(of value: Text) -> Int? {
    if sorted.isEmpty { return values.firstIndex(of: value) }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if values[sorted[middle]] < value { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && values[sorted[low]] == value ? sorted[low] : nil
  }
}

/// A field of a record, fact or intent.
package struct Field: Hashable, Sendable {
  /// What clauses and reasons call it.
  package var name: String
  /// What its member is called in JSON: in proposals, facts, documents and fixtures.
  package var jsonName: String
  package var type: ValueType
  /// Marked `?` (records and facts). An intent's fields may always be left out.
  package var isOptional: Bool
  /// Filled in before checking where the field is left out.
  package var initial: Value?
  /// The field beside it whose value is the unit (types §4.2): `currency` of `amount: decimal in currency`. Only where the
  /// type has the unit ``NumberUnit/data``.
  package var currency: String?
  /// Whether its values are shown to those alone who may see them; it decides nothing.
  package var isSensitive: Bool
  package var span: Span

  package init(
    name: String, jsonName: String? = nil, type: ValueType, isOptional: Bool, initial: Value?, currency: String? = nil,
    isSensitive: Bool = false, span: Span
  ) {
    self.name = name
    self.jsonName = jsonName ?? name
    self.type = type
    self.isOptional = isOptional
    self.initial = initial
    self.currency = currency
    self.isSensitive = isSensitive
    self.span = span
  }
}

package struct RecordType: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// Whether members that it does not declare are read past; they are part of no value.
  package var isOpen: Bool
  package var fields: [Field]
  package var span: Span

  package init(name: String, pack: String, isOpen: Bool = false, fields: [Field], span: Span) {
    self.name = name
    self.pack = pack
    self.isOpen = isOpen
    self.fields = fields
    self.span = span
  }
}

package struct FactType: Hashable, Sendable {
  /// The dotted type, `period.closed`.
  package var name: String
  package var pack: String
  /// Indices of the key's fields; empty where all fields identify a fact.
  package var key: [Int]
  package var fields: [Field]
  /// Who brings such facts in from outside; `nil` where they are made inside.
  package var arrival: Arrival?
  package var isExternal: Bool { arrival != nil }
  package var isImmutable: Bool
  package var isDerived: Bool
  /// Whether it belongs to pack `converge`.
  package var isBuiltIn: Bool
  /// Index in ``Program/lifecycles`` of the lifecycle whose history it is.
  package var lifecycle: Int?
  package var span: Span

  package init(
    name: String, pack: String, key: [Int], fields: [Field], arrival: Arrival?, isImmutable: Bool, isDerived: Bool,
    isBuiltIn: Bool, lifecycle: Int? = nil, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.key = key
    self.fields = fields
    self.arrival = arrival
    self.isImmutable = isImmutable
    self.isDerived = isDerived
    self.isBuiltIn = isBuiltIn
    self.lifecycle = lifecycle
    self.span = span
  }
}

package struct IntentType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var consent: ConsentSyntax.Level
  /// The role of who consents to what an agent or a system proposes.
  package var consentBy: String?
  /// Whether members of a `payload` that it does not declare are read past.
  package var isOpen: Bool
  /// The requests of AuthZEN that it answers.
  package var access: AccessMapping?
  package var fields: [Field]
  /// The names of fields that the envelope of a proposal has too.
  package let envelopeNames: [String]
  package var isBuiltIn: Bool
  package var span: Span

  package init(
    name: String, pack: String, consent: ConsentSyntax.Level, consentBy: String? = nil, isOpen: Bool = false,
    fields: [Field], isBuiltIn: Bool, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.consent = consent
    self.consentBy = consentBy
    self.isOpen = isOpen
    self.fields = fields
    envelopeNames = fields.map(\.jsonName).filter(ProposalEnvelope.has)
    self.isBuiltIn = isBuiltIn
    self.span = span
  }
}

/// Which requests of AuthZEN an intent answers (declarations §4.1).
package struct AccessMapping: Hashable, Sendable {
  /// The name of the action, and the type of the resource.
  package var action, resource: String
  /// The place of the field that takes the id of the resource.
  package var id: Int?
  /// Indices in ``Program/facts`` of those whose keys are the subjects, and the resources, that a search tries.
  package var subjects, resources: Int?

  package init(action: String, resource: String, id: Int?, subjects: Int?, resources: Int?) {
    (self.action, self.resource, self.id) = (action, resource, id)
    (self.subjects, self.resources) = (subjects, resources)
  }
}

extension IntentType {
  /// `explicit` or `break_glass`; `nil` where nothing is asked.
  package var wantedConsent: String? { consent == .implicit ? nil : consent.rawValue }
}

package struct PolicyType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var type: ValueType
  package var initial: Value
  package var span: Span

  /// The name that `policy.set` knows it by: `money.approval_threshold`.
  package var qualifiedName: String { "\(pack).\(name)" }

  package init(name: String, pack: String, type: ValueType, initial: Value, span: Span) {
    self.name = name
    self.pack = pack
    self.type = type
    self.initial = initial
    self.span = span
  }
}

/// A lifecycle: the states of an instance, and the history of having entered them (declarations §12).
///
/// States are ordinals of its enum, of which 0 is `start`: not entered yet.
package struct LifecycleType: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// What tells instances apart; the first fields of ``history`` and ``instance``.
  package var key: [Field]
  /// Index in ``Program/enums`` of its states, `start` first.
  package var states: Int
  /// Index in ``Program/facts`` of `<name>.entered`: the key, `state` and `step`.
  package var history: Int
  /// Index in ``Program/records`` of what a source over the lifecycle goes through: the key and `state`.
  package var instance: Int
  package var transitions: Set<Transition>
  package var terminal: Set<Int>
  package var isExternal: Bool
  package var span: Span

  package init(
    name: String, pack: String, key: [Field], states: Int, history: Int, instance: Int, transitions: Set<Transition>,
    terminal: Set<Int>, isExternal: Bool, span: Span
  ) {
    self.name = name
    self.pack = pack
    self.key = key
    self.states = states
    self.history = history
    self.instance = instance
    self.transitions = transitions
    self.terminal = terminal
    self.isExternal = isExternal
    self.span = span
  }

  /// The ordinal of `start`.
  package static let start = 0

  package struct Transition: Hashable, Sendable {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }
}

/// A lifecycle with the values of its key, in declared order.
package struct LifecycleKey: Hashable, Sendable {
  /// Index in ``Program/lifecycles``.
  package var lifecycle: Int
  package var keys: [Node]
  /// How each key reads in a reason.
  package var keyLabels: [String]

  package init(lifecycle: Int, keys: [Node], keyLabels: [String]) {
    self.lifecycle = lifecycle
    self.keys = keys
    self.keyLabels = keyLabels
  }
}
