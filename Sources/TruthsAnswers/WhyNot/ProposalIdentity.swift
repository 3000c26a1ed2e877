import TruthsJSON
package import TruthsProgram
import TruthsText

/// The identity of a proposal: the thing that it is about, and the actor who makes it.
///
/// The identity consists of `proposal_id`, the actor, the person for whom the actor acts, and some fields. With these fields,
/// clauses find and make facts and instances. A change of the identity makes a different proposal. Change sets that keep the
/// identity therefore come first (answers §1.1).
package struct ProposalIdentity {
  /// The paths of the fields that belong to the identity, as JSON names from the outermost field inwards. Elements of lists
  /// have no name in a path.
  private let keys: Set<[String]>

  /// The members of the envelope that belong to the identity.
  private static let envelope: Set<String> = ["actor", "on_behalf_of", "proposal_id"]

  /// Creates the identity of a proposal without an intent.
  init() { keys = [] }

  /// - Parameter intent: the index of the intent in ``Program/intents``.
  package init(of intent: Int, _ program: Program) {
    var finder = KeyFinder(program)
    for truth in program.truths where truth.intents.contains(intent) { finder.read(truth) }
    for invariant in program.invariants {
      if case .intents(let intents) = invariant.applies, !intents.contains(intent) { continue }
      finder.read(invariant)
    }
    keys = finder.keys
  }

  /// Returns whether a change alters the identity. The addition of a missing key does not alter it.
  package func isChanged(by change: Change) -> Bool {
    guard case .field(let position, let from?, let to) = change else {
      if case .field(let position, nil, _?) = change { return position.isEnvelope && Self.envelope.contains(position.root) }
      return false
    }
    if position.isEnvelope { return Self.envelope.contains(position.root) }
    let names = position.names
    // Removing an element removes its key too.
    if to == nil, case .element? = position.steps.last { return false }
    return keys.contains { key in
      guard key.starts(with: names) else { return false }
      let inner = key.dropFirst(names.count)
      let old = Set(Self.values(of: from, inner))
      let new = Set(to.map { Self.values(of: $0, inner) } ?? [])
      return !old.isSubset(of: new)
    }
  }

  /// Returns the values at a path of names inside a value. In a list, all elements are followed.
  private static func values(of value: JSONValue, _ names: ArraySlice<String>) -> [JSONValue] {
    if case .array(let elements) = value { return elements.flatMap { values(of: $0, names) } }
    guard let name = names.first else { return value == .null ? [] : [value] }
    return value[name].map { values(of: $0, names.dropFirst()) } ?? []
  }
}

extension ProposalPlace {
  /// The names on the path, without the indices of elements.
  fileprivate var names: [String] {
    steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
  }
}

/// Finds the fields of a proposal that clauses and outputs use as keys of facts and instances.
private struct KeyFinder {
  private let program: Program
  private(set) var keys: Set<[String]> = []
  /// The fields of the proposal that each slot may hold, keyed by slot.
  private var pathsOfSlot: [Int: [FieldPath]] = [:]
  /// The fact types of loop variables, keyed by slot.
  private var variables: [Int: Int] = [:]
  private var seenCalls: Set<Call> = []

  init(_ program: Program) { self.program = program }

  /// The path to a field of the proposal, or to a member inside a field's value, and the type at its end.
  private struct FieldPath: Hashable {
    var names: [String]
    var type: ValueType
  }

  /// The call of a table, with the parts of the proposal that its arguments may hold.
  private struct Call: Hashable {
    var table: Int
    var arguments: [[FieldPath]]
  }

  mutating func read(_ truth: CheckedTruth) {
    enter(truth.inputs)
    for binding in truth.lets {
      pathsOfSlot[binding.slot] = paths(of: binding.node)
      visit(binding.node)
    }
    if let condition = truth.condition { visit(condition.test) }
    for clause in truth.requires + truth.invariants + truth.ensures { visit(clause.test) }
    for move in truth.moves {
      for key in move.key.keys { note(key) }
      visit(move.clause.test)
    }
    for output in truth.outputs { read(output) }
  }

  mutating func read(_ invariant: CheckedInvariant) {
    enter(invariant.inputs)
    visit(invariant.clause.test)
  }

  private mutating func read(_ output: CheckedOutput) {
    if let loop = output.loop { bind(loop.source, to: loop.slot) }
    let key = program.facts[output.fact].key
    for (place, node) in output.fields.enumerated() {
      guard let node else { continue }
      if key.contains(place) { note(node) }
      visit(node)
    }
    if let filter = output.filter { visit(filter) }
  }

  private mutating func enter(_ inputs: [Input]) {
    (pathsOfSlot, variables) = ([:], [:])
    for (slot, input) in inputs.enumerated() { pathsOfSlot[slot] = [FieldPath(names: [input.jsonName], type: input.type)] }
  }

  private mutating func bind(_ source: SourceNode, to slot: Int) {
    switch source {
    case .facts(let type): variables[slot] = type
    case .instances: break
    case .list(let list):
      pathsOfSlot[slot] = paths(of: list).compactMap { path in
        if case .list(let element) = path.type { FieldPath(names: path.names, type: element) } else { nil }
      }
    }
  }

  /// Records a side of `==` as a key, if the other side is a key field of a fact in a loop.
  private mutating func note(_ node: Node, equalTo other: Node) {
    guard case .field(.slot(let slot), let place) = other, let type = variables[slot], program.facts[type].key.contains(place)
    else { return }
    note(node)
  }

  private mutating func note(_ node: Node) {
    for path in paths(of: node) { keys.insert(path.names) }
  }

  /// Returns the parts of the proposal whose value an expression may give.
  private func paths(of node: Node) -> [FieldPath] {
    switch node {
    case .slot(let slot): return pathsOfSlot[slot] ?? []
    case .amount(let amount, _): return paths(of: amount)
    case .conditional(_, let one, let other): return paths(of: one) + paths(of: other)
    case .coalesce(let nodes): return nodes.flatMap { paths(of: $0) }
    case .field(let base, let place):
      return paths(of: base).compactMap { path in
        guard case .record(let index) = path.type else { return nil }
        let field = program.records[index].fields[place]
        return FieldPath(names: path.names + [field.jsonName], type: field.type)
      }
    default: return []
    }
  }

  private mutating func visit(_ node: Node) {
    node.forEachNode { part in
      part.forEachOwnRead { note($0) }
      guard case .compare(.equal, let left, let right) = part else { return }
      note(left, equalTo: right)
      note(right, equalTo: left)
    }
  }

  private mutating func note(_ read: NodeRead) {
    switch read {
    case .fact(let key): for node in key.keys { note(node) }
    case .state(let key): for node in key.keys { note(node) }
    case .elements(let loop): bind(loop.source, to: loop.slot)
    case .table(let index, let arguments): enter(index, arguments)
    case .slot, .policy, .builtin, .entry, .old: break
    }
  }

  /// Reads a table that is called, with the arguments of the call as its inputs.
  private mutating func enter(_ index: Int, _ arguments: [Node]) {
    let given = arguments.map { paths(of: $0) }
    guard seenCalls.insert(Call(table: index, arguments: given)).inserted else { return }
    let (table, outer) = (program.tables[index], (pathsOfSlot, variables))
    pathsOfSlot = Dictionary(uniqueKeysWithValues: given.enumerated().map { ($0.offset, $0.element) })
    variables = [:]
    for binding in table.lets {
      pathsOfSlot[binding.slot] = paths(of: binding.node)
      visit(binding.node)
    }
    for row in table.rows { for node in [row.condition, row.value].compactMap(\.self) { visit(node) } }
    (pathsOfSlot, variables) = outer
  }
}
