import TruthsProgram
import TruthsText

/// A part of an invariant over the state that says something of every fact of a type: once it holds, it is to be read only for
/// facts that are new, and for those that a new fact touches (limits §4).
final class StateCheck: Sendable {
  /// How the facts are found.
  let plan: MatchPlan
  /// The types of facts by which it may come to hold no more, beside that of ``plan``.
  let types: [Int]
  private let slot: Int
  private let frameSize: Int
  private let unit: CompiledUnit
  private let filter: CompiledExpression?
  private let body: CompiledExpression
  /// What the body must come to for each fact that the filter lets through.
  private let wanted: Bool

  /// What must hold of each element of a loop over facts.
  struct Part {
    var type: Int
    var slot: Int
    var filter: Node?
    var body: Node
    var wanted: Bool
  }

  private init?(_ part: Part, frameSize: Int, _ code: CompiledProgram) {
    let program = code.program
    let nodes = [part.filter, part.body].compactMap(\.self)
    var reads = NodeReads(program)
    reads.add(nodes)
    // What is made for all facts together may be too much, and that for some of them not.
    guard nodes.allSatisfy(\.makesNothing) else { return nil }
    // What is not a fact of the ledger may change without one.
    if reads.hasEnvironment || !reads.views.isEmpty || program.facts[part.type].isDerived { return nil }
    var types = reads.types
    if reads.hasPolicies, let set = program.facts.firstIndex(where: { $0.name == "policy.set" }) { types.insert(set) }
    self.types = types.sorted()
    let matches = [CheckedMatch(fact: part.type, slot: part.slot, variable: nil)]
    plan = MatchPlan(each: part.type, Touches(nodes, over: matches, [], program))
    (slot, wanted, self.frameSize) = (part.slot, part.wanted, frameSize)
    var writer = CodeWriter(frameSize: frameSize)
    filter = part.filter.map { writer.expression($0) }
    body = writer.expression(part.body)
    unit = CompiledUnit(writer.unit, knowing: code.symbols)
  }

  /// The parts of an invariant.
  ///
  /// - Returns: `nil` where it is not made of such parts alone.
  static func all(of invariant: CheckedInvariant, _ code: CompiledProgram) -> [StateCheck]? {
    let frameSize = max(invariant.frameSize, invariant.inputs.count)
    guard invariant.inputs.isEmpty, let parts = parts(of: invariant.clause.test, when: !invariant.clause.violatedWhen) else {
      return nil
    }
    let checks = parts.compactMap { StateCheck($0, frameSize: frameSize, code) }
    return checks.count == parts.count ? checks : nil
  }

  /// What an invariant says of each fact by itself; `nil` where it says more than that.
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

  /// Whether it holds of a fact.
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

/// Finds a fact of which a check does not hold.
private struct FailingFact: MatchJudge {
  static var works: Bool { true }
  let check: StateCheck
  let evaluator: Evaluator

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool { !check.holds(ofFactAt: places[0], evaluator) }
}

extension StateCheck {
  /// Whether it holds of all facts of a store.
  ///
  /// - Complexity: O(facts).
  func holds(_ evaluator: Evaluator) -> Bool {
    var search = MatchSearch(plan, store: evaluator.store, low: [], limit: 0)
    var judge = FailingFact(check: self, evaluator: evaluator)
    search.run(&judge)
    return search.places.isEmpty && evaluator.store.work?.isExceeded != true
  }

  /// Whether it holds of all facts of a store, given that it held when there were fewer.
  ///
  /// - Parameters:
  ///   - counts: how many facts of each type there were then.
  ///   - evaluator: over the store.
  /// - Returns: `false` also where only all facts tell.
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
  /// Whether it is worked out without making a text, list or record, whose size is bounded over all elements of a loop
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
