import TruthsCheck
import TruthsText

extension FixedPoint {
  /// An empty frame for a truth.
  func begin(_ truth: Int, _ evaluator: inout Evaluator) {
    let frameSize = max(program.truths[truth].frameSize, program.truths[truth].matches.count)
    evaluator.begin(engine.code.truths[truth].unit, frameSize: frameSize)
  }

  /// Whether the `if` of a truth is true, and every instance that it moves stands where the move begins; an unknown `if` counts
  /// as false.
  func fires(_ index: Int, _ evaluator: inout Evaluator) -> Bool {
    let compiled = engine.code.truths[index]
    evaluator.run(from: compiled.lets)
    if let condition = program.truths[index].condition, let code = compiled.condition {
      let answer = evaluator.cell(code)
      evaluator.observer?.note(condition, answer.isMissing ? .unknown : answer.isTrue ? .fires : .doesNot)
      if !answer.isTrue { return false }
    }
    return compiled.moves.allSatisfy { evaluator.cell($0.test).isTrue }
  }

  /// Fires the matches of a truth, in order.
  ///
  /// - Parameter asked: over the store as it was at the beginning of the round; none where every group fires without it.
  /// - Returns: whether that kept to the limit of facts.
  mutating func fire(_ group: Group, _ asked: inout Evaluator?) -> Bool {
    guard !group.isShort, var evaluator = asked.take() else { return fireShort(group) }
    defer { asked = evaluator }
    let truth = program.truths[group.plan.truth]
    log(group)
    let compiled = engine.code.truths[group.plan.truth]
    begin(group.plan.truth, &evaluator)
    for (match, frame) in group.frames.enumerated() {
      evaluator.observer?.note(fired: truth)
      evaluator.slots = frame
      producer.holdsCorrection = holdsCorrection(group, match)
      producer.work(truth, compiled, &evaluator)
      if !truth.invariants.isEmpty {
        evaluator.run(from: compiled.invariants, clauses: truth.invariants.count)
        var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: isExplained)
        reading.read(truth.invariants, evaluator.outcomes, &evaluator)
        result.take(reading)
      }
      if producer.production.count > limits.facts { return false }
    }
    return true
  }

  /// Whether any fact of a match is a new version that this run has made.
  private func holdsCorrection(_ group: Group, _ match: Int) -> Bool {
    let matches = program.truths[group.plan.truth].matches
    return matches.indices.contains { position in
      let place = Int(group.places[match * group.plan.width + position])
      return producer.production.store.isCorrection(matches[position].fact, at: place)
    }
  }

  /// Fires the matches of a truth that only copies: rows from rows.
  ///
  /// - Returns: whether that kept to the limit of facts.
  private mutating func fireShort(_ group: Group) -> Bool {
    guard let rule = group.plan.rule else { return true }
    let truth = program.truths[group.plan.truth]
    log(group)
    let types = truth.matches.map(\.fact)
    let mayHoldCorrection = types.contains { producer.production.store.tables[$0].hasVersions }
    let maker = producer.maker(truth)
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
          if isPlain { match = producer.production.append(outputs[0], match..<matches, maker: maker) }
          if match == matches { break }
          producer.holdsCorrection = mayHoldCorrection && holdsCorrection(group, first + match)
          for (index, made) in outputs.enumerated() {
            fire(made, match, truth.outputs[rule.outputs[index].index], truth, maker)
          }
          if producer.production.count > limits.facts { return false }
          match += 1
        }
      }
      return true
    }
  }

  /// Adds what an output has made for a match.
  private mutating func fire(
    _ made: BoundOutput, _ match: Int, _ output: CheckedOutput, _ truth: CheckedTruth, _ maker: Int32
  ) {
    let missing = made.missing(match)
    if missing >= 0 {
      producer.refuse(missing: missing, of: output, truth)
    } else if !producer.add(made, match, maker) {
      producer.change(made, match, maker, output, truth)
    }
  }
}

extension Derivation {
  /// Takes in the clauses of a match.
  mutating func take(_ reading: ClauseReading) {
    for clause in reading.clauses {
      if let violation = clause.violation { violations.append(violation) } else { invariantsHeld += 1 }
    }
    examined.append(ExaminedTruth(id: reading.declaredBy, clauses: reading.clauses.map(\.examined)))
  }
}
