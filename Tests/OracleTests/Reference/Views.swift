import TruthsSyntax

extension World {
  /// Computes the facts of all views from the current facts, and the faults of views.
  mutating func workOutViews() {
    (views, viewFaults) = ([], [])
    let truths = vocab.truthsOnFacts.filter { vocab.isView($0) }
    guard !truths.isEmpty else { return }
    let strata = vocab.strata()
    for stratum in Set(strata.values).sorted() {
      while growViews(truths.filter { strata[$0.id] == stratum }) {}
    }
    var count = -1
    while count != viewFaults.count {
      count = viewFaults.count
      for truth in truths { spreadFaults(truth) }
    }
  }

  /// - Returns: whether there is a fact more.
  private mutating func growViews(_ truths: [Vocab.Truth]) -> Bool {
    let snapshot = self
    var isGrowing = false
    for firing in truths.flatMap({ Firing.all($0, in: snapshot) }) where firing.fires(in: snapshot) {
      var production = Production(Evaluator(snapshot), firing.truth, firing.scope(vocab))
      production.run()
      for fault in production.lacking {
        viewFaults.insert(ViewFault(type: fault.type, key: fault.key, finding: .incomplete))
      }
      for draft in production.drafts {
        let identity = identity(draft.type, draft.fields)
        let known = current(draft.type, identity)
        if known == nil {
          views?.append(Known(type: draft.type, fields: draft.fields, number: -1, truth: draft.truth))
          isGrowing = true
        } else if known?.fields != draft.fields {
          let isKeyed = vocab.facts[draft.type]?.key.isEmpty == false
          viewFaults.insert(
            ViewFault(
              type: draft.type, key: isKeyed ? identity : nil, finding: .builtIn("converge.fact.conflict", .structural)))
        }
      }
    }
    return isGrowing
  }

  /// Passes on the faults that a view's truth reads for a key, and an unknown `if`, to the fact of that key. A view on a view
  /// reads all facts of it, for every key.
  private mutating func spreadFaults(_ truth: Vocab.Truth) {
    let made = truth.body.facts.compactMap { vocab.factType($0.type.text)?.name }
    for type in truth.body.matches.compactMap({ vocab.factType($0.type.text)?.name }) where mistake != .matchedByKey {
      for fault in viewFaults where fault.type == type {
        for made in made { viewFaults.insert(ViewFault(type: made, key: nil, finding: fault.finding)) }
      }
    }
    let snapshot = self
    for firing in Firing.all(truth, in: snapshot) where !firing.isRuledOut(in: snapshot) {
      let scope = firing.scope(vocab)
      var reads = ViewReads(snapshot, in: .firing)
      for expr in truth.body.conditions { reads.read(expr, scope) }
      let applies = firing.applies(in: snapshot)
      if applies == nil, mistake != .viewFails { reads.noteIncomplete() }
      for output in truth.body.facts {
        viewFaults.formUnion(snapshot.faults(of: output, truth, scope, reads.found, isFiring: applies == true))
      }
    }
  }

  /// Returns the faults of the facts that a match produces or would produce.
  ///
  /// - Parameters:
  ///   - findings: the findings about all of them.
  ///   - isFiring: whether the match fires, so that it reads the fields of its output.
  private func faults(
    of output: FactOutput, _ truth: Vocab.Truth, _ scope: Scope, _ findings: Set<Finding>, isFiring: Bool
  ) -> Set<ViewFault> {
    guard let made = vocab.factType(output.type.text) else { return [] }
    let evaluator = Evaluator(self)
    var found = Set<ViewFault>()
    func add(_ findings: Set<Finding>, _ key: [String: Val]?) {
      for finding in findings { found.insert(ViewFault(type: made.name, key: key, finding: finding)) }
    }
    var scopes = [scope]
    if let loop = output.loop {
      var reads = ViewReads(self, in: .loop)
      reads.readSource(loop.source, [output.filter].compactMap(\.self), loop.variable.text, scope)
      if isFiring { add(reads.found, nil) }
      guard let elements = evaluator.elements(loop.source, scope), let type = evaluator.elementType(loop.source, scope) else {
        add(findings, nil)
        return found
      }
      scopes = elements.map { scope.binding(loop.variable.text, $0, type) }
    }
    for inner in scopes {
      var reads = ViewReads(self, in: .output)
      if isFiring { reads.read(output, inner) }
      let isWanted = output.filter.map { evaluator.holds($0, inner) } ?? true
      if isWanted == false, reads.found.isEmpty { continue }
      add(findings.union(reads.found), key(output, made, truth, inner))
    }
    return found
  }

  /// Returns the key of the fact that an output produces; `nil` where a part of it depends on a fault.
  private func key(_ output: FactOutput, _ made: Vocab.FactType, _ truth: Vocab.Truth, _ scope: Scope) -> [String: Val]? {
    let reliance = Reliance(vocab, truth, scope, output.loop, Set(viewFaults.map(\.type)))
    let isRelied = made.key.allSatisfy { name in
      if let written = output.fields.first(where: { $0.name.text == name })?.value { return reliance.holds(written) }
      return reliance.holdsCopy(name)
    }
    if mistake == .partialKey, let first = made.key.first {
      let value = scope.trigger[first] ?? .missing
      return value.isMissing ? [:] : [first: value]
    }
    return isRelied ? Production(Evaluator(self), truth, scope).key(of: output, made, scope) : nil
  }
}

/// Tells whether a value is independent of faulty views. It depends on one if it looks up facts or loops over them, or reads a
/// field of a matched fact of a faulty view other than its key.
private struct Reliance {
  let vocab: Vocab
  let truth: Vocab.Truth
  let scope: Scope
  /// The loop of the output.
  let loop: Aggregate.Loop?
  let wrong: Set<String>

  init(_ vocab: Vocab, _ truth: Vocab.Truth, _ scope: Scope, _ loop: Aggregate.Loop?, _ wrong: Set<String>) {
    (self.vocab, self.truth, self.scope, self.loop, self.wrong) = (vocab, truth, scope, loop, wrong)
  }

  /// Whether a field that an output copies can be relied on.
  func holdsCopy(_ name: String) -> Bool {
    if scope.trigger[name] == nil, scope.lets[name] == nil, let loop { return holdsElement([name], loop) }
    return holds(Expr(.name(name), at: truth.body.produces[0].span))
  }

  /// A member of the element that a loop is at.
  private func holdsElement(_ rest: [String], _ loop: Aggregate.Loop) -> Bool {
    guard let path = Evaluator.Path(loop.source) else { return holds(loop.source) }
    switch Evaluator(World(vocab)).meaning(path, scope) {
    case .presence(let type, _): return isKey(rest.first ?? "", of: vocab.facts[type])
    case .lifecycle: return true
    default: return holds(loop.source)
    }
  }

  func holds(_ value: ValueSyntax) -> Bool {
    switch value.kind {
    case .text(let literal):
      literal.parts.allSatisfy { part in
        if case .interpolation(let expr) = part { return holds(expr) }
        return true
      }
    case .expression(let expr): holds(expr)
    case .list(let elements): elements.allSatisfy { holds($0) }
    case .record(let fields): fields.allSatisfy { holds($0.value) }
    case .missing: true
    }
  }

  func holds(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .number, .percent, .boolean, .error: true
    case .text(let literal): holds(ValueSyntax(.text(literal), at: expr.span))
    case .list(let elements), .call(_, let elements): elements.allSatisfy { holds($0) }
    case .negate(let operand), .not(let operand), .test(_, let operand): holds(operand)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      holds(left) && holds(right)
    case .conditional(let conditional): conditional.parts.allSatisfy { holds($0) }
    case .between(let value, let low, let high): holds(value) && holds(low) && holds(high)
    case .quantified, .aggregate, .keyed, .with, .current: false
    case .name, .member: holds(path: expr)
    }
  }

  private func holds(path expr: Expr) -> Bool {
    guard let path = Evaluator.Path(expr) else { return false }
    switch Evaluator(World(vocab)).meaning(path, scope) {
    case .variable(let name, let rest):
      if let loop, loop.variable.text == name { return holdsElement(rest, loop) }
      return isKey(rest.first ?? "", of: matched { $0.variable?.text == name })
    case .field(let name, _): return isKey(name, of: matched { vocab.factType($0.type.text)?.field(name) != nil })
    case .binding(let name, _): return scope.lets[name].map { holds($0) } ?? false
    case .policy, .builtIn: return true
    case .presence, .lookup, .lifecycle, .state, .nothing: return false
    }
  }

  private func matched(_ isMeant: (FactMatch) -> Bool) -> Vocab.FactType? {
    truth.body.matches.first(where: isMeant).flatMap { vocab.factType($0.type.text) }
  }

  private func isKey(_ field: String, of type: Vocab.FactType?) -> Bool {
    guard let type else { return false }
    return !wrong.contains(type.name) || type.key.contains(field)
  }
}

extension Vocab {
  /// The fact types that a truth makes, apart from corrections.
  func asserted(by truth: Truth) -> Set<String> {
    Set(
      truth.body.produces.compactMap { output in
        guard case .fact(let fact) = output.kind, !fact.isCorrection else { return nil }
        return factType(fact.type.text)?.name
      })
  }

  /// Whether a truth gives facts of views, and so has no entries.
  func isView(_ truth: Truth) -> Bool { produced(by: truth).contains { factType($0)?.isDerived == true } }
}
