import TruthsCheck

extension Machine {
  /// Runs code from a place on to its end.
  @inline(never)
  mutating func run(from start: Int) {
    let operands = operands
    let registers = operands.registers
    let instructions = instructions
    var place = start
    while true {
      let step = instructions[place]
      place += 1
      let target = Int(step.target)
      switch step.opcode {
      case .end: return
      case .move: registers[target] = operands.load(step.first)
      case .outside: registers[target] = outside(operands.load(step.first))
      case .jump: place = target
      case .jumpIfFalse: if operands.load(step.first).isFalse { place = target }
      case .jumpIfTrue: if operands.load(step.first).isTrue { place = target }
      case .jumpIfMissing: if operands.load(step.first).isMissing { place = target }
      case .not: registers[target] = Self.not(operands.load(step.first))
      case .and: registers[target] = Self.and(operands.load(step.first), operands.load(step.second))
      case .or: registers[target] = Self.or(operands.load(step.first), operands.load(step.second))
      case .equal: registers[target] = equal(operands.load(step.first), operands.load(step.second), is: true)
      case .notEqual: registers[target] = equal(operands.load(step.first), operands.load(step.second), is: false)
      case .less: registers[target] = precedes(operands.load(step.first), operands.load(step.second), is: true)
      case .greaterOrEqual: registers[target] = precedes(operands.load(step.first), operands.load(step.second), is: false)
      case .greater: registers[target] = follows(operands.load(step.first), operands.load(step.second), is: true)
      case .lessOrEqual: registers[target] = follows(operands.load(step.first), operands.load(step.second), is: false)
      case .isOneOf: registers[target] = isOneOf(operands.load(step.first), step)
      case .exists: registers[target] = .truth(operands.load(step.first).isMissing == (step.flag == 1))
      case .isEmpty: registers[target] = isEmpty(operands.load(step.first), operands.load(step.second), is: step.flag == 0)
      case .add: registers[target] = add(operands.load(step.first), operands.load(step.second))
      case .subtract: registers[target] = subtract(operands.load(step.first), operands.load(step.second))
      case .multiply: registers[target] = multiply(operands.load(step.first), operands.load(step.second))
      case .negate: registers[target] = negate(operands.load(step.first))
      case .field: registers[target] = field(step.second.index, of: operands.load(step.first))
      case .present, .lookUp, .lookUpExists, .state: registers[target] = probe(step)
      case .hasAny: registers[target] = hasAny(step.first.index)
      case .next: if !next(step.second.index, to: step.first.index, at: place - 1, steps: Int(step.count)) { place = target }
      case .settle: if !settle(step, operands.load(step.first)) { place = step.second.index }
      case .clause: note(step, operands.load(step.first))
      case .condition: if ends(operands.load(step.first)) { return }
      case .slow: slow(unit._withUnsafeGuaranteedRef { $0.slow[step.second.index] }, to: target, from: step.first.index)
      }
    }
  }

  @inline(__always)
  private mutating func note(_ step: Instruction, _ answer: Cell) {
    guard answer.isA(.boolean) else {
      outcomes[Int(step.target)] = .unknown
      failures += 1
      return
    }
    let isViolated = answer.bits == Int64(step.flag)
    outcomes[Int(step.target)] = isViolated ? .violated : .holds
    if isViolated { failures += 1 }
  }

  /// Takes what the `if` came to.
  ///
  /// - Returns: whether that ends the code.
  @inline(__always)
  private mutating func ends(_ answer: Cell) -> Bool {
    condition = answer.isMissing ? .unknown : answer.isFalse ? .doesNot : .fires
    return answer.isFalse
  }

  /// Takes the answer for one element of a quantifier; the first that is unknown is kept.
  ///
  /// - Returns: whether the element settles it.
  @inline(__always)
  private func settle(_ step: Instruction, _ answer: Cell) -> Bool {
    let result = operands.registers + Int(step.target)
    if answer.isTrue {
      result.pointee = .truth(step.flag == 1)
      return true
    }
    if answer.isMissing, !result.pointee.isMissing { result.pointee = answer }
    return false
  }
}
