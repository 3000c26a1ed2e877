/// Translation of input cells. The unary tests of FEEL are similar to the cells of a grid.
extension DecisionTableWriter {
  /// Returns the cells of all rules, each rule as one line of a grid; `nil` if a cell can only be written as a condition.
  mutating func cells(of rules: [Rule]) throws -> [String]? {
    var lines: [String] = []
    for rule in rules {
      var cells: [String] = []
      for (element, column) in zip(rule.cells, columns) {
        guard let cell = try cell(element, column) else { return nil }
        cells.append(cell)
      }
      lines.append(cells.joined(separator: " | "))
    }
    return lines
  }

  private mutating func cell(_ element: XMLElement, _ column: Column) throws -> String? {
    switch try model.tests(element) {
    case .any: return "-"
    case .anyOf(let tests): return try alternatives(tests, column, element)
    case .noneOf(let tests): return try alternatives(tests, column, element).map { "not (\($0))" }
    }
  }

  private mutating func alternatives(_ tests: [Feel], _ column: Column, _ element: XMLElement) throws -> String? {
    var result: [String] = []
    for test in tests {
      let found = try model.located(element) { _ in try alternative(test, column) }
      guard let found else { return nil }
      note(found.free)
      result.append(found.text)
    }
    return result.joined(separator: ", ")
  }

  /// Returns one alternative of a cell with its variables; `nil` if a grid cannot express it.
  private func alternative(_ test: Feel, _ column: Column) throws -> Code? {
    let inner = column.scope(translator)
    let tested = try inner.tested(column.code, test)
    func condition(_ text: String, _ free: [FeelVariable]) -> Code { Code(text: text, type: .boolean, free: free) }
    switch test.node {
    case .interval(let isLowIncluded, let low, let high, let isHighIncluded):
      let (first, last) = (try inner.value(low), try inner.value(high))
      let text = "\(isLowIncluded ? "[" : "(")\(first.beside(.sum))..\(last.beside(.sum))\(isHighIncluded ? "]" : ")")"
      return condition(text, Code.free(first, last))
    case .test(let sign, let inside):
      let value = try inner.value(inside)
      if value.type == .null { return condition(sign == "=" ? "missing" : "exists", []) }
      return condition(sign == "=" ? value.beside(.sum) : "\(sign) \(value.beside(.sum))", value.free)
    case .null: return condition("missing", [])
    default: break
    }
    guard !test.mentionsSubject else { return nil }
    let value = try inner.value(test)
    if value.type == .boolean, column.type != .boolean { return nil }
    if column.type.element != nil, value.type.element == nil { return condition("contains \(value.beside(.sum))", value.free) }
    if value.type.element != nil, column.type.element == nil {
      return test.isListOfTests ? nil : condition("in \(value.at(.sum))", value.free)
    }
    return tested.members == nil ? condition(value.beside(.sum), value.free) : nil
  }

  /// Returns all cells of a rule as one condition, for a table with rows instead of a grid.
  mutating func condition(_ rule: Rule) throws -> String {
    var conditions: [Code] = []
    for (element, column) in zip(rule.cells, columns) {
      let inner = column.scope(translator)
      let tests: [Feel]
      var isDenied = false
      switch try model.tests(element) {
      case .any: continue
      case .anyOf(let found): tests = found
      case .noneOf(let found): (tests, isDenied) = (found, true)
      }
      let all = try model.located(element) { _ in inner.anyOf(try tests.map { try inner.tested(column.code, $0) }) }
      note(all.free)
      conditions.append(isDenied ? Code(text: "not \(all.at(.not))", type: .boolean, level: .not) : all)
    }
    return conditions.isEmpty ? "true" : conditions.map { $0.at(.and) }.joined(separator: " and ")
  }
}

extension Feel {
  /// Whether the expression is a list that contains tests.
  fileprivate var isListOfTests: Bool {
    if case .list(let items) = node { return items.contains(where: \.isTest) }
    return false
  }
}
