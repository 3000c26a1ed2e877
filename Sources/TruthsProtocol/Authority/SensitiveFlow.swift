import TruthsProgram
import TruthsText

/// Follows sensitive values through expressions, and finds the part of each value that is masked (sessions §10.2).
///
/// A value is masked whole as soon as anything but a path of declared fields made it: a comparison, a text, a call.
struct SensitiveFlow {
  typealias MaskedPart = SensitiveFields.MaskedPart
  /// Masked parts of the values in a frame, by slot.
  typealias Frame = [Int: MaskedPart]

  private let program: Program
  private var holders: [ValueType: Bool] = [:]
  private var calls: [Call: MaskedPart?] = [:]
  /// Masked parts of the inputs, bindings and terms of tables, for the calls that were followed.
  private(set) var labels = SensitiveLabels()

  private struct Call: Hashable {
    var table: Int
    var arguments: [MaskedPart?]
  }

  init(_ program: Program) { self.program = program }

  // MARK: Frames

  /// Returns the frame of a truth with its bindings.
  mutating func frame(of truth: CheckedTruth) -> Frame {
    var frame = frame(of: truth.inputs, truth.intents)
    for match in truth.matches { frame[match.slot] = maskedPart(of: .fact(match.fact)) }
    bind(truth.lets, in: &frame)
    return frame
  }

  mutating func frame(of invariant: CheckedInvariant) -> Frame {
    switch invariant.applies {
    case .all, .state: frame(of: invariant.inputs, Array(program.intents.indices))
    case .intents(let intents): frame(of: invariant.inputs, intents)
    }
  }

  private mutating func frame(of inputs: [Input], _ intents: [Int]) -> Frame {
    var frame: Frame = [:]
    for (slot, input) in inputs.enumerated() {
      for field in intents.flatMap({ program.intents[$0].fields }) where field.name == input.name {
        frame[slot] = Self.joined(frame[slot], maskedPart(of: field))
      }
    }
    return frame
  }

  private mutating func bind(_ bindings: [CheckedLet], in frame: inout Frame) {
    for binding in bindings { frame[binding.slot] = maskedPart(of: binding.node, in: frame) }
  }

  /// Binds the variable of a loop.
  ///
  /// - Returns: the masked part of an element.
  mutating func bind(_ loop: LoopNode, in frame: inout Frame) -> MaskedPart? {
    let element = element(of: loop.source, in: frame)
    frame[loop.slot] = element
    return element
  }

  // MARK: Types

  private mutating func maskedPart(of type: ValueType) -> MaskedPart? {
    let holds = holders[type] ?? program.holdsSensitive(type)
    holders[type] = holds
    return holds ? .inner(type) : nil
  }

  private mutating func maskedPart(of field: Field) -> MaskedPart? { field.isSensitive ? .entire : maskedPart(of: field.type) }

  private mutating func field(_ index: Int, of base: MaskedPart?) -> MaskedPart? {
    switch base {
    case nil: nil
    case .inner(.record(let type))?: maskedPart(of: program.records[type].fields[index])
    case .inner(.fact(let type))?: maskedPart(of: program.facts[type].fields[index])
    case .entire?, .inner?: .entire
    }
  }

  private static func element(of list: MaskedPart?) -> MaskedPart? {
    switch list {
    case nil: nil
    case .inner(.list(let element))?, .inner(.map(let element))?: .inner(element)
    case .entire?, .inner?: .entire
    }
  }

  private static func list(of element: MaskedPart?) -> MaskedPart? {
    if case .inner(let type)? = element { return .inner(.list(type)) }
    return element
  }

  private mutating func element(of source: SourceNode, in frame: Frame) -> MaskedPart? {
    switch source {
    case .list(let node): Self.element(of: maskedPart(of: node, in: frame))
    case .facts(let type): maskedPart(of: .fact(type))
    case .instances(let lifecycle): maskedPart(of: .record(program.lifecycles[lifecycle].instance))
    }
  }

  /// Returns the masked part of a value that is either of two values.
  static func joined(_ one: MaskedPart?, _ other: MaskedPart?) -> MaskedPart? {
    guard let one, let other else { return one ?? other }
    return one == other ? one : .entire
  }

  private mutating func joined(_ nodes: [Node], in frame: Frame) -> MaskedPart? {
    nodes.reduce(nil) { Self.joined($0, maskedPart(of: $1, in: frame)) }
  }

  /// Returns `entire` for a value that depends on any sensitive value in the expressions.
  private mutating func maskedPart(ofAll nodes: [Node], in frame: Frame) -> MaskedPart? {
    nodes.contains { maskedPart(of: $0, in: frame) != nil } ? .entire : nil
  }

  // MARK: Expressions

  /// Returns the masked part of a term's value, as reasons and `values` show it.
  mutating func maskedPart(of term: Term, in frame: Frame) -> MaskedPart? {
    if term.isFirstFailingElement, case .quantified(let quantified) = term.node {
      return element(of: quantified.loop.source, in: frame)
    }
    return maskedPart(of: term.node, in: frame)
  }

  mutating func maskedPart(of node: Node, in frame: Frame) -> MaskedPart? {
    switch node {
    case .constant, .builtin, .entry: return nil
    case .slot(let slot): return frame[slot]
    case .policy(let index): return maskedPart(of: program.policies[index].type)
    case .field(let base, let index): return field(index, of: maskedPart(of: base, in: frame))
    case .amount(let amount, _): return maskedPart(of: amount, in: frame)
    case .present(let key), .lookUpExists(let key, _): return maskedPart(ofAll: key.keys, in: frame)
    case .lookUp(let key, let field):
      return maskedPart(ofAll: key.keys, in: frame) ?? maskedPart(of: program.facts[key.fact].fields[field])
    case .state(let key): return maskedPart(ofAll: key.keys, in: frame)
    // A record that is there tells nothing of its fields.
    case .exists(let base), .isEmpty(let base): return maskedPart(of: base, in: frame) == .entire ? .entire : nil
    case .conditional(let condition, let one, let other):
      return maskedPart(ofAll: [condition], in: frame) ?? joined([one, other], in: frame)
    case .coalesce(let nodes): return joined(nodes, in: frame)
    case .list(let nodes): return Self.list(of: joined(nodes, in: frame))
    case .call(let function, let arguments): return maskedPart(ofCall: function, arguments, in: frame)
    case .table(let index, let arguments): return maskedPart(ofTable: index, arguments.map { maskedPart(of: $0, in: frame) })
    case .arithmetic(.addLists, let left, let right): return joined([left, right], in: frame)
    case .record(let type, let fields): return maskedPart(ofRecord: type, fields.map { maskedPart(of: $0, in: frame) })
    case .made(let record):
      let base = record.base.flatMap { maskedPart(of: $0, in: frame) }
      return maskedPart(of: record.shape, base, record.values.map { maskedPart(of: $0, in: frame) })
    case .quantified(let quantified):
      var inner = frame
      if bind(quantified.loop, in: &inner) == .entire { return .entire }
      return maskedPart(ofAll: [quantified.filter, quantified.body].compactMap(\.self), in: inner)
    case .aggregate(let aggregate): return maskedPart(of: aggregate, in: frame)
    case .old(let old):
      var before = frame
      bind(old.lets, in: &before)
      return maskedPart(of: old.body, in: before)
    case .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .matches, .arithmetic, .negate, .text:
      return maskedPart(ofAll: node.children, in: frame)
    }
  }

  private mutating func maskedPart(of aggregate: AggregateNode, in frame: Frame) -> MaskedPart? {
    var inner = frame
    for loop in aggregate.loops where bind(loop, in: &inner) == .entire { return .entire }
    if let masked = maskedPart(ofAll: [aggregate.filter].compactMap(\.self) + aggregate.order.map(\.value), in: inner) {
      return masked
    }
    guard let value = aggregate.value.flatMap({ maskedPart(of: $0, in: inner) }) else { return nil }
    switch aggregate.function {
    case .list: return Self.list(of: value)
    case .min, .max, .first, .last: return value
    case .sum, .mean, .count: return .entire
    }
  }

  private mutating func maskedPart(ofCall function: Function, _ arguments: [Node], in frame: Frame) -> MaskedPart? {
    guard let first = arguments.first else { return nil }
    if let masked = maskedPart(ofAll: Array(arguments.dropFirst()), in: frame) { return masked }
    let firstPart = maskedPart(of: first, in: frame)
    switch (function, function.signature?.outcome) {
    case (.length, _), (.keys, _): return firstPart == .entire ? .entire : nil
    case (_, .first?): return firstPart
    case (_, .element?), (_, .mapped?): return Self.element(of: firstPart)
    case (_, .listOfMapped?): return Self.list(of: Self.element(of: firstPart))
    case (_, .fixed?), (_, .rounded?), (_, nil): return firstPart == nil ? nil : .entire
    }
  }

  // MARK: Records

  /// Returns the masked part of a record with given fields. All of it is masked if a field is masked that its type does not mask.
  private mutating func maskedPart(ofRecord type: Int, _ fields: [MaskedPart?]) -> MaskedPart? {
    for (field, part) in zip(program.records[type].fields, fields) {
      guard let part else { continue }
      let declared = self.maskedPart(of: field)
      if declared != .entire, declared != part { return .entire }
    }
    return maskedPart(of: .record(type))
  }

  private mutating func maskedPart(of shape: RecordShape, _ base: MaskedPart?, _ values: [MaskedPart?]) -> MaskedPart? {
    switch shape {
    case .same: return base
    case .list(let element): return Self.list(of: maskedPart(of: element, Self.element(of: base), values))
    case .record(let type, let fields):
      let maskedFields = fields.map { part -> MaskedPart? in
        switch part.source {
        case .field(let index, let shape): self.maskedPart(of: shape, field(index, of: base), values)
        case .value(let place): values[place]
        case .constant: nil
        }
      }
      return maskedPart(ofRecord: type, maskedFields)
    }
  }

  // MARK: Tables

  private mutating func maskedPart(ofTable index: Int, _ arguments: [MaskedPart?]) -> MaskedPart? {
    let call = Call(table: index, arguments: arguments)
    if let known = calls[call] { return known }
    calls[call] = .some(.entire)
    let table = program.tables[index]
    var frame: Frame = [:]
    for (slot, part) in arguments.enumerated() {
      frame[slot] = part
      labels.add(table.inputs[slot].name, part)
    }
    bind(table.lets, in: &frame)
    for binding in table.lets { labels.add(binding.name, frame[binding.slot]) }
    for term in table.lets.flatMap(\.terms) + table.rows.flatMap(\.terms) {
      labels.add(term.label, maskedPart(of: term, in: frame))
    }
    let value =
      maskedPart(ofAll: table.rows.compactMap(\.condition), in: frame) ?? joined(table.rows.compactMap(\.value), in: frame)
    // A sum or a count is masked whole.
    let result: MaskedPart? =
      if table.output == .list(table.rowType) {
        Self.list(of: value)
      } else {
        table.output == table.rowType ? value : value.map { _ in .entire }
      }
    calls[call] = .some(result)
    return result
  }
}

/// The masked parts of the values that reasons, `values` and explanations show, by the label under which they are shown.
struct SensitiveLabels: Sendable {
  private var maskedParts: [Text: SensitiveFields.MaskedPart] = [:]
  private var labels: Set<Text> = []

  /// Adds a value with a label; values of several clauses may share the label.
  mutating func add(_ label: String, _ part: SensitiveFields.MaskedPart?) {
    labels.insert(Text(label))
    maskedParts[Text(label)] = SensitiveFlow.joined(maskedParts[Text(label)], part)
  }

  mutating func add(_ others: SensitiveLabels) {
    labels.formUnion(others.labels)
    maskedParts.merge(others.maskedParts) { SensitiveFlow.joined($0, $1) ?? .entire }
  }

  func maskedPart(of label: String) -> SensitiveFields.MaskedPart? { maskedParts[Text(label)] }

  /// Whether a clause, binding or table of the program has a value with this label.
  func has(_ label: String) -> Bool { labels.contains(Text(label)) }
}
