import TruthsCheck
import TruthsJSON
import TruthsText

extension RecordPlan {
  /// Works out what the proposal that was taken in comes to.
  ///
  /// - Parameter result: what it comes to; its memory is used again.
  /// - Returns: `false` where only the whole procedure can tell.
  /// - Complexity: O(clauses of the intent + what is told).
  package func decide(_ result: inout RecordOutcome) -> Bool {
    swap(&outcome, &result)
    defer { swap(&outcome, &result) }
    outcome.begin()
    wantsCloserLook = false
    guard let first = entries.first else { return false }
    let operands = Machine.Operands(
      bases, registers: registers, constants: first.constants.cells, policies: policies.cells, builtins: UnsafePointer(builtins))
    var machine = Machine(
      .passUnretained(first.unit), operands, reads: .passUnretained(ground), symbols: symbols, ownsSymbols: true,
      outcomes: outcomes, memory: .passUnretained(memory))
    for entry in entries where !wantsCloserLook { read(entry, &machine) }
    guard !wantsCloserLook, !outcome.fired.isEmpty else { return false }
    order()
    if !outcome.violations.contains(where: { $0.kind != .advisory }) { produce(&machine) }
    return !wantsCloserLook && !machine.wantsCloserLook
  }

  /// While a requirement is unmet, what is unknown is left out.
  private func order() {
    guard !outcome.violations.isEmpty else { return }
    if outcome.violations.contains(where: { $0.kind == .requirement }) { outcome.violations.removeAll { $0.kind == .unknown } }
    guard outcome.violations.count > 1 else { return }
    outcome.violations.sort {
      let (left, right) = (Self.turn(of: $0.kind), Self.turn(of: $1.kind))
      return left == right ? clauses[$0.clause].rank < clauses[$1.clause].rank : left < right
    }
  }

  private static func turn(of kind: Violation.Kind) -> Int {
    switch kind {
    case .structural: 0
    case .unknown: 1
    case .postcondition: 2
    case .requirement: 3
    case .acceptance: 4
    case .advisory: 5
    }
  }

  private func admits(_ entry: Entry) -> Bool { entry.pack < 0 || pack == -1 || entry.pack == pack }

  /// Puts the proposal's fields into the slots.
  private func begin(_ entry: Entry, _ machine: inout Machine) {
    for (slot, field) in entry.fields.enumerated() { registers[slot] = field < 0 ? .absent : fields[field] }
    machine.enter(
      .passUnretained(entry.unit), entry.probes.first, registers: registers, constants: entry.constants.cells)
  }

  private func read(_ entry: Entry, _ machine: inout Machine) {
    guard admits(entry) else { return }
    begin(entry, &machine)
    machine.failures = 0
    machine.condition = .fires
    machine.run(from: entry.reading)
    if entry.truth >= 0 {
      if machine.condition == .doesNot { return }
      if machine.condition == .unknown { return wantsCloserLook = true }
      outcome.fired.append(entry.truth)
    }
    for (number, clause) in entry.clauses.enumerated() {
      let reading = outcomes[number]
      if reading == .holds {
        if entry.areRequirements[number] { outcome.requirementsHeld += 1 } else { outcome.invariantsHeld += 1 }
      } else {
        tell(clause, isUnknown: reading == .unknown, entry, &machine)
      }
    }
  }

  // MARK: What is produced

  /// The facts, each of which must be whole and either new or there as it is.
  private func produce(_ machine: inout Machine) {
    guard isLast else { return wantsCloserLook = true }
    for entry in entries where entry.truth >= 0 && outcome.fired.contains(entry.truth) {
      begin(entry, &machine)
      machine.run(from: entry.lets)
      for output in entry.outputs {
        produce(output, entry, &machine)
        if wantsCloserLook { return }
      }
    }
  }

  private func produce(_ output: RecordOutput, _ entry: Entry, _ machine: inout Machine) {
    if let filter = output.code.filter {
      let answer = value(filter, &machine)
      if answer.isFalse { return }
      guard answer.isTrue else { return wantsCloserLook = true }
    }
    values.removeAll(keepingCapacity: true)
    for place in output.code.fields.indices {
      let cell = output.code.fields[place].map { machine.outside(value($0, &machine)) } ?? .absent
      if cell.isMissing, !output.areOptional[place] { return wantsCloserLook = true }
      values.append(cell.isMissing ? .absent : cell)
    }
    let known = output.table.newest(ofRow: values, hash: output.table.hash(ofRow: values))
    if known < 0 { return write(output, of: entry.truth) }
    for place in values.indices
    where !symbols.pointee.same(output.table.cell(at: known, place), values[place]) {
      return wantsCloserLook = true
    }
    outcome.unchanged += 1
  }

  /// The cell of an expression of the code that the machine runs.
  func value(_ expression: CompiledExpression, _ machine: inout Machine) -> Cell {
    if expression.start >= 0 { machine.run(from: expression.start) }
    return machine.operands.load(expression.result)
  }
}
