import TruthsCheck
import TruthsText

extension CodeWriter {
  /// Where the value of an expression stands once its code has run: in a slot, a constant, or a register taken for it.
  mutating func operand(_ node: Node) -> Operand {
    switch node {
    case .slot(let slot): return .register(slot)
    case .constant(let value): return constant(value)
    case .policy(let index): return .policy(index)
    case .builtin(let builtin): return .builtin(builtin.place)
    default:
      let register = push()
      write(node, to: register)
      return .register(register)
    }
  }

  /// Writes code that leaves the value of an expression in a register; the register is free until then.
  mutating func write(_ node: Node, to target: Int) {
    scoped { writer in
      switch node {
      case .slot, .constant, .policy, .builtin: writer.emit(.move, to: target, writer.operand(node))
      case .field(let base, let index): writer.emit(.field, to: target, writer.operand(base), .number(index))
      case .not, .and, .or, .implies: writer.writeLogic(node, to: target)
      case .compare(let comparison, let left, let right):
        writer.emit(comparison.opcode, to: target, writer.operand(left), writer.operand(right))
      case .exists(let operand): writer.emit(.exists, to: target, writer.operand(operand))
      case .isEmpty(let operand): writer.emit(.isEmpty, to: target, writer.operand(operand), writer.constant(.text("")))
      case .isIn(let element, let list): writer.writeMembership(element, list, to: target)
      case .negate(let operand): writer.emit(.negate, to: target, writer.operand(operand))
      case .arithmetic(let operation, let left, let right): writer.writeArithmetic(operation, left, right, to: target)
      case .present, .lookUp, .lookUpExists, .state: writer.writeProbe(node, to: target)
      case .quantified(let quantified): writer.write(quantified, to: target)
      case .aggregate(let aggregate): writer.write(aggregate, to: target)
      default: writer.writeSlow(node, to: target)
      }
    }
  }

  /// What works on boxed values: its arguments one behind the other, then the operation.
  private mutating func writeSlow(_ node: Node, to target: Int) {
    switch node {
    case .contains(let container, let part): write(slow: .contains, [container, part], to: target)
    case .like(let text, let pattern): write(slow: .like, [text, pattern], to: target)
    case .call(let function, let nodes): write(slow: .call(function, count: nodes.count), nodes, to: target)
    case .table(let index, let nodes): write(slow: .table(index, count: nodes.count), nodes, to: target)
    case .list(let nodes): write(slow: .list(count: nodes.count), nodes, to: target)
    case .record(let type, let fields): write(slow: .record(type: type, count: fields.count), fields, to: target)
    case .entry(let base, let field): write(slow: .entry(field), [base], to: target)
    case .text(let parts):
      let pieces = parts.map { if case .literal(let text) = $0 { TextPiece.literal(text) } else { TextPiece.value } }
      write(slow: .text(pieces), parts.compactMap { if case .value(let node) = $0 { node } else { nil } }, to: target)
    default: emit(.move, to: target, constant(.missing(.absent)))
    }
  }

  mutating func write(slow operation: SlowOperation, _ nodes: [Node], to target: Int) {
    emit(slow: operation, to: target, from: writeRow(nodes))
  }

  /// Writes values into registers one behind the other.
  ///
  /// - Returns: the first register.
  mutating func writeRow(_ nodes: [Node]) -> Int {
    let base = push(nodes.count)
    for (place, node) in nodes.enumerated() { write(node, to: base + place) }
    return base
  }

  private mutating func writeArithmetic(_ operation: Arithmetic, _ left: Node, _ right: Node, to target: Int) {
    let opcodes: [Arithmetic: Opcode] = [.add: .add, .subtract: .subtract, .multiply: .multiply]
    if let opcode = opcodes[operation] { return emit(opcode, to: target, operand(left), operand(right)) }
    write(slow: .arithmetic(operation), [left, right], to: target)
  }

  /// Membership in a list that is written out is a row of comparisons.
  private mutating func writeMembership(_ element: Node, _ list: Node, to target: Int) {
    if let values = list.plainElements, values.count <= Int(UInt16.max) {
      let subject = operand(element)
      return emit(.isOneOf, to: target, subject, constants(values), count: values.count)
    }
    write(slow: .isIn, [element, list], to: target)
  }

  /// Presence tests, look-ups and states: their keys one behind the other, then the probe.
  private mutating func writeProbe(_ node: Node, to target: Int) {
    switch node {
    case .present(let key):
      if key.keys.isEmpty { return emit(.hasAny, to: target, .number(key.fact)) }
      writePresence(key, isTurned: false, to: target)
    case .lookUp(let key, let field):
      emit(.lookUp, to: target, Probe(type: key.fact, count: key.keys.count, field: field), keys: writeKeys(key.keys))
    case .lookUpExists(let key, let field):
      emit(.lookUpExists, to: target, Probe(type: key.fact, count: key.keys.count, field: field), keys: writeKeys(key.keys))
    case .state(let key):
      emit(.state, to: target, Probe(type: key.lifecycle, count: key.keys.count), keys: writeKeys(key.keys))
    default: break
    }
  }

  /// - Parameter isTurned: whether it is asked whether the fact is missing.
  mutating func writePresence(_ key: FactKey, isTurned: Bool, to target: Int) {
    let probe = Probe(type: key.fact, count: key.keys.count)
    emit(.present, to: target, probe, keys: writeKeys(key.keys), flag: isTurned)
  }

  /// The register of the first key; one key that stands in a slot is read where it stands.
  private mutating func writeKeys(_ keys: [Node]) -> Int {
    if keys.count == 1, case .slot(let slot) = keys[0] { return slot }
    return writeRow(keys)
  }
}

extension Comparison {
  fileprivate var opcode: Opcode {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}

extension Builtin {
  /// Its place among the cells of an environment.
  var place: Int {
    switch self {
    case .now: 0
    case .actorType: 1
    case .actorRoles: 2
    case .actorUserID: 3
    case .proposalPack: 4
    case .proposalTruthID: 5
    case .proposalConfidence: 6
    case .proposalConsent: 7
    case .proposalRequiresConsent: 8
    case .proposalOverrideReason: 9
    case .proposalOnBehalfOf: 10
    }
  }
}

extension Node {
  /// The elements of a list that is written out, where all are plain values: comparing their cells compares them.
  fileprivate var plainElements: [Value]? {
    let values: [Value]
    switch self {
    case .constant(.list(let elements)): values = elements
    case .list(let nodes):
      let constants = nodes.compactMap { if case .constant(let value) = $0 { value } else { nil } }
      guard constants.count == nodes.count else { return nil }
      values = constants
    default: return nil
    }
    return values.allSatisfy(\.isComparedByBits) ? values : nil
  }
}

extension Value {
  fileprivate var isComparedByBits: Bool {
    switch self {
    case .boolean, .number, .text, .date, .timestamp, .duration, .enumeration: true
    case .missing, .record, .list, .json, .fact: false
    }
  }
}
