package import TruthsSyntax
package import TruthsText

/// A declared pack.
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

/// A declared enum, whose values may be ordered.
package struct EnumType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package let values: [Text]
  /// The names of the values in JSON, in the order of the values.
  package let jsonNames: [Text]
  package var isOrdered: Bool
  package var span: Span
  private let places: SortedPlaces
  private let jsonPlaces: SortedPlaces

  /// - Parameter jsonNames: the names in JSON; `nil` if they are the values' own.
  package init(name: String, pack: String, values: [Text], jsonNames: [Text]? = nil, isOrdered: Bool, span: Span) {
    self.name = name
    self.pack = pack
    self.values = values
    self.jsonNames = jsonNames ?? values
    self.isOrdered = isOrdered
    self.span = span
    places = SortedPlaces(values)
    jsonPlaces = jsonNames.map { SortedPlaces($0) } ?? places
  }

  /// Returns the index of a value by its own name, or `nil`.
  ///
  /// - Complexity: O(log n), because a proposer decides how often it is called.
  package func place(of value: Text) -> Int? { places.place(of: value, in: values) }

  /// Returns the index of a value by its name in JSON, or `nil`.
  ///
  /// - Complexity: as of ``place(of:)``.
  package func place(ofJSON name: Text) -> Int? { jsonPlaces.place(of: name, in: jsonNames) }
}

/// The indices of texts in the order of the texts; empty for fewer than 16 texts, which are searched one by one.
private struct SortedPlaces: Hashable, Sendable {
  private let sorted: [Int]

  init(_ texts: [Text]) { sorted = texts.count < 16 ? [] : texts.indices.sorted { texts[$0] < texts[$1] } }

  func place(of text: Text, in texts: [Text]) -> Int? {
    if sorted.isEmpty { return texts.firstIndex(of: text) }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if texts[sorted[middle]] < text { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && texts[sorted[low]] == text ? sorted[low] : nil
  }
}

/// A field of a record, fact or intent.
package struct Field: Hashable, Sendable {
  /// The name in clauses and reasons.
  package var name: String
  /// The name in JSON: in proposals, facts, documents and fixtures.
  package var jsonName: String
  package var type: ValueType
  /// The numbers that the field may hold; `nil` for all.
  package var range: NumberRange?
  /// Whether the field is marked `?` (records and facts). The fields of an intent may be left out unless
  /// ``IntentType/required`` has them.
  package var isOptional: Bool
  /// The default, which is filled in before checking where the field is left out.
  package var initial: Value?
  /// The name of the field that holds the unit (types §4.2): `currency` in `amount: decimal in currency`. Set only if the
  /// type has the unit `NumberUnit.data`.
  package var currency: String?
  /// Whether the field's values are shown only to authorized readers; decisions do not depend on this.
  package var isSensitive: Bool
  package var span: Span

  package init(
    name: String, jsonName: String? = nil, type: ValueType, range: NumberRange? = nil, isOptional: Bool, initial: Value?,
    currency: String? = nil, isSensitive: Bool = false, span: Span
  ) {
    self.name = name
    self.jsonName = jsonName ?? name
    self.type = type
    self.range = range
    self.isOptional = isOptional
    self.initial = initial
    self.currency = currency
    self.isSensitive = isSensitive
    self.span = span
  }
}

/// A declared record type.
package struct RecordType: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// Whether undeclared members are ignored; they are not part of the value.
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

/// A declared fact type.
package struct FactType: Hashable, Sendable {
  /// The dotted name, `period.closed`.
  package var name: String
  package var pack: String
  /// The indices of the key's fields; empty where all fields identify a fact.
  package var key: [Int]
  package var fields: [Field]
  /// The actors who may bring in such facts from outside; `nil` for a type that is not external.
  package var arrival: Arrival?
  package var isExternal: Bool { arrival != nil }
  package var isImmutable: Bool
  package var isDerived: Bool
  /// Whether the type belongs to pack `converge`.
  package var isBuiltIn: Bool
  /// The index in `Program.lifecycles` of the lifecycle whose history it is.
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

/// A declared intent.
package struct IntentType: Hashable, Sendable {
  package var name: String
  /// The name in JSON: the `action` of its proposals, decisions and predictions.
  package var jsonName: String
  package var pack: String
  package var consent: ConsentSyntax.Level
  /// The role whose holder consents to proposals of agents and systems.
  package var consentBy: String?
  /// Whether undeclared members of a `payload` are ignored.
  package var isOpen: Bool
  /// The requests of AuthZEN that the intent answers.
  package var access: AccessMapping?
  package var fields: [Field]
  /// The indices of the fields without which a proposal is rejected, in the order written.
  package var required: [Int]
  /// The indices of the fields that every whole proposal has, ascending: the required ones, and the currency of a required
  /// amount, which without it has no value.
  package let present: [Int]
  /// The names of fields that the envelope of a proposal has, too.
  package let envelopeNames: [String]
  package var isBuiltIn: Bool
  package var span: Span

  package init(
    name: String, jsonName: String? = nil, pack: String, consent: ConsentSyntax.Level, consentBy: String? = nil,
    isOpen: Bool = false, fields: [Field], required: [Int] = [], isBuiltIn: Bool, span: Span
  ) {
    self.name = name
    self.jsonName = jsonName ?? name
    self.pack = pack
    self.consent = consent
    self.consentBy = consentBy
    self.isOpen = isOpen
    self.fields = fields
    self.required = required
    let currencies = required.compactMap { fields[$0].currency }
    present = Set(required + fields.indices.filter { currencies.contains(fields[$0].name) }).sorted()
    envelopeNames = fields.map(\.jsonName).filter(ProposalEnvelope.has)
    self.isBuiltIn = isBuiltIn
    self.span = span
  }
}

/// The requests of AuthZEN that an intent answers (declarations §4.1).
package struct AccessMapping: Hashable, Sendable {
  /// The name of the action, and the type of the resource.
  package var action, resource: String
  /// The index of the field that takes the id of the resource.
  package var id: Int?
  /// The indices in `Program.facts` of the fact types whose keys are the subjects, and the resources, that a search tries.
  package var subjects, resources: Int?

  package init(action: String, resource: String, id: Int?, subjects: Int?, resources: Int?) {
    (self.action, self.resource, self.id) = (action, resource, id)
    (self.subjects, self.resources) = (subjects, resources)
  }
}

extension IntentType {
  /// The pack's name and the name in JSON, as proposals may give them: `money.create_invoice`.
  package var qualifiedJSONName: String { "\(pack).\(jsonName)" }

  /// Whether a proposal with this `action` proposes the intent.
  package func isProposed(by action: String) -> Bool { action == jsonName || action == qualifiedJSONName }

  /// Whether a name is its own, with or without its pack, as rules write it.
  package func isCalled(_ own: String) -> Bool { own == name || own == "\(pack).\(name)" }

  /// The required consent, `explicit` or `break_glass`; `nil` without a requirement.
  package var wantedConsent: String? { consent == .implicit ? nil : consent.rawValue }
}

/// A declared policy, with its default.
package struct PolicyType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var type: ValueType
  package var initial: Value
  package var span: Span

  /// The name in `policy.set`: `money.approval_threshold`.
  package var qualifiedName: String { "\(pack).\(name)" }

  package init(name: String, pack: String, type: ValueType, initial: Value, span: Span) {
    self.name = name
    self.pack = pack
    self.type = type
    self.initial = initial
    self.span = span
  }
}

/// A lifecycle: the states of its instances, and the history of entered states (declarations §12).
///
/// States are ordinals of its enum; 0 is `start`, which means not entered yet.
package struct LifecycleType: Hashable, Sendable {
  package var name: String
  package var pack: String
  /// The fields that identify an instance; they are the first fields of `history` and `instance`.
  package var key: [Field]
  /// The index in `Program.enums` of the lifecycle's states, `start` first.
  package var states: Int
  /// The index in `Program.facts` of `<name>.entered`: the key, `state` and `step`.
  package var history: Int
  /// The index in `Program.records` of the record for loops over instances: the key and `state`.
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

/// A lifecycle with the expressions that identify one of its instances, in the declared order of the lifecycle's key.
package struct LifecycleKey: Hashable, Sendable {
  /// Index in ``Program/lifecycles``.
  package var lifecycle: Int
  package var keys: [Node]
  /// The label of each key in a reason.
  package var keyLabels: [String]

  package init(lifecycle: Int, keys: [Node], keyLabels: [String]) {
    self.lifecycle = lifecycle
    self.keys = keys
    self.keyLabels = keyLabels
  }
}
