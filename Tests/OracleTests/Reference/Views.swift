import TruthsSyntax

extension World {
  /// Works the facts of all views out on the facts that are there, and what is wrong with them.
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
      for (fault, finding) in zip(production.lacking, production.findings) {
        viewFaults.insert(ViewFault(type: fault.type, key: fault.key, finding: finding))
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

  /// A view reads what its truths read for a key: what is wrong there is wrong with it. Where its key cannot be relied on, it is
  /// wrong with all of its facts.
  private mutating func spreadFaults(_ truth: Vocab.Truth) {
    let wrong = Set(viewFaults.map(\.type))
    let outputs = truth.body.produces.compactMap { output -> FactOutput? in
      if case .fact(let fact) = output.kind { return fact }
      return nil
    }
    for match in truth.body.matches {
      guard let type = vocab.factType(match.type.text)?.name else { continue }
      let faults = viewFaults.filter { $0.type == type && ($0.key.map { current(type, $0) == nil } ?? true) }
      for (output, fault) in outputs.flatMap({ output in faults.map { (output, $0) } }) {
        guard let made = vocab.factType(output.type.text) else { continue }
        viewFaults.insert(ViewFault(type: made.name, key: nil, finding: fault.finding))
      }
    }
    let snapshot = self
    for firing in Firing.all(truth, in: snapshot) {
      let scope = firing.scope(vocab)
      if snapshot.isRuledOut(truth, scope) { continue }
      var reads = ViewReads(snapshot)
      for case .condition(let expr) in truth.body.when { reads.read(expr, scope) }
      reads.read(truth, scope)
      var findings = reads.found
      for fact in firing.facts {
        let key = identity(fact.type, fact.fields)
        findings.formUnion(snapshot.viewFaults.filter { $0.type == fact.type && ($0.key ?? key) == key }.map(\.finding))
      }
      if findings.isEmpty { continue }
      for output in outputs {
        guard let made = vocab.factType(output.type.text) else { continue }
        let key = relied(output, made, truth, scope, wrong)
        for finding in findings { viewFaults.insert(ViewFault(type: made.name, key: key, finding: finding)) }
      }
    }
  }

  /// Whether a part of a truth's conditions that compares keys of its matches by `==` is false.
  private func isRuledOut(_ truth: Vocab.Truth, _ scope: Scope) -> Bool {
    let wrong = Set(viewFaults.map(\.type))
    let reliance = Reliance(vocab, truth, scope, wrong)
    let evaluator = Evaluator(self)
    let conditions = truth.body.when.compactMap { if case .condition(let expr) = $0 { expr } else { nil } }
    return conditions.flatMap(\.conjuncts).contains { part in
      guard case .binary(.equal, _, _) = part.kind, reliance.holds(part) else { return false }
      return evaluator.holds(part, scope) == false
    }
  }

  /// The key of a fact that a firing gives, where nothing of it comes from what is wrong.
  private func relied(
    _ output: FactOutput, _ made: Vocab.FactType, _ truth: Vocab.Truth, _ scope: Scope, _ wrong: Set<String>
  ) -> [String: Val]? {
    guard output.loop == nil, !made.key.isEmpty else { return nil }
    let evaluator = Evaluator(self)
    var key: [String: Val] = [:]
    for name in made.key {
      let written = output.fields.first { $0.name.text == name }?.value
      let expr = Expr(.name(name), at: output.type.span)
      var value = scope.trigger[name] ?? .missing
      if let written {
        guard Reliance(vocab, truth, scope, wrong).holds(written) else { return nil }
        value = evaluator.value(written, scope, want: made.field(name)?.type)
      } else {
        guard Reliance(vocab, truth, scope, wrong).holds(expr) else { return nil }
        if scope.trigger[name] == nil, let binding = scope.lets[name] {
          value = evaluator.value(binding, scope, want: made.field(name)?.type)
        }
      }
      if value.isMissing { return nil }
      key[name] = value
    }
    return key
  }
}

/// Whether a value depends on nothing that is wrong: not on a fact that is looked up or gone through, nor on a field of a matched
/// fact of a view at fault, but for its key.
private struct Reliance {
  let vocab: Vocab
  let truth: Vocab.Truth
  let scope: Scope
  let wrong: Set<String>

  init(_ vocab: Vocab, _ truth: Vocab.Truth, _ scope: Scope, _ wrong: Set<String>) {
    (self.vocab, self.truth, self.scope, self.wrong) = (vocab, truth, scope, wrong)
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
    case .number, .boolean, .error: true
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
    case .variable(let name, let rest): return isKey(rest.first ?? "", of: matched { $0.variable?.text == name })
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
