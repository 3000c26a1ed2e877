import TruthsProgram
import TruthsText

/// Compiles expressions to instructions. Names are slots already, so the code looks up nothing by name.
struct CodeWriter {
  private(set) var unit = CodeUnit()
  /// The first free register.
  private var top: Int
  /// The number of open loops, and of open aggregates, around the code being written.
  var loopDepth = 0
  var aggregateDepth = 0
  private var constantIndices: [Cell: Int] = [:]

  /// - Parameter frameSize: the number of registers that are slots of the frame.
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

  /// Runs `write`, and then frees the registers that it took.
  mutating func scoped(_ write: (inout CodeWriter) -> Void) {
    let mark = top
    write(&self)
    top = mark
  }

  // MARK: Code

  /// The position of the next instruction.
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

  /// Emits a jump whose target is set later.
  mutating func emitJump(_ opcode: Opcode, _ first: Operand = .register(0)) -> Int {
    emit(opcode, to: 0, first)
    return here - 1
  }

  /// Sets the target of a jump to the next instruction.
  mutating func land(_ jump: Int) { unit.instructions[jump].target = UInt32(truncatingIfNeeded: here) }

  /// Sets the target of a jump.
  mutating func lead(jump: Int, to place: Int) { unit.instructions[jump].target = UInt32(truncatingIfNeeded: place) }

  /// Stores the work of one element in the instruction at the head of a loop whose body ends here.
  ///
  /// Eight instructions are about one step of work; a slow instruction counts as eight.
  mutating func weigh(loopAt head: Int) {
    let weight = unit.instructions[head..<here].reduce(0) { $0 + ($1.opcode == .slow ? 8 : 1) }
    unit.instructions[head].count = UInt16(clamping: 1 + weight / 8)
  }

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
    if let index = constantIndices[cell] { return .constant(index) }
    unit.constants.append(cell)
    constantIndices[cell] = unit.constants.count - 1
    return .constant(unit.constants.count - 1)
  }

  /// Adds consecutive constants and returns the first.
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

  /// Compiles one expression by itself.
  mutating func expression(_ node: Node) -> CompiledExpression {
    let start = here
    let result = operand(node)
    if here == start { return CompiledExpression(start: -1, result: result) }
    emit(.end)
    return CompiledExpression(start: start, result: result)
  }
}

extension CodeWriter {
  /// Compiles an expression and returns the operand that holds its value: a slot, a constant, or a new register.
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

  /// Compiles an expression that leaves its value in `target`; the register is free until then.
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
      case .amount(let amount, let unit): writer.writeAmount(amount, unit, to: target)
      case .call(.inUnit, let nodes): writer.emit(.amount, to: target, writer.operand(nodes[0]), writer.operand(nodes[1]))
      case .negate(let operand): writer.emit(.negate, to: target, writer.operand(operand))
      case .arithmetic(let operation, let left, let right): writer.writeArithmetic(operation, left, right, to: target)
      case .present, .lookUp, .lookUpExists, .state: writer.writeProbe(node, to: target)
      case .quantified(let quantified): writer.write(quantified, to: target)
      case .aggregate(let aggregate): writer.write(aggregate, to: target)
      case .conditional(let condition, let consequence, let alternative):
        writer.write(condition, consequence, else: alternative, to: target)
      case .coalesce(let nodes): writer.writeFirst(of: nodes, to: target)
      default: writer.writeSlow(node, to: target)
      }
    }
  }

  /// Compiles an operation on boxed values: its arguments in consecutive registers, then the operation.
  private mutating func writeSlow(_ node: Node, to target: Int) {
    switch node {
    case .contains(let container, let part): write(slow: .contains, [container, part], to: target)
    case .like(let text, let pattern): write(slow: .like, [text, pattern], to: target)
    case .matches(let text, let pattern, let isPart):
      write(slow: .matches(PatternMachine(pattern, isPart: isPart)), [text], to: target)
    case .call(let function, let nodes): write(slow: .call(function, count: nodes.count), nodes, to: target)
    case .table(let index, let nodes): write(slow: .table(index, count: nodes.count), nodes, to: target)
    case .list(let nodes): write(slow: .list(count: nodes.count), nodes, to: target)
    case .record(let type, let fields): write(slow: .record(type: type, count: fields.count), fields, to: target)
    case .made(let record):
      let nodes = [record.base].compactMap(\.self) + record.values
      write(slow: .made(record.shape, hasBase: record.base != nil), nodes, to: target)
    case .entry(let base, let field): write(slow: .entry(field), [base], to: target)
    case .old(let old): write(slow: .old(OldCode(old)), old.arguments.map(Node.slot), to: target)
    case .text(let parts):
      let pieces = parts.map { if case .literal(let text) = $0 { TextPiece.literal(text) } else { TextPiece.value } }
      write(slow: .text(pieces), parts.compactMap { if case .value(let node) = $0 { node } else { nil } }, to: target)
    default: emit(.move, to: target, constant(.missing(.absent)))
    }
  }

  mutating func write(slow operation: SlowOperation, _ nodes: [Node], to target: Int) {
    emit(slow: operation, to: target, from: writeRow(nodes))
  }

  /// Compiles expressions into consecutive registers.
  ///
  /// - Returns: the first register.
  mutating func writeRow(_ nodes: [Node]) -> Int {
    let base = push(nodes.count)
    for (place, node) in nodes.enumerated() { write(node, to: base + place) }
    return base
  }

  /// Compiles an amount and its currency, both from one frame, record or fact.
  private mutating func writeAmount(_ amount: Node, _ unit: CurrencyPlace, to target: Int) {
    let currency: Operand
    switch amount {
    case .slot: currency = .register(unit.place)
    case .field(let base, let index):
      let whole = operand(base)
      let beside = push()
      emit(.field, to: beside, whole, .number(unit.place))
      emit(.field, to: target, whole, .number(index))
      return emit(.amount, to: target, .register(target), .register(beside))
    case .lookUp(let key, let field):
      let keys = writeKeys(of: key)
      let beside = push()
      for (register, place) in [(beside, unit.place), (target, field)] {
        emit(.lookUp, to: register, Probe(type: key.fact, count: key.keys.count, field: place), keys: keys)
      }
      return emit(.amount, to: target, .register(target), .register(beside))
    default:
      guard let beside = Node.amount(amount, unit: unit).currency else { return write(amount, to: target) }
      currency = operand(beside)
    }
    emit(.amount, to: target, operand(amount), currency)
  }

  private mutating func writeArithmetic(_ operation: Arithmetic, _ left: Node, _ right: Node, to target: Int) {
    let opcodes: [Arithmetic: Opcode] = [.add: .add, .subtract: .subtract, .multiply: .multiply]
    if let opcode = opcodes[operation] { return emit(opcode, to: target, operand(left), operand(right)) }
    write(slow: .arithmetic(operation), [left, right], to: target)
  }

  /// Compiles membership; for a list that is written out, as a single comparison with all constants.
  private mutating func writeMembership(_ element: Node, _ list: Node, to target: Int) {
    if let values = list.plainElements, values.count <= Int(UInt16.max) {
      let subject = operand(element)
      return emit(.isOneOf, to: target, subject, constants(values), count: values.count)
    }
    write(slow: .isIn, [element, list], to: target)
  }

  /// Compiles presence tests, look-ups and states: their keys in consecutive registers, then the probe.
  private mutating func writeProbe(_ node: Node, to target: Int) {
    switch node {
    case .present(let key):
      if key.keys.isEmpty { return emit(.hasAny, to: target, .number(key.fact)) }
      writePresence(key, isTurned: false, to: target)
    case .lookUp(let key, let field):
      emit(.lookUp, to: target, Probe(type: key.fact, count: key.keys.count, field: field), keys: writeKeys(of: key))
    case .lookUpExists(let key, let field):
      emit(.lookUpExists, to: target, Probe(type: key.fact, count: key.keys.count, field: field), keys: writeKeys(of: key))
    case .state(let key):
      emit(.state, to: target, Probe(type: key.lifecycle, count: key.keys.count), keys: writeKeys(key.keys))
    default: break
    }
  }

  /// Compiles a presence test.
  ///
  /// - Parameter isTurned: whether the test asks if the fact is missing.
  private mutating func writePresence(_ key: FactKey, isTurned: Bool, to target: Int) {
    let probe = Probe(type: key.fact, count: key.keys.count)
    emit(.present, to: target, probe, keys: writeKeys(of: key), flag: isTurned)
  }

  /// Compiles the keys of a fact; an amount among them is checked against a currency that is also a key.
  private mutating func writeKeys(of key: FactKey) -> Int {
    let first = writeKeys(key.keys)
    if key.hasAmounts { emit(slow: .key(fact: key.fact), to: first, from: first) }
    return first
  }

  /// Compiles keys and returns the first register. A single key in a slot is read from the slot itself.
  ///
  /// A computed key is rounded to the limits of a value that leaves its expression.
  private mutating func writeKeys(_ keys: [Node]) -> Int {
    if keys.count == 1, case .slot(let slot) = keys[0] { return slot }
    let first = push(keys.count)
    for (position, key) in keys.enumerated() {
      scoped { writer in
        if key.isComputed {
          writer.emit(.outside, to: first + position, writer.operand(key))
        } else {
          writer.write(key, to: first + position)
        }
      }
    }
    return first
  }
}

extension Node {
  /// Whether the value may be a computed number, which is rounded when it leaves its expression.
  fileprivate var isComputed: Bool {
    switch self {
    case .arithmetic, .negate, .call, .aggregate, .conditional, .coalesce, .table, .list: true
    default: false
    }
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
  /// The index of the builtin in the cells of an environment.
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
    case .actorStanding: 11
    case .proposalAction: 12
    case .proposalID: 13
    case .proposalAt: 14
    case .documentPosition: 15
    }
  }
}

extension Node {
  /// The elements of a list that is written out, if all can be compared as cells.
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
    case .boolean, .number, .text, .date, .timestamp, .duration, .period, .time, .enumeration: true
    case .missing, .amount, .record, .list, .map, .json, .fact: false
    }
  }
}

extension CodeWriter {
  /// Compiles Kleene's connectives; the second side does not run where the first decides.
  private mutating func writeLogic(_ node: Node, to target: Int) {
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

extension CodeWriter {
  /// Compiles `if`. Where the condition is unknown, the result is the condition itself, missing with its cause.
  private mutating func write(_ condition: Node, _ consequence: Node, else alternative: Node, to target: Int) {
    write(condition, to: target)
    let unknown = emitJump(.jumpIfMissing, .register(target))
    let otherwise = emitJump(.jumpIfFalse, .register(target))
    write(consequence, to: target)
    let end = emitJump(.jump)
    land(otherwise)
    write(alternative, to: target)
    land(end)
    land(unknown)
  }

  /// Compiles `coalesce`: the first present value, or the missing last argument with its cause.
  private mutating func writeFirst(of nodes: [Node], to target: Int) {
    var ends: [Int] = []
    for (place, node) in nodes.enumerated() {
      write(node, to: target)
      guard place < nodes.count - 1 else { break }
      let next = emitJump(.jumpIfMissing, .register(target))
      ends.append(emitJump(.jump))
      land(next)
    }
    for end in ends { land(end) }
  }
}

extension CodeWriter {
  /// Compiles a quantifier.
  ///
  /// `some` is Kleene's or of (where and body), `every` Kleene's and of (not where, or body), `no` is not `some`; the register
  /// of its variable keeps the element that settled it.
  mutating func write(_ node: QuantifiedNode, to target: Int) {
    let result = push()
    let isSome = node.quantifier == .some
    emit(.move, to: result, constant(.boolean(!isSome)))
    let loop = beginLoop(node.loop, AccessPath(node).flatMap { FactAccess($0) }, to: result)
    let head = here
    emit(.next, to: 0, .register(node.loop.slot), .number(loop))
    let body = node.quantifier == .every ? Node.not(node.body) : node.body
    scoped { writer in
      let answer = writer.operand(node.filter.map { .and($0, body) } ?? body)
      writer.emit(.settle, to: result, answer, .number(head), flag: isSome)
    }
    land(head)
    weigh(loopAt: head)
    loopDepth -= 1
    emit(.move, to: target, .register(result))
  }

  /// Opens a loop. A missing list is copied to `target`, and the loop visits nothing.
  ///
  /// - Returns: the loop's number.
  private mutating func beginLoop(_ loop: LoopNode, _ access: FactAccess?, to target: Int) -> Int {
    let number = loopDepth
    loopDepth += 1
    scoped { writer in
      switch loop.source {
      case .list(let node): writer.emit(slow: .beginLoop(number, .list), to: target, from: writer.writeRow([node]))
      case .instances(let lifecycle): writer.emit(slow: .beginLoop(number, .instances(lifecycle)), to: target, from: 0)
      case .facts(let type):
        let values = writer.writeRow(access?.values ?? [])
        writer.emit(slow: .beginLoop(number, access.map { .lookedUp($0) } ?? .facts(type)), to: target, from: values)
      }
    }
    return number
  }

  /// Compiles an aggregate. It is missing where a list, a `where`, an element's value or a sort key is missing.
  mutating func write(_ node: AggregateNode, to target: Int) {
    let number = aggregateDepth
    let result = push()
    var exits: [Int] = []
    aggregateDepth += 1
    emit(.move, to: result, constant(.boolean(true)))
    emit(slow: .beginAggregate(number, node.function, descending: node.order.map(\.isDescending)), to: result, from: 0)
    var heads: [Int] = []
    for (index, loop) in node.loops.enumerated() {
      let place = beginLoop(loop, FactAccess(node, number, loop: index), to: result)
      exits.append(emitJump(.jumpIfMissing, .register(result)))
      heads.append(here)
      emit(.next, to: 0, .register(loop.slot), .number(place))
    }
    scoped { $0.writeElement(node, number, to: result, again: heads.last ?? 0, &exits) }
    if let inner = heads.last { emit(.jump, to: inner) }
    for (outer, head) in zip(heads, heads.dropFirst()) { lead(jump: head, to: outer) }
    if let outer = heads.first { land(outer) }
    for head in heads { weigh(loopAt: head) }
    emit(slow: .endAggregate(number), to: result, from: 0)
    for exit in exits { land(exit) }
    loopDepth -= node.loops.count
    aggregateDepth -= 1
    emit(.move, to: target, .register(result))
  }

  /// Compiles one element of an aggregate: its filter, its value, its sort keys.
  private mutating func writeElement(
    _ node: AggregateNode, _ number: Int, to result: Int, again: Int, _ exits: inout [Int]
  ) {
    if let filter = node.filter {
      write(filter, to: result)
      exits.append(emitJump(.jumpIfMissing, .register(result)))
      emit(.jumpIfFalse, to: again, .register(result))
    }
    let parts = node.value.map { [$0] + node.order.map(\.value) } ?? []
    let base = push(parts.count)
    for (place, part) in parts.enumerated() {
      write(part, to: result)
      if place > 0 || !node.function.choosesByOrder { exits.append(emitJump(.jumpIfMissing, .register(result))) }
      emit(.move, to: base + place, .register(result))
    }
    emit(slow: .take(number, hasValue: node.value != nil, keys: max(0, parts.count - 1)), to: result, from: base)
  }
}
