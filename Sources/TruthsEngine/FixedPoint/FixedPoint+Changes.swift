import TruthsProgram

extension FixedPoint {
  /// Appends the waiting changes that every current match agrees on.
  ///
  /// The output of a corrected match corrects the existing fact, from any source, if all matches that give the fact agree and
  /// at least one of them is corrected (declarations §6). Changes that no match gives any more are dropped; others wait, since
  /// a match may be corrected later. All changes are compared with the facts before any is appended, so their order has no
  /// effect.
  ///
  /// - Returns: whether any was appended.
  /// - Complexity: O(all matches of the truths that make a type with a change), if facts were made since the last call.
  func settleChanges() -> Bool {
    let factCount = producer.production.count
    guard !producer.corrections.changes.isEmpty, settled != factCount, !isOverworked else { return false }
    settled = factCount
    // Without any correction all matches still hold, and none of them is corrected.
    guard producer.production.store.hasCorrections else { return false }
    let changes = producer.corrections.changes
    let yields = Set(changes.map(\.type)).sorted().map { ($0, currentYield(of: $0)) }
    if isOverworked { return false }
    let byType = Dictionary(uniqueKeysWithValues: yields)
    let symbols = producer.production.store.symbols
    var agreed: [ClosingCorrections.Change] = []
    producer.corrections.changes = changes.filter { change in
      guard let yield = byType[change.type], yield.gives(change.row, symbols) else { return false }
      if yield.agrees(on: change.row, symbols) {
        agreed.append(change)
        return false
      }
      return true
    }
    for change in agreed { producer.settle(change) }
    return producer.production.count > factCount
  }

  /// Reports conflicts for the waiting changes of fact types that no later stratum makes.
  ///
  /// All matches that give these facts are known, and none of the changes has been appended, so their order has no effect.
  func refuseChanges(before later: ArraySlice<Stratum>) {
    if producer.corrections.changes.isEmpty { return }
    let producedLater = Set(
      later.flatMap(\.plans).flatMap { plan in
        engine.program.truths[plan.truth].outputs.filter { !$0.isCorrection }.map(\.fact)
      })
    for change in producer.corrections.changes where !producedLater.contains(change.type) { producer.refuse(change) }
    producer.corrections.changes.removeAll { !producedLater.contains($0.type) }
  }

  /// Returns the facts of one type that all matches give now.
  private func currentYield(of type: Int) -> CurrentYield {
    var yield = CurrentYield(producer.production.store.tables[type].shape)
    let plans = engine.strata.flatMap(\.plans).filter { plan in
      engine.program.truths[plan.truth].outputs.contains { $0.fact == type && !$0.isCorrection }
    }
    let wanted = engine.reads.deriving(plans.map(\.truth))
    let (store, _) = engine.views(of: producer.production.store, wanted: wanted, producer.now)
    producer.readsOtherSymbols = !wanted.isEmpty
    let evaluator = engine.evaluator(on: store, environment)
    evaluator.observer = nil
    for plan in plans {
      var search = MatchSearch(plan, store: store, low: [], limit: .max)
      var judge = CurrentMatch(self, plan, evaluator)
      search.run(&judge)
      let places = search.places
      let compiled = engine.code.truths[plan.truth]
      for first in stride(from: 0, to: places.count, by: max(1, plan.width)) {
        let match = places[first..<(first + plan.width)].map { Int($0) }
        begin(plan, match, evaluator)
        evaluator.run(from: compiled.lets)
        let isCorrected = zip(plan.types, match).contains { store.isCorrection($0, at: $1) }
        for row in producer.rows(of: type, compiled, at: plan.truth, evaluator) {
          yield.add(row, isCorrected: isCorrected, producer.production.store.symbols)
        }
      }
      if isOverworked { break }
    }
    return yield
  }
}

/// Accepts a match that holds now, whether it has fired or not.
private struct CurrentMatch: MatchJudge {
  static var works: Bool { true }

  private let fixedPoint: FixedPoint
  private let plan: MatchPlan
  private let evaluator: Evaluator

  init(_ fixedPoint: FixedPoint, _ plan: MatchPlan, _ evaluator: Evaluator) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.evaluator = evaluator
  }

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    fixedPoint.begin(plan, places, evaluator)
    return fixedPoint.fires(plan, evaluator)
  }
}
