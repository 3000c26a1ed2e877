import TruthsSyntax
import TruthsText

extension ShapeReader {
  func visit(_ value: ValueSyntax, _ type: ValueType?, _ variables: Variables) {
    switch value.kind {
    case .expression(let expr): visit(expr, type, variables)
    case .text(let text): visit(text, variables)
    case .list(let elements): for element in elements { visit(element, type?.element, variables) }
    case .missing: break
    }
  }

  /// Notes how an expression reads the document.
  ///
  /// - Parameter type: what its place wants, where that is known.
  func visit(_ expr: Expr, _ type: ValueType?, _ variables: Variables) {
    switch expr.kind {
    case .error, .number, .boolean: break
    case .text(let text): visit(text, variables)
    case .list(let elements): for element in elements { visit(element, type?.element, variables) }
    case .name, .member: shape(of: expr, expecting: type, variables)?.use(type)
    case .keyed(_, let keys): for key in keys { visit(key.value, nil, variables) }
    case .negate(let operand): visit(operand, type ?? .decimal(unit: nil), variables)
    case .not(let operand): visit(operand, .boolean, variables)
    case .and(let left, let right), .or(let left, let right):
      visit(left, .boolean, variables)
      visit(right, .boolean, variables)
    case .binary(let operation, let left, let right): visit(operation, left, right, variables)
    case .test(let test, let operand): visit(test, operand, variables)
    case .quantified(let quantified):
      let inner = binding(quantified.variable, quantified.source, variables)
      if let filter = quantified.filter { visit(filter, .boolean, inner) }
      visit(quantified.body, .boolean, inner)
    case .aggregate(let aggregate): visit(aggregate, variables)
    case .call(let name, let arguments): visit(name, arguments, variables)
    }
  }

  private func visit(_ text: TextLiteral, _ variables: Variables) {
    for case .interpolation(let expr) in text.parts { visit(expr, knownType(expr, variables) ?? .text, variables) }
  }

  // MARK: Operators

  private func visit(_ operation: BinaryOperator, _ left: Expr, _ right: Expr, _ variables: Variables) {
    let (first, second) = (knownType(left, variables), knownType(right, variables))
    switch operation {
    case .isIn, .isNotIn:
      visit(left, second?.element, variables)
      visit(right, first.map { .list($0) }, variables)
    case .contains:
      visit(left, nil, variables)
      visit(right, first?.element ?? first, variables)
    case .like:
      visit(left, .text, variables)
      visit(right, .text, variables)
    case .multiply, .divide, .remainder:
      visit(left, first ?? .decimal(unit: nil), variables)
      visit(right, second ?? .decimal(unit: nil), variables)
    default:
      if first == nil, second == nil, let left = shape(of: left, expecting: nil, variables),
        let right = shape(of: right, expecting: nil, variables)
      {
        links.append((left, right))
      }
      visit(left, first ?? second, variables)
      visit(right, second ?? first, variables)
    }
  }

  private func visit(_ test: TestOperator, _ operand: Expr, _ variables: Variables) {
    switch (test, shape(of: operand, expecting: nil, variables)) {
    case (.exists, _?), (.missing, _?): break
    case (.empty, let shape?), (.notEmpty, let shape?):
      shape.isRead = true
      if shape.knownType == nil { _ = shape.elements() }
    case (_, nil): visit(operand, nil, variables)
    }
  }

  // MARK: Loops

  /// Notes that an expression is gone through.
  func visitSource(_ source: Expr, _ variables: Variables) {
    if let shape = shape(of: source, expecting: nil, variables) {
      shape.isRead = true
      _ = shape.elements()
    } else {
      visit(source, nil, variables)
    }
  }

  private func binding(_ variable: Name, _ source: Expr, _ variables: Variables) -> Variables {
    visitSource(source, variables)
    var inner = variables
    inner[variable.text] = .some(shape(of: source, expecting: nil, variables)?.elements())
    return inner
  }

  private func visit(_ aggregate: Aggregate, _ variables: Variables) {
    var inner = variables
    for loop in aggregate.loops { inner = binding(loop.variable, loop.source, inner) }
    if let value = aggregate.value {
      visit(value, aggregate.function == .sum ? knownType(value, inner) ?? .decimal(unit: nil) : nil, inner)
    }
    if let filter = aggregate.filter { visit(filter, .boolean, inner) }
    for key in aggregate.order { visit(key.value, nil, inner) }
  }

  // MARK: Calls

  private func visit(_ name: Name, _ arguments: [Expr], _ variables: Variables) {
    if let table = table(name.text), Function(rawValue: name.text) == nil {
      for (argument, input) in zip(arguments, table.inputs) {
        if let shape = shape(of: argument, expecting: input.type, variables) {
          shape.reach(input.type)
        } else {
          visit(argument, input.type, variables)
        }
      }
      return
    }
    for (place, argument) in arguments.enumerated() {
      visit(argument, Function(rawValue: name.text)?.wanted(at: place), variables)
    }
  }
}

extension Function {
  /// The type that an argument must have, where it is one alone.
  fileprivate func wanted(at place: Int) -> ValueType? {
    switch self {
    case .lower, .upper, .trim, .startsWith, .endsWith, .isEmail: .text
    case .abs, .round, .floor, .ceil, .days, .hours, .minutes, .seconds: .decimal(unit: nil)
    case .date: .timestamp
    case .first: place == 1 ? .integer(unit: nil) : nil
    case .length, .distinct, .isSorted: nil
    }
  }
}
