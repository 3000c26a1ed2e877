import TruthsProgram
import TruthsText

/// A part of an invariant over the state that is true of every fact of a type.
///
/// Once it holds, it is evaluated again only for new facts, and for facts that a new fact touches (limits §4).
final class StateCheck: Sendable {
  /// The plan that finds the facts.
  let plan: MatchPlan
  /// The fact types, other than that of ``plan``, whose new facts can make the check fail.
  let types: [Int]
  private let slot: Int
  private let frameSize: Int
  private let unit: CompiledUnit
  private let filter: CompiledExpression?
  private let body: CompiledExpression
  /// The value that the body must have for each fact that passes the filter.
  private let wanted: Bool

  /// The condition on each element of a loop over facts.
  struct Part {
    var type: Int
    var slot: Int
    var filter: Node?
    var body: Node
    var wanted: Bool
  }

  private init?(_ loop: Part, frameSize: Int, _ code: CompiledProgram) {
    let program = code.program
    let nodes = [loop.filter, loop.body].compactMap(\.self)
    var reads = NodeReads(program)
    reads.add(nodes)
    // The allocation limit counts over all facts together, so a body that allocates may fail for all facts but not for some.
    guard nodes.allSatisfy(\.makesNothing) else { return nil }
    // Values that are no facts of the ledger can change without a new fact.
    if reads.hasEnvironment || !reads.views.isEmpty || program.facts[loop.type].isDerived { return nil }
    var types = reads.types
    if reads.hasPolicies, let set = program.facts.firstIndex(where: { $0.name == "policy.set" }) { types.insert(set) }
    self.types = types.sorted()
    let matches = [CheckedMatch(fact: loop.type, slot: loop.slot, variable: nil)]
    plan = MatchPlan(each: loop.type, Touches(nodes, over: matches, [], program))
    (slot, wanted, self.frameSize) = (loop.slot, loop.wanted, frameSize)
    var writer = CodeWriter(frameSize: frameSize)
    filter = loop.filter.map { writer.expression($0) }
    body = writer.expression(loop.body)
    unit = CompiledUnit(writer.unit, knowing: code.symbols)
  }

  /// Returns the checks of an invariant.
  ///
  /// - Returns: `nil` where the invariant does not consist of such checks alone.
  static func all(of invariant: CheckedInvariant, _ code: CompiledProgram) -> [StateCheck]? {
    let frameSize = max(invariant.frameSize, invariant.inputs.count)
    guard invariant.inputs.isEmpty, let parts = parts(of: invariant.clause.test, when: !invariant.clause.violatedWhen) else {
      return nil
    }
    let checks = parts.compactMap { StateCheck($0, frameSize: frameSize, code) }
    return checks.count == parts.count ? checks : nil
  }

  /// Returns the conditions of an invariant on single facts; `nil` where the invariant says more.
  static func parts(of node: Node, when isTrue: Bool) -> [Part]? {
    switch node {
    case .and(let left, let right) where isTrue: return joined(parts(of: left, when: true), parts(of: right, when: true))
    case .or(let left, let right) where !isTrue: return joined(parts(of: left, when: false), parts(of: right, when: false))
    case .not(let inner): return parts(of: inner, when: !isTrue)
    case .quantified(let quantified):
      guard case .facts(let type) = quantified.loop.source else { return nil }
      let wanted: Bool
      switch (quantified.quantifier, isTrue) {
      case (.every, true): wanted = true
      case (.no, true), (.some, false): wanted = false
      case (.every, false), (.no, false), (.some, true): return nil
      }
      return [Part(type: type, slot: quantified.loop.slot, filter: quantified.filter, body: quantified.body, wanted: wanted)]
    default: return nil
    }
  }

  private static func joined(_ left: [Part]?, _ right: [Part]?) -> [Part]? {
    guard let left, let right else { return nil }
    return left + right
  }

  /// Returns whether the check holds for one fact.
  fileprivate func holds(ofFactAt place: Int, _ evaluator: Evaluator) -> Bool {
    evaluator.begin(unit, frameSize: frameSize)
    evaluator.set(slot, to: .fact(plan.types[0], at: place))
    if let filter {
      let answer = evaluator.explainedCell(filter, of: unit)
      if answer.isFalse { return true }
      if answer.isMissing { return false }
    }
    let answer = evaluator.explainedCell(body, of: unit)
    return !answer.isMissing && answer.isTrue == wanted
  }
}

/// Finds a fact for which a check fails.
private struct FailingFact: MatchJudge {
  static var works: Bool { true }
  let check: StateCheck
  let evaluator: Evaluator

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool { !check.holds(ofFactAt: places[0], evaluator) }
}

extension StateCheck {
  /// Returns whether the check holds for all facts of a store.
  ///
  /// - Complexity: O(facts).
  func holds(_ evaluator: Evaluator) -> Bool {
    var search = MatchSearch(plan, store: evaluator.store, low: [], limit: 0)
    var judge = FailingFact(check: self, evaluator: evaluator)
    search.run(&judge)
    return search.places.isEmpty && evaluator.store.work?.isExceeded != true
  }

  /// Returns whether the check holds for all facts of a store, given that it held for an earlier state.
  ///
  /// - Parameters:
  ///   - counts: the number of facts of each type in the earlier state.
  ///   - evaluator: an evaluator over the store.
  /// - Returns: `false` also where only a check of all facts can decide.
  /// - Complexity: O(new facts + facts that they touch).
  func stillHolds(since counts: [Int], _ evaluator: Evaluator) -> Bool {
    let store = evaluator.store
    let news = types.filter { store.count($0) > counts[$0] }.map { ($0, counts[$0]..<store.count($0)) }
    guard let touched = plan.touched(by: news, store) else { return false }
    var judge = FailingFact(check: self, evaluator: evaluator)
    var new = MatchSearch(plan, store: store, low: [counts[plan.types[0]]], limit: 0)
    new.run(&judge)
    if !new.places.isEmpty { return false }
    for order in touched {
      var search = MatchSearch(plan, store: store, low: [], only: order, limit: 0)
      search.run(&judge)
      if !search.places.isEmpty { return false }
    }
    return store.work?.isExceeded != true
  }
}

extension Node {
  /// Whether the evaluation makes no text, list or record, whose size is limited over all elements of a loop
  /// (``AllocationLimits``).
  fileprivate var makesNothing: Bool {
    switch self {
    case .text, .list, .record, .made, .table, .arithmetic(.addLists, _, _): false
    case .call(let function, _): function.readsOffDate && children.allSatisfy(\.makesNothing)
    case .aggregate(let aggregate):
      switch aggregate.function {
      case .list: false
      case .sum, .mean, .min, .max, .count, .first, .last: children.allSatisfy(\.makesNothing)
      }
    default: children.allSatisfy(\.makesNothing)
    }
  }
}
