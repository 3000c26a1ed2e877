/// A writer of a decision table as a table declaration. It writes a grid if every cell allows that, and rows with conditions if
/// not.
struct DecisionTableWriter {
  struct Column {
    /// The name of the input or `let` that the cells test.
    var name: String
    var type: FeelType
    /// A second name of the tested value besides `?`, in models of Camunda; `nil` if the value has no second name.
    var alias: String?
    /// The tested value as an expression.
    var code: Code { Code(text: name, type: type) }

    /// Returns a translator for the cells of this column. In a cell, `?` and the column's `alias` denote the tested value.
    func scope(_ translator: FeelTranslator) -> FeelTranslator {
      let inner = translator.adding("?", code)
      return alias.map { inner.adding($0, code) } ?? inner
    }
  }

  struct Output {
    var written: String
    var own: String
    var type: FeelType
  }

  struct Rule {
    var element: XMLElement
    var cells: [XMLElement]
    var values: [Code]
  }

  let model: DMNModel
  let owner: String
  let words: String
  let element: XMLElement
  let translator: FeelTranslator
  /// The declared type of the table's value; `nil` if the model declares none.
  var reference: String?
  /// The parameters of a business knowledge model. If `nil`, the variables of the table become its inputs.
  var inputs: [FeelVariable]?
  private(set) var columns: [Column] = []
  var outputs: [Output] = []
  private(set) var lets: [(name: String, code: Code)] = []
  private(set) var free: [[FeelVariable]] = []

  init(_ model: DMNModel, _ owner: String, _ words: String, _ element: XMLElement, _ translator: FeelTranslator) {
    (self.model, self.owner, self.words, self.element, self.translator) = (model, owner, words, element, translator)
  }

  func unsaid(_ message: String, _ element: XMLElement) -> TranslationFault {
    TranslationFault(message: message, offset: element.offset)
  }

  mutating func note(_ variables: [FeelVariable]) { free.append(variables) }

  /// Declares the table, and returns it for calls.
  mutating func write() throws -> Callable {
    let policy = try hitPolicy()
    for name in ["input", "output"] where element.children(name).count > DMNModel.widthLimit {
      throw unsaid("the table has more than \(DMNModel.widthLimit) columns", element)
    }
    for (place, input) in element.children("input").enumerated() { columns.append(try column(input, place)) }
    guard !element.children("output").isEmpty else { throw unsaid("the table has no output", element) }
    guard element.children("rule").count <= DMNModel.ruleLimit else {
      throw unsaid("the table has more than \(DMNModel.ruleLimit) rules", element)
    }
    var rules = try element.children("rule").map { try rule($0) }
    if policy.isByPriority { rules = try byPriority(rules) }
    let defaults = try defaultValues()
    // The row for a default would be counted too.
    if defaults != nil, policy.hit == "collect count" {
      throw unsaid("a default output beside the aggregation `COUNT` cannot be translated", element)
    }
    try makeOutputs(policy, rules.map(\.values) + (defaults.map { [$0] } ?? []))
    for rule in rules { try check(rule.values, rule.element) }
    if let defaults { try check(defaults, element) }
    try listTested(rules)
    for value in rules.flatMap(\.values) + (defaults ?? []) { note(value.free) }
    var grid: [String]?
    if !columns.isEmpty, rules.allSatisfy({ $0.cells.count == columns.count }) { grid = try cells(of: rules) }
    let conditions = try grid ?? rules.map { try condition($0) }
    return try declare(policy, conditions, rules.map(\.values), defaults, isGrid: grid != nil)
  }

  /// Adds a note about the columns that are compared. DMN reads a comparison with null as false, and the language reads it as
  /// unknown.
  private func listTested(_ rules: [Rule]) throws {
    let tested = try columns.enumerated().filter { place, _ in
      var (isCompared, isNullSaid) = (false, false)
      for rule in rules {
        let tests: [Feel]
        switch try model.tests(rule.cells[place]) {
        case .any: continue
        case .anyOf(let found), .noneOf(let found): tests = found
        }
        isCompared = true
        isNullSaid = isNullSaid || tests.contains { if case .null = $0.node { true } else { false } }
      }
      return isCompared && !isNullSaid
    }
    guard !tested.isEmpty else { return }
    let names = tested.map { "`\($0.element.name)`" }.joined(separator: ", ")
    model.note(
      "\(names) may be missing, and then a row of the table `\(words)` that compares it is unknown, not false: for this case, "
        + "add a row with the cell `null` before it", at: element.offset)
  }

  // MARK: Columns, rules

  private mutating func column(_ input: XMLElement, _ columnIndex: Int) throws -> Column {
    let expression = input.children("inputExpression").first
    let label = input.attributes["label"] ?? ""
    guard let written = DMNModel.expression(ofColumn: input) else {
      let name = label.isEmpty ? "\(columnIndex + 1) of the table `\(words)`" : "`\(label)`"
      throw unsaid("the input \(name) has no expression", input)
    }
    let isVariable = expression?.expression.isEmpty != false
    let declared = model.type(expression?.attributes["typeRef"])
    let code =
      try implied(written, declared, columnIndex, at: (expression ?? input).offset)
      ?? value(of: input, isVariable ? written : nil)
    guard code.members == nil, code.type != .null else {
      throw unsaid("an input that is null, or a context, cannot be translated", input)
    }
    if !input.children("inputValues").isEmpty, model.options.isWithEnums, !code.type.isEnumeration {
      model.note("the values that the column `\(written)` allows are not read", at: input.offset)
    }
    note(code.free)
    let alias = isVariable ? nil : input.foreign["inputVariable"]
    if code.free.count == 1, code.free[0].name == code.text { return Column(name: code.text, type: code.type, alias: alias) }
    if let known = lets.first(where: { $0.code.text == code.text }) {
      return Column(name: known.name, type: code.type, alias: alias)
    }
    let words = written.utf8.count < 40 ? written : label.isEmpty ? "input \(columnIndex + 1)" : label
    let taken = translator.localNames.union(free.joined().map(\.name) + lets.map(\.name))
    let name = model.variableName(words, or: "input", among: taken)
    lets.append((name, code))
    return Column(name: name, type: code.type, alias: alias)
  }

  /// Returns the input value of a column, which the cells of the column test.
  ///
  /// - Parameter variable: the variable to use if the column has no expression; `nil` if it has one.
  private func value(of input: XMLElement, _ variable: String?) throws -> Code {
    guard let variable else {
      let expression = input.children("inputExpression").first
      return try expression.map { try model.value($0, translator) } ?? Code(text: "missing", type: .null)
    }
    do {
      return try translator.value(Feel(node: .name(variable), offset: 0, depth: 1))
    } catch let fault as FeelFault {
      throw unsaid(fault.message, input)
    }
  }

  /// Declares input data for a column whose name is not declared in the file. Returns `nil` if the name is not a plain name, or
  /// is declared.
  private func implied(_ name: String, _ declared: FeelType, _ columnIndex: Int, at offset: Int) throws -> Code? {
    let isPlain = name.unicodeScalars.allSatisfy { FeelNames.isWord($0) || $0 == " " || $0 == "." }
    let root = name.split(separator: ".").first.map(String.init) ?? name
    guard isPlain, translator.seesDecisions, translator.locals[root] == nil, translator.locals[name] == nil,
      ["true", "false", "null", "?"].allSatisfy({ $0 != name }), name.unicodeScalars.first.map(FeelNames.isDigit) == false,
      !name.hasPrefix("if "), !name.hasPrefix("for "), !name.hasPrefix("not ")
    else { return nil }
    let isKnown = [root, name].contains { model.inputs[$0] != nil || model.decisions[$0] != nil }
    if isKnown, let input = model.inputs[name], input.type == .unknown {
      let typed = FeelVariable(name: input.name, type: declared == .unknown ? cellType(columnIndex) ?? .text : declared)
      model.inputs[name] = typed
      return .of(typed)
    }
    guard !isKnown, !model.isKnowledge(root) else { return nil }
    let type = model.enumerated(declared == .unknown ? cellType(columnIndex) ?? .text : declared, as: name, at: offset)
    let input = model.addInput(name, type)
    let called = input.name == name ? "" : ", and called `\(input.name)`"
    model.note("`\(name)` is not declared, so it is read as input data\(called)", at: offset)
    return .of(input)
  }

  /// Returns the type of the first literal in a column; `nil` if the column has no literal.
  private func cellType(_ place: Int) -> FeelType? {
    for rule in element.children("rule") {
      let cells = rule.children("inputEntry")
      guard place < cells.count, let tests = try? model.tests(cells[place]) else { continue }
      let inside: [Feel] =
        switch tests {
        case .any: []
        case .anyOf(let found), .noneOf(let found): found
        }
      for test in inside {
        var feel = test
        if case .test(_, let value) = test.node { feel = value }
        if case .interval(_, let low, _, _) = test.node { feel = low }
        if let code = try? translator.value(feel), code.type != .null, code.free.isEmpty { return code.type }
      }
    }
    return nil
  }

  private func rule(_ rule: XMLElement) throws -> Rule {
    let cells = rule.children("inputEntry")
    let values = rule.children("outputEntry")
    guard cells.count == columns.count, values.count == element.children("output").count else {
      throw unsaid("a rule does not have the columns of its table; without the rule, the table would give another result", rule)
    }
    return Rule(element: rule, cells: cells, values: try values.map { try output($0) })
  }

  private func output(_ cell: XMLElement) throws -> Code {
    let text = cell.expression
    if text.isEmpty || text == "-" { return Code(text: "missing", type: .null) }
    let code = try model.value(cell, translator)
    guard code.members == nil else { throw unsaid("a context as an output cannot be translated", cell) }
    return code
  }

  private func defaultValues() throws -> [Code]? {
    let entries = element.children("output").map { $0.children("defaultOutputEntry").first }
    guard entries.contains(where: { $0 != nil }) else { return nil }
    return try entries.map { try $0.map(output) ?? Code(text: "missing", type: .null) }
  }

  private func check(_ values: [Code], _ element: XMLElement) throws {
    for (value, output) in zip(values, outputs) where !value.type.fits(output.type) {
      throw unsaid("`\(value.text)` does not fit the type of `\(output.written)`", element)
    }
  }

  // MARK: The declaration

  private func declare(
    _ policy: Policy, _ conditions: [String], _ values: [[Code]], _ defaults: [Code]?, isGrid: Bool
  ) throws -> Callable {
    let name = model.newName(words, or: "table")
    let own = Set(lets.map(\.name))
    let inputs = self.inputs ?? Code.union(free).filter { !own.contains($0.name) }
    let isAlone = outputs.count == 1
    if inputs.count > DMNModel.widthLimit { throw unsaid("it needs more than \(DMNModel.widthLimit) inputs", element) }
    var lines = ["table \(name):"]
    if !inputs.isEmpty { lines += ["  inputs:"] + inputs.map { "    \($0.name): \($0.type.written)" } }
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0.name): \(DMNModel.yaml($0.code.text))" } }
    lines +=
      isAlone ? ["  output: \(outputs[0].type.written)"] : ["  outputs:"] + outputs.map { "    \($0.own): \($0.type.written)" }
    if policy.hit != "first" { lines.append("  hit: \(policy.hit)") }
    var rows = Array(zip(conditions, values))
    // After a rule that always holds, `otherwise` would never be reached. In a table with `hit: first`, such a rule becomes
    // the `otherwise`.
    let always = isGrid ? columns.map { _ in "-" }.joined(separator: " | ") : "true"
    if conditions.contains(always) {
      if policy.hit == "first", conditions.last == always { rows[rows.count - 1].0 = "otherwise" }
    } else if let defaults {
      rows.append(("otherwise", defaults))
    } else if !policy.isCollecting, !model.options.complete.contains(name) {
      rows.append(("otherwise", outputs.map { _ in Code(text: "missing", type: .null) }))
    }
    if isGrid {
      lines.append("  grid: |")
      let heads = isAlone ? ["output"] : outputs.map(\.own)
      lines.append("    \(columns.map(\.name).joined(separator: " | ")) → \(heads.joined(separator: " | "))")
      lines += rows.map { "    \($0) → \($1.map { $0.literal ?? $0.text }.joined(separator: " | "))" }
    } else {
      lines += ["  rows:"] + rows.map { "    - '\(doubled("\($0) → \(result($1))"))'" }
    }
    try model.declare(DeclarationDraft(.logic, name, owner: owner, at: element.offset, lines))
    return Callable(name: name, inputs: inputs, type: try valueType(policy))
  }

  private func doubled(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
  }

  private func result(_ values: [Code]) -> String {
    if outputs.count == 1 { return values[0].literal ?? values[0].text }
    if values.allSatisfy({ $0.type == .null }) { return "missing" }
    return zip(outputs, values).map { "\($0.own) = \($1.literal ?? $1.text)" }.joined(separator: ", ")
  }
}
