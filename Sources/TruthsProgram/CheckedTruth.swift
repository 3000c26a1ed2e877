package import TruthsSyntax
package import TruthsText

/// A truth after checking. It fires on intents, or on facts: then ``matches`` says on which.
package struct CheckedTruth: Hashable, Sendable {
  package var id: String
  /// Name of the pack that declares it.
  package var pack: String
  /// The declaration's key, `truth invoice_creation`.
  package var span: Span
  /// Whether it belongs to pack `converge`.
  package var isBuiltIn: Bool
  /// Indices in ``Program/intents``, ascending.
  package var intents: [Int]
  /// The facts that it fires on; empty where it fires on intents.
  package var matches: [CheckedMatch]
  /// Of a truth on facts: the stratum in which it runs, from 1 (declarations §6). 0 for a truth on intents.
  package var stratum = 0
  /// Whether it makes facts of derived types, and nothing else (declarations §7).
  package var isView: Bool
  /// Whether `when` names its pack: then it fires only where the proposal's `pack` is this one or absent.
  package var namesPack: Bool
  /// The `if` entries of `when`, joined with `and`.
  package var condition: CheckedCondition?
  /// The trigger's fields, which fill the frame from slot 0.
  package var inputs: [Input]
  /// In an order in which each reads only those before it.
  package var lets: [CheckedLet]
  package var requires: [CheckedClause]
  package var invariants: [CheckedClause]
  package var moves: [CheckedMove]
  package var ensures: [CheckedClause]
  package var outputs: [CheckedOutput]
  /// The dotted names of its `trace.…` entries.
  package var traces: [String]
  /// Slots that its frame needs.
  package var frameSize: Int

  package init(
    id: String, pack: String, span: Span, isBuiltIn: Bool, intents: [Int], matches: [CheckedMatch], isView: Bool, namesPack: Bool,
    condition: CheckedCondition?, inputs: [Input], lets: [CheckedLet], requires: [CheckedClause], invariants: [CheckedClause],
    moves: [CheckedMove], ensures: [CheckedClause], outputs: [CheckedOutput], traces: [String], frameSize: Int
  ) {
    self.id = id
    self.pack = pack
    self.span = span
    self.isBuiltIn = isBuiltIn
    self.intents = intents
    self.matches = matches
    self.isView = isView
    self.namesPack = namesPack
    self.condition = condition
    self.inputs = inputs
    self.lets = lets
    self.requires = requires
    self.invariants = invariants
    self.moves = moves
    self.ensures = ensures
    self.outputs = outputs
    self.traces = traces
    self.frameSize = frameSize
  }

  /// All its clauses, in the order in which they are read.
  package var clauses: [CheckedClause] { requires + invariants + moves.map(\.clause) + ensures }

  /// What decides whether it fires: the condition, the `let`s, and the tests of its moves.
  package var firingNodes: [Node] { [condition?.test].compactMap(\.self) + lets.map(\.node) + moves.map(\.clause.test) }
}

/// A field of the trigger.
package struct Input: Hashable, Sendable {
  package var name: String
  /// What its member is called in JSON.
  package var jsonName: String
  package var type: ValueType

  package init(name: String, jsonName: String, type: ValueType) {
    self.name = name
    self.jsonName = jsonName
    self.type = type
  }
}

/// A `let`: its value is worked out into its slot before anything that reads it; what leaves it is held to the decimal limits.
package struct CheckedLet: Hashable, Sendable {
  package var name: String
  package var slot: Int
  package var node: Node
  package var type: ValueType
  /// The names in it, as they are written.
  package var terms: [Term]

  package init(name: String, slot: Int, node: Node, type: ValueType, terms: [Term] = []) {
    self.name = name
    self.slot = slot
    self.node = node
    self.type = type
    self.terms = terms
  }
}

/// A fact or correction that a truth produces.
package struct CheckedOutput: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var isCorrection: Bool
  package var loop: LoopNode?
  package var filter: Node?
  /// The filter as the formatter writes it.
  package var filterText: String?
  /// One per field of the fact type; `nil` where nothing gives it a value. For a correction `nil` keeps the corrected version's,
  /// as does an optional field whose value is missing, and ``Node/takenAway`` takes it away.
  package var fields: [Node?]
  /// The names in all of these, as they are written.
  package var terms: [Term]
  /// From 0, among the entries of `produces`.
  package var position: Int
  package var span: Span

  package init(
    fact: Int, isCorrection: Bool, loop: LoopNode?, filter: Node?, filterText: String?, fields: [Node?], terms: [Term],
    position: Int, span: Span
  ) {
    self.fact = fact
    self.isCorrection = isCorrection
    self.loop = loop
    self.filter = filter
    self.filterText = filterText
    self.fields = fields
    self.terms = terms
    self.position = position
    self.span = span
  }

  /// What is worked out for each element of its loop: the filter, then the fields.
  package var innerNodes: [Node] { [filter].compactMap(\.self) + fields.compactMap(\.self) }

  /// Every expression in it: the list of its loop, then ``innerNodes``.
  package var nodes: [Node] { [loop?.source.list].compactMap(\.self) + innerNodes }
}

/// An invariant of its own.
package struct CheckedInvariant: Hashable, Sendable {
  package var id: String
  package var pack: String
  package var span: Span
  package var applies: Application
  package var inputs: [Input]
  package var clause: CheckedClause
  package var frameSize: Int

  package init(
    id: String, pack: String, span: Span, applies: Application, inputs: [Input], clause: CheckedClause, frameSize: Int
  ) {
    self.id = id
    self.pack = pack
    self.span = span
    self.applies = applies
    self.inputs = inputs
    self.clause = clause
    self.frameSize = frameSize
  }

  package enum Application: Hashable, Sendable {
    /// Every intent.
    case all
    /// After every run, on the result.
    case state
    /// Indices in ``Program/intents``.
    case intents([Int])
  }
}

/// Who brings facts of a type in from outside (declarations §3).
package struct Arrival: Hashable, Sendable {
  /// Types of actors and roles, in the order written; empty where `external: true` says no more.
  package var by: [String]

  package init(by: [String] = []) { self.by = by }

  package init(_ syntax: ExternalSyntax) { self.init(by: syntax.by.map(\.text)) }

  /// The types of actors that bring facts in; an agent proposes, and does nothing else.
  package static let types = ["system", "user"]

  /// Whether an actor brings such facts in.
  ///
  /// - Parameters:
  ///   - type: the actor's type; one without a type, or with another one, brings nothing in.
  ///   - roles: the actor's roles.
  package func takes(type: String?, roles: [String]) -> Bool {
    guard let type, Self.types.contains(type) else { return false }
    let named = Set(whom.map { Text($0) })
    return named.contains(Text(type)) || roles.contains { !Self.types.contains($0) && named.contains(Text($0)) }
  }

  /// Who may, for people: `system or @bookkeeper`.
  package var words: String { whom.map { Self.types.contains($0) ? $0 : "@\($0)" }.joined(separator: " or ") }

  private var whom: [String] { by.isEmpty ? Self.types : by }
}
