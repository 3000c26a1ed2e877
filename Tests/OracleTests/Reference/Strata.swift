import TruthsSyntax

extension Vocab {
  /// The types that a truth gives facts of, and the states that it enters.
  func produced(by truth: Truth) -> Set<String> {
    var types = Set<String>()
    for output in truth.body.produces {
      if case .fact(let fact) = output.kind { types.insert(fact.type.text) }
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

  /// The least stratum of each truth on facts, from 1.
  func strata() -> [String: Int] {
    let truths = truthsOnFacts
    let reads = truths.map { (id: $0.id, reads: Reads(self, $0)) }
    var strata = Dictionary(uniqueKeysWithValues: truths.map { ($0.id, 1) })
    for _ in 0...truths.count {
      for (id, reads) in reads {
        for producer in truths {
          let types = produced(by: producer)
          let level = strata[producer.id] ?? 1
          if !types.isDisjoint(with: reads.positive) { strata[id] = max(strata[id] ?? 1, level) }
          if !types.isDisjoint(with: reads.negative) { strata[id] = max(strata[id] ?? 1, level + 1) }
        }
      }
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
}
