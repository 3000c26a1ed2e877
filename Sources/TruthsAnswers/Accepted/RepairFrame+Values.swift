import TruthsEngine
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Drafts that give an expression a wanted value.
extension RepairFrame {
  /// Returns drafts in which an expression may have the wanted value.
  func drafts(giving node: Node, _ value: Value) -> [Scenario] {
    if repair.effort.remaining < 0 { return [] }
    switch node {
    case .slot(let slot): return drafts(givingSlot: slot, value)
    case .amount(let inner, _): return drafts(giving: inner, value.plain)
    case .field(let base, let place): return drafts(givingMember: place, of: base, value)
    case .lookUp(let key, let field):
      for node in key.keys where self.value(node).isMissing { return drafts(defining: node) }
      let derived = viewFrames(key).flatMap { frame, output in
        output.fields[field].map { frame.drafts(giving: $0, value) } ?? []
      }
      if !derived.isEmpty { return derived }
      guard var fact = fact(key) else { return [] }
      fact.fields[field] = value.plain
      return drafts(adding: fact)
    case .state(let key):
      let values = key.keys.map { self.value($0) }
      for node in key.keys where self.value(node).isMissing { return drafts(defining: node) }
      guard case .enumeration(let state) = value else { return [] }
      return [repair.changed { $0.put(Scenario.State(lifecycle: key.lifecycle, key: values, state: state.ordinal)) }]
    case .policy(let index): return value.isMissing ? [] : [repair.changed { $0.policies[index] = value.plain }]
    case .builtin(.now), .builtin(.proposalAt):
      guard case .timestamp(let moment) = value else { return [] }
      return [repair.changed { $0.now = moment }]
    case .builtin(let builtin): return [repair.changed { $0.envelope[builtin] = value }]
    case .negate(let inner): return drafts(giving: inner, self.value(.negate(.constant(value.plain))))
    case .arithmetic(let operation, let left, let right): return drafts(giving: operation, left, right, value)
    case .conditional(let condition, let consequence, let alternative):
      return drafts(giving: self.value(condition) == .boolean(true) ? consequence : alternative, value)
    case .coalesce(let nodes):
      repair.effort.spend()
      return nodes.flatMap { drafts(giving: $0, value) }
    case .call(let function, let parts): return drafts(giving: function, parts, value)
    case .aggregate(let aggregate): return drafts(giving: aggregate, value)
    case .table(let index, let arguments): return drafts(giving: program.tables[index], arguments, value) + varied(node)
    default: return []
    }
  }

  /// Returns drafts in which a table or function may give the wanted value. A table gives it by one of its rows, a function by
  /// its expression.
  private func drafts(giving table: CheckedTable, _ arguments: [Node], _ wanted: Value) -> [Scenario] {
    guard let frame = frame(of: table, arguments) else { return [] }
    if table.isFunction, let value = table.rows.first?.value {
      if case .boolean(let isWanted) = wanted { return frame.drafts(for: value, isWanted) }
      return frame.drafts(giving: value, wanted)
    }
    return table.rows.indices.flatMap { place -> [Scenario] in
      guard let value = table.rows[place].value, frame.value(value).plain == wanted.plain else { return [] }
      return frame.drafts(taking: place, of: table)
    }
  }

  /// Returns drafts in which a table uses a certain row. With hit policy `first`, the condition of every earlier row must not
  /// hold.
  private func drafts(taking rowIndex: Int, of table: CheckedTable) -> [Scenario] {
    if table.hit == .first {
      for row in table.rows[..<rowIndex] {
        if let condition = row.condition, value(condition) == .boolean(true) { return drafts(for: condition, false) }
      }
    }
    return table.rows[rowIndex].condition.map { drafts(for: $0, true) } ?? []
  }

  /// Returns the truths that derive a view's fact with a key. Each comes with a frame in which the facts are bound from which
  /// the truth derives it.
  private func viewFrames(_ key: FactKey) -> [(frame: RepairFrame, output: CheckedOutput)] {
    guard program.facts[key.fact].isDerived else { return [] }
    let wanted = key.keys.map { value($0).plain }
    return program.truths.filter(\.isView).flatMap { truth -> [(frame: RepairFrame, output: CheckedOutput)] in
      truth.outputs.filter { $0.fact == key.fact && $0.loop == nil }.flatMap { output in
        matches(of: truth).filter { frame in
          program.facts[key.fact].key.map { output.fields[$0].map { frame.value($0).plain } ?? .missing(.absent) } == wanted
        }.map { ($0, output) }
      }
    }
  }

  /// Returns frames in which facts are bound for which a truth may fire, at most six facts for each match.
  private func matches(of truth: CheckedTruth) -> [RepairFrame] {
    truth.matches.reduce([repair.frame(ofFacts: truth)]) { frames, match in
      frames.flatMap { frame in
        repair.firstPlaces(match.fact).prefix(6).map { frame.with(match.slot, fact: match.fact, at: $0) }
      }
    }
  }

  private func drafts(givingSlot slot: Int, _ value: Value) -> [Scenario] {
    if fields.indices.contains(slot), let place = fields[slot] {
      return [repair.changed { $0.fields[place] = value.plain }]
    }
    if let binding = binding(slot) { return drafts(giving: binding.node, value) }
    if let (node, caller) = argument(slot) { return caller.drafts(giving: node, value) }
    guard case .list(let list, let place)? = element(slot), case .list(var elements) = self.value(list) else { return [] }
    elements[place] = value.plain
    return drafts(giving: list, .list(elements))
  }

  private func drafts(givingMember fieldIndex: Int, of base: Node, _ value: Value) -> [Scenario] {
    if case .slot(let slot) = base, case .fact(let fact)? = element(slot) {
      return [repair.changed { $0.facts[fact].fields[fieldIndex] = value.plain }]
    }
    switch self.value(base) {
    case .record(var record):
      record.fields[fieldIndex] = value.plain
      return drafts(giving: base, .record(record))
    case .missing: return drafts(defining: base)
    default: return []
    }
  }

  /// Returns drafts in which an expression without a value gets one. Missing values that the expression reads get a value
  /// first.
  func drafts(defining node: Node) -> [Scenario] {
    guard value(node).isMissing, repair.effort.remaining >= 0 else { return [] }
    switch node {
    case .slot(let slot):
      if let binding = binding(slot) { return drafts(defining: binding.node) }
      if let (node, caller) = argument(slot) { return caller.drafts(defining: node) }
      guard fields.indices.contains(slot), let fieldIndex = fields[slot] else { return [] }
      let field = program.intents[repair.intent].fields[fieldIndex]
      return repair.samples.typed(field).map { drafts(giving: node, $0) } ?? []
    case .amount(let inner, _): return drafts(defining: inner) + (node.currency.map { drafts(defining: $0) } ?? [])
    case .field(let base, let fieldIndex):
      let known = value(base)
      if known.isMissing { return drafts(defining: base) }
      return sample(ofField: fieldIndex, in: known).map { drafts(giving: node, $0) } ?? []
    case .lookUp(let key, let field):
      for (frame, output) in viewFrames(key) {
        if let field = output.fields[field] { return frame.drafts(defining: field) }
      }
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
      return aggregate.loops.first.map { added(to: $0, where: [aggregate.filter].compactMap(\.self)) } ?? []
    case .table(let index, let arguments):
      let missing = arguments.flatMap { drafts(defining: $0) }
      let table = program.tables[index]
      guard missing.isEmpty, let frame = frame(of: table, arguments) else { return missing }
      if table.isFunction { return table.rows.first?.value.map { frame.drafts(defining: $0) } ?? [] }
      return table.rows.indices.flatMap { table.rows[$0].value == nil ? [] : frame.drafts(taking: $0, of: table) }
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

  private func drafts(giving operation: Arithmetic, _ left: Node, _ right: Node, _ value: Value) -> [Scenario] {
    let (leftValue, rightValue) = (self.value(left), self.value(right))
    if leftValue.isMissing { return drafts(defining: left) }
    if rightValue.isMissing { return drafts(defining: right) }
    var drafts: [Scenario] = []
    if let (inverse, isSwapped) = operation.left {
      let (one, other) = isSwapped ? (rightValue, value) : (value, rightValue)
      let wanted = self.value(.arithmetic(inverse, .constant(one.plain), .constant(other.plain)))
      if !wanted.isMissing { drafts += self.drafts(giving: left, wanted) }
    }
    if let (inverse, isSwapped) = operation.right {
      let (one, other) = isSwapped ? (leftValue, value) : (value, leftValue)
      let wanted = self.value(.arithmetic(inverse, .constant(one.plain), .constant(other.plain)))
      if !wanted.isMissing { drafts += self.drafts(giving: right, wanted) }
    }
    return drafts
  }

  private func drafts(giving function: Function, _ arguments: [Node], _ value: Value) -> [Scenario] {
    guard let first = arguments.first else { return [] }
    switch function {
    case .round, .floor, .ceil, .trunc, .abs, .number, .integer, .inUnit, .lower, .upper, .trim:
      return drafts(giving: first, value)
    case .length:
      guard case .number(let count) = value, let count = count.intValue, (0...200).contains(count) else { return [] }
      switch self.value(first) {
      case .list(let elements):
        if count < elements.count { return drafts(giving: first, .list(Array(elements.prefix(count)))) }
        guard let sample = elements.last ?? elementType(of: first).flatMap({ repair.samples.typed($0) }) else { return [] }
        return drafts(giving: first, .list(elements + (elements.count..<count).map { sample.varied($0) }))
      default: return drafts(giving: first, .text(Text(String(repeating: "x", count: count))))
      }
    case .enumOfText, .dateOfText, .timeOfText, .timestamp, .duration, .period:
      return drafts(giving: first, .text(Text(program.display(value))))
    case .date, .dateOf:
      guard case .date(let date) = value else { return [] }
      return drafts(giving: first, .timestamp(Timestamp(startOf: date)))
    case .distinct, .sort, .reverse: return drafts(giving: first, value)
    case .element, .first, .last:
      guard case .list(var elements) = self.value(first) else { return drafts(defining: first) }
      if elements.isEmpty { elements = [value.plain] } else { elements[elements.count - 1] = value.plain }
      return drafts(giving: first, .list(elements))
    default: return arguments.flatMap { varied($0) }
    }
  }

  private func drafts(giving aggregate: AggregateNode, _ value: Value) -> [Scenario] {
    guard let loop = aggregate.loops.first, aggregate.loops.count == 1 else { return [] }
    if let list = loop.source.list, self.value(list).isMissing { return drafts(defining: list) }
    let conditions = [aggregate.filter].compactMap(\.self)
    let all = frames(over: loop)
    let frames = all.filter { frame in conditions.allSatisfy { frame.value($0) == .boolean(true) } }
    let others = all.filter { frame in conditions.contains { frame.value($0) != .boolean(true) } }
    let more = added(to: loop, where: conditions) + others.flatMap { frame in conditions.flatMap { frame.drafts(for: $0, true) } }
    switch aggregate.function {
    case .count:
      guard case .number(let wanted) = value, let wanted = wanted.intValue, wanted < frames.count else { return more }
      return frames.flatMap { frame in frame.removed(loop) + conditions.flatMap { frame.drafts(for: $0, false) } }
    case .list:
      guard case .list(let wanted) = value, wanted.count > frames.count else { return more }
      return drafts(lengthening: loop, aggregate.value, wanted) + more
    case .sum where frames.count > 1:
      guard let node = aggregate.value, let first = frames.first else { return more }
      // One element makes up for the difference of the whole sum.
      let whole = self.value(.aggregate(aggregate))
      let gap = self.value(.arithmetic(.subtract, .constant(value.plain), .constant(whole.plain)))
      let wanted = self.value(.arithmetic(.add, .constant(first.value(node).plain), .constant(gap)))
      return wanted.isMissing ? [] : first.drafts(giving: node, wanted)
    default:
      guard let node = aggregate.value, let first = frames.first else { return more }
      return first.drafts(giving: node, value)
    }
  }

  /// Returns drafts in which a list has more elements, one for each wanted value.
  private func drafts(lengthening loop: LoopNode, _ node: Node?, _ wanted: [Value]) -> [Scenario] {
    guard let list = loop.source.list, case .list(var elements) = value(list),
      let sample = elements.last ?? elementType(of: list).flatMap({ repair.samples.typed($0) })
    else { return [] }
    for value in wanted.dropFirst(elements.count) {
      guard case .field(.slot(loop.slot), let field)? = node, case .record(var record) = sample else {
        elements.append(value)
        continue
      }
      record.fields[field] = value
      elements.append(.record(record))
    }
    return drafts(giving: list, .list(elements))
  }

  /// Returns the element type of a list; `nil` if the expression of the list does not determine it.
  func elementType(of list: Node) -> ValueType? {
    switch list {
    case .slot(let slot):
      if fields.indices.contains(slot), let place = fields[slot] {
        return program.intents[repair.intent].fields[place].type.elementType
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
  /// The element type of a list type; `nil` for other types.
  fileprivate var elementType: ValueType? {
    if case .list(let element) = self { return element }
    return nil
  }
}

extension Value {
  /// Returns a value of the same kind, a different one for each number.
  fileprivate func varied(_ number: Int) -> Value {
    switch self {
    case .text(let text): .text(Text("\(text.string)-\(number + 1)"))
    case .number(let known): (try? known.adding(Decimal(number)).get()).map { .number($0) } ?? self
    default: self
    }
  }
}

extension Arithmetic {
  /// The inverse operation, which computes the left operand from the result and the right operand; `nil` if there is no such
  /// operation.
  ///
  /// If `isOfRight` is `true`, its first operand is the right operand, and its second is the result.
  fileprivate var left: (operation: Arithmetic, isOfRight: Bool)? {
    switch self {
    case .add: (.subtract, false)
    case .subtract: (.add, false)
    case .multiply: (.divide, false)
    case .divide: (.multiply, false)
    case .timestampPlusDuration: (.timestampMinusDuration, false)
    case .timestampMinusDuration: (.timestampPlusDuration, false)
    case .timestampDifference: (.timestampPlusDuration, true)
    case .datePlusDuration: (.dateMinusDuration, false)
    case .dateMinusDuration: (.datePlusDuration, false)
    case .dateDifference: (.datePlusDuration, true)
    case .addDurations: (.subtractDurations, false)
    case .subtractDurations: (.addDurations, false)
    case .durationByDuration: (.durationTimesNumber, true)
    case .durationByNumber: (.durationTimesNumber, false)
    case .durationTimesNumber: (.durationByNumber, false)
    case .timestampPlusPeriod: (.timestampMinusPeriod, false)
    case .timestampMinusPeriod: (.timestampPlusPeriod, false)
    case .datePlusPeriod: (.dateMinusPeriod, false)
    case .dateMinusPeriod: (.datePlusPeriod, false)
    default: nil
    }
  }

  /// The inverse operation, which computes the right operand from the result and the left operand; `nil` if there is no such
  /// operation.
  ///
  /// If `isOfLeft` is `true`, its first operand is the left operand, and its second is the result.
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
