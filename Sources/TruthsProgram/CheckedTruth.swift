package import TruthsSyntax
package import TruthsText

/// A checked truth. It fires on intents, or on the facts in `matches`.
package struct CheckedTruth: Hashable, Sendable {
  package var id: String
  /// The name of the pack that declares the truth.
  package var pack: String
  /// The span of the declaration's key, `truth invoice_creation`.
  package var span: Span
  /// Whether the truth belongs to pack `converge`.
  package var isBuiltIn: Bool
  /// Indices in ``Program/intents``, ascending.
  package var intents: [Int]
  /// The facts that the truth fires on; empty where it fires on intents.
  package var matches: [CheckedMatch]
  /// The stratum in which a truth on facts runs, from 1 (declarations §6): truths of a stratum run after those of lower
  /// strata. 0 for a truth on intents.
  package var stratum = 0
  /// Whether the truth makes facts of derived types and nothing else (declarations §7).
  package var isView: Bool
  /// Whether `when` names the truth's pack. If so, the truth fires only for proposals whose `pack` is this pack or absent.
  package var namesPack: Bool
  /// The `if` entries of `when`, joined with `and`.
  package var condition: CheckedCondition?
  /// The trigger's fields, which fill the frame from slot 0.
  package var inputs: [Input]
  /// The `let`s, in an order in which each reads only earlier ones.
  package var lets: [CheckedLet]
  package var requires: [CheckedClause]
  package var invariants: [CheckedClause]
  package var moves: [CheckedMove]
  package var ensures: [CheckedClause]
  package var outputs: [CheckedOutput]
  /// The dotted names of the truth's `trace.…` entries.
  package var traces: [String]
  /// The number of slots of the frame.
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

  /// All clauses, in the order in which they are evaluated.
  package var clauses: [CheckedClause] { requires + invariants + moves.map(\.clause) + ensures }

  /// The expressions that decide whether the truth fires: the condition, the `let`s, and the tests of its moves.
  package var firingNodes: [Node] { [condition?.test].compactMap(\.self) + lets.map(\.node) + moves.map(\.clause.test) }
}

/// A field of the trigger.
package struct Input: Hashable, Sendable {
  package var name: String
  /// The name of the field's member in JSON.
  package var jsonName: String
  package var type: ValueType

  package init(name: String, jsonName: String, type: ValueType) {
    self.name = name
    self.jsonName = jsonName
    self.type = type
  }
}

/// A checked `let`. Its value is computed into its slot before any expression reads it, and must be within the decimal limits
/// for results.
package struct CheckedLet: Hashable, Sendable {
  package var name: String
  package var slot: Int
  package var node: Node
  package var type: ValueType
  /// The names in the expression, as they are written.
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
  /// The expressions of the fact's fields, `nil` for a field without a value. In a correction, `nil` keeps the old value, and
  /// so does an optional field whose value is missing; `Node.takenAway` removes the value.
  package var fields: [Node?]
  /// The names in all these expressions, as they are written.
  package var terms: [Term]
  /// The index among the entries of `produces`, from 0.
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

  /// The expressions that are evaluated for each element of the loop: the filter, then the fields.
  package var innerNodes: [Node] { [filter].compactMap(\.self) + fields.compactMap(\.self) }

  /// Every expression in the output: the list of its loop, then `innerNodes`.
  package var nodes: [Node] { [loop?.source.list].compactMap(\.self) + innerNodes }
}

/// A checked standalone invariant.
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
    /// The invariant is checked for every intent.
    case all
    /// The invariant is checked after every run, on the resulting state.
    case state
    /// The invariant is checked for some intents, by their indices in `Program.intents`.
    case intents([Int])
  }
}

/// The people and systems that may bring in facts of a type from outside (declarations §3).
package struct Arrival: Hashable, Sendable {
  /// Types of actors and roles, in the order written; empty for a plain `external: true`.
  package var by: [String]

  package init(by: [String] = []) { self.by = by }

  package init(_ syntax: ExternalSyntax) { self.init(by: syntax.by.map(\.text)) }

  /// The types of actors that may bring in facts. An agent may only propose.
  package static let types = ["system", "user"]

  /// Whether an actor may bring in such facts.
  ///
  /// - Parameters:
  ///   - type: the actor's type; without a known type the actor may not.
  ///   - roles: the actor's roles.
  package func takes(type: String?, roles: [String]) -> Bool {
    guard let type, Self.types.contains(type) else { return false }
    let named = Set(whom.map { Text($0) })
    return named.contains(Text(type)) || roles.contains { !Self.types.contains($0) && named.contains(Text($0)) }
  }

  /// The actors in words, for messages: `system or @bookkeeper`.
  package var words: String { whom.map { Self.types.contains($0) ? $0 : "@\($0)" }.joined(separator: " or ") }

  private var whom: [String] { by.isEmpty ? Self.types : by }
}
