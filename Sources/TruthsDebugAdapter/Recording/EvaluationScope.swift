import TruthsEngine
import TruthsProgram
import TruthsText

/// The expressions of one rule, table or function while they are recorded.
final class EvaluationScope {
  let evaluator: Evaluator
  /// The index of the recorded frame.
  let frame: Int
  /// The span of the declaration's key.
  let key: Span
  /// The types of slots, as far as they are known.
  var types: [Int: ValueType]
  /// The names of loop variables of the present expression, by slot.
  var loopNames: [Int: String] = [:]

  init(_ evaluator: Evaluator, frame: Int, key: Span, types: [Int: ValueType] = [:]) {
    self.evaluator = evaluator
    self.frame = frame
    self.key = key
    self.types = types
  }

  var program: Program { evaluator.program }

  func value(_ node: Node) -> Value { evaluator.outside(evaluator.value(node)) }

  func isTrue(_ node: Node) -> Bool { evaluator.value(node) == .boolean(true) }

  func isFalse(_ node: Node) -> Bool { evaluator.value(node) == .boolean(false) }

  /// Returns the type of an expression if its type is declared; otherwise that of its value.
  func type(of node: Node, _ value: Value) -> ValueType { declaredType(of: node) ?? ValueType(of: value) }

  private func declaredType(of node: Node) -> ValueType? {
    switch node {
    case .slot(let slot): return types[slot]
    case .amount(let amount, _): return declaredType(of: amount)
    case .field(let base, let place):
      switch declaredType(of: base) {
      case .record(let index)?: return program.records[index].fields[place].type
      case .fact(let index)?: return program.facts[index].fields[place].type
      default: return nil
      }
    case .lookUp(let key, let field): return program.facts[key.fact].fields[field].type
    case .policy(let index): return program.policies[index].type
    case .table(let index, _): return program.tables[index].output
    default: return nil
    }
  }

  /// Returns the unit of a number, as far as declared types show it. One operand of a product has a unit; both operands of a sum
  /// have one.
  func unit(of node: Node) -> NumberUnit? {
    if let type = declaredType(of: node) { return type.innermost.unit }
    switch node {
    case .arithmetic(.divide, let left, let right): return unit(of: right) == nil ? unit(of: left) : nil
    case .arithmetic(_, let left, let right), .conditional(_, let left, let right): return unit(of: left) ?? unit(of: right)
    case .negate(let inner), .amount(let inner, _): return unit(of: inner)
    case .call(.abs, let arguments), .call(.round, let arguments), .call(.floor, let arguments), .call(.ceil, let arguments),
      .call(.trunc, let arguments):
      return arguments.first.flatMap { unit(of: $0) }
    case .coalesce(let alternatives): return alternatives.lazy.compactMap { self.unit(of: $0) }.first
    case .aggregate(let aggregate) where aggregate.function != .count: return aggregate.value.flatMap { unit(of: $0) }
    default: return nil
    }
  }

  /// An element that a loop visits.
  enum Element {
    case fact(type: Int, place: Int)
    case value(Value, ValueType)
  }

  /// Returns the elements of a loop, in the order in which it visits them.
  func elements(of loop: LoopNode) -> [Element] {
    switch loop.source {
    case .facts(let type): return evaluator.store.orderedPlaces(type, in: program).map { .fact(type: type, place: $0) }
    case .list(let node):
      guard case .list(let values) = evaluator.value(node) else { return [] }
      var element: ValueType?
      if case .list(let type)? = declaredType(of: node) { element = type }
      return values.map { .value($0, element ?? ValueType(of: $0)) }
    case .instances:
      // A list of the elements has them in the order of a loop.
      let all = AggregateNode(function: .list, value: .slot(loop.slot), loops: [loop], filter: nil, order: [])
      guard case .list(let values) = evaluator.value(.aggregate(all)) else { return [] }
      return values.map { .value($0, ValueType(of: $0)) }
    }
  }

  /// Sets the variable of a loop to an element, and returns the element under its name.
  func bind(_ loop: LoopNode, to element: Element) -> NamedValue {
    let name = loopNames[loop.slot] ?? "element"
    switch element {
    case .fact(let type, let place):
      evaluator.set(loop.slot, toFact: type, at: place)
      types[loop.slot] = .fact(type)
      return NamedValue(name: name, type: .fact(type), value: .fact(evaluator.store.record(type, at: place)))
    case .value(let value, let type):
      evaluator.set(loop.slot, to: value)
      types[loop.slot] = type
      return NamedValue(name: name, type: type, value: value)
    }
  }
}

extension ValueType {
  /// The type of a value, as far as the value alone shows it.
  init(of value: Value) {
    switch value {
    case .missing: self = .unknown
    case .boolean: self = .boolean
    case .number: self = .decimal(unit: nil)
    case .amount: self = .decimal(unit: .data)
    case .text: self = .text
    case .date: self = .date
    case .timestamp: self = .timestamp
    case .duration: self = .duration
    case .period: self = .period
    case .time: self = .time
    case .enumeration(let value): self = .enumeration(value.type)
    case .record(let record): self = .record(record.type)
    case .list(let elements): self = .list(elements.first.map { ValueType(of: $0) } ?? .unknown)
    case .map(let entries): self = .map(entries.first.map { ValueType(of: $0.value) } ?? .unknown)
    case .json: self = .json
    case .fact(let fact): self = .fact(fact.type)
    }
  }
}
