import TruthsSyntax

/// What is wrong with a fact of a view, or with any fact of it where its key is not known.
struct ViewFault: Hashable {
  var type: String
  var key: [String: Val]?
  var finding: Finding
}

/// Finds the faults of views that expressions read, by the words of declarations §7: a presence test or look-up reads its key, a
/// source every element but those that its condition rules out by their key. All parts of an expression are read.
struct ViewReads {
  let evaluator: Evaluator
  private(set) var found: Set<Finding> = []

  private var world: World { evaluator.world }

  init(_ world: World) { evaluator = Evaluator(world) }

  mutating func read(_ entries: [ClauseEntry], _ scope: Scope) {
    for entry in entries { read(entry.clause, scope) }
  }

  mutating func read(_ clause: Clause, _ scope: Scope) {
    read(clause.condition, scope)
    if case .expression(let expr)? = clause.consequence { read(expr, scope) }
  }

  mutating func read(_ truth: Vocab.Truth, _ scope: Scope) {
    for case .fact(let output) in truth.body.produces.map(\.kind) {
      let values = output.fields.map(\.value)
      let written = Set(output.fields.map(\.name.text))
      let fields = Set(evaluator.vocab.factType(output.type.text)?.fields.map(\.name) ?? []).subtracting(written)
      let copied = scope.lets.filter { fields.contains($0.key) }.map(\.value)
      guard let loop = output.loop else {
        if let filter = output.filter { read(filter, scope) }
        for value in values + copied { read(value, scope) }
        continue
      }
      read(loop.source, [output.filter].compactMap(\.self), loop.variable.text, scope) { reads, inner in
        for value in values + copied { reads.read(value, inner) }
      }
    }
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
    case .number, .boolean, .error: break
    case .text(let literal): read(literal, scope)
    case .call(let name, let elements) where name.text == "old":
      guard let before = world.before.first, let inner = elements.first else { return }
      var reads = ViewReads(before)
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
    case .current(let inner): path(inner, scope)
    case .with(let base, let fields):
      read(base, scope)
      for field in fields { read(field.value, scope) }
    case .negate(let operand), .not(let operand), .test(_, let operand): read(operand, scope)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      read(left, scope)
      read(right, scope)
    case .quantified(let quantified):
      let conditions = [quantified.filter].compactMap(\.self) + [quantified.body]
      read(quantified.source, conditions, quantified.variable.text, scope) { _, _ in }
    case .conditional(let conditional): for part in conditional.parts { read(part, scope) }
    case .between(let value, let low, let high): for part in [value, low, high] { read(part, scope) }
    case .aggregate(let aggregate): loops(aggregate.loops[...], aggregate, scope)
    }
  }

  private mutating func path(_ expr: Expr, _ scope: Scope) {
    guard let path = Evaluator.Path(expr) else {
      if case .member(let base, _) = expr.kind { read(base, scope) }
      return
    }
    for key in path.keys ?? [] { read(key.value, scope) }
    switch evaluator.meaning(path, scope) {
    case .presence(let type, let given), .lookup(let type, let given, _):
      guard let fact = evaluator.vocab.facts[type], fact.isDerived else { return }
      let keys = evaluator.keys(of: type, given, scope)
      note { $0.type == type && (fact.key.isEmpty || $0.key == nil || $0.key == keys) }
    case .binding(let name, _): if let binding = scope.lets[name] { read(binding, scope.outsideLoops) }
    default: break
    }
  }

  private mutating func note(_ isRead: (ViewFault) -> Bool) {
    for fault in world.viewFaults where isRead(fault) { found.insert(fault.finding) }
  }

  private mutating func loops(_ loops: ArraySlice<Aggregate.Loop>, _ aggregate: Aggregate, _ scope: Scope) {
    guard let loop = loops.first else {
      for part in [aggregate.filter, aggregate.value].compactMap(\.self) + aggregate.order.map(\.value) { read(part, scope) }
      return
    }
    read(loop.source, [aggregate.filter].compactMap(\.self), loop.variable.text, scope, readsConditions: false) { reads, inner in
      reads.loops(loops.dropFirst(), aggregate, inner)
    }
  }

  private mutating func read(
    _ source: Expr, _ conditions: [Expr], _ variable: String, _ scope: Scope, readsConditions: Bool = true,
    _ inside: (inout ViewReads, Scope) -> Void
  ) {
    let meaning = Evaluator.Path(source).map { evaluator.meaning($0, scope) }
    if case .presence(let type, _)? = meaning, let fact = evaluator.vocab.facts[type], fact.isDerived {
      let wanted = conditions.flatMap(\.conjuncts).compactMap { self.wanted($0, variable, fact, scope) }
      note { fault in
        fault.type == type && (fault.key.map { key in wanted.allSatisfy { key[$0.field] == $0.value } } ?? true)
      }
    } else if case .presence? = meaning {
      // All facts of a type with entries: nothing is at fault there.
    } else {
      read(source, scope)
    }
    guard let elements = evaluator.elements(source, scope), let type = evaluator.elementType(source, scope) else { return }
    for element in elements {
      let inner = scope.binding(variable, element, type)
      if readsConditions { for condition in conditions { read(condition, inner) } }
      inside(&self, inner)
    }
  }

  /// What `x.key == value` asks of the key of an element, where the value does not depend on it.
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

extension Expr {
  /// Its parts that are joined by `and`.
  var conjuncts: [Expr] {
    if case .and(let left, let right) = kind { return left.conjuncts + right.conjuncts }
    return [self]
  }
}

/// The first words of the names in an expression, seen through `let`s.
struct NamesRead {
  private(set) var words: Set<String> = []

  mutating func read(_ expr: Expr, _ scope: Scope) {
    switch expr.kind {
    case .number, .boolean, .error: break
    case .text(let literal): for case .interpolation(let inner) in literal.parts { read(inner, scope) }
    case .list(let elements), .call(_, let elements): for element in elements { read(element, scope) }
    case .name(let name):
      words.insert(name)
      if let binding = scope.lets[name], case .expression(let inner) = binding.kind { read(inner, scope) }
    case .member(let base, _): read(base, scope)
    case .current(let inner): read(inner, scope)
    case .keyed(let base, let keys), .with(let base, let keys):
      read(base, scope)
      for key in keys { read(key.value, scope) }
    case .negate(let operand), .not(let operand), .test(_, let operand): read(operand, scope)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      read(left, scope)
      read(right, scope)
    case .quantified(let quantified):
      for part in [quantified.source, quantified.filter, quantified.body].compactMap(\.self) { read(part, scope) }
    case .conditional(let conditional): for part in conditional.parts { read(part, scope) }
    case .between(let value, let low, let high): for part in [value, low, high] { read(part, scope) }
    case .aggregate(let aggregate):
      let parts = aggregate.loops.map(\.source) + [aggregate.value, aggregate.filter].compactMap(\.self)
      for part in parts + aggregate.order.map(\.value) { read(part, scope) }
    }
  }
}
