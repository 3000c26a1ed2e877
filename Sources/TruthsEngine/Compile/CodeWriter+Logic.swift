import TruthsCheck
import TruthsText

extension CodeWriter {
  /// Kleene's connectives: what the first side settles is not asked of the second.
  mutating func writeLogic(_ node: Node, to target: Int) {
    switch node {
    case .not(.exists(let operand)): emit(.exists, to: target, self.operand(operand), flag: true)
    case .not(.isEmpty(let operand)): emit(.isEmpty, to: target, self.operand(operand), constant(.text("")), flag: true)
    case .not(.present(let key)) where !key.keys.isEmpty: writePresence(key, isTurned: true, to: target)
    case .not(let operand): emit(.not, to: target, self.operand(operand))
    case .and(let left, let right):
      write(left, to: target)
      writeSecond(.and, right, unless: .jumpIfFalse, to: target)
    case .or(let left, let right):
      write(left, to: target)
      writeSecond(.or, right, unless: .jumpIfTrue, to: target)
    case .implies(let condition, let consequence):
      write(.not(condition), to: target)
      writeSecond(.or, consequence, unless: .jumpIfTrue, to: target)
    default: break
    }
  }

  private mutating func writeSecond(_ opcode: Opcode, _ right: Node, unless jump: Opcode, to target: Int) {
    let settled = emitJump(jump, .register(target))
    emit(opcode, to: target, .register(target), operand(right))
    land(settled)
  }
}
