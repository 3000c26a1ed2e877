import TruthsSyntax

/// The facts that a truth on facts reads positively and negatively (declarations §6). `ensures` is left out, because it is read
/// after all strata.
struct Reads {
  let evaluator: Evaluator
  private(set) var scope: Scope
  private(set) var positive = Set<String>()
  private(set) var negative = Set<String>()
  /// The `let`s that were seen through, since a loop's variable may have the name of one.
  private var seenLets = Set<String>()

  init(_ vocab: Vocab, _ truth: Vocab.Truth) {
    self.init(vocab, Firing.emptyScope(truth, vocab))
    addFiring(truth)
    addMoves(truth)
    add(truth.body.invariants)
    addOutputs(truth)
  }

  init(_ vocab: Vocab, _ scope: Scope) {
    evaluator = Evaluator(World(vocab))
    self.scope = scope
  }

  var all: Set<String> { positive.union(negative) }

  mutating func addFiring(_ truth: Vocab.Truth) {
    for entry in truth.body.when {
      switch entry {
      case .fact(let match): positive.insert(evaluator.vocab.factType(match.type.text)?.name ?? "")
      case .condition(let expr): condition(expr)
      case .intents, .pack: break
      }
    }
  }

  /// The states that its moves leave are read positively; nothing enters `start`.
  private mutating func addMoves(_ truth: Vocab.Truth) {
    for move in truth.body.moves {
      guard let (name, lifecycle) = MoveReader(evaluator, scope).lifecycle(move) else { continue }
      for state in evaluator.vocab.left(by: move.chain, of: name) where state != "start" {
        positive.insert("\(lifecycle.name).entered/\(state)")
      }
    }
  }

  mutating func addBindings(_ truth: Vocab.Truth) {
    for binding in truth.body.lets { visit(binding.value) }
  }

  mutating func add(_ clauses: [ClauseEntry]) {
    for entry in clauses { add(entry.clause) }
  }

  mutating func add(_ clause: Clause) {
    visit(clause.condition)
    switch clause.consequence {
    case .expression(let expr): visit(expr)
    case .effect(let effect): if let text = effect.text { visit(text) }
    case nil: break
    }
    switch clause.otherwise {
    case .reason(let text): visit(text)
    case .effect(let effect): if let text = effect.text { visit(text) }
    case nil: break
    }
  }

  mutating func addOutputs(_ truth: Vocab.Truth) {
    for output in truth.body.produces {
      guard case .fact(let fact) = output.kind else { continue }
      if let loop = fact.loop { visit(loop.source) }
      if let filter = fact.filter { visit(filter) }
      for field in fact.fields { visit(field.value) }
      addCopies(fact)
    }
  }

  /// Fields that are not written are copied from `let`s of their names.
  private mutating func addCopies(_ output: FactOutput) {
    let written = Set(output.fields.map(\.name.text))
    for field in evaluator.vocab.factType(output.type.text)?.fields ?? [] where !written.contains(field.name) {
      if scope.triggerTypes[field.name] == nil, let binding = scope.lets[field.name] { visit(binding) }
    }
  }

  /// A presence test or a `some`, under `and` and `or` only, and through `let`s, is read positively.
  private mutating func condition(_ expr: Expr) {
    switch expr.kind {
    case .and(let left, let right), .or(let left, let right):
      condition(left)
      condition(right)
    case .test(.exists, let operand):
      if let type = presence(operand) { positive.insert(type) } else { visit(expr) }
    case .quantified(let quantified) where quantified.quantifier == .some:
      if let type = presence(quantified.source) { positive.insert(type) } else { visit(quantified.source) }
      if let filter = quantified.filter { condition(filter) }
      condition(quantified.body)
    case .call(let name, let arguments):
      for argument in arguments { visit(argument) }
      guard let inside = inside(name.text) else { return }
      positive.formUnion(inside.positive)
      negative.formUnion(inside.negative)
    case .name(let name):
      if let binding = scope.lets[name], case .expression(let expr) = binding.kind { condition(expr) } else { visit(expr) }
    default:
      if let type = presence(expr) {
        positive.insert(type)
        keys(expr)
      } else {
        visit(expr)
      }
    }
  }

  /// Returns the reads inside of a function, which count at its call; in a condition its value is a condition, too.
  private func inside(_ name: String) -> Reads? {
    let vocab = evaluator.vocab
    guard let table = vocab.find(name, in: vocab.tables, from: scope.pack)?.item, let value = table.value else { return nil }
    var inside = Reads(vocab, evaluator.scope(of: table, [], scope))
    for input in table.inputs { inside.scope.triggerTypes[input.name] = input.type }
    if case .expression(let expr) = value.kind { inside.condition(expr) } else { inside.visit(value) }
    return inside
  }

  private func presence(_ expr: Expr) -> String? {
    guard let path = Evaluator.Path(expr), case .presence(let type, _) = evaluator.meaning(path, scope) else { return nil }
    return type
  }

  private mutating func keys(_ expr: Expr) {
    for key in Evaluator.Path(expr)?.keys ?? [] { visit(key.value) }
  }

  private mutating func visit(_ value: ValueSyntax) {
    switch value.kind {
    case .text(let literal): visit(literal)
    case .expression(let expr): visit(expr)
    case .list(let elements): for element in elements { visit(element) }
    case .record(let fields): for field in fields { visit(field.value) }
    case .missing: break
    }
  }

  private mutating func visit(_ literal: TextLiteral) {
    for part in literal.parts {
      if case .interpolation(let expr) = part { visit(expr) }
    }
  }

  /// Every type that is named anywhere is read negatively.
  private mutating func visit(_ expr: Expr) {
    switch expr.kind {
    case .number, .percent, .boolean, .error: break
    case .text(let literal): visit(literal)
    case .list(let elements): for element in elements { visit(element) }
    case .call(let name, let elements):
      for element in elements { visit(element) }
      negative.formUnion(inside(name.text)?.all ?? [])
    case .name, .member, .keyed: visit(path: expr)
    case .current(let inner): visit(path: inner)
    case .with(let base, let fields):
      visit(base)
      for field in fields { visit(field.value) }
    case .negate(let operand), .not(let operand), .test(_, let operand): visit(operand)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      visit(left)
      visit(right)
    case .quantified(let quantified):
      for part in [quantified.source, quantified.body] { visit(part) }
      if let filter = quantified.filter { visit(filter) }
    case .conditional(let conditional): for part in conditional.parts { visit(part) }
    case .between(let value, let low, let high): for part in [value, low, high] { visit(part) }
    case .aggregate(let aggregate):
      for part in aggregate.loops.map(\.source) + aggregate.order.map(\.value) { visit(part) }
      for part in [aggregate.value, aggregate.filter].compactMap({ $0 }) { visit(part) }
    }
  }

  private mutating func visit(path expr: Expr) {
    guard let path = Evaluator.Path(expr) else {
      if case .member(let base, _) = expr.kind { visit(base) }
      return
    }
    keys(expr)
    switch evaluator.meaning(path, scope) {
    case .presence(let type, _), .lookup(let type, _, _): negative.insert(type)
    case .lifecycle(let name), .state(let name, _): negative.insert("\(evaluator.vocab.lifecycles[name]?.name ?? "").entered")
    case .binding(let name, _):
      if let binding = scope.lets[name], seenLets.insert(name).inserted { visit(binding) }
    default: break
    }
  }
}
