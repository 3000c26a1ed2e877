import TruthsCheck

/// Has an evaluator say whether a truth fires; it is made when the first match is met, since most searches meet none.
struct EvaluatorJudge: MatchJudge {
  static var works: Bool { true }

  private let fixedPoint: FixedPoint
  private let plan: MatchPlan
  private let store: FactStore

  init(_ fixedPoint: FixedPoint, _ plan: MatchPlan, _ store: FactStore) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.store = store
  }

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    if fixedPoint.hasFired(plan, places, store) { return false }
    let evaluator = fixedPoint.evaluator(on: store)
    fixedPoint.begin(plan, places, evaluator)
    return fixedPoint.fires(plan, evaluator)
  }
}
