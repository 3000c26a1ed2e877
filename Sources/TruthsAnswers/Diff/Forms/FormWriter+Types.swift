import TruthsProgram

/// The types of expressions, as far as names depend on types. Forms contain the names of fields, while nodes contain their
/// indices.
extension FormWriter {
  func elementType(of source: SourceNode, in frame: Frame) -> ValueType? {
    switch source {
    case .facts(let index): return .fact(index)
    case .instances(let index): return .record(program.lifecycles[index].instance)
    case .list(let node):
      if case .list(let element)? = type(of: node, in: frame) { return element }
      return nil
    }
  }

  /// Returns the type of a value; `nil` if the expression alone does not determine it.
  func type(of node: Node, in frame: Frame) -> ValueType? {
    switch node {
    case .constant(let value): return type(of: value)
    case .slot(let slot):
      if let bound = frame.bound.last(where: { $0.slot == slot }) { return bound.type }
      if let match = frame.matches[slot] { return .fact(match.fact) }
      if frame.inputs.indices.contains(slot) { return frame.inputs[slot].type }
      return frame.lets[slot]?.type
    case .policy(let index): return program.policies[index].type
    case .field(let base, let index): return fieldType(index, of: type(of: base, in: frame))
    case .amount(let inner, _): return type(of: inner, in: frame)
    case .lookUp(let key, let field): return program.facts[key.fact].fields[field].type
    case .state(let key): return .enumeration(program.lifecycles[key.lifecycle].states)
    case .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .matches, .exists, .isEmpty, .present, .lookUpExists,
      .quantified:
      return .boolean
    case .table(let index, _): return program.tables[index].output
    case .record(let index, _): return .record(index)
    case .made(let record): return type(of: record, in: frame)
    case .conditional(_, let one, let other): return type(of: one, in: frame) ?? type(of: other, in: frame)
    case .coalesce(let nodes): return nodes.lazy.compactMap { type(of: $0, in: frame) }.first
    case .list(let nodes): return nodes.lazy.compactMap { type(of: $0, in: frame) }.first.map { .list($0) }
    case .old(let old): return type(of: old.body, in: frame)
    case .arithmetic(.addLists, let left, let right): return type(of: left, in: frame) ?? type(of: right, in: frame)
    case .call(let function, let arguments): return type(ofCall: function, arguments, in: frame)
    case .aggregate(let aggregate): return type(of: aggregate, in: frame)
    case .text: return .text
    case .builtin, .entry, .arithmetic, .negate: return nil
    }
  }

  private func type(of value: Value) -> ValueType? {
    switch value {
    case .boolean: .boolean
    case .record(let record): .record(record.type)
    case .list(let elements): elements.first.flatMap { type(of: $0) }.map { .list($0) }
    case .enumeration(let value): .enumeration(value.type)
    case .text: .text
    default: nil
    }
  }

  private func type(of record: MadeRecord, in frame: Frame) -> ValueType? {
    func type(of shape: RecordShape) -> ValueType? {
      switch shape {
      case .same: nil
      case .list(let inner): type(of: inner).map { .list($0) }
      case .record(let index, _): .record(index)
      }
    }
    return type(of: record.shape) ?? record.base.flatMap { self.type(of: $0, in: frame) }
  }

  private func type(ofCall function: Function, _ arguments: [Node], in frame: Frame) -> ValueType? {
    guard let first = arguments.first.flatMap({ type(of: $0, in: frame) }) else { return nil }
    switch (function, first) {
    case (.element, .list(let element)), (.first, .list(let element)), (.last, .list(let element)): return element
    case (.member, .map(let element)): return element
    case (.values, .map(let element)): return .list(element)
    case (.distinct, _), (.slice, _), (.reverse, _), (.sort, _): return first
    case (.flatten, .list(let inner)): return inner
    case (.startsWith, _), (.endsWith, _), (.isSorted, _), (.isEmail, _), (.isLegible, _), (.isWorkingDay, _): return .boolean
    default: return nil
    }
  }

  private func type(of node: AggregateNode, in frame: Frame) -> ValueType? {
    guard let value = node.value else { return nil }
    var inner = frame
    for loop in node.loops { inner = inner.binding(loop.slot, elementType(of: loop.source, in: inner)) }
    switch node.function {
    case .min, .max, .first, .last: return type(of: value, in: inner)
    case .list: return type(of: value, in: inner).map { .list($0) }
    case .sum, .mean, .count: return nil
    }
  }

  func fieldType(_ index: Int, of type: ValueType?) -> ValueType? {
    fields(of: type).flatMap { $0.indices.contains(index) ? $0[index].type : nil }
  }

  /// Returns the name of the field at an index of a type. If the type is unknown, returns the index together with a form of all
  /// records of the set.
  func fieldName(_ index: Int, of type: ValueType?) -> String {
    if let fields = fields(of: type), fields.indices.contains(index) { return fields[index].jsonName }
    return "\(index) of \(types.everyRecord)"
  }

  private func fields(of type: ValueType?) -> [Field]? {
    switch type {
    case .record(let index)?: program.records[index].fields
    case .fact(let index)?: program.facts[index].fields
    default: nil
    }
  }
}
