import TruthsProgram
import TruthsText

/// A fact that an output of a truth may give for a match.
struct Prospect {
  /// The fact's key; `nil` where a part of the key or the list of the output's loop is missing.
  var key: [Value]?
  /// The outcome of the output's `where`; `fires` where it is true or absent.
  var filter: ConditionOutcome
  /// Whether the list of the output's loop has a value.
  var isListed = true
}

/// Faults of views by key, from version 3 of the language on (declarations §7).
extension Engine {
  /// Visits the facts that an output of a truth may give. The frame must be filled, and the `let`s computed.
  ///
  /// - Parameter visit: runs with the current element in the frame.
  /// - Complexity: O(elements of the output's loop).
  func prospects(of output: CheckedOutput, _ compiled: CompiledOutput, _ evaluator: Evaluator, _ visit: (Prospect) -> Void) {
    guard let loop = output.loop else { return visit(prospect(of: output, compiled, evaluator)) }
    guard let elements = evaluator.elements(loop.source, list: compiled.list) else {
      return visit(Prospect(key: nil, filter: .unknown, isListed: false))
    }
    for element in elements where evaluator.work?.isExceeded != true {
      evaluator.set(loop.slot, to: element)
      visit(prospect(of: output, compiled, evaluator))
    }
  }

  private func prospect(of output: CheckedOutput, _ compiled: CompiledOutput, _ evaluator: Evaluator) -> Prospect {
    let answer = compiled.filter.map { evaluator.cell($0) }
    let filter: ConditionOutcome = answer.map { $0.isMissing ? .unknown : $0.isTrue ? .fires : .doesNot } ?? .fires
    let type = program.facts[output.fact]
    evaluator.run(from: compiled.row)
    let key = type.key.map { evaluator.value(of: evaluator.cell(in: compiled.fields + $0)) }
    let isKnown = !key.isEmpty && !key.contains(where: \.isMissing) && !type.key.contains { type.fields[$0].currency != nil }
    return Prospect(key: isKnown ? key : nil, filter: filter)
  }

  /// Spreads the faults of views to the views derived from them.
  ///
  /// A view reads what its truths read for a key, and a truth that fires on a view reads all of that view. A fault that affects
  /// the key itself counts for every key.
  ///
  /// - Parameters:
  ///   - plans: the plans of the truths that make the views.
  ///   - store: the store with the facts of the views.
  /// - Complexity: O(matches of the truths that read a faulty view), once for each level of views.
  func spreadByKey(_ faults: inout ViewFaults, over plans: [MatchPlan], in store: FactStore, now: Timestamp) {
    var isStable = false
    while !isStable, store.work?.isExceeded != true {
      isStable = true
      for plan in plans {
        for fault in faultsSpread(by: plan, faults, store, now) where faults.add(fault) { isStable = false }
      }
    }
  }

  private func faultsSpread(by plan: MatchPlan, _ faults: ViewFaults, _ store: FactStore, _ now: Timestamp) -> [ViewFaults.Fault]
  {
    let truth = program.truths[plan.truth]
    var spread: [ViewFaults.Fault] = []
    for type in Set(plan.types).sorted() where faults.types.contains(type) {
      for output in truth.outputs {
        spread += faults.faults(ofAll: type).map { ViewFaults.Fault(type: output.fact, key: nil, violation: $0) }
      }
    }
    if faults.types.isDisjoint(with: reads.viewReads[truth.id] ?? []) { return spread }
    let evaluator = evaluator(on: store, Environment([.now: .timestamp(now)]))
    evaluator.observer = nil
    for plan in [plan] + plan.doubts.map(\.plan) {
      var search = MatchSearch(plan, store: store, low: [], limit: .max)
      var judge = AnyMatch()
      search.run(&judge)
      let places = search.places
      for first in stride(from: 0, to: places.count, by: max(1, plan.width)) where store.work?.isExceeded != true {
        spread += faultsSpread(by: plan, places[first..<(first + plan.width)].map { Int($0) }, faults, evaluator)
      }
    }
    return spread
  }

  private func faultsSpread(
    by plan: MatchPlan, _ places: [Int], _ faults: ViewFaults, _ evaluator: Evaluator
  ) -> [ViewFaults.Fault] {
    let (truth, compiled) = (program.truths[plan.truth], code.truths[plan.truth])
    evaluator.begin(compiled.unit, frameSize: compiled.frameSize)
    for (position, place) in places.enumerated() {
      evaluator.set(truth.matches[position].slot, to: .fact(plan.types[position], at: place))
    }
    evaluator.run(from: compiled.lets)
    let answer = compiled.condition.map { evaluator.cell($0) }
    var fromCondition: [Violation] = []
    if let test = truth.condition?.test, !ViewFaultReader.isRuledOut(test, faults, evaluator, lets: truth.lets) {
      fromCondition = self.faults(faults, readBy: [test], truth, evaluator)
    }
    if answer?.isFalse == true, fromCondition.isEmpty { return [] }
    let fires = answer?.isTrue ?? true
    var spread: [ViewFaults.Fault] = []
    for (output, code) in zip(truth.outputs, compiled.outputs) {
      let key = program.facts[output.fact].key.compactMap { output.fields[$0] }
      let fields = output.innerNodes
      if fires, let loop = output.loop {
        // It is unknown which facts a faulty element would have given.
        var reader = ViewFaultReader(faults, evaluator, lets: truth.lets)
        reader.read(sourceOf: loop, [output.filter].compactMap(\.self))
        spread += reader.violations.map { ViewFaults.Fault(type: output.fact, key: nil, violation: $0) }
      }
      prospects(of: output, code, evaluator) { prospect in
        let own = fires && prospect.isListed ? self.faults(faults, readBy: fields, truth, evaluator) : []
        if prospect.filter == .doesNot, own.isEmpty { return }
        let isReliable = self.faults(faults, readBy: key, truth, evaluator).isEmpty
        spread += (fromCondition + own).map {
          ViewFaults.Fault(type: output.fact, key: isReliable ? prospect.key : nil, violation: $0)
        }
      }
    }
    return spread
  }

  private func faults(_ faults: ViewFaults, readBy nodes: [Node], _ truth: CheckedTruth, _ evaluator: Evaluator) -> [Violation] {
    var reader = ViewFaultReader(faults, evaluator, lets: truth.lets)
    for node in nodes { reader.read(node) }
    return reader.violations
  }
}
