import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The clauses and fields that show only values of the proposal. The proposer sees them, because they sent these values (sessions
/// §10.2).
///
/// All other values that rules look up are masked for the proposer too. Otherwise a proposal would reveal what a dry run hides.
struct ProposedValues: Sendable {
  /// Whether all clauses with a text show only proposed values, keyed by the text.
  private(set) var clauses: [Text: Bool] = [:]
  /// The labels of the values of a clause that shows only proposed values, keyed by the clause's id and name; `nil` for any other
  /// clause.
  private var labels: [ClauseName: Set<Text>?] = [:]
  /// The clauses that show only proposed values, each with the id of its truth or invariant.
  private var owned: Set<ClauseName> = []
  /// JSON names of the fields that are made only from proposed values, by fact type.
  private var fields: [Text: Set<Text>] = [:]

  private struct ClauseName: Hashable {
    var id: Text
    var name: Text
  }

  /// - Complexity: O(nodes of the program) if it has sensitive fields.
  init(_ program: Program, _ sensitive: SensitiveFields) {
    if sensitive.isEmpty { return }
    let reads = SensitiveReads(program, sensitive)
    for truth in program.truths {
      let slots = reads.slots(of: truth)
      for clause in truth.clauses {
        add(clause, of: truth.id, isProposed: truth.matches.isEmpty && !reads.areRead(by: clause.nodes, slots))
      }
    }
    for invariant in program.invariants {
      add(invariant.clause, of: invariant.id, isProposed: !reads.areRead(by: invariant.clause.nodes, []))
    }
    addFields(program, reads)
  }

  private mutating func add(_ clause: CheckedClause, of owner: String, isProposed: Bool) {
    if isProposed { owned.insert(ClauseName(id: Text(owner), name: Text(clause.name))) }
    clauses[Text(clause.text)] = clauses[Text(clause.text), default: true] && isProposed
    let name = ClauseName(id: Text(clause.id), name: Text(clause.name))
    let labelsOfProposal: Set<Text>? = isProposed ? Set(clause.terms.map { Text($0.label) }) : nil
    // Clauses that share an id and a name are told apart by nothing in a decision.
    if let known = labels[name] {
      labels[name] = .some(known.flatMap { known in labelsOfProposal.map(known.intersection) })
    } else {
      labels[name] = .some(labelsOfProposal)
    }
  }

  /// Adds the fields that each truth fills from the proposal. A correction keeps the old value of a field that it leaves out.
  private mutating func addFields(_ program: Program, _ reads: SensitiveReads) {
    for truth in program.truths {
      let slots = reads.slots(of: truth)
      for output in truth.outputs {
        let type = program.facts[output.fact]
        let isMatched = !truth.matches.isEmpty || reads.areRead(byLoopOf: output, slots)
        let madeFields = type.fields.indices.filter { place in
          guard !isMatched else { return false }
          guard let node = output.fields[place] else { return !output.isCorrection }
          return !(output.isCorrection && type.fields[place].isOptional) && !reads.areRead(by: [node], slots)
        }
        add(madeFields, of: type)
      }
      for move in truth.moves {
        let keys = move.key.keys.indices.filter { truth.matches.isEmpty && !reads.areRead(by: [move.key.keys[$0]], slots) }
        add(keys, of: program.facts[program.lifecycles[move.key.lifecycle].history])
      }
    }
  }

  private mutating func add(_ made: [Int], of type: FactType) {
    let names = Set(made.map { Text(type.fields[$0].jsonName) })
    fields[Text(type.name)] = fields[Text(type.name)]?.intersection(names) ?? names
  }

  /// Whether a labelled value of a violation belongs to a clause that shows only values from the proposal.
  func areTold(by violation: JSONObject, label: Text) -> Bool {
    guard let id = violation.text("truth_id"), let name = violation.text("clause") else { return false }
    return labels[ClauseName(id: Text(id), name: Text(name))]??.contains(label) ?? false
  }

  /// Whether a clause of a truth or invariant shows only proposed values.
  func areShown(by clause: String, of owner: String) -> Bool { owned.contains(ClauseName(id: Text(owner), name: Text(clause))) }

  func fills(_ field: Text, of type: String) -> Bool { fields[Text(type)]?.contains(field) ?? false }
}

/// Finds the expressions that read sensitive values from somewhere else than the proposal.
private struct SensitiveReads {
  private let program: Program
  private let types: Set<Int>
  private let hasPolicies: Bool

  init(_ program: Program, _ sensitive: SensitiveFields) {
    self.program = program
    types = Set(sensitive.factNames.keys)
    hasPolicies = program.policies.contains { program.holdsSensitive($0.type) }
  }

  /// The slots of the `let`s that read such values; a `let` reads only earlier `let`s.
  func slots(of truth: CheckedTruth) -> Set<Int> {
    truth.lets.reduce(into: []) { slots, binding in
      if areRead(by: [binding.node], slots) { slots.insert(binding.slot) }
    }
  }

  func areRead(by nodes: [Node], _ slots: Set<Int>) -> Bool {
    var reads = NodeReads(program)
    reads.add(nodes)
    if areIn(reads) { return true }
    var isFound = false
    for node in nodes {
      node.forEachRead { read in
        switch read {
        case .slot(let slot): isFound = isFound || slots.contains(slot)
        case .old: isFound = true
        case .policy, .builtin, .entry, .fact, .state, .elements, .table: break
        }
      }
    }
    return isFound
  }

  func areRead(byLoopOf output: CheckedOutput, _ slots: Set<Int>) -> Bool {
    var loop = output
    (loop.filter, loop.fields) = (nil, [])
    var reads = NodeReads(program)
    reads.add([loop])
    return areIn(reads) || areRead(by: loop.nodes, slots)
  }

  private func areIn(_ reads: NodeReads) -> Bool {
    !reads.types.isDisjoint(with: types) || hasPolicies && reads.hasPolicies
  }
}
