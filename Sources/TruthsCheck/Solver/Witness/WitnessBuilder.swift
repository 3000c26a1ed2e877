import TruthsJSON
import TruthsProgram
import TruthsText

/// Creates the proposal, context and policies of a model. There is no witness if a value cannot be written (too many digits), or
/// a fact cannot be put into a context.
struct WitnessBuilder {
  let encoding: EncodingContext
  let model: Model
  private var texts: TextChoice
  /// Value of each input term that the model mentions.
  private(set) var values: [Int: Value] = [:]
  private let fuel: Fuel
  /// Limit of the values of a witness, and the steps that each costs, because a witness is kept and usually shown.
  private static let valueLimit = 10_000
  private static let stepsPerValue = 16

  var program: Program { _read { yield encoding.program } }

  /// There is no witness of this kind.
  struct Impossible: Error {}

  init(_ encoding: EncodingContext, _ model: Model, _ fuel: Fuel) {
    self.encoding = encoding
    self.model = model
    self.fuel = fuel
    texts = TextChoice(model.ranks)
    fuel.begin(steps: Self.valueLimit * Self.stepsPerValue)
  }

  static func witness(_ encoding: EncodingContext, _ model: Model, intent: Int, _ fuel: Fuel) -> Witness? {
    var builder = WitnessBuilder(encoding, model, fuel)
    return try? builder.build(intent)
  }

  /// Returns the witness of a model for a table: every input has a value.
  static func witness(_ encoding: EncodingContext, _ model: Model, table: Int, _ fuel: Fuel) -> Witness? {
    var builder = WitnessBuilder(encoding, model, fuel)
    return try? builder.build(table: table)
  }

  private func spend(values: Int) throws { try fuel.spend(values * Self.stepsPerValue) }

  private mutating func build(table: Int) throws -> Witness {
    try fillCells()
    let inputs = program.tables[table].inputs
    try spend(values: inputs.count)
    var scenario = Scenario(intent: nil, fields: [])
    for (index, input) in inputs.enumerated() {
      scenario.fields.append(try cellValue(.input(index)) ?? usual(input.type, name: input.name))
    }
    try fillSurroundings(of: &scenario)
    var witness = Witness(table: table, scenario)
    let mentioned = inputs.indices.map { cellValue(.input($0)) != nil }
    witness.text = WitnessText(program: program).text(of: witness, mentioned: mentioned)
    return witness
  }

  private mutating func build(_ intent: Int) throws -> Witness {
    try fillCells()
    let (fields, present) = (program.intents[intent].fields, Set(program.intents[intent].present))
    try spend(values: fields.count)
    var scenario = Scenario(intent: intent, fields: [])
    for (index, field) in fields.enumerated() {
      let known = cellValue(.field(field.name)) ?? field.initial
      let other: Value = present.contains(index) && known == nil ? try usual(field.type, name: field.name) : .missing(.absent)
      scenario.fields.append(known ?? other)
    }
    try fillSurroundings(of: &scenario)
    var witness = Witness(scenario)
    witness.text = WitnessText(program: program).text(of: witness, mentioned: mentionedFields(fields))
    return witness
  }

  private mutating func fillSurroundings(of scenario: inout Scenario) throws {
    scenario.facts = try facts() + histories()
    try checkClosing(scenario.facts)
    for index in encoding.inputTerms.indices {
      guard let value = values[index] else { continue }
      switch encoding.inputTerms[index].source {
      case .policy(let policy) where program.policies[policy].initial != value:
        if value.isMissing { throw Impossible() }
        scenario.policies[policy] = value
      case .builtin(let builtin): scenario.set(builtin, to: value)
      default: break
      }
    }
  }

  private func cellValue(_ source: InputTerm.Source) -> Value? {
    encoding.known(source).flatMap { values[$0] }
  }

  private func mentionedFields(_ fields: [Field]) -> [Bool] { fields.map { cellValue(.field($0.name)) != nil } }

  // MARK: Cells

  /// Fills the values of input terms. A member comes after its record, so the terms are filled from the end, and records are
  /// made of their members.
  private mutating func fillCells() throws {
    var members: [Int: [(field: Int, value: Value)]] = [:]
    var arguments: [Int: Value] = [:]
    let keys = mentionedKeys
    for index in encoding.inputTerms.indices.reversed()
    where keys.contains(index) || isMentioned(index) || members[index] != nil || arguments[index] != nil {
      let inputTerm = encoding.inputTerms[index]
      if case .call(let function, let keys) = inputTerm.source {
        let chosen = try argument(of: function, keys, giving: value(of: index, []))
        if arguments.updateValue(chosen.value, forKey: chosen.inputTerm) != nil { throw Impossible() }
        continue
      }
      let value: Value
      if let chosen = arguments[index] { value = chosen } else { value = try self.value(of: index, members[index] ?? []) }
      values[index] = value
      if case .member(let base, let field) = inputTerm.source { members[base, default: []].append((field, value)) }
    }
  }

  private func isMentioned(_ index: Int) -> Bool {
    let inputTerm = encoding.inputTerms[index]
    if let variable = inputTerm.variable, model.values[variable] != nil { return true }
    if let atom = inputTerm.atom, model.atoms[atom] != nil { return true }
    var isNamed = false
    inputTerm.isThere.forEachLiteral { literal in
      if case .atom(let atom, _) = literal, encoding.atoms[atom] == .exists(index), model.atoms[atom] != nil { isNamed = true }
    }
    return isNamed
  }

  /// The keys of facts, and of instances of lifecycles, that the model mentions.
  private var mentionedKeys: Set<Int> {
    let facts = encoding.factAtoms.indices.filter { model.atoms[encoding.presenceVariables[$0]] != nil }
    let states = encoding.stateAtoms.indices.filter { place in
      let variable = encoding.known(.state(place)).flatMap { encoding.inputTerms[$0].variable }
      return variable.map { model.values[$0] != nil } ?? false
    }
    let keys = facts.map { encoding.factAtoms[$0].keys } + states.map { encoding.stateAtoms[$0].keys }
    return Set(keys.joined().compactMap { if case .inputTerm(let index) = $0 { index } else { nil } })
  }

  private mutating func value(of index: Int, _ members: [(field: Int, value: Value)]) throws -> Value {
    let inputTerm = encoding.inputTerms[index]
    guard try model.holds(inputTerm.isThere, in: encoding) else { return .missing(.absent) }
    if let atom = inputTerm.atom { return .boolean(model.isTrue(atom, in: encoding)) }
    guard let variable = inputTerm.variable else {
      guard case .record(let type) = inputTerm.type else { return try usual(inputTerm.type, name: name(of: index)) }
      return try record(type, members, depth: 0)
    }
    let number = model.value(variable, in: encoding)
    if case .list(let element) = inputTerm.type {
      guard number.isInteger, (0...8).contains(number.numerator) else { throw Impossible() }
      var elements: [Value] = []
      for _ in 0..<number.numerator { elements.append(try usual(element, name: "element")) }
      return .list(elements)
    }
    guard let value = try written(number, inputTerm.type, name: name(of: index)) else { throw Impossible() }
    return value
  }

  /// Returns the value of a type that a number encodes.
  private mutating func written(_ rational: Rational, _ type: ValueType, name: String) throws -> Value? {
    if type == .text { return texts.text(at: rational, for: name).map { .text($0) } }
    guard let number = rational.decimal, number.fitsOutside || type == .duration || type == .timestamp else { return nil }
    switch type {
    case .decimal: return .number(number)
    case .integer: return number.isInteger ? .number(number) : nil
    case .date: return number.intValue.flatMap { CivilDate(days: $0) }.map { .date($0) }
    case .timestamp: return Int64(exactly: rational.numerator).flatMap { Timestamp(milliseconds: $0) }.map { .timestamp($0) }
    case .duration: return Int64(exactly: rational.numerator).flatMap { TimeSpan(milliseconds: $0) }.map { .duration($0) }
    case .period: return number.intValue.flatMap { Period(months: $0) }.map { .period($0) }
    case .time: return Int64(exactly: rational.numerator).flatMap { TimeOfDay(milliseconds: $0) }.map { .time($0) }
    case .enumeration(let index):
      guard let ordinal = number.intValue, program.enums[index].values.indices.contains(ordinal) else { return nil }
      return .enumeration(EnumValue(type: index, ordinal: ordinal, name: program.enums[index].values[ordinal]))
    default: return nil
    }
  }

  // MARK: Unconstrained values

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
    try spend(values: program.records[type].fields.count)
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
    switch encoding.inputTerms[index].source {
    case .field(let name): return name
    case .policy(let policy): return program.policies[policy].name
    case .builtin(let builtin): return String(builtin.rawValue.split(separator: ".").last ?? "text")
    case .fact(let factAtom, let field): return program.facts[encoding.factAtoms[factAtom].fact].fields[field].name
    case .member(let base, let field):
      guard case .record(let type) = encoding.inputTerms[base].type else { return "member" }
      return program.records[type].fields[field].name
    case .state: return "state"
    case .input: return "input"
    case .call(let function, _): return function.name
    }
  }
}

extension WitnessBuilder {
  private struct Identity: Hashable {
    var fact: Int
    var keys: [Value]
  }

  /// Returns the facts that the model mentions. Two fact atoms with equal keys are one fact, so they must not differ.
  mutating func facts() throws -> [Scenario.Fact] {
    var absent: Set<Identity> = []
    var present: [Identity: Scenario.Fact] = [:]
    var order: [Identity] = []
    for index in encoding.factAtoms.indices where model.atoms[encoding.presenceVariables[index]] != nil {
      guard let keys = keys(encoding.factAtoms[index].keys) else { continue }
      let identity = Identity(fact: encoding.factAtoms[index].fact, keys: keys)
      guard model.isTrue(encoding.presenceVariables[index], in: encoding) else {
        absent.insert(identity)
        continue
      }
      let fact = try fact(at: index, keys)
      if let known = present[identity] {
        if known != fact { throw Impossible() }
      } else {
        present[identity] = fact
        order.append(identity)
      }
    }
    if present.keys.contains(where: absent.contains) { throw Impossible() }
    return order.compactMap { present[$0] }
  }

  /// Returns the values of a key; `nil` if one of them is missing, so that nothing is read there.
  private func keys(_ parts: [FactAtom.KeyPart]) -> [Value]? {
    var keys: [Value] = []
    for part in parts {
      switch part {
      case .constant(let value): keys.append(value)
      case .inputTerm(let inputTerm):
        guard let value = values[inputTerm], !value.isMissing else { return nil }
        keys.append(value)
      }
    }
    return keys
  }

  private mutating func fact(at factAtom: Int, _ keys: [Value]) throws -> Scenario.Fact {
    let index = encoding.factAtoms[factAtom].fact
    let type = program.facts[index]
    // Views are never put into a context, and the history of a lifecycle follows from its states.
    if type.isDerived || type.lifecycle != nil { throw Impossible() }
    try spend(values: type.fields.count)
    var fields: [Value] = []
    for (place, field) in type.fields.enumerated() {
      if let key = type.key.firstIndex(of: place) {
        fields.append(keys[key])
      } else if let value = cellValue(.fact(factAtom, field: place)) {
        fields.append(value)
      } else {
        fields.append(field.isOptional ? .missing(.absent) : try usual(field.type, name: field.name))
      }
    }
    return Scenario.Fact(type: index, fields: fields)
  }

  // MARK: Histories

  /// Returns the steps that bring instances of lifecycles into their states.
  func histories() throws -> [Scenario.Fact] {
    var states: [Instance: Int] = [:]
    var order: [Instance] = []
    for index in encoding.stateAtoms.indices {
      guard case .enumeration(let state)? = cellValue(.state(index)), let keys = keys(encoding.stateAtoms[index].keys) else {
        continue
      }
      let instance = Instance(lifecycle: encoding.stateAtoms[index].lifecycle, keys: keys)
      if let known = states[instance] {
        if known != state.ordinal { throw Impossible() }
      } else {
        states[instance] = state.ordinal
        order.append(instance)
      }
    }
    var facts: [Scenario.Fact] = []
    for instance in order {
      let lifecycle = program.lifecycles[instance.lifecycle]
      let names = program.enums[lifecycle.states].values
      guard let path = lifecycle.path(to: states[instance] ?? LifecycleType.start) else { throw Impossible() }
      for (step, ordinal) in path.enumerated() {
        let state = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal]))
        facts.append(
          Scenario.Fact(type: lifecycle.history, fields: instance.keys + [state, .number(Decimal(step + 1))]))
      }
    }
    return facts
  }

  private struct Instance: Hashable {
    var lifecycle: Int
    var keys: [Value]
  }

  /// Rejects contexts to which truths on facts add facts that the model mentions. If the model wants such a fact to be present
  /// or absent, only a context without facts is safe.
  private func checkClosing(_ facts: [Scenario.Fact]) throws {
    let derived = encoding.derived
    if facts.isEmpty || derived.isEmpty { return }
    let isTouched = encoding.factAtoms.indices.contains { index in
      model.atoms[encoding.presenceVariables[index]] != nil && derived.contains(encoding.factAtoms[index].fact)
    }
    let isMoved = facts.contains { derived.contains($0.type) }
    if isTouched || isMoved { throw Impossible() }
  }
}

/// Chooses texts for the ranks that a model gives to texts: equal texts for one rank, and in the order of the ranks if the
/// question compares texts by order.
struct TextChoice {
  private let ranks: TextRanks
  private var chosen: [Rational: Text] = [:]
  private var used: Set<Text>
  /// Next number to try for a unique text, by name.
  private var numbers: [String: Int] = [:]

  init(_ ranks: TextRanks) {
    self.ranks = ranks
    used = Set(ranks.texts)
  }

  /// Returns the text of a rank, made from a name; `nil` if none was found.
  mutating func text(at place: Rational, for name: String) -> Text? {
    if place.isInteger, let text = ranks.texts.at(place.numerator) { return text }
    if let known = chosen[place] { return known }
    let text = ranks.isOrdered ? between(place) : fresh(name)
    chosen[place] = text
    if let text { used.insert(text) }
    return text
  }

  /// Returns a unique text.
  mutating func fresh(_ name: String) -> Text {
    var text = Text(name)
    var number = numbers[name] ?? 2
    while used.contains(text) {
      text = Text("\(name)_\(number)")
      number += 1
    }
    numbers[name] = number
    used.insert(text)
    return text
  }

  /// Returns a text between the neighbours of a rank: the one before it, with one letter appended one to four times.
  private func between(_ place: Rational) -> Text? {
    let index = max(0, min(place.floor, Int128(ranks.texts.count - 1)))
    guard let before = ranks.texts.at(index) else { return nil }
    let lower = chosen.filter { $0.key < place }.max { $0.key < $1.key }?.value
    let upper = chosen.filter { $0.key > place }.min { $0.key < $1.key }?.value
    for letter in ["m", "a", "M", "A", "5", "0", "!"] {
      for count in 1...4 {
        let text = Text(before.string + String(repeating: letter, count: count))
        let isBelowNext = ranks.texts.at(index + 1).map { text < $0 } ?? true
        if isBelowNext, lower.map({ $0 < text }) ?? true, upper.map({ text < $0 }) ?? true { return text }
      }
    }
    return nil
  }
}

extension [Text] {
  fileprivate func at(_ index: Int128) -> Text? { index >= 0 && index < Int128(count) ? self[Int(index)] : nil }
}
