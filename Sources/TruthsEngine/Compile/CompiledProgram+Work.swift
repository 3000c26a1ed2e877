import TruthsCheck
import TruthsText

extension CompiledProgram {
  /// Where work was done: the declaration whose code ran, the clause, and what was gone through.
  ///
  /// - Parameters:
  ///   - overrun: the head of the loop at which the limit was passed; `nil` where that was outside of loops.
  ///   - unit: the code that ran; that of what is told of a clause belongs to no declaration.
  ///   - frame: the code of the frame that it ran on.
  /// - Complexity: O(size of the program), once for a decision.
  func place(
    of overrun: (unit: Unmanaged<CompiledUnit>, instruction: Int, loop: Int)?, in unit: CompiledUnit, frame: CompiledUnit?
  ) -> WorkPlace {
    let running = overrun?.unit.takeUnretainedValue() ?? unit
    let through = overrun.map { self.through($0.instruction, of: running, elements: $0.loop) } ?? "what it makes"
    for candidate in [running, unit, frame].compactMap({ $0 }) {
      let clause = candidate === running ? overrun.flatMap { candidate.clause(behind: $0.instruction) } : nil
      if let place = place(of: candidate, clause: clause, through) { return place }
    }
    return WorkPlace(declaration: "an expression", through: through)
  }

  private func place(of unit: CompiledUnit, clause: (number: Int, place: Int)?, _ through: String) -> WorkPlace? {
    if let index = truths.firstIndex(where: { $0.unit === unit }) {
      let truth = truths[index]
      let found = clause.flatMap { clause -> CompiledClause? in
        let later = clause.place >= truth.invariants ? truth.invariantClauses : truth.clauses
        let clauses = clause.place >= truth.ensures ? truth.ensuredClauses : later
        return clauses.indices.contains(clause.number) ? clauses[clause.number] : nil
      }
      let binding = clause.flatMap { clause in
        clause.number < 0 ? program.truths[index].lets.first { $0.slot == -1 - clause.number } : nil
      }
      return WorkPlace(
        declaration: truth.id, clause: found?.name ?? binding.map { "let \($0.name)" },
        span: found?.checked.span ?? program.truths[index].span, through: through)
    }
    if let index = invariants.firstIndex(where: { $0.unit === unit }) {
      return WorkPlace(
        declaration: program.invariants[index].id, span: program.invariants[index].clause.span, through: through)
    }
    guard let index = tables.firstIndex(where: { $0.unit === unit }) else { return nil }
    return WorkPlace(declaration: "table \(program.tables[index].name)", span: nil, through: through)
  }

  /// `3,000 elements of a list`
  private func through(_ head: Int, of unit: CompiledUnit, elements: Int) -> String {
    let counted = "\(elements.grouped) \(elements == 1 ? "element" : "elements")"
    switch unit.source(ofLoopAt: head) {
    case .facts(let type): return "\(elements.grouped) facts of \(program.facts[type].name)"
    case .instances(let lifecycle): return "\(elements.grouped) instances of \(program.lifecycles[lifecycle].name)"
    case .list, nil: return "\(counted) of a list"
    }
  }
}

extension CompiledUnit {
  /// The clause whose code an instruction belongs to, and where that is noted; of a `let` of a truth, -1 less its slot.
  fileprivate func clause(behind instruction: Int) -> (number: Int, place: Int)? {
    for place in instruction..<instructionCount {
      switch instructions[place].opcode {
      case .clause: return (Int(instructions[place].target), place)
      case .outside where instructions[place].first == .register(Int(instructions[place].target)):
        return (-1 - Int(instructions[place].target), place)
      case .end, .condition: return nil
      default: continue
      }
    }
    return nil
  }

  /// What the loop at whose head an instruction stands goes through.
  fileprivate func source(ofLoopAt head: Int) -> LoopSource? {
    let wanted = instructions[head].second.index
    for place in (0..<head).reversed() where instructions[place].opcode == .slow {
      if case .beginLoop(wanted, let source) = slow[instructions[place].second.index] { return source }
    }
    return nil
  }
}
