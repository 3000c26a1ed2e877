import TruthsCheck
import TruthsText

/// Writes code for expressions (architecture: names are slots already, so nothing is looked up by name when it runs).
struct CodeWriter {
  private(set) var unit = CodeUnit()
  /// The first register that nothing uses.
  private var top: Int
  /// How many loops are open around what is written, and how many aggregates.
  var loopDepth = 0
  var aggregateDepth = 0
  private var known: [Cell: Int] = [:]

  /// - Parameter frameSize: registers that are slots of the frame.
  init(frameSize: Int) {
    top = frameSize
    unit.registerCount = frameSize
  }

  // MARK: Registers

  mutating func push(_ count: Int = 1) -> Int {
    let register = top
    top += count
    unit.registerCount = max(unit.registerCount, top)
    return register
  }

  /// Writes something, and gives the registers back that it took.
  mutating func scoped(_ write: (inout CodeWriter) -> Void) {
    let mark = top
    write(&self)
    top = mark
  }

  // MARK: Code

  /// The place of the next instruction.
  var here: Int { unit.instructions.count }

  mutating func emit(
    _ opcode: Opcode, to target: Int = 0, _ first: Operand = .register(0), _ second: Operand = .register(0), flag: Bool = false,
    count: Int = 0
  ) {
    unit.instructions.append(
      Instruction(
        opcode: opcode, flag: flag ? 1 : 0, count: UInt16(clamping: count), target: UInt32(truncatingIfNeeded: target),
        first: first, second: second))
  }

  /// A jump whose end is not known yet.
  mutating func emitJump(_ opcode: Opcode, _ first: Operand = .register(0)) -> Int {
    emit(opcode, to: 0, first)
    return here - 1
  }

  /// Lets a jump lead to the next instruction.
  mutating func land(_ jump: Int) { unit.instructions[jump].target = UInt32(truncatingIfNeeded: here) }

  /// Lets a jump lead to a place.
  mutating func lead(jump: Int, to place: Int) { unit.instructions[jump].target = UInt32(truncatingIfNeeded: place) }

  /// Writes into the instruction at the head of a loop what its body, which ends here, costs for an element: about eight
  /// instructions make a step of work.
  mutating func weigh(loopAt head: Int) { unit.instructions[head].count = UInt16(clamping: 1 + (here - head) / 8) }

  mutating func emit(slow operation: SlowOperation, to target: Int, from base: Int) {
    unit.slow.append(operation)
    emit(.slow, to: target, .register(base), .number(unit.slow.count - 1))
  }

  mutating func emit(_ opcode: Opcode, to target: Int, _ probe: Probe, keys base: Int, flag: Bool = false) {
    unit.probes.append(probe)
    emit(opcode, to: target, .number(unit.probes.count - 1), .register(base), flag: flag)
  }

  // MARK: Constants

  mutating func constant(_ value: Value) -> Operand {
    guard let cell = Cell(plain: value) else {
      unit.constants.append(.absent)
      unit.boxes.append(CodeUnit.BoxedConstant(index: unit.constants.count - 1, value: value))
      return .constant(unit.constants.count - 1)
    }
    if let index = known[cell] { return .constant(index) }
    unit.constants.append(cell)
    known[cell] = unit.constants.count - 1
    return .constant(unit.constants.count - 1)
  }

  /// Constants that stand one behind the other; gives the first.
  mutating func constants(_ values: [Value]) -> Operand {
    let start = unit.constants.count
    for value in values {
      unit.constants.append(Cell(plain: value) ?? .absent)
      if Cell(plain: value) == nil {
        unit.boxes.append(CodeUnit.BoxedConstant(index: unit.constants.count - 1, value: value))
      }
    }
    return .constant(start)
  }

  /// The code of one expression by itself.
  mutating func expression(_ node: Node) -> CompiledExpression {
    let start = here
    let result = operand(node)
    if here == start { return CompiledExpression(start: -1, result: result) }
    emit(.end)
    return CompiledExpression(start: start, result: result)
  }
}
