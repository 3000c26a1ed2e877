import TruthsJSON
import TruthsText

/// Makes of a model the proposal, context and policies that it stands for. Where values cannot be written down (too many digits),
/// or a fact cannot be put into a context, there is no witness.
struct WitnessBuilder {
  let world: World
  let model: Model
  private var texts: TextChoice
  /// The value of each cell that the model speaks of.
  private(set) var values: [Int: Value] = [:]

  var program: Program { _read { yield world.program } }

  /// There is no witness of this kind.
  struct Impossible: Error {}

  init(_ world: World, _ model: Model) {
    self.world = world
    self.model = model
    texts = TextChoice(model.ranks)
  }

  /// The witness of a model, for an intent.
  static func witness(_ world: World, _ model: Model, intent: Int) -> Witness? {
    var builder = WitnessBuilder(world, model)
    return try? builder.build(intent)
  }

  /// The witness of a model, for a table: every input has a value.
  static func witness(_ world: World, _ model: Model, table: Int) -> Witness? {
    var builder = WitnessBuilder(world, model)
    return try? builder.build(table: table)
  }

  private mutating func build(table: Int) throws -> Witness {
    try fillCells()
    var witness = Witness(table: table, fields: [])
    let inputs = program.tables[table].inputs
    for (index, input) in inputs.enumerated() {
      witness.fields.append(try cellValue(.input(index)) ?? usual(input.type, name: input.name))
    }
    try fillSurroundings(of: &witness)
    let mentioned = inputs.indices.map { cellValue(.input($0)) != nil }
    witness.text = WitnessText(program: program).text(of: witness, mentioned: mentioned)
    return witness
  }

  private mutating func build(_ intent: Int) throws -> Witness {
    try fillCells()
    let fields = program.intents[intent].fields
    var witness = Witness(
      intent: intent, fields: fields.map { cellValue(.field($0.name)) ?? $0.initial ?? .missing(.absent) })
    try fillSurroundings(of: &witness)
    witness.text = WitnessText(program: program).text(of: witness, mentioned: mentionedFields(fields))
    return witness
  }

  private mutating func fillSurroundings(of witness: inout Witness) throws {
    witness.facts = try facts() + histories()
    try checkClosing(witness.facts)
    for index in world.cells.indices {
      guard let value = values[index] else { continue }
      switch world.cells[index].source {
      case .policy(let policy) where program.policies[policy].initial != value:
        if value.isMissing { throw Impossible() }
        witness.policies.append(Witness.Policy(index: policy, value: value))
      case .builtin(let builtin): witness.environment[builtin] = value
      default: break
      }
    }
    witness.policies.sort { $0.index < $1.index }
  }

  func cellValue(_ source: Cell.Source) -> Value? {
    world.cells.indices.first { world.cells[$0].source == source }.flatMap { values[$0] }
  }

  private func mentionedFields(_ fields: [Field]) -> [Bool] { fields.map { cellValue(.field($0.name)) != nil } }

  // MARK: Cells

  /// Cells come behind those that they are part of, so members are worked out from the end on, and records put together of them.
  private mutating func fillCells() throws {
    var members: [Int: [(field: Int, value: Value)]] = [:]
    for index in world.cells.indices.reversed() where isMentioned(index) || members[index] != nil {
      let cell = world.cells[index]
      let value = try value(of: index, members[index] ?? [])
      values[index] = value
      if case .member(let base, let field) = cell.source { members[base, default: []].append((field, value)) }
    }
  }

  private func isMentioned(_ index: Int) -> Bool {
    let cell = world.cells[index]
    if let variable = cell.variable, model.values[variable] != nil { return true }
    if let atom = cell.atom, model.atoms[atom] != nil { return true }
    var isNamed = false
    cell.isThere.forEachLiteral { literal in
      if case .atom(let atom, _) = literal, world.atoms[atom] == .exists(index), model.atoms[atom] != nil { isNamed = true }
    }
    for (place, spot) in world.spots.enumerated() where model.atoms[world.spotAtoms[place]] != nil {
      if spot.keys.contains(.cell(index)) { isNamed = true }
    }
    // The key of an instance whose state matters.
    for (place, berth) in world.berths.enumerated() where berth.keys.contains(.cell(index)) {
      guard let state = world.cells.first(where: { $0.source == .state(place) })?.variable else { continue }
      if model.values[state] != nil { isNamed = true }
    }
    return isNamed
  }

  private mutating func value(of index: Int, _ members: [(field: Int, value: Value)]) throws -> Value {
    let cell = world.cells[index]
    guard try model.holds(cell.isThere, in: world) else { return .missing(.absent) }
    if let atom = cell.atom { return .boolean(model.isTrue(atom, in: world)) }
    guard let variable = cell.variable else {
      guard case .record(let type) = cell.type else { return try usual(cell.type, name: name(of: index)) }
      return try record(type, members, depth: 0)
    }
    let place = model.value(variable, in: world)
    if case .list(let element) = cell.type {
      guard place.isInteger, (0...8).contains(place.numerator) else { throw Impossible() }
      var elements: [Value] = []
      for _ in 0..<place.numerator { elements.append(try usual(element, name: "element")) }
      return .list(elements)
    }
    guard let value = try written(place, cell.type, name: name(of: index)) else { throw Impossible() }
    return value
  }

  /// The value of a type at a place.
  private mutating func written(_ place: Rational, _ type: ValueType, name: String) throws -> Value? {
    if type == .text { return texts.text(at: place, for: name).map { .text($0) } }
    guard let number = place.decimal, number.fitsOutside || type == .duration || type == .timestamp else { return nil }
    switch type {
    case .decimal: return .number(number)
    case .integer: return number.isInteger ? .number(number) : nil
    case .date: return number.intValue.flatMap { CivilDate(days: $0) }.map { .date($0) }
    case .timestamp: return Int64(exactly: place.numerator).flatMap { Timestamp(milliseconds: $0) }.map { .timestamp($0) }
    case .duration: return Int64(exactly: place.numerator).map { .duration(TimeSpan(milliseconds: $0)) }
    case .enumeration(let index):
      guard let ordinal = number.intValue, program.enums[index].values.indices.contains(ordinal) else { return nil }
      return .enumeration(EnumValue(type: index, ordinal: ordinal, name: program.enums[index].values[ordinal]))
    default: return nil
    }
  }

  // MARK: Values of which nothing is asked

  mutating func usual(_ type: ValueType, name: String, depth: Int = 0) throws -> Value {
    switch type {
    case .text: return .text(texts.fresh(name))
    case .boolean: return .boolean(false)
    case .list: return .list([])
    case .json: return .json(.string(Text(name)))
    case .record(let index): return try record(index, [], depth: depth)
    default:
      let variable = Variable(type) { program.enums[$0].values.count }
      guard let variable, let value = try written(variable.usual, type, name: name) else {
        throw Impossible()
      }
      return value
    }
  }

  private mutating func record(_ type: Int, _ members: [(field: Int, value: Value)], depth: Int) throws -> Value {
    if depth > 8 { throw Impossible() }
    var fields: [Value] = []
    for (index, field) in program.records[type].fields.enumerated() {
      if let member = members.first(where: { $0.field == index }) {
        fields.append(member.value)
      } else if let initial = field.initial {
        fields.append(initial)
      } else {
        fields.append(field.isOptional ? .missing(.absent) : try usual(field.type, name: field.name, depth: depth + 1))
      }
    }
    return .record(RecordValue(type: type, fields: fields))
  }

  private func name(of index: Int) -> String {
    switch world.cells[index].source {
    case .field(let name): return name
    case .policy(let policy): return program.policies[policy].name
    case .builtin(let builtin): return String(builtin.rawValue.split(separator: ".").last ?? "text")
    case .fact(let spot, let field): return program.facts[world.spots[spot].fact].fields[field].name
    case .member(let base, let field):
      guard case .record(let type) = world.cells[base].type else { return "member" }
      return program.records[type].fields[field].name
    case .state: return "state"
    case .input: return "input"
    }
  }
}
