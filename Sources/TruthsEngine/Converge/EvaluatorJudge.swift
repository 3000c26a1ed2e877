import TruthsCheck

/// Has an evaluator say whether a truth fires; it is made when the first match is met, since most searches meet none.
struct EvaluatorJudge: MatchJudge {
  private let fixedPoint: UnsafePointer<FixedPoint>
  private let plan: MatchPlan
  private let store: FactStore
  private var hasBegun = false
  /// Of any truth, over the same store.
  private var evaluator: Evaluator?
  /// Of the matches accepted, the frames with the `let`s in their slots.
  private(set) var frames: [[Value]] = []

  /// - Parameter evaluator: one over the same store, if there is one already; ``finish()`` gives it back.
  init(_ fixedPoint: UnsafePointer<FixedPoint>, _ plan: MatchPlan, _ store: FactStore, _ evaluator: consuming Evaluator?) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.store = store
    self.evaluator = evaluator
  }

  /// Gives up the evaluator, for the next search.
  consuming func finish() -> Evaluator? { evaluator }

  mutating func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    if fixedPoint.pointee.hasFired(plan, Array(places), store) { return false }
    var evaluator =
      evaluator.take() ?? fixedPoint.pointee.engine.evaluator(on: store, fixedPoint.pointee.environment)
    defer { self.evaluator = evaluator }
    if !hasBegun { fixedPoint.pointee.begin(plan.truth, &evaluator) }
    hasBegun = true
    evaluator.forget()
    for (matched, place) in zip(fixedPoint.pointee.program.truths[plan.truth].matches, places) {
      evaluator.set(matched.slot, to: .fact(matched.fact, at: place))
    }
    guard fixedPoint.pointee.fires(plan.truth, &evaluator) else { return false }
    frames.append(evaluator.slots)
    return true
  }
}
