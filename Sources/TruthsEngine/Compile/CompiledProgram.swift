import Synchronization
import TruthsLedger
import TruthsProgram
import TruthsText

/// A compiled program: the code of everything that decides. Explanations of clauses are compiled on first use.
final class CompiledProgram: Sendable {
  let program: Program
  /// The language version that the code runs by.
  let language: LanguageVersion
  /// The compiled truths, by index in ``Program/truths``.
  let truths: [CompiledTruth]
  /// The compiled invariants, by index in ``Program/invariants``.
  let invariants: [CompiledInvariant]
  /// The compiled tables, by index in ``Program/tables``.
  let tables: [CompiledTable]
  /// The JSON forms of fact types and records.
  let facts: FactForms
  let calendars: CalendarTables
  let currencies: Currencies
  /// The constants of the code. The symbols of every store begin with them.
  let symbols: Symbols

  /// Compiles a program.
  ///
  /// - Parameter plans: the match plans of truths on facts; the constants that they compare with are added to the symbols.
  /// - Complexity: O(size of the program).
  init(_ program: Program, _ plans: [MatchPlan], _ language: LanguageVersion) {
    self.program = program
    self.language = language
    var symbols = Symbols(program: program)
    truths = program.truths.map { CompiledTruth($0, &symbols) }
    invariants = program.invariants.map { CompiledInvariant($0, &symbols) }
    tables = program.tables.indices.map { CompiledTable(program.tables[$0], index: $0, &symbols) }
    for constant in plans.flatMap(\.constants) { _ = symbols.cell(of: constant) }
    facts = FactForms(program)
    calendars = CalendarTables(program)
    currencies = Currencies(program)
    self.symbols = symbols
  }
}

/// A standalone invariant, which has a single clause.
struct CompiledInvariant: Sendable {
  let unit: CompiledUnit
  let clause: CompiledClause

  init(_ invariant: CheckedInvariant, _ symbols: inout Symbols) {
    let frameSize = max(invariant.frameSize, invariant.inputs.count)
    var writer = CodeWriter(frameSize: frameSize)
    writer.write(clauses: [invariant.clause])
    unit = CompiledUnit(writer.unit, &symbols)
    clause = CompiledClause(
      invariant.clause, declaredBy: invariant.id, isOfInvariant: true,
      frame: FrameCauses(inputs: invariant.inputs.map(\.name), frameSize: frameSize))
  }
}

extension CompiledProgram {
  /// Returns where the work limit was exceeded: the declaration, the clause, and the elements of the loop.
  ///
  /// - Parameters:
  ///   - overrun: the head of the loop at which the limit was exceeded; `nil` outside of loops.
  ///   - unit: the code that ran; the code of a clause's explanation belongs to no declaration.
  ///   - frame: the code of the frame that it ran on.
  /// - Complexity: O(size of the program), once for a decision.
  func workPlace(
    of overrun: (unit: Unmanaged<CompiledUnit>, instruction: Int, loop: Int)?, in unit: CompiledUnit, frame: CompiledUnit?
  ) -> WorkPlace {
    let running = overrun?.unit.takeUnretainedValue() ?? unit
    let through = overrun.map { self.through($0.instruction, of: running, elements: $0.loop) } ?? "what it makes"
    for candidate in [running, unit, frame].compactMap({ $0 }) {
      let clause = candidate === running ? overrun.flatMap { candidate.clause(behind: $0.instruction) } : nil
      if let place = workPlace(of: candidate, clause: clause, through) { return place }
    }
    return WorkPlace(declaration: "an expression", through: through)
  }

  private func workPlace(of unit: CompiledUnit, clause: (number: Int, index: Int)?, _ through: String) -> WorkPlace? {
    if let index = truths.firstIndex(where: { $0.unit === unit }) {
      let truth = truths[index]
      let compiled = clause.flatMap { clause -> CompiledClause? in
        let later = clause.index >= truth.invariants ? truth.invariantClauses : truth.clauses
        let clauses = clause.index >= truth.ensures ? truth.ensuredClauses : later
        return clauses.indices.contains(clause.number) ? clauses[clause.number] : nil
      }
      let binding = clause.flatMap { clause in
        clause.number < 0 ? program.truths[index].lets.first { $0.slot == -1 - clause.number } : nil
      }
      return WorkPlace(
        declaration: truth.id, clause: compiled?.name ?? binding.map { "let \($0.name)" },
        span: compiled?.checked.span ?? program.truths[index].span, through: through)
    }
    if let index = invariants.firstIndex(where: { $0.unit === unit }) {
      return WorkPlace(
        declaration: program.invariants[index].id, span: program.invariants[index].clause.span, through: through)
    }
    guard let index = tables.firstIndex(where: { $0.unit === unit }) else { return nil }
    return WorkPlace(declaration: "\(program.tables[index].kind) \(program.tables[index].name)", span: nil, through: through)
  }

  /// Returns the description of a loop: `3,000 elements of a list`.
  private func through(_ head: Int, of unit: CompiledUnit, elements: Int) -> String {
    let counted = "\(elements.grouped) \(elements == 1 ? "element" : "elements")"
    switch unit.source(ofLoopAt: head) {
    case .facts(let type): return "\(elements.grouped) facts of \(program.facts[type].name)"
    case .lookedUp(let access): return "\(elements.grouped) facts of \(program.facts[access.type].name)"
    case .instances(let lifecycle): return "\(elements.grouped) instances of \(program.lifecycles[lifecycle].name)"
    case .list, nil: return "\(counted) of a list"
    }
  }
}

extension CompiledUnit {
  /// Returns the clause that an instruction belongs to, and the position of the instruction that records its outcome.
  ///
  /// The number of a `let` is -1 minus its slot.
  fileprivate func clause(behind instruction: Int) -> (number: Int, index: Int)? {
    for index in instruction..<instructionCount {
      switch instructions[index].opcode {
      case .clause: return (Int(instructions[index].target), index)
      case .outside where instructions[index].first == .register(Int(instructions[index].target)):
        return (-1 - Int(instructions[index].target), index)
      case .end, .condition: return nil
      default: continue
      }
    }
    return nil
  }

  /// Returns the source of the loop whose head is at an instruction.
  fileprivate func source(ofLoopAt head: Int) -> LoopSource? {
    let wanted = instructions[head].second.index
    for place in (0..<head).reversed() where instructions[place].opcode == .slow {
      if case .beginLoop(wanted, let source) = slow[instructions[place].second.index] { return source }
    }
    return nil
  }
}

/// The code of one truth, invariant, table or explained expression while it is written; ``CompiledUnit`` is its final form.
struct CodeUnit: Sendable {
  var instructions: [Instruction] = []
  /// Cells of values that do not depend on a store. Those in `boxes` are filled in when the code is bound to symbols.
  var constants: [Cell] = []
  var boxes: [BoxedConstant] = []
  var probes: [Probe] = []
  var slow: [SlowOperation] = []
  /// The number of slots and temporaries.
  var registerCount = 0

  /// A constant whose cell depends on the symbols of a store: a text, a large number, a list.
  struct BoxedConstant: Sendable {
    var index: Int
    var value: Value
  }
}

/// The code of one expression, and the operand that holds its result.
struct CompiledExpression: Sendable {
  /// The position of the first instruction; below 0 where the operand needs no code.
  var start: Int
  var result: Operand
}
