import TruthsProgram
import TruthsText

extension Engine {
  /// Spreads the faults of views to the views derived from them, in language versions before 3 (declarations §7).
  ///
  /// A view reads what its truths read for a key. A key that depends on faulty data is unknown, and then every fact of the type
  /// is faulty.
  ///
  /// - Parameters:
  ///   - plans: the plans of the truths that make the views.
  ///   - store: the store with the facts of the views.
  /// - Complexity: O(matches of the truths that read a faulty view), once for each level of views.
  func spread(_ faults: inout ViewFaults, over plans: [MatchPlan], in store: FactStore, now: Timestamp) {
    var isStable = false
    while !isStable, store.work?.isExceeded != true {
      isStable = true
      for plan in plans where spread(&faults, plan, store, now) { isStable = false }
    }
  }

  private func spread(_ faults: inout ViewFaults, _ plan: MatchPlan, _ store: FactStore, _ now: Timestamp) -> Bool {
    let truth = program.truths[plan.truth]
    let read = reads.viewReads[truth.id] ?? []
    let types = faults.types
    guard !types.isDisjoint(with: read.union(plan.types)) else { return false }
    var isChanged = false
    func add(_ violations: [Violation], _ key: [Value]?, to type: Int) {
      for violation in violations where faults.add(ViewFaults.Fault(type: type, key: key, violation: violation)) {
        isChanged = true
      }
    }
    // A faulty fact that does not exist cannot be matched, so its fault counts for every fact made.
    for type in Set(plan.types).sorted() where types.contains(type) {
      let absent = faults.keys(of: type).filter { store.current(type, identity: $0) == nil }
      let wide = faults.faults(ofAny: type) + absent.flatMap { faults.faults(of: type, key: $0) }
      for output in truth.outputs { add(wide, nil, to: output.fact) }
    }
    let before = faults
    let evaluator = evaluator(on: store, Environment([.now: .timestamp(now)]))
    evaluator.observer = nil
    let asked = MatchPlan(truth: plan.truth, program: program, watch: plan.watch, distrusting: types)
    var search = MatchSearch(asked, store: store, low: [], limit: .max)
    var judge = AnyMatch()
    search.run(&judge)
    let places = search.places
    let compiled = code.truths[plan.truth]
    for first in stride(from: 0, to: places.count, by: max(1, plan.width)) {
      if store.work?.isExceeded == true { break }
      evaluator.begin(compiled.unit, frameSize: compiled.frameSize)
      var violations: [Violation] = []
      for position in 0..<plan.width {
        let (type, place) = (plan.types[position], Int(places[first + position]))
        evaluator.set(truth.matches[position].slot, to: .fact(type, at: place))
        if types.contains(type) {
          violations += before.faults(of: type, key: store.identity(of: store.values(type, at: place), type: type))
        }
      }
      evaluator.run(from: compiled.lets)
      var reader = ViewFaultReader(before, evaluator, lets: truth.lets)
      if let condition = truth.condition { reader.read(condition.test) }
      reader.read(truth.outputs)
      violations += reader.violations
      if violations.isEmpty { continue }
      for output in truth.outputs { add(violations, key(of: output, truth, evaluator, distrusting: types), to: output.fact) }
    }
    return isChanged
  }

  /// Returns the key of the fact that a truth gives; `nil` where it is unknown. The frame must be filled.
  private func key(
    of output: CheckedOutput, _ truth: CheckedTruth, _ evaluator: Evaluator, distrusting types: Set<Int>
  ) -> [Value]? {
    guard output.loop == nil else { return nil }
    var key: [Value] = []
    for field in program.facts[output.fact].key {
      guard let node = output.fields[field], isReliable(node, truth, types),
        program.facts[output.fact].fields[field].currency == nil
      else { return nil }
      key.append(evaluator.value(node))
    }
    return key
  }

  /// Returns whether a value does not depend on faulty data.
  private func isReliable(_ node: Node, _ truth: CheckedTruth, _ types: Set<Int>) -> Bool {
    switch node {
    case .field(.slot(let slot), let field) where slot < truth.matches.count:
      let type = truth.matches[slot].fact
      return !types.contains(type) || program.facts[type].key.contains(field)
    case .slot(let slot):
      return truth.lets.first { $0.slot == slot }.map { isReliable($0.node, truth, types) } ?? false
    case .present, .lookUp, .lookUpExists, .quantified, .aggregate: return false
    case .table(let index, _) where program.tables[index].readsContext: return false
    default: return node.children.allSatisfy { isReliable($0, truth, types) }
    }
  }
}
