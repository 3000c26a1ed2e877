import TruthsLedger
import TruthsProgram
import TruthsText

/// Finds the facts of views, or of all types, that the expressions of one frame read.
///
/// These are facts in which some fields equal values that are known before anything is read, or all facts of a type.
struct ViewReader {
  /// The kind of reads to find.
  enum Subject {
    case views
    /// The facts of every type, whole views, and the time.
    case facts
  }

  /// Fields of a view, and the expressions over the frame's inputs and `let`s that they must equal.
  struct Question: Hashable {
    var pattern: ViewPattern
    var values: [Node]
    /// Whether the question comes from a presence test or look-up, which reads nothing where a value is missing.
    var isOfKey: Bool
  }

  private(set) var wholeViews: Set<Int> = []
  private(set) var questions: [Question] = []
  /// The expressions that `now` is compared with, over the frame's inputs and `let`s; only for `facts`.
  private(set) var moments: [Node] = []
  /// Whether `now` is read in other ways; only for `facts`.
  private(set) var readsMoment = false
  private let subject: Subject
  private let program: Program
  private let language: LanguageVersion
  private let inputs: Int
  /// The `let`s that are known before anything is read, in order.
  private var known: [CheckedLet] = []
  /// Returns which of the given fields can find facts of a view; empty where the whole view is needed.
  private let usable: (_ view: Int, _ fields: Set<Int>) -> [Int]
  private var seen: Set<Call> = []

  private struct Call: Hashable {
    var table: Int
    var arguments: [Node?]
  }

  /// The place of an expression: on the frame itself, or in a function whose arguments are expressions of the frame.
  private enum Scope {
    case frame
    case function([Node?])
  }

  /// Creates a reader for a frame.
  ///
  /// - Parameters:
  ///   - inputs: the number of slots that are filled before anything runs.
  ///   - lets: the `let`s of the frame, which are read too.
  ///   - usable: returns which of the given fields can find facts of a type.
  init(
    _ program: Program, _ language: LanguageVersion, of subject: Subject = .views, inputs: Int, lets: [CheckedLet],
    usable: @escaping (Int, Set<Int>) -> [Int]
  ) {
    self.subject = subject
    self.program = program
    self.language = language
    self.inputs = inputs
    self.usable = usable
    for binding in lets where isKnown(binding.node, .frame) { known.append(binding) }
    for binding in lets { read(binding.node) }
  }

  mutating func read(_ node: Node) { read(node, .frame) }

  mutating func read(_ clauses: [CheckedClause]) {
    for clause in clauses {
      read(clause.test)
      if let reason = clause.reason { read(reason) }
      for person in clause.people {
        if subject == .facts { read(person.node) } else { readAll(person.node) }
      }
    }
  }

  mutating func read(_ outputs: [CheckedOutput]) {
    for output in outputs {
      if let loop = output.loop { note(loop.source, path(loop, filter: output.filter), .frame) }
      for node in output.nodes { read(node) }
    }
  }

  /// Returns the `let`s that some expressions need, in order.
  func lets(of nodes: [Node]) -> [CheckedLet] {
    var needed = nodes.reduce(into: Set<Int>()) { $0.formUnion($1.slots.read) }
    for binding in known.reversed() where needed.contains(binding.slot) { needed.formUnion(binding.node.slots.read) }
    return known.filter { needed.contains($0.slot) }
  }

  // MARK: Reading

  /// Records the reads of an expression. Reads inside of `old` are skipped, because they are on the context before.
  private mutating func read(_ node: Node, _ scope: Scope) {
    if subject == .facts { readMoments(node, scope) }
    node.forEachRead(where: { if case .old = $0 { false } else { true } }) { read in
      switch read {
      case .fact(let key):
        if isRead(key.fact) {
          let fields = key.hasAmounts || key.keys.isEmpty ? [] : program.facts[key.fact].key
          note(key.fact, zip(fields, key.keys).map { ($0, $1) }, scope, isOfKey: true)
        }
      case .elements(let loop): note(loop.source, path(loop), scope)
      case .table(let index, let arguments): self.read(insideOf: index, arguments.map { resolved($0, scope) })
      case .state(let key):
        let type = program.lifecycles[key.lifecycle].history
        if isRead(type) { note(type, key.keys.enumerated().map { ($0, $1) }, scope, isOfKey: true) }
      case .slot, .policy, .builtin, .entry, .old: break
      }
    }
  }

  /// Records the values that `now` is compared with. If such a value is unknown, or `now` is read in another way, the results may
  /// change at any time.
  private mutating func readMoments(_ node: Node, _ scope: Scope) {
    switch node {
    case .old: return
    case .builtin(.now): readsMoment = true
    case .compare(_, .builtin(.now), let bound), .compare(_, let bound, .builtin(.now)):
      guard let moment = resolved(bound, scope) else {
        readsMoment = true
        return
      }
      moments.append(moment)
      readMoments(bound, scope)
    default: for child in node.children { readMoments(child, scope) }
    }
  }

  // MARK: Elements

  /// Returns the keys by which a loop asks for elements.
  ///
  /// They are the keys by which ``ViewFaultReader`` excludes elements, so that a loop asks for exactly the facts whose faults
  /// count.
  private func path(_ loop: NodeLoop) -> AccessPath? {
    if language < .three || subject == .facts { return loop.path }
    switch loop {
    case .quantified(let quantified):
      let body = quantified.quantifier == .every ? nil : quantified.body
      return AccessPath(quantified.loop, filter: Self.equalities([quantified.filter, body]))
    case .aggregate(var aggregate, let place):
      aggregate.filter = Self.equalities([aggregate.filter])
      return AccessPath(aggregate, loop: place)
    }
  }

  private func path(_ loop: LoopNode, filter: Node?) -> AccessPath? {
    AccessPath(loop, filter: language < .three ? filter : Self.equalities([filter]))
  }

  /// Returns the parts of conditions, joined by `and`, that compare by `==`.
  private static func equalities(_ conditions: [Node?]) -> Node? {
    let parts = conditions.compactMap(\.self).flatMap(\.conjunction).filter {
      if case .compare(.equal, _, _) = $0 { return true }
      return false
    }
    return parts.balancedTree(Node.and)
  }

  private mutating func read(insideOf index: Int, _ arguments: [Node?]) {
    let table = program.tables[index]
    guard table.readsContext, seen.insert(Call(table: index, arguments: arguments)).inserted else { return }
    for node in table.nodes { read(node, .function(arguments)) }
  }

  /// Records that the views in an expression are read whole.
  private mutating func readAll(_ node: Node) {
    wholeViews.formUnion(views(node))
  }

  private mutating func note(_ source: SourceNode, _ path: AccessPath?, _ scope: Scope) {
    if case .instances(let lifecycle) = source, subject == .facts { wholeViews.insert(program.lifecycles[lifecycle].history) }
    guard case .facts(let type) = source, isRead(type) else { return }
    let equalities = path?.equalities.compactMap { equality in equality.part.field.map { ($0, equality.value) } }
    note(type, equalities ?? [], scope, isOfKey: false)
  }

  private mutating func note(_ view: Int, _ equalities: [(field: Int, value: Node)], _ scope: Scope, isOfKey: Bool) {
    var values: [Int: Node] = [:]
    for (field, value) in equalities { if let value = resolved(value, scope) { values[field] = values[field] ?? value } }
    let fields = usable(view, Set(values.keys))
    if fields.isEmpty {
      wholeViews.insert(view)
      return
    }
    let question = Question(
      pattern: ViewPattern(view: view, fields: fields), values: fields.compactMap { values[$0] }, isOfKey: isOfKey)
    if !questions.contains(question) { questions.append(question) }
  }

  // MARK: Known values

  /// Returns an expression in terms of the frame, computed before anything is read; `nil` where it is not known then.
  private func resolved(_ node: Node, _ scope: Scope) -> Node? {
    switch (scope, node) {
    case (.frame, _): isKnown(node, scope) ? node : nil
    case (.function(let arguments), .slot(let slot)): arguments.indices.contains(slot) ? arguments[slot] : nil
    case (.function, .field(let base, let field)): resolved(base, scope).map { .field($0, field) }
    case (_, .constant), (_, .policy), (_, .builtin): node
    default: nil
    }
  }

  private func isKnown(_ node: Node, _ scope: Scope) -> Bool {
    let (read, bound) = node.slots
    let given = read.subtracting(bound)
    guard given.allSatisfy({ slot in slot < inputs || known.contains { $0.slot == slot } }) else { return false }
    return views(node).isEmpty
  }

  /// Returns every view that an expression names.
  private func views(_ node: Node) -> Set<Int> {
    var reads = NodeReads(program)
    reads.add(node)
    return reads.views
  }

  private func isRead(_ type: Int) -> Bool { subject == .facts || program.facts[type].isDerived }
}
