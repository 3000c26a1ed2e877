import TruthsCheck
import TruthsText

extension FixedPoint {
  /// A frame for a match of a truth, by the places of its facts.
  func begin(_ plan: MatchPlan, _ places: some Collection<Int>, _ evaluator: Evaluator) {
    let compiled = engine.code.truths[plan.truth]
    evaluator.begin(compiled.unit, frameSize: compiled.frameSize)
    var position = 0
    for place in places {
      evaluator.set(engine.program.truths[plan.truth].matches[position].slot, to: .fact(plan.types[position], at: place))
      position += 1
    }
  }

  /// Whether the `if` of a truth is true, and every instance that it moves was where the move begins since closing began; an
  /// unknown `if` counts as false. Its frame stands.
  func fires(_ plan: MatchPlan, _ evaluator: Evaluator) -> Bool {
    let compiled = engine.code.truths[plan.truth]
    evaluator.run(from: compiled.lets)
    if let code = compiled.condition {
      let answer = evaluator.cell(code)
      if let observer = evaluator.observer, let condition = engine.program.truths[plan.truth].condition {
        observer.note(condition, answer.isMissing ? .unknown : answer.isTrue ? .fires : .doesNot)
      }
      if !answer.isTrue { return false }
    }
    let moves = engine.program.truths[plan.truth].moves
    return compiled.moves.indices.allSatisfy { producer.fits(moves[$0], compiled.moves[$0], evaluator) }
  }

  /// Fires the matches of a truth, in order.
  ///
  /// - Parameter evaluator: over the store as it was at the beginning of the round; none where every group fires without it.
  /// - Returns: whether that kept to the limit of facts.
  func fire(_ group: Group, _ evaluator: Evaluator?) -> Bool {
    guard !group.isShort, let evaluator else { return fireShort(group) }
    log(group)
    let (plan, compiled) = (group.plan, engine.code.truths[group.plan.truth])
    for first in stride(from: 0, to: group.places.count, by: plan.width) {
      if let observer = evaluator.observer { observer.note(fired: engine.program.truths[plan.truth]) }
      begin(plan, group.places[first..<(first + plan.width)].lazy.map { Int($0) }, evaluator)
      // The search has worked them out for this match before; what fires begins with nothing made.
      evaluator.unseen { _ in _ = evaluator.run(from: compiled.lets) }
      evaluator.forgetMade()
      producer.holdsCorrection = holdsCorrection(group, first)
      producer.work(compiled, at: plan.truth, evaluator)
      if !compiled.invariantClauses.isEmpty {
        evaluator.run(from: compiled.invariants, clauses: compiled.invariantClauses.count)
        result.take(compiled, evaluator, isExplained: isExplained)
      }
      if producer.production.count > limits.facts || producer.production.store.work?.isExceeded == true { return false }
    }
    return true
  }

  /// Whether any fact of a match is a new version that this run has made.
  private func holdsCorrection(_ group: Group, _ first: Int) -> Bool {
    group.plan.types.indices.contains { position in
      producer.production.store.isCorrection(group.plan.types[position], at: Int(group.places[first + position]))
    }
  }

  /// Fires the matches of a truth that only copies: rows from rows.
  ///
  /// - Returns: whether that kept to the limit of facts.
  private func fireShort(_ group: Group) -> Bool {
    guard let rule = group.plan.rule else { return true }
    let truth = engine.program.truths[group.plan.truth]
    log(group)
    let types = group.plan.types
    let mayHoldCorrection = types.contains { producer.production.store.tables[$0].hasVersions }
    let maker = Producer.Maker(engine.code.truths[group.plan.truth], at: group.plan.truth)
    for output in rule.outputs { producer.production.store.prepare(output.type) }
    let outputs = rule.outputs.map { BoundOutput($0, types, producer.production.store) }
    let width = max(1, group.plan.width)
    let count = group.places.count / width
    return group.places.withUnsafeBufferPointer { places in
      guard let places = places.baseAddress else { return true }
      for first in stride(from: 0, to: count, by: BoundOutput.most) {
        let matches = min(BoundOutput.most, count - first)
        for output in outputs { output.fill(places + first &* width, matches: matches, length: width) }
        // One output alone is added in one go as far as nothing is special; the limit is looked at then as after each match.
        let isPlain = outputs.count == 1 && !mayHoldCorrection && producer.production.count + matches <= limits.facts
        var match = 0
        while match < matches {
          if isPlain { match = producer.production.append(outputs[0], match..<matches, maker: maker.symbol) }
          if match == matches { break }
          producer.holdsCorrection = mayHoldCorrection && holdsCorrection(group, (first + match) * width)
          for (index, made) in outputs.enumerated() {
            fire(made, match, truth.outputs[rule.outputs[index].index], maker)
          }
          if producer.production.count > limits.facts { return false }
          match += 1
        }
      }
      return true
    }
  }

  /// Adds what an output has made for a match.
  private func fire(_ made: BoundOutput, _ match: Int, _ output: CheckedOutput, _ maker: Producer.Maker) {
    let missing = made.missing(match)
    if missing >= 0 {
      producer.refuse(missing: missing, of: output, maker)
    } else if !producer.add(made, match, maker.symbol) {
      producer.change(made, match, maker, output)
    }
  }
}

extension Derivation {
  /// Takes in what the invariants of a match came to, which have run.
  fileprivate mutating func take(_ truth: CompiledTruth, _ evaluator: Evaluator, isExplained: Bool) {
    // Each match is told by itself: what one says is none of the others' business.
    var examination = Examination(isExplained: isExplained)
    examination.take(truth.invariantClauses, of: truth.id, evaluator)
    violations += examination.violations
    invariantsHeld += examination.invariantsHeld
    examined += examination.truths
  }
}
