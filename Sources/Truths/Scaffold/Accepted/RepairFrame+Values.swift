import TruthsCheck
import TruthsEngine
import TruthsText

/// How a draft changes so that an expression has a value.
extension RepairFrame {
  /// Drafts in which an expression may have the value that is wanted.
  func drafts(giving node: Node, _ value: Value) -> [FixtureDraft] {
    switch node {
    case .slot(let slot): return drafts(givingSlot: slot, value)
    case .amount(let inner, _): return drafts(giving: inner, value.plain)
    case .field(let base, let place): return drafts(givingMember: place, of: base, value)
    case .lookUp(let key, let field):
      for node in key.keys where self.value(node).isMissing { return drafts(defining: node) }
      guard var fact = fact(key) else { return [] }
      fact.fields[field] = value.plain
      return drafts(adding: fact)
    case .state(let key):
      let values = key.keys.map { self.value($0) }
      for node in key.keys where self.value(node).isMissing { return drafts(defining: node) }
      guard case .enumeration(let state) = value else { return [] }
      return [repair.changed { $0.put(FixtureDraft.State(lifecycle: key.lifecycle, key: values, state: state.ordinal)) }]
    case .policy(let index): return value.isMissing ? [] : [repair.changed { $0.policies[index] = value.plain }]
    case .builtin(.now):
      guard case .timestamp(let moment) = value else { return [] }
      return [repair.changed { $0.now = moment }]
    case .builtin(let builtin): return [repair.changed { $0.envelope[builtin] = value }]
    case .negate(let inner): return drafts(giving: inner, self.value(.negate(.constant(value.plain))))
    case .arithmetic(let operation, let left, let right): return drafts(giving: operation, left, right, value)
    case .conditional(let condition, let consequence, let alternative):
      return drafts(giving: self.value(condition) == .boolean(true) ? consequence : alternative, value)
    case .coalesce(let nodes): return nodes.flatMap { drafts(giving: $0, value) }
    case .call(let function, let parts): return drafts(giving: function, parts, value)
    case .aggregate(let aggregate): return drafts(giving: aggregate, value)
    case .table: return varied(node)
    default: return []
    }
  }

  private func drafts(givingSlot slot: Int, _ value: Value) -> [FixtureDraft] {
    if fields.indices.contains(slot), let place = fields[slot] {
      return [repair.changed { $0.fields[place] = value.plain }]
    }
    if let binding = binding(slot) { return drafts(giving: binding.node, value) }
    guard case .list(let list, let place)? = element(slot), case .list(var elements) = self.value(list) else { return [] }
    elements[place] = value.plain
    return drafts(giving: list, .list(elements))
  }

  private func drafts(givingMember place: Int, of base: Node, _ value: Value) -> [FixtureDraft] {
    if case .slot(let slot) = base, case .fact(let fact)? = element(slot) {
      return [repair.changed { $0.facts[fact].fields[place] = value.plain }]
    }
    switch self.value(base) {
    case .record(var record):
      record.fields[place] = value.plain
      return drafts(giving: base, .record(record))
    case .missing: return drafts(defining: base)
    default: return []
    }
  }

  /// Drafts in which a value is there that is missing: those that it reads are, one after the other.
  func drafts(defining node: Node) -> [FixtureDraft] {
    guard value(node).isMissing else { return [] }
    switch node {
    case .slot(let slot):
      if let binding = binding(slot) { return drafts(defining: binding.node) }
      guard fields.indices.contains(slot), let place = fields[slot] else { return [] }
      let field = program.intents[draft.intent].fields[place]
      return repair.samples.typed(field).map { drafts(giving: node, $0) } ?? []
    case .amount(let inner, _): return drafts(defining: inner) + (node.currency.map { drafts(defining: $0) } ?? [])
    case .field(let base, let place):
      let known = value(base)
      if known.isMissing { return drafts(defining: base) }
      return sample(ofField: place, in: known).map { drafts(giving: node, $0) } ?? []
    case .lookUp(let key, let field):
      return repair.samples.typed(program.facts[key.fact].fields[field]).map { drafts(giving: node, $0) } ?? []
    case .policy(let index): return repair.samples.typed(program.policies[index].type).map { drafts(giving: node, $0) } ?? []
    case .builtin(.actorUserID): return drafts(giving: node, .text("ann"))
    case .builtin(.actorType): return drafts(giving: node, .text("user"))
    case .builtin(.proposalConfidence): return drafts(giving: node, .number(Decimal(1)))
    case .builtin(.proposalConsent): return drafts(giving: node, .boolean(true))
    case .builtin: return drafts(giving: node, .text("text"))
    case .aggregate(let aggregate):
      let missing = aggregate.loops.compactMap(\.source.list).filter { value($0).isMissing }
      if let list = missing.first { return drafts(defining: list) }
      return aggregate.loops.first.map { added(to: $0.source) } ?? []
    case .conditional(let condition, let consequence, let alternative):
      switch value(condition) {
      case .boolean(let isTrue): return drafts(defining: isTrue ? consequence : alternative)
      default: return drafts(defining: condition)
      }
    default:
      let missing = node.children.flatMap { drafts(defining: $0) }
      return missing.isEmpty ? varied(node) : missing
    }
  }

  private func sample(ofField place: Int, in value: Value) -> Value? {
    switch value {
    case .record(let record): repair.samples.typed(program.records[record.type].fields[place])
    case .fact(let fact): repair.samples.typed(program.facts[fact.type].fields[place])
    default: nil
    }
  }

  // MARK: Operations

  private func drafts(giving operation: Arithmetic, _ left: Node, _ right: Node, _ value: Value) -> [FixtureDraft] {
    let (leftValue, rightValue) = (self.value(left), self.value(right))
    if leftValue.isMissing { return drafts(defining: left) }
    if rightValue.isMissing { return drafts(defining: right) }
    var drafts: [FixtureDraft] = []
    if let inverse = operation.left {
      let wanted = self.value(.arithmetic(inverse, .constant(value.plain), .constant(rightValue.plain)))
      if !wanted.isMissing { drafts += self.drafts(giving: left, wanted) }
    }
    if let (inverse, isSwapped) = operation.right {
      let (one, other) = isSwapped ? (leftValue, value) : (value, leftValue)
      let wanted = self.value(.arithmetic(inverse, .constant(one.plain), .constant(other.plain)))
      if !wanted.isMissing { drafts += self.drafts(giving: right, wanted) }
    }
    return drafts
  }

  private func drafts(giving function: Function, _ parts: [Node], _ value: Value) -> [FixtureDraft] {
    guard let first = parts.first else { return [] }
    switch function {
    case .round, .floor, .ceil, .trunc, .abs, .number, .integer, .inUnit, .lower, .upper, .trim:
      return drafts(giving: first, value)
    case .length:
      guard case .number(let count) = value, let count = count.intValue, (0...200).contains(count) else { return [] }
      switch self.value(first) {
      case .list(let elements):
        if count < elements.count { return drafts(giving: first, .list(Array(elements.prefix(count)))) }
        guard let sample = elements.first ?? elementType(of: first).flatMap({ repair.samples.typed($0) }) else { return [] }
        return drafts(giving: first, .list(elements + Array(repeating: sample, count: count - elements.count)))
      default: return drafts(giving: first, .text(Text(String(repeating: "x", count: count))))
      }
    case .date, .dateOf:
      guard case .date(let date) = value else { return [] }
      return drafts(giving: first, .timestamp(Timestamp(startOf: date)))
    case .element, .first, .last:
      guard case .list(var elements) = self.value(first) else { return drafts(defining: first) }
      if elements.isEmpty { elements = [value.plain] } else { elements[elements.count - 1] = value.plain }
      return drafts(giving: first, .list(elements))
    default: return parts.flatMap { varied($0) }
    }
  }

  private func drafts(giving aggregate: AggregateNode, _ value: Value) -> [FixtureDraft] {
    guard let loop = aggregate.loops.first, aggregate.loops.count == 1 else { return [] }
    if let list = loop.source.list, self.value(list).isMissing { return drafts(defining: list) }
    let frames = frames(over: loop).filter { frame in aggregate.filter.map { frame.value($0) == .boolean(true) } ?? true }
    guard let node = aggregate.value, aggregate.function != .count, let first = frames.first else {
      return added(to: loop.source)
    }
    guard case .sum = aggregate.function, frames.count > 1 else { return first.drafts(giving: node, value) }
    // One element makes up for what the others lack.
    let whole = self.value(.aggregate(aggregate))
    let gap = self.value(.arithmetic(.subtract, .constant(value.plain), .constant(whole.plain)))
    let wanted = self.value(.arithmetic(.add, .constant(first.value(node).plain), .constant(gap)))
    return wanted.isMissing ? [] : first.drafts(giving: node, wanted)
  }

  /// The type of the elements of a list, as far as it can be told from where it stands.
  func elementType(of list: Node) -> ValueType? {
    switch list {
    case .slot(let slot):
      if fields.indices.contains(slot), let place = fields[slot] {
        return program.intents[draft.intent].fields[place].type.elementType
      }
      return binding(slot)?.type.elementType
    case .lookUp(let key, let field): return program.facts[key.fact].fields[field].type.elementType
    case .policy(let index): return program.policies[index].type.elementType
    case .builtin(.actorRoles): return .text
    case .field(let base, let place):
      switch value(base) {
      case .record(let record): return program.records[record.type].fields[place].type.elementType
      case .fact(let fact): return program.facts[fact.type].fields[place].type.elementType
      default: return nil
      }
    default: return nil
    }
  }
}

extension ValueType {
  /// The type of the elements of a list.
  fileprivate var elementType: ValueType? {
    if case .list(let element) = self { return element }
    return nil
  }
}

extension Arithmetic {
  /// What gives the left side of the result and the right side.
  fileprivate var left: Arithmetic? {
    switch self {
    case .add: .subtract
    case .subtract: .add
    case .multiply: .divide
    case .divide: .multiply
    case .timestampPlusDuration: .timestampMinusDuration
    case .timestampMinusDuration, .timestampDifference: .timestampPlusDuration
    case .datePlusDuration: .dateMinusDuration
    case .dateMinusDuration, .dateDifference: .datePlusDuration
    case .addDurations: .subtractDurations
    case .subtractDurations: .addDurations
    case .timestampPlusPeriod: .timestampMinusPeriod
    case .timestampMinusPeriod: .timestampPlusPeriod
    case .datePlusPeriod: .dateMinusPeriod
    case .dateMinusPeriod: .datePlusPeriod
    case .durationTimesNumber: .durationByNumber
    default: nil
    }
  }

  /// What gives the right side of the result and the left side, or of the left side and the result.
  fileprivate var right: (operation: Arithmetic, isOfLeft: Bool)? {
    switch self {
    case .add: (.subtract, false)
    case .subtract: (.subtract, true)
    case .multiply: (.divide, false)
    case .divide: (.divide, true)
    case .timestampPlusDuration: (.timestampDifference, false)
    case .timestampMinusDuration: (.timestampDifference, true)
    case .timestampDifference: (.timestampMinusDuration, true)
    case .datePlusDuration: (.dateDifference, false)
    case .dateMinusDuration: (.dateDifference, true)
    case .dateDifference: (.dateMinusDuration, true)
    case .addDurations: (.subtractDurations, false)
    case .subtractDurations: (.subtractDurations, true)
    default: nil
    }
  }
}
