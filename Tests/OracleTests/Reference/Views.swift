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
  }

  /// - Returns: whether there is a fact more.
  private mutating func growViews(_ truths: [Vocab.Truth]) -> Bool {
    let snapshot = self
    var isGrowing = false
    for firing in truths.flatMap({ Firing.all($0, in: snapshot) }) where firing.fires(in: snapshot) {
      var production = Production(Evaluator(snapshot), firing.truth, firing.scope(vocab))
      production.run()
      for finding in production.findings { viewFaults.append((firing.truth.id, finding)) }
      for draft in production.drafts {
        let known = current(draft.type, identity(draft.type, draft.fields))
        if known == nil {
          views?.append(Known(type: draft.type, fields: draft.fields, number: -1, truth: draft.truth))
          isGrowing = true
        } else if known?.fields != draft.fields {
          viewFaults.append((firing.truth.id, .builtIn("converge.fact.conflict", .structural)))
        }
      }
    }
    return isGrowing
  }

  /// What is wrong with some views and those that they are worked out from.
  func faults(of views: Set<String>) -> [Finding] {
    var wanted = views
    var truths = Set<String>()
    while true {
      let makers = vocab.truthsOnFacts.filter { !truths.contains($0.id) && !vocab.produced(by: $0).isDisjoint(with: wanted) }
      if makers.isEmpty { return viewFaults.filter { truths.contains($0.truth) }.map(\.finding) }
      for maker in makers {
        truths.insert(maker.id)
        wanted.formUnion(vocab.viewsFired([maker]))
      }
    }
  }
}

extension Vocab {
  /// Whether a truth gives facts of views, and so has no entries.
  func isView(_ truth: Truth) -> Bool { produced(by: truth).contains { factType($0)?.isDerived == true } }

  /// The views that truths name where they fire, in what they demand and in what they give.
  func viewsFired(_ truths: [Truth]) -> Set<String> {
    views(truths) { reads, truth in
      reads.addFiring(truth)
      reads.addBindings(truth)
      reads.add(truth.body.requires)
      reads.add(truth.body.invariants)
      reads.addOutputs(truth)
    }
  }

  /// The views that truths name in their `ensures`.
  func viewsEnsured(_ truths: [Truth]) -> Set<String> {
    views(truths.filter { !$0.body.ensures.isEmpty }) { reads, truth in
      reads.addBindings(truth)
      reads.add(truth.body.ensures)
    }
  }

  func viewsNamed(_ invariants: [Invariant]) -> Set<String> {
    invariants.reduce(into: []) { views, invariant in
      var reads = Reads(self, Scope(pack: invariant.pack))
      reads.add(invariant.body.rule)
      views.formUnion(reads.all.filter { facts[$0]?.isDerived == true })
    }
  }

  private func views(_ truths: [Truth], _ read: (inout Reads, Truth) -> Void) -> Set<String> {
    truths.reduce(into: []) { views, truth in
      var reads = Reads(self, Firing.emptyScope(truth, self))
      read(&reads, truth)
      views.formUnion(reads.all.filter { facts[$0]?.isDerived == true })
    }
  }
}
