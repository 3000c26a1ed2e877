import TruthsSyntax

/// A fault of a view's fact, or of all facts of a view where the key is unknown.
struct ViewFault: Hashable {
  var type: String
  var key: [String: Val]?
  var finding: Finding
}

/// Finds the faults of views that expressions read, as declarations §7 defines them.
///
/// A presence test or look-up reads its key; a source reads every element that its condition does not exclude by the key. All
/// parts of an expression are read. A key without a value reads nothing, because the result is then unknown in any case.
struct ViewReads {
  let evaluator: Evaluator
  private(set) var found: Set<Finding> = []
  /// The forms in which the current expression is read, from the outermost.
  private var ways: [ViewWay] = []

  private var world: World { evaluator.world }

  /// - Parameter place: where it is read.
  init(_ world: World, in place: ViewWay? = nil) {
    evaluator = Evaluator(world)
    ways = [place].compactMap(\.self)
  }

  /// Returns the findings about the views that are read at a place, in order of ids.
  static func findings(_ world: World, _ place: ViewWay, _ read: (inout ViewReads) -> Void) -> [Finding] {
    if world.viewFaults.isEmpty, world.before.allSatisfy(\.viewFaults.isEmpty) { return [] }
    var reads = ViewReads(world, in: place)
    read(&reads)
    return reads.found.sorted { $0.id < $1.id }
  }

  /// Records that an application is unknown.
  mutating func noteIncomplete() { found.insert(.incomplete) }

  private mutating func within(_ way: ViewWay, _ read: (inout ViewReads) -> Void) {
    ways.append(way)
    read(&self)
    ways.removeLast()
  }

  mutating func read(_ entries: [ClauseEntry], _ scope: Scope) {
    for entry in entries { read(entry.clause, scope) }
  }

  mutating func read(_ clause: Clause, _ scope: Scope) {
    read(clause.condition, scope)
    if case .expression(let expr)? = clause.consequence { read(expr, scope) }
  }

  mutating func read(_ truth: Vocab.Truth, _ scope: Scope) {
    for output in truth.body.facts {
      guard let loop = output.loop else {
        read(output, scope)
        continue
      }
      readSource(loop.source, [output.filter].compactMap(\.self), loop.variable.text, scope)
      for inner in scopes(loop.source, loop.variable.text, scope) { read(output, inner) }
    }
  }

  /// Adds the reads of an output at one element of its loop: its condition, its written fields, and the `let`s that it copies.
  mutating func read(_ output: FactOutput, _ scope: Scope) {
    if let filter = output.filter { read(filter, scope) }
    let written = Set(output.fields.map(\.name.text))
    let fields = Set(evaluator.vocab.factType(output.type.text)?.fields.map(\.name) ?? []).subtracting(written)
    let copied = scope.lets.filter { fields.contains($0.key) && scope.trigger[$0.key] == nil }.map(\.value)
    for value in output.fields.map(\.value) { read(value, scope) }
    for value in copied { read(value, scope.outsideLoops) }
  }

  /// The persons that a clause asks.
  mutating func read(_ spec: ApprovalSpec, _ scope: Scope) {
    for expr in spec.approvers.compactMap(\.person) + [spec.excluded].compactMap(\.self) { read(expr, scope) }
  }

  mutating func read(_ value: ValueSyntax, _ scope: Scope) {
    switch value.kind {
    case .text(let literal): read(literal, scope)
    case .expression(let expr): read(expr, scope)
    case .list(let elements): for element in elements { read(element, scope) }
    case .record(let fields): for field in fields { read(field.value, scope) }
    case .missing: break
    }
  }

  private mutating func read(_ literal: TextLiteral, _ scope: Scope) {
    for case .interpolation(let expr) in literal.parts { read(expr, scope) }
  }

  mutating func read(_ expr: Expr, _ scope: Scope) {
    switch expr.kind {
    case .number, .percent, .boolean, .error: break
    case .text(let literal): read(literal, scope)
    case .call(let name, let elements) where name.text == "old":
      guard let before = world.before.first, let inner = elements.first else { return }
      var reads = ViewReads(before, in: .old)
      reads.read(inner, scope)
      found.formUnion(reads.found)
    case .list(let elements): for element in elements { read(element, scope) }
    case .call(let name, let arguments):
      for argument in arguments { read(argument, scope) }
      let vocab = evaluator.vocab
      if let table = vocab.find(name.text, in: vocab.tables, from: scope.pack)?.item, let value = table.value {
        read(value, evaluator.scope(of: table, arguments, scope))
      }
    case .name, .member, .keyed: path(expr, scope)
    case .current(let inner): within(.the) { $0.path(inner, scope) }
    case .with(let base, let fields):
      read(base, scope)
      for field in fields { read(field.value, scope) }
    case .negate(let operand): read(operand, scope)
    case .not(let operand): within(.not) { $0.read(operand, scope) }
    case .test(let test, let operand): within(test == .exists ? .exists : .missing) { $0.read(operand, scope) }
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      read(left, scope)
      read(right, scope)
    case .quantified(let quantified):
      within(.quantifier(quantified.quantifier)) { $0.read(quantified, scope) }
    case .conditional(let conditional): for part in conditional.parts { read(part, scope) }
    case .between(let value, let low, let high): for part in [value, low, high] { read(part, scope) }
    case .aggregate(let aggregate):
      within(.aggregate(aggregate.function)) { $0.loops(aggregate.loops[...], aggregate, scope) }
    }
  }

  private mutating func path(_ expr: Expr, _ scope: Scope) {
    guard let path = Evaluator.Path(expr) else {
      if case .member(let base, _) = expr.kind { read(base, scope) }
      return
    }
    within(.key) { reads in for key in path.keys ?? [] { reads.read(key.value, scope) } }
    switch evaluator.meaning(path, scope) {
    case .presence(let type, let given): within(.presence) { $0.look(type, given, scope) }
    case .lookup(let type, let given, _): within(.lookup) { $0.look(type, given, scope) }
    case .state: break
    case .binding(let name, _):
      if let binding = scope.lets[name] { within(.binding) { $0.read(binding, scope.outsideLoops) } }
    default: break
    }
  }

  private mutating func look(_ type: String, _ given: [KeyArgument], _ scope: Scope) {
    guard let fact = evaluator.vocab.facts[type], fact.isDerived, let keys = evaluator.keys(of: type, given, scope) else {
      return
    }
    note { $0.type == type && (fact.key.isEmpty || $0.key == nil || $0.key == keys) }
  }

  private mutating func note(_ isRead: (ViewFault) -> Bool) {
    if case .skips(let way)? = world.mistake, ways.contains(way) { return }
    for fault in world.viewFaults where isRead(fault) { found.insert(fault.finding) }
  }

  /// Only `where` narrows the reads of `every`; its body cannot exclude an element.
  private mutating func read(_ quantified: Quantified, _ scope: Scope) {
    let filter = [quantified.filter].compactMap(\.self)
    let narrows = quantified.quantifier != .every || world.mistake == .everyNarrows
    readSource(quantified.source, filter + (narrows ? [quantified.body] : []), quantified.variable.text, scope)
    for inner in scopes(quantified.source, quantified.variable.text, scope) {
      for condition in filter + [quantified.body] { read(condition, inner) }
    }
  }

  private mutating func loops(_ loops: ArraySlice<Aggregate.Loop>, _ aggregate: Aggregate, _ scope: Scope) {
    guard let loop = loops.first else {
      for part in [aggregate.filter, aggregate.value].compactMap(\.self) + aggregate.order.map(\.value) { read(part, scope) }
      return
    }
    readSource(loop.source, [aggregate.filter].compactMap(\.self), loop.variable.text, scope)
    for inner in scopes(loop.source, loop.variable.text, scope) { self.loops(loops.dropFirst(), aggregate, inner) }
  }

  /// A source reads every element but those that its condition rules out by their key.
  mutating func readSource(_ source: Expr, _ conditions: [Expr], _ variable: String, _ scope: Scope) {
    guard let path = Evaluator.Path(source), case .presence(let type, _) = evaluator.meaning(path, scope) else {
      return read(source, scope)
    }
    // Facts with entries have no faults.
    guard let fact = evaluator.vocab.facts[type], fact.isDerived else { return }
    let wanted = conditions.flatMap(\.conjuncts).compactMap { self.wanted($0, variable, fact, scope) }
    note { fault in
      fault.type == type && (fault.key.map { key in wanted.allSatisfy { key[$0.field] == $0.value } } ?? true)
    }
  }

  /// A scope for each element of a source.
  private func scopes(_ source: Expr, _ variable: String, _ scope: Scope) -> [Scope] {
    guard let elements = evaluator.elements(source, scope), let type = evaluator.elementType(source, scope) else { return [] }
    return elements.map { scope.binding(variable, $0, type) }
  }

  /// Returns the key field and the value in `x.key == value`, where the value does not depend on the element.
  private func wanted(
    _ expr: Expr, _ variable: String, _ fact: Vocab.FactType, _ scope: Scope
  ) -> (field: String, value: Val)? {
    guard case .binary(.equal, let left, let right) = expr.kind else { return nil }
    for (side, other) in [(left, right), (right, left)] {
      guard let words = Evaluator.Path(side)?.words, words.count == 2, words[0] == variable, fact.key.contains(words[1]) else {
        continue
      }
      var names = NamesRead()
      names.read(other, scope)
      if names.words.contains(variable) { continue }
      let value = evaluator.eval(other, scope, want: fact.field(words[1])?.type)
      return value.isMissing ? nil : (words[1], value)
    }
    return nil
  }
}
