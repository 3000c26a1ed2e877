import TruthsProgram

/// The reads of views by the truths on intents and the invariants of a program.
struct ViewDemands: Sendable {
  /// The reads of a truth's clauses and outputs, by the truth's index.
  private(set) var truths: [Int: ViewReads] = [:]
  /// The reads of a truth's `ensures`, by the truth's index.
  private(set) var ensures: [Int: ViewReads] = [:]
  /// The reads of an invariant, by its index.
  private(set) var invariants: [Int: ViewReads] = [:]

  init(_ code: CompiledProgram, _ finder: ViewFinder) {
    let program = code.program
    guard program.truths.contains(where: \.isView) else { return }
    for (index, truth) in program.truths.enumerated() where !truth.intents.isEmpty {
      let frameSize = code.truths[index].frameSize
      truths[index] = ViewReads(finder.reads(of: truth), code.symbols, frameSize: frameSize)
      if truth.ensures.isEmpty { continue }
      ensures[index] = ViewReads(finder.ensuredReads(of: truth), code.symbols, frameSize: frameSize)
    }
    for (index, invariant) in program.invariants.enumerated() {
      let frameSize = max(invariant.frameSize, invariant.inputs.count)
      invariants[index] = ViewReads(finder.reads(of: invariant), code.symbols, frameSize: frameSize)
    }
  }
}

extension Engine {
  /// Returns a store with the views that the clauses for a proposal read, and the faults in them.
  func views(
    of store: FactStore, examining plan: IntentPlan, _ proposal: TypedProposal
  ) -> (store: FactStore, faults: ViewFaults) {
    let asked = plan.truths.map { ($0, viewDemands.truths[$0.index]) }
    return views(of: store, asked + plan.invariants.map { ($0, viewDemands.invariants[$0.index]) }, [], proposal)
  }

  /// Returns a store with the views that the outputs of truths read, and the faults in them.
  func views(of store: FactStore, producing fired: [Int], _ proposal: TypedProposal) -> (store: FactStore, faults: ViewFaults) {
    let entries = plans[proposal.intent].truths.filter { fired.contains($0.index) }
    return views(of: store, entries.map { ($0, viewDemands.truths[$0.index]) }, [], proposal)
  }

  /// Returns a store with the views that the `ensures` of truths read, and the faults in them.
  ///
  /// - Parameter others: further views that are read.
  func views(
    of store: FactStore, ensuring entries: [IntentPlan.Entry], and others: Set<Int>, _ proposal: TypedProposal
  ) -> (store: FactStore, faults: ViewFaults) {
    views(of: store, entries.map { ($0, viewDemands.ensures[$0.index]) }, others, proposal)
  }

  private func views(
    of store: FactStore, _ entries: [(IntentPlan.Entry, ViewReads?)], _ others: Set<Int>, _ proposal: TypedProposal
  ) -> (store: FactStore, faults: ViewFaults) {
    let asking = entries.filter { $0.1?.isEmpty == false }
    if asking.isEmpty, others.isEmpty || store.isViewed { return (store, ViewFaults()) }
    var demand = ViewDemand(wholeViews: others)
    let answersParts = canAnswerParts(of: store)
    var fields: [Cell] = []
    var shared: Evaluator?
    for case (let entry, let reads?) in asking where entry.admits(pack: proposal.pack) {
      guard reads.hasQuestions, answersParts else {
        demand.add(ViewDemand(wholeViews: reads.wholeViews.union(reads.patterns.map(\.view))))
        continue
      }
      let evaluator = shared ?? evaluator(on: store, proposal.environment)
      if shared == nil { fields = evaluator.cells(of: proposal.fields) }
      evaluator.observer = nil
      shared = evaluator
      demand.add(
        reads.demand(evaluator) { evaluator in
          for (slot, field) in entry.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
        })
    }
    return views(of: store, demand, proposal.now)
  }
}
