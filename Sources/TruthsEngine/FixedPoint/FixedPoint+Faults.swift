import TruthsLedger
import TruthsProgram

/// Faults of views that matches read, and matches whose `if` is unknown (declarations §6 and §7).
extension FixedPoint {
  /// Records the faults that views got after matches had read them, so that the round of a match has no effect.
  func readFaultsAgain(_ stratum: Stratum) {
    if roundFaults.isEmpty || viewReaders.isEmpty || isOverworked { return }
    let (store, faults) = engine.views(of: producer.production.store, wanted: stratum.views, producer.now)
    roundFaults = faults
    readFaultsOfFired(on: store)
  }

  /// Records the faults of views read by the matches that fired in the current stratum.
  func readFaultsOfFired(on store: FactStore) {
    let evaluator = engine.evaluator(on: store, environment)
    evaluator.observer = nil
    for group in viewReaders {
      let (plan, truth) = (group.plan, engine.program.truths[group.plan.truth])
      for first in stride(from: 0, to: group.places.count, by: plan.width) {
        begin(plan, group.places[first..<(first + plan.width)].lazy.map { Int($0) }, evaluator)
        evaluator.run(from: engine.code.truths[plan.truth].lets)
        note(faultsReadBy: plan, evaluator) { reader in
          if let condition = truth.condition { reader.read(condition.test) }
          reader.read(truth.invariants + truth.moves.map(\.clause))
          reader.read(truth.outputs)
        }
      }
    }
  }

  /// Records the faults of views that a match reads; its frame must be filled.
  func note(faultsReadBy plan: MatchPlan, _ evaluator: Evaluator, _ read: (inout ViewFaultReader) -> Void) {
    if roundFaults.isEmpty { return }
    var reader = ViewFaultReader(roundFaults, evaluator, lets: engine.program.truths[plan.truth].lets)
    evaluator.unseen { _ in read(&reader) }
    for fault in reader.violations where !result.violations.contains(fault) { result.violations.append(fault) }
  }

  // MARK: Unknown conditions

  /// Remembers a match whose `if` is unknown so far in this stratum.
  func noteDoubt(_ plan: MatchPlan, _ places: UnsafeBufferPointer<Int>, isUnknown: Bool) {
    guard isUnknown, engine.language >= .three else { return }
    doubted.insert(MatchKey(truth: plan.truth, places: Array(places)))
  }

  /// Searches for matches whose `if` is unknown, which the search for true ones skips.
  ///
  /// - Parameters:
  ///   - low: the places where new facts begin; empty where all facts are new.
  ///   - news: new facts that decide about matches without being part of them.
  func searchDoubts(of plan: MatchPlan, _ store: FactStore, low: [Int], news: [(type: Int, places: Range<Int>)]) {
    for doubt in plan.doubts where doubt.policy.map({ store.policyRow[$0].isMissing }) ?? true {
      let touched = doubt.plan.touched(by: news, store)
      var judge = EvaluatorJudge(self, doubt.plan, store)
      var search = MatchSearch(doubt.plan, store: store, low: touched == nil ? [] : low, limit: .max)
      search.run(&judge)
      for order in touched ?? [] where !isOverworked {
        var search = MatchSearch(doubt.plan, store: store, low: [], only: order, limit: .max)
        search.run(&judge)
      }
    }
  }

  /// Reports the unknowns of a stratum at its fixed point: matches whose `if` is unknown, and faults of views that its matches
  /// read.
  ///
  /// Before the fixed point, further facts may still decide them. Where produced facts conflict or are incomplete, unknowns are
  /// not reported.
  ///
  /// - Returns: whether there was nothing to report.
  func tellDoubts(_ stratum: Stratum) -> Bool {
    defer { doubted = [] }
    if doubted.isEmpty && roundFaults.isEmpty || result.exhausted != nil || isOverworked { return true }
    if !producer.production.violations.isEmpty { return true }
    var store = producer.production.store
    if !makesViews { (store, roundFaults) = engine.views(of: store, wanted: stratum.views, producer.now) }
    let count = result.violations.count
    let evaluator = engine.evaluator(on: store, environment)
    evaluator.observer = nil
    let plans = Dictionary(stratum.plans.map { ($0.truth, $0) }) { first, _ in first }
    for match in doubted.sorted(by: precedes) where !isOverworked && !fired.contains(match) {
      if let plan = plans[match.truth] { tell(match, plan, evaluator) }
    }
    if !roundFaults.isEmpty {
      readFaultsOfFired(on: store)
      for plan in stratum.plans where plan.watch?.hasViews == true { readFaults(ofUnfired: plan, store, evaluator) }
    }
    return result.violations.count == count
  }

  /// Orders matches by the id of the truth, then by the matched facts.
  private func precedes(_ left: MatchKey, _ right: MatchKey) -> Bool {
    if left.truth == right.truth { return left.places.lexicographicallyPrecedes(right.places) }
    let (one, other) = (engine.program.truths[left.truth].id, engine.program.truths[right.truth].id)
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// Reports a match whose `if` is still unknown, if its moves are possible.
  ///
  /// For a truth that makes views, the report is a fault of the facts that the match would give.
  private func tell(_ match: MatchKey, _ plan: MatchPlan, _ evaluator: Evaluator) {
    let (truth, compiled) = (engine.program.truths[plan.truth], engine.code.truths[plan.truth])
    guard zip(plan.types, match.places).allSatisfy({ evaluator.store.isCurrent($0, at: $1) }) else { return }
    begin(plan, match.places, evaluator)
    guard let condition = truth.condition, self.condition(of: plan, evaluator) == .unknown, fits(plan, evaluator) else { return }
    let violation = Violation(
      truthID: BuiltInTruth.factIncomplete.rawValue, declaredBy: truth.id, clause: "built-in", place: .builtIn, position: 0,
      kind: .structural, reason: evaluator.reason(unknown: condition, of: compiled), span: condition.span)
    guard makesViews else {
      if !result.violations.contains(violation) { result.violations.append(violation) }
      return
    }
    for (output, code) in zip(truth.outputs, compiled.outputs) {
      engine.prospects(of: output, code, evaluator) { prospect in
        if prospect.filter == .doesNot { return }
        producer.production.viewFaults.append(ViewFaults.Fault(type: output.fact, key: prospect.key, violation: violation))
      }
    }
  }

  /// Records the faults of views that the `if` of a truth reads for matches that have not fired.
  private func readFaults(ofUnfired plan: MatchPlan, _ store: FactStore, _ evaluator: Evaluator) {
    for plan in [plan] + plan.doubts.map(\.plan) where !isOverworked {
      var search = MatchSearch(plan, store: store, low: [], limit: .max)
      var judge = UnfiredJudge(self, plan, store, evaluator)
      search.run(&judge)
    }
  }

  /// Records the faults that the `if` of a match reads, unless a part of the `if` is false without them.
  fileprivate func readFaults(ofUnfired plan: MatchPlan, _ evaluator: Evaluator) {
    guard let condition = engine.program.truths[plan.truth].condition, self.condition(of: plan, evaluator) != .fires,
      fits(plan, evaluator)
    else { return }
    let lets = engine.program.truths[plan.truth].lets
    if ViewFaultReader.isRuledOut(condition.test, roundFaults, evaluator, lets: lets) { return }
    note(faultsReadBy: plan, evaluator) { $0.read(condition.test) }
  }
}

/// Records the faults that unfired matches read, and accepts none of the matches.
private struct UnfiredJudge: MatchJudge {
  static var works: Bool { true }

  private let fixedPoint: FixedPoint
  private let plan: MatchPlan
  private let store: FactStore
  private let evaluator: Evaluator

  init(_ fixedPoint: FixedPoint, _ plan: MatchPlan, _ store: FactStore, _ evaluator: Evaluator) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.store = store
    self.evaluator = evaluator
  }

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    if fixedPoint.hasFired(plan, places, store) { return false }
    fixedPoint.begin(plan, places, evaluator)
    fixedPoint.readFaults(ofUnfired: plan, evaluator)
    return false
  }
}
