import TruthsEngine
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The data that some clauses read, as far as it shows which changes may matter.
///
/// The data are fields of the proposal, fact types, built-in values, and constants.
struct ClauseReads {
  /// A field of the proposal that clauses compare with a field of a fact type.
  struct Relation: Hashable {
    /// The JSON name of the intent's field.
    var field: String
    /// The fact type, as an index in ``Program/facts``.
    var fact: Int
    /// The index of the fact's field.
    var place: Int
  }

  /// The JSON names of the proposal's fields that are read.
  private(set) var fields: Set<String> = []
  /// The fact types that are read, as indices in ``Program/facts``.
  private(set) var facts: Set<Int> = []
  private(set) var builtins: Set<Builtin> = []
  /// The constants, in the order of the clauses, each once.
  private(set) var constants: [Value] = []
  private(set) var relations: [Relation] = []
  /// The lifecycles whose instances a field of the proposal names. `lifecycle` is an index in ``Program/lifecycles``; `place`
  /// is the index in the lifecycle's key.
  private(set) var instances: [(field: String, lifecycle: Int, place: Int)] = []

  private let program: Program
  private var seenConstants: Set<Value> = []
  private var seenRelations: Set<Relation> = []
  private var seenInstances: Set<Relation> = []
  private var seenTables: Set<Int> = []
  /// The inputs of the declaration that is being read.
  private var inputs: [Input] = []
  private var lets: [Int: Node] = [:]
  /// The fact types of loop variables and matches, keyed by slot.
  private var variables: [Int: Int] = [:]

  init(_ program: Program) { self.program = program }

  /// Reads all clauses that were evaluated in a run. If none were evaluated, it reads the truths on the intent.
  init(of outcome: RunOutcome, intent: Int, _ program: Program) {
    self.init(program)
    let ids = Set(outcome.evaluated.map(\.id))
    for truth in program.truths where ids.isEmpty ? truth.intents.contains(intent) : ids.contains(truth.id) { read(truth) }
    for invariant in program.invariants where ids.contains(invariant.id) { read(invariant) }
  }

  /// The part that is read of a truth whose clause is violated: only that clause, or the whole truth.
  enum Extent {
    case clause, truth
  }

  /// Reads the declaration of a violated clause; `nil` for a built-in clause, which may read everything.
  init?(of violation: Violation, _ extent: Extent, _ program: Program) {
    self.init(program)
    if let truth = program.truths.first(where: { $0.id == violation.declaredBy && !$0.isBuiltIn }) {
      let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause) + truth.ensures
      if extent == .clause, let clause = clauses.first(where: { $0.name == violation.clause }) {
        read(clause, of: truth)
      } else {
        read(truth)
      }
    } else if let invariant = program.invariants.first(where: { $0.id == violation.declaredBy }) {
      read(invariant)
    } else {
      return nil
    }
  }

  mutating func read(_ truth: CheckedTruth) {
    enter(truth.inputs, truth.lets)
    if let condition = truth.condition { visit(condition.test) }
    for binding in truth.lets { visit(binding.node) }
    for clause in truth.requires + truth.invariants + truth.ensures + truth.moves.map(\.clause) { read(clause) }
    for move in truth.moves { visit(.state(move.key)) }
  }

  mutating func read(_ invariant: CheckedInvariant) {
    enter(invariant.inputs, [])
    read(invariant.clause)
  }

  /// Reads one clause of a truth, and the condition under which the truth fires.
  mutating func read(_ clause: CheckedClause, of truth: CheckedTruth) {
    begin(truth)
    read(clause)
  }

  mutating func read(_ output: CheckedOutput, of truth: CheckedTruth) {
    begin(truth)
    if let loop = output.loop { bind(loop.source, to: loop.slot) }
    for node in output.nodes { visit(node) }
  }

  mutating func read(_ move: CheckedMove, of truth: CheckedTruth) {
    begin(truth)
    read(move.clause)
    visit(.state(move.key))
  }

  /// Reads a field that the intent requires.
  mutating func read(field: Field) { fields.insert(field.jsonName) }

  private mutating func begin(_ truth: CheckedTruth) {
    enter(truth.inputs, truth.lets)
    for match in truth.matches {
      facts.insert(match.fact)
      variables[match.slot] = match.fact
    }
    if let condition = truth.condition { visit(condition.test) }
  }

  private mutating func enter(_ inputs: [Input], _ lets: [CheckedLet]) {
    self.inputs = inputs
    self.lets = Dictionary(lets.map { ($0.slot, $0.node) }, uniquingKeysWith: { first, _ in first })
    variables = [:]
  }

  private mutating func read(_ clause: CheckedClause) {
    visit(clause.test)
    for person in clause.people { visit(person.node) }
  }

  private mutating func visit(_ node: Node) {
    node.forEachNode { part in
      part.forEachOwnRead { note($0) }
      noteValues(part)
    }
  }

  private mutating func note(_ read: NodeRead) {
    switch read {
    case .slot(let slot):
      if let field = field(of: .slot(slot)) {
        fields.insert(field)
      } else if let node = lets.removeValue(forKey: slot) {
        visit(node)
      }
    case .builtin(let builtin): builtins.insert(builtin)
    case .fact(let key): relate(key)
    case .state(let key): relate(key)
    case .elements(let loop): bind(loop.source, to: loop.slot)
    case .table(let table, _): if seenTables.insert(table).inserted { self.read(program.tables[table]) }
    case .policy, .entry, .old: break
    }
  }

  /// Records the constants that a node itself contains, and the fields that it compares.
  private mutating func noteValues(_ node: Node) {
    switch node {
    case .constant(let value): note(value)
    case .compare(_, let left, let right):
      relate(left, right)
      relate(right, left)
    case .isIn(let element, .list(let list)): for entry in list { relate(element, entry) }
    case .matches(_, let pattern, _): note(.text(Text(pattern.sample)))
    case .like(_, .constant(.text(let form))): note(.text(Text(Pattern.sample(ofWildcards: form.string))))
    case .call(.isEmail, _): note(.text("ann@example.com"))
    case .call(.isLegible, _): note(.text("text"))
    default: break
    }
  }

  /// Reads the constants and facts of a table, whose slots have a meaning of their own.
  private mutating func read(_ table: CheckedTable) {
    let (inputs, lets, variables) = (inputs, lets, variables)
    (self.inputs, self.lets, self.variables) = ([], [:], [:])
    for node in table.nodes { visit(node) }
    (self.inputs, self.lets, self.variables) = (inputs, lets, variables)
  }

  private mutating func note(_ value: Value) {
    if case .list(let elements) = value { return elements.forEach { note($0) } }
    if !value.isMissing, seenConstants.insert(value).inserted { constants.append(value) }
  }

  private mutating func bind(_ source: SourceNode, to slot: Int) {
    guard case .facts(let type) = source else { return }
    facts.insert(type)
    variables[slot] = type
  }

  private mutating func relate(_ key: FactKey) {
    facts.insert(key.fact)
    let places = program.facts[key.fact].key
    for (index, node) in key.keys.enumerated() {
      guard let field = field(of: node) else { continue }
      add(Relation(field: field, fact: key.fact, place: index < places.count ? places[index] : index))
    }
  }

  private mutating func relate(_ key: LifecycleKey) {
    facts.insert(program.lifecycles[key.lifecycle].history)
    for (index, node) in key.keys.enumerated() {
      guard let field = field(of: node) else { continue }
      let instance = Relation(field: field, fact: key.lifecycle, place: index)
      if seenInstances.insert(instance).inserted { instances.append((field, key.lifecycle, index)) }
    }
  }

  private mutating func relate(_ one: Node, _ other: Node) {
    guard let field = field(of: one), case .field(.slot(let slot), let place) = other, let type = variables[slot] else { return }
    add(Relation(field: field, fact: type, place: place))
  }

  private mutating func add(_ relation: Relation) {
    if seenRelations.insert(relation).inserted { relations.append(relation) }
  }

  /// Returns the relations that concern a field of a fact type, given by the index of the field.
  func relations(fact: Int, place: Int) -> [Relation] { relations.filter { $0.fact == fact && $0.place == place } }

  /// Returns the JSON name of the proposal's field that an expression reads directly; `nil` for any other expression.
  private func field(of node: Node) -> String? {
    guard case .slot(let slot) = node.whole.withoutCurrency, slot < inputs.count else { return nil }
    return inputs[slot].jsonName
  }
}
