import TruthsSyntax

extension Vocab {
  /// The types that a truth gives facts of, and the states that it enters.
  func produced(by truth: Truth) -> Set<String> {
    var types = Set<String>()
    for output in truth.body.produces {
      if case .fact(let fact) = output.kind { types.insert(factType(fact.type.text)?.name ?? fact.type.text) }
    }
    for move in truth.body.moves {
      if let lifecycle = find(move.lifecycle.text, in: lifecycles, from: truth.pack)?.item {
        types.insert("\(lifecycle.name).entered")
        for state in move.chain.states.dropFirst() { types.insert("\(lifecycle.name).entered/\(state.text)") }
      }
    }
    return types
  }

  /// The states that a chain may leave first.
  func left(by chain: StateChain, of lifecycle: String) -> Set<String> {
    guard let first = chain.states.first?.text, first == "any" else { return Set(chain.states.prefix(1).map(\.text)) }
    guard let declared = lifecycles[lifecycle] else { return [] }
    return Set(declared.states).subtracting(declared.terminal + ["start"])
  }

  var truthsOnFacts: [Truth] { truths.filter { !$0.body.matches.isEmpty } }

  /// The types whose facts a truth corrects, or gives otherwise.
  func given(by truth: Truth, asCorrection: Bool) -> Set<String> {
    Set(
      truth.body.produces.compactMap { output in
        guard case .fact(let fact) = output.kind, fact.isCorrection == asCorrection else { return nil }
        return factType(fact.type.text)?.name ?? fact.type.text
      })
  }

  /// Returns the least stratum of each truth on facts, from 1. A type that some truth on facts corrects is read negatively, and
  /// a correction so reads its type from the truths that produce it (declarations §6).
  func strata() -> [String: Int] {
    let truths = truthsOnFacts
    let reads = truths.map { (truth: $0, reads: Reads(self, $0)) }
    let corrected = truths.reduce(into: Set<String>()) { $0.formUnion(given(by: $1, asCorrection: true)) }
    var strata = Dictionary(uniqueKeysWithValues: truths.map { ($0.id, 1) })
    let makers = truths.map { (id: $0.id, types: produced(by: $0), given: given(by: $0, asCorrection: false)) }
    for _ in 0...truths.count {
      let before = strata
      for (truth, reads) in reads {
        let id = truth.id
        let corrections = given(by: truth, asCorrection: true)
        let negative = reads.negative.union(reads.positive.intersection(corrected))
        for maker in makers {
          let level = strata[maker.id] ?? 1
          if !maker.types.isDisjoint(with: reads.positive) { strata[id] = max(strata[id] ?? 1, level) }
          let waits = !maker.types.isDisjoint(with: negative) || !corrections.isDisjoint(with: maker.given)
          if waits { strata[id] = max(strata[id] ?? 1, level + 1) }
        }
      }
      if strata == before { break }
    }
    return strata
  }
}

extension TruthDeclaration {
  /// The facts that it fires on.
  var matches: [FactMatch] {
    when.compactMap { entry in
      if case .fact(let match) = entry { return match }
      return nil
    }
  }
  /// The conditions (`if`) of the truth.
  var conditions: [Expr] {
    when.compactMap { entry in
      if case .condition(let expr) = entry { return expr }
      return nil
    }
  }

  /// The facts that it makes.
  var facts: [FactOutput] {
    produces.compactMap { output in
      if case .fact(let fact) = output.kind { return fact }
      return nil
    }
  }
}
