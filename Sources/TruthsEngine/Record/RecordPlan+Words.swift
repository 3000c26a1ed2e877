import TruthsCheck
import TruthsJSON
import TruthsText

/// The words of clauses that do not hold, as ``ClauseReading`` says them.
extension RecordPlan {
  /// Notes a clause that does not hold; the frame of its truth or invariant stands.
  func tell(_ place: Int, isUnknown: Bool, _ entry: Entry, _ machine: inout Machine) {
    let clause = clauses[place]
    machine.enter(
      .passUnretained(entry.words), entry.wordProbes.first, registers: registers, constants: entry.wordConstants.cells)
    values.removeAll(keepingCapacity: true)
    for term in clause.terms {
      let cell = term.isElement ? .absent : machine.outside(value(term.value, &machine))
      if term.isElement || cell.isMissing && term.hasKeys { return wantsCloserLook = true }
      values.append(cell)
    }
    // Then a value between was past its limits, and the whole procedure says which.
    if isUnknown, !values.contains(where: \.isMissing) { return wantsCloserLook = true }
    let kind = kind(of: clause.checked, isUnknown: isUnknown)
    let start = outcome.text.count
    writeValues(of: clause, inOrder: clause.terms.indices, isCanonical: false)
    let middle = outcome.text.count
    writeValues(of: clause, inOrder: clause.sortedTerms, isCanonical: true)
    let end = outcome.text.count
    words.truncate()
    if isUnknown, kind != .requirement {
      words.append("cannot tell whether " as StaticString)
      words.append(clause.checked.text)
      words.append(": " as StaticString)
      _ = say(of: clause, missingOnly: true)
    } else if let said = clause.words {
      for part in said {
        switch part {
        case .literal(let literal): words.append(literal)
        case .value(let expression): show(machine.outside(value(expression, &machine)), ofTerm: false)
        }
      }
    } else {
      words.append(clause.checked.text)
      let verdict: StaticString = clause.checked.violatedWhen ? " holds" : " does not hold"
      if clause.checked.place != .moves { words.append(verdict) }
      let mark = words.count
      words.append(": " as StaticString)
      if !say(of: clause, missingOnly: false), clause.checked.place != .moves { words.truncate(to: mark) }
    }
    words.withBytes { outcome.text.write($0.assumingMemoryBound(to: UInt8.self)) }
    outcome.violations.append(
      RecordViolation(
        clause: place, kind: kind, reason: RecordRange(end, outcome.text.count), values: RecordRange(start, middle),
        sortedValues: RecordRange(middle, end)))
    machine.enter(
      .passUnretained(entry.unit), entry.probes.first, registers: registers, constants: entry.constants.cells)
  }

  /// A requirement that is not true is unmet, unknown or not.
  private func kind(of clause: CheckedClause, isUnknown: Bool) -> Violation.Kind {
    switch clause.kind {
    case .requirement: .requirement
    case .advisory: .advisory
    case .structural: isUnknown ? .unknown : .structural
    case .acceptance: isUnknown ? .unknown : .acceptance
    }
  }

  /// `amount is 5000, approval_threshold is 1000`
  ///
  /// - Returns: whether there was anything to say.
  private func say(of clause: RecordClause, missingOnly: Bool) -> Bool {
    var isFirst = true
    for (term, cell) in zip(clause.terms, values) where !missingOnly || cell.isMissing {
      if !isFirst { words.append(", " as StaticString) }
      isFirst = false
      words.append(term.label)
      words.append(" is " as StaticString)
      show(cell, ofTerm: true)
    }
    return !isFirst
  }

  /// A value as reasons print it; of a term that is missing also why, where that is more than that nothing was given.
  private func show(_ cell: Cell, ofTerm: Bool) {
    switch cell.kind {
    case .text: words.append(symbols.pointee.text(Int(cell.bits)).string)
    case .number: words.append(Decimal(small: cell.bits, scale: cell.small))
    case .boolean: words.append(cell.bits == 1 ? "true" : "false" as StaticString)
    case .missing:
      words.append("missing" as StaticString)
      if ofTerm, let why = cell.cause.words {
        words.append(" (" as StaticString)
        words.append(why)
        words.append(")" as StaticString)
      }
    default: words.append(program.display(ground.value(of: cell, symbols.pointee)))
    }
  }

  private func writeValues(of clause: RecordClause, inOrder order: some Sequence<Int>, isCanonical: Bool) {
    outcome.text.append(UInt8(ascii: "{"))
    var isFirst = true
    for place in order {
      if !isFirst { outcome.text.append(UInt8(ascii: ",")) }
      isFirst = false
      clause.terms[place].label.withUnsafeBufferPointer { outcome.text.write($0) }
      outcome.text.append(UInt8(ascii: ":"))
      write(values[place], isCanonical: isCanonical)
    }
    outcome.text.append(UInt8(ascii: "}"))
  }

  /// A value as JSON.
  func write(_ cell: Cell, isCanonical: Bool) {
    switch cell.kind {
    case .missing: outcome.text.append("null" as StaticString)
    case .boolean: outcome.text.append(cell.bits == 1 ? "true" : "false" as StaticString)
    case .number: outcome.text.append(Decimal(small: cell.bits, scale: cell.small))
    case .text: outcome.text.write(symbols.pointee.text(Int(cell.bits)))
    default: writeCompound(cell, isCanonical: isCanonical)
    }
  }

  @inline(never)
  private func writeCompound(_ cell: Cell, isCanonical: Bool) {
    let json = program.json(of: ground.value(of: cell, symbols.pointee))
    if isCanonical { outcome.text.writeCanonical(json) } else { outcome.text.writeCompact(json) }
  }

  // MARK: Facts

  /// The payload of a fact, whose cells are in `values`, in both orders.
  func write(_ output: RecordOutput, of truth: Int) {
    let start = outcome.text.count
    write(output, inOrder: output.declaredOrder, isCanonical: false)
    let middle = outcome.text.count
    write(output, inOrder: output.sortedOrder, isCanonical: true)
    outcome.facts.append(
      RecordFact(truth: truth, payload: RecordRange(start, middle), sortedPayload: RecordRange(middle, outcome.text.count)))
  }

  private func write(_ output: RecordOutput, inOrder order: [RecordOutput.Member], isCanonical: Bool) {
    outcome.text.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in order where member.field < 0 || !values[member.field].isMissing {
      if !isFirst { outcome.text.append(UInt8(ascii: ",")) }
      isFirst = false
      outcome.text.append(output.bytes, member.words.range)
      if member.field >= 0 { write(values[member.field], isCanonical: isCanonical) }
    }
    outcome.text.append(UInt8(ascii: "}"))
  }
}
