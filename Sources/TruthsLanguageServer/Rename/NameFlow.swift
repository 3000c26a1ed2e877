import TruthsProgram
import TruthsText

/// The kind of declaration that a text names.
enum NameKind: Hashable {
  /// A declaration that texts of the engine name.
  case recorded(NamedInText)
  /// A value of an enum or a state of a lifecycle, by its own name; the index is in ``Program/enums``. Interpolation and `text`
  /// make such texts.
  case value(Int)
}

/// The kinds of declarations whose names a value holds: as they are, or as letters within something else.
struct NameFlow: Hashable {
  /// The kinds of names that the value, or each element of its list, may be.
  var whole: Set<NameKind> = []
  /// The kinds of names from whose letters the value is made: `upper(d.action)`, `"{d.truth_id}-1"`, `length(role)`.
  var parts: Set<NameKind> = []
  /// The enums whose values the value is or contains. A text that the value is written into contains letters of their names.
  var enums: Set<Int> = []

  /// The names in a text that is made of the value.
  var written: NameFlow { NameFlow(parts: all.union(enums.map(NameKind.value))) }

  var all: Set<NameKind> { whole.union(parts) }

  mutating func formUnion(_ other: NameFlow) {
    whole.formUnion(other.whole)
    parts.formUnion(other.parts)
    enums.formUnion(other.enums)
  }
}

/// Follows names of declarations through a program, from built-in facts through `let`s, variables, calls and other facts.
///
/// - Complexity: O(expressions of the program) for each of the steps until no name gets to a new place.
struct NameFlows {
  private struct Field: Hashable {
    var fact: Int
    var field: Int
  }

  let program: Program
  let bodies: [NamedBody]
  private var fields: [Field: NameFlow] = [:]
  /// The names that callers pass, by table and input.
  private var inputs: [[NameFlow]]
  private var results: [NameFlow]
  /// The enums whose values the fields of each fact may hold.
  private var enumsOfFields: [[Set<Int>]] = []

  init(_ program: Program) {
    self.program = program
    bodies = NamedBody.all(of: program)
    inputs = program.tables.map { [NameFlow](repeating: NameFlow(), count: $0.inputs.count) }
    results = [NameFlow](repeating: NameFlow(), count: program.tables.count)
    enumsOfFields = program.facts.map { fact in fact.fields.map { enums(in: $0.type) } }
    while spread() {}
  }

  /// Carries all names one step further. Returns whether a name got to a place where it was not known yet.
  private mutating func spread() -> Bool {
    let before = (fields, inputs, results)
    for body in bodies {
      var reader = BodyFlow(self, body)
      for (output, nodes) in body.outputs {
        for (place, node) in nodes.enumerated() {
          guard let flow = node.map({ reader.flow(of: $0) }), flow != NameFlow() else { continue }
          fields[Field(fact: output, field: place), default: NameFlow()].formUnion(flow)
        }
      }
      for node in body.nodes {
        node.forEachNode {
          guard case .table(let index, let arguments) = $0 else { return }
          for (place, argument) in arguments.enumerated() where inputs[index].indices.contains(place) {
            inputs[index][place].formUnion(reader.flow(of: argument))
          }
        }
      }
      if let table = body.table {
        for row in program.tables[table].rows { if let value = row.value { results[table].formUnion(reader.flow(of: value)) } }
      }
    }
    return before.0 != fields || before.1 != inputs || before.2 != results
  }

  func flow(ofField field: Int, of fact: Int) -> NameFlow {
    var flow = fields[Field(fact: fact, field: field)] ?? NameFlow()
    let type = program.facts[fact]
    guard type.fields.indices.contains(field) else { return flow }
    flow.enums.formUnion(enumsOfFields[fact][field])
    if type.isBuiltIn, let named = NamedInText(field: type.fields[field].name, of: type.name) {
      flow.whole.insert(.recorded(named))
    }
    return flow
  }

  /// Returns the enums whose values a value of a type may hold.
  func enums(in type: ValueType) -> Set<Int> {
    var found: Set<Int> = []
    _ = program.hasPart(type) { part in
      if case .enumeration(let index) = part { found.insert(index) }
      return false
    }
    return found
  }

  func flow(ofInput place: Int, of table: Int) -> NameFlow {
    inputs[table].indices.contains(place) ? inputs[table][place] : NameFlow()
  }

  func flow(ofTable index: Int) -> NameFlow {
    var flow = results[index]
    flow.enums = enums(in: program.tables[index].output)
    return flow
  }
}

/// The names in the values of one body.
struct BodyFlow {
  private let flows: NameFlows
  private let body: NamedBody
  private var known: [Int: NameFlow] = [:]

  init(_ flows: NameFlows, _ body: NamedBody) {
    (self.flows, self.body) = (flows, body)
  }

  /// Returns the kinds of names that the value of an expression may hold. A condition holds none, because its result is only true
  /// or false.
  mutating func flow(of node: Node) -> NameFlow {
    switch node {
    case .builtin(let builtin): return NameFlow(whole: Set([NamedInText(builtin)].compactMap { $0.map(NameKind.recorded) }))
    case .policy(let index):
      let policy = flows.program.policies[index]
      return NameFlow(
        whole: ConvergePack.rolePolicies.contains(policy.name) ? [.recorded(.role)] : [], enums: flows.enums(in: policy.type))
    case .constant(.enumeration(let value)): return NameFlow(enums: [value.type])
    case .state(let key): return NameFlow(enums: [flows.program.lifecycles[key.lifecycle].states])
    case .entry(_, .truthID): return NameFlow(whole: [.recorded(.rule)])
    case .slot(let slot): return flow(ofSlot: slot)
    case .lookUp(let key, let field): return flows.flow(ofField: field, of: key.fact)
    case .field(let base, let field):
      if let fact = fact(of: base) { return flows.flow(ofField: field, of: fact) }
      return flow(of: base)
    case .table(let index, _): return flows.flow(ofTable: index)
    case .coalesce, .list, .record, .made, .arithmetic(.addLists, _, _): return union(node.children)
    case .conditional(_, let consequence, let alternative): return union([consequence, alternative])
    case .call(let function, let arguments):
      let flow = union(arguments)
      if function.keepsTexts { return flow }
      if function == .text { return flow.written }
      if function == .enumOfText { return NameFlow(enums: enums(readBy: arguments)) }
      return function.fixedResult == .boolean ? NameFlow() : NameFlow(parts: flow.all)
    case .aggregate(let aggregate):
      switch aggregate.function {
      case .list, .first, .last, .min, .max: return union([aggregate.value].compactMap(\.self))
      case .sum, .mean: return NameFlow(parts: union([aggregate.value].compactMap(\.self)).all)
      case .count: return NameFlow()
      }
    case .text: return union(node.children).written
    case .arithmetic, .negate, .amount: return NameFlow(parts: union(node.children).all)
    case .old(let old): return flow(of: old.body)
    case .constant, .entry, .present, .lookUpExists, .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .matches,
      .exists, .isEmpty, .quantified:
      return NameFlow()
    }
  }

  private mutating func union(_ nodes: [Node]) -> NameFlow {
    nodes.reduce(into: NameFlow()) { $0.formUnion(flow(of: $1)) }
  }

  /// Returns the enum as whose value a text is read, from the arguments of that call.
  private func enums(readBy arguments: [Node]) -> Set<Int> {
    guard case .constant(.number(let index))? = arguments.last, let place = Int(index.canonicalText) else { return [] }
    return [place]
  }

  private mutating func flow(ofSlot slot: Int) -> NameFlow {
    if let flow = known[slot] { return flow }
    let flow: NameFlow
    if let node = body.lets[slot] ?? body.sources[slot]?.list {
      flow = self.flow(of: node)
    } else if case .instances(let index)? = body.sources[slot] {
      flow = NameFlow(enums: flows.enums(in: .record(flows.program.lifecycles[index].instance)))
    } else {
      var input = body.table.map { flows.flow(ofInput: slot, of: $0) } ?? NameFlow()
      if body.inputs.indices.contains(slot) { input.enums.formUnion(flows.enums(in: body.inputs[slot])) }
      flow = input
    }
    known[slot] = flow
    return flow
  }

  /// Returns whether the value of an expression that may hold names is a list.
  func isList(_ node: Node) -> Bool {
    switch node {
    case .builtin(let builtin): return builtin == .actorRoles
    case .slot(let slot):
      if let value = body.lets[slot] { return isList(value) }
      if case .list? = body.sources[slot] { return false }
      return body.inputs.indices.contains(slot) && body.inputs[slot].element != nil
    case .lookUp(let key, let field): return isList(field, of: key.fact)
    case .field(let base, let field): return fact(of: base).map { isList(field, of: $0) } ?? false
    case .table(let index, _): return flows.program.tables[index].output.element != nil
    case .list, .arithmetic(.addLists, _, _): return true
    case .aggregate(let aggregate): return aggregate.function == .list
    case .coalesce(let nodes): return nodes.contains { isList($0) }
    case .conditional(_, let consequence, let alternative): return isList(consequence) || isList(alternative)
    case .call(.element, _), .call(.member, _): return false
    case .call(let function, _): return function.keepsTexts || function.fixedResult?.element != nil
    case .old(let old): return isList(old.body)
    default: return false
    }
  }

  /// Returns whether an expression is read where it stands and its value is one of an enum, and no list or record of them.
  func isEnum(_ node: Node) -> Bool {
    let type: ValueType?
    switch node {
    case .slot(let slot): type = body.inputs.indices.contains(slot) ? body.inputs[slot] : nil
    case .policy(let index): type = flows.program.policies[index].type
    case .lookUp(let key, let field): type = self.type(of: field, of: key.fact)
    case .field(let base, let field): type = fact(of: base).flatMap { self.type(of: field, of: $0) }
    case .state: return true
    default: type = nil
    }
    if case .enumeration? = type { return true }
    return false
  }

  private func type(of field: Int, of fact: Int) -> ValueType? {
    let fields = flows.program.facts[fact].fields
    return fields.indices.contains(field) ? fields[field].type : nil
  }

  private func isList(_ field: Int, of fact: Int) -> Bool {
    type(of: field, of: fact)?.element != nil
  }

  /// Returns the fact type of an expression's value, or of the elements of its list; `nil` for other values.
  private func fact(of node: Node) -> Int? {
    switch node {
    case .slot(let slot):
      if let fact = body.facts[slot] { return fact }
      switch body.sources[slot] {
      case .facts(let fact): return fact
      case .list(let list): return fact(of: list)
      case .instances: return nil
      case nil: return body.lets[slot].flatMap { fact(of: $0) }
      }
    case .aggregate(let aggregate): return aggregate.value.flatMap { fact(of: $0) }
    case .made(let record): return record.values.isEmpty ? record.base.flatMap { fact(of: $0) } : nil
    case .coalesce(let nodes), .list(let nodes): return nodes.lazy.compactMap { fact(of: $0) }.first
    case .conditional(_, let consequence, _): return fact(of: consequence)
    case .call(let function, let arguments): return function.keepsTexts ? arguments.first.flatMap { fact(of: $0) } : nil
    case .old(let old): return fact(of: old.body)
    default: return nil
    }
  }
}

extension Function {
  /// Whether the function returns texts from its arguments unchanged.
  fileprivate var keepsTexts: Bool {
    switch self {
    case .first, .last, .distinct, .slice, .flatten, .reverse, .sort, .element, .member, .values: true
    default: false
    }
  }
}
