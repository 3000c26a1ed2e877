import TruthsProgram
import TruthsText

extension Engine {
  /// Returns whether a part of a view may be computed. With other limits than usual the whole work is counted, so it may not.
  func canAnswerParts(of store: FactStore) -> Bool { store.viewLimits == .views }

  /// Returns a store with the demanded facts of views, and the faults in them.
  ///
  /// Partial and whole computation give the same decisions: where any part has a fault, the whole view is computed.
  ///
  /// - Complexity: that of the matches that make the demanded facts; where these were many, that of all facts of the views.
  func views(of store: FactStore, _ demand: ViewDemand, _ now: Timestamp) -> (store: FactStore, faults: ViewFaults) {
    if demand.questions.isEmpty || store.isViewed { return views(of: store, wanted: demand.wholeViews, now) }
    guard demand.views.isDisjoint(with: reads.momentary), let cache = viewCache(of: store) else {
      let isWhole = makesWhole(demand, of: store, spent: 0, nil)
      let whole = isWhole ? makeViews(of: store, demand.views, now) : nil
      if let whole, !whole.isCut { return (whole.viewed, whole.faults) }
      let part = answer(demand, of: store, from: nil, now)
      let state = part?.state ?? whole ?? makeViews(of: store, demand.views, now)
      return (state.viewed, state.faults)
    }
    var state = cache.views(demand) { cost, before in
      makesWhole(demand, of: store, spent: cost, before)
    } make: { before in
      let state = before.flatMap { growViews($0, to: store, demand.views, now) } ?? makeViews(of: store, demand.views, now)
      return (state, isKnown: store.work?.isExceeded != true)
    } answer: { known in
      answer(demand, of: store, from: known, now).map { ($0, isKnown: store.work?.isExceeded != true) }
    }
    state.viewed.work = store.work
    return (state.viewed, state.faults)
  }

  /// Returns whether computing whole views is less work than answering the demand.
  ///
  /// - Parameters:
  ///   - spent: the cost of the answers so far, in facts.
  ///   - before: the views of a store with fewer facts.
  private func makesWhole(_ demand: ViewDemand, of store: FactStore, spent: Int, _ before: ViewState?) -> Bool {
    // With an observer, whole views are computed, so that the counts do not depend on the questions.
    if store.observer != nil { return true }
    if let before, growsOnly(before, to: store, demand.views) { return true }
    // A question costs as much as visiting `lookUpThreshold` facts, besides those that it finds.
    let (asking, isTooMuch) = demand.questions.count.multipliedReportingOverflow(by: store.lookUpThreshold)
    if isTooMuch || store.lookUpThreshold == .max { return true }
    let matched = plans(making: demand.views.subtracting(demand.wholeViews)).flatMap(\.plans).flatMap(\.types)
    return matched.reduce(0) { $0 + store.count($1) } <= spent + asking
  }

  /// Computes the demanded facts of views.
  ///
  /// - Returns: `nil` where only whole views give the answer.
  private func answer(
    _ demand: ViewDemand, of store: FactStore, from known: PartialViews?, _ now: Timestamp
  ) -> PartialViews? {
    var part = known ?? PartialViews(state: makeViews(of: store, demand.wholeViews, now))
    part.state.viewed.work = store.work
    guard part.state.faults.isEmpty else { return nil }
    for question in demand.questions where !answer(question, &part, now) { return nil }
    return part
  }

  private func answer(_ question: ViewQuestion, _ partial: inout PartialViews, _ now: Timestamp) -> Bool {
    if partial.answered.contains(question) { return true }
    guard let ways = viewWays.ways[question.pattern], let strata = viewWays.strata[question.pattern.view] else { return false }
    var orders: [Int: [MatchPlan.Step]] = [:]
    for derivation in ways {
      if let matched = derivation.matched, !answer(derivation.question(of: matched, for: question), &partial, now) {
        return false
      }
      let known = derivation.known(for: question)
      guard let order = derivation.plan.order(where: known) else { return false }
      if !derivation.reads.isEmpty, !answerReads(of: derivation, order, &partial, now) { return false }
      orders[derivation.plan.truth] = order
    }
    let before = partial.state.nextSequence
    partial.state = run(strata, from: partial.state, now, only: orders)
    partial.cost += partial.state.viewed.lookUpThreshold + partial.state.nextSequence - before
    partial.answered.insert(question)
    return partial.state.faults.isEmpty
  }

  /// Answers the questions that a truth asks of other views for each of its matches.
  private func answerReads(
    of derivation: ViewWays.Way, _ order: [MatchPlan.Step], _ partial: inout PartialViews, _ now: Timestamp
  ) -> Bool {
    let store = partial.state.viewed
    var search = MatchSearch(derivation.plan, store: store, low: [], only: order, limit: store.viewLimits.matches)
    var judge = AnyMatch()
    search.run(&judge)
    let (places, width) = (search.places, derivation.plan.width)
    let evaluator = evaluator(on: store, Environment([.now: .timestamp(now)]))
    evaluator.observer = nil
    var demand = ViewDemand()
    for first in stride(from: 0, to: places.count, by: width) {
      if store.work?.isExceeded == true { break }
      demand.add(
        derivation.reads.demand(evaluator) { evaluator in
          for (position, match) in program.truths[derivation.plan.truth].matches.enumerated() {
            evaluator.set(match.slot, to: .fact(match.fact, at: Int(places[first + position])))
          }
        })
    }
    guard demand.wholeViews.isEmpty else { return false }
    for question in demand.questions where !answer(question, &partial, now) { return false }
    return true
  }
}

extension ViewWays.Way {
  /// Returns the fields of the matched fact that a question gives.
  fileprivate func known(for question: ViewQuestion) -> [Touches.Known] {
    zip(fields, question.values(of: fields.map(\.made))).map { pair, value in
      Touches.Known(position: position, field: pair.matched, value: value)
    }
  }

  /// Returns the question for the matched view that follows from a question.
  fileprivate func question(of pattern: ViewPattern, for question: ViewQuestion) -> ViewQuestion {
    let given = Dictionary(known(for: question).map { ($0.field, $0.value) }) { first, _ in first }
    return ViewQuestion(pattern: pattern, values: pattern.fields.compactMap { given[$0] })
  }
}
