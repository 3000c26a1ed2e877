import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds the members that a source reads of its elements, before lowering. Their types follow from the facts that they go into
/// (declarations §14).
///
/// It first follows values that are copied or written into facts unchanged, then how clauses use the rest.
final class ShapeReader {
  /// Parts of the document that bound variables stand for; `nil` for a variable that stands for no part.
  typealias Variables = [String: Shape?]

  let session: CheckSession
  let scope: PackScope
  private let declaration: SourceDeclaration
  let root: Shape
  let lets: [String: LetBinding]
  /// Pairs of members that are compared, so that the type of one member gives the type of the other.
  var links: [(Shape, Shape)] = []
  /// `let`s that are being followed.
  var aliases: Set<String> = []

  var program: Program { session.program }

  init(_ declared: Declared<SourceDeclaration>, _ session: CheckSession) {
    self.session = session
    scope = session.names.scope(declared.pack)
    declaration = declared.body
    root = Shape(declared.name.text, at: declared.name.span, path: [])
    lets = Dictionary(first: declared.body.lets.map { ($0.name.text, $0) })
  }

  /// Returns the element, with all members that are read of it.
  func read() -> Shape {
    let outputs = declaration.produces.compactMap { entry in
      entry.made.flatMap { made in fields(of: entry.kind).map { (output: made, fields: $0) } }
    }
    for (output, fields) in outputs { reach(output, fields) }
    for (output, fields) in outputs where output.loop != nil { copyInLoop(output, fields) }
    for binding in declaration.lets { visit(binding.value, nil, [:]) }
    for (output, fields) in outputs { visit(output, fields) }
    propagate()
    return root
  }

  /// Returns the fields of the fact type or intent that an output makes; `nil` if its name is unknown.
  private func fields(of kind: OutputEntry.Kind) -> [Field]? {
    switch kind {
    case .trace: return nil
    case .fact(let output): return fact(output.type.text).map { program.facts[$0].fields }
    case .proposal(let output):
      let name = output.type.text.split(separator: ".").last.map(String.init) ?? ""
      return session.names.intents[name].map { program.intents[$0].fields }
    }
  }

  /// Returns the fact type that an output names, bare or qualified by its pack.
  private func fact(_ name: String) -> Int? {
    if let fact = session.names.facts[name] { return fact }
    let parts = name.headAndRest
    guard parts.count == 2, let fact = session.names.facts[parts[1]], program.facts[fact].pack == parts[0] else { return nil }
    return fact
  }

  // MARK: Values that go into facts unchanged

  private func reach(_ output: FactOutput, _ fields: [Field]) {
    let variables = variables(of: output)
    for field in fields {
      if let written = output.fields.first(where: { $0.name.text == field.name }) {
        reach(written.value, field, variables)
      } else if let binding = lets[field.name] {
        reach(binding.value, field, [:])
      } else if output.loop == nil {
        root.member(of: field, at: output.type.span).reach(field)
      }
    }
  }

  private func reach(_ value: ValueSyntax, _ field: Field, _ variables: Variables) {
    guard case .expression(let expr) = value.kind else { return }
    shape(of: expr, expecting: field.type, variables)?.reach(field)
  }

  /// Adds fields of an output with a loop that have no written value: they come from the list's element or from the element
  /// around the list. The list's type, if known, decides which element has the field; otherwise the document decides.
  private func copyInLoop(_ output: FactOutput, _ fields: [Field]) {
    guard let loop = output.loop else { return }
    let element = shape(of: loop.source, expecting: nil, [:])?.elements()
    let list = shape(of: loop.source, expecting: nil, [:])?.reached
    let copied = fields.filter { field in
      lets[field.name] == nil && !output.fields.contains { $0.name.text == field.name }
    }
    // A variable with the name of a field stands for it, unless its own members are read.
    if let element, list == nil, element.members.isEmpty, let field = copied.first(where: { $0.name == loop.variable.text }) {
      element.reach(field)
    }
    for field in copied {
      let span = output.type.span
      guard let element else {
        root.member(of: field, at: span).reach(field)
        continue
      }
      switch list?.element ?? element.reached {
      case .record(let index)?:
        if !program.records[index].fields.contains(where: { $0.name == field.name }) {
          root.member(of: field, at: span).reach(field)
        }
      case nil:
        element.member(of: field, at: span).reach(field)
        element.inherited.insert(field.jsonName)
      default:
        if field.name != loop.variable.text { root.member(of: field, at: span).reach(field) }
      }
    }
  }

  private func variables(of output: FactOutput) -> Variables {
    guard let loop = output.loop else { return [:] }
    return [loop.variable.text: shape(of: loop.source, expecting: nil, [:])?.elements()]
  }

  // MARK: Values that clauses read

  private func visit(_ output: FactOutput, _ fields: [Field]) {
    let variables = variables(of: output)
    if let loop = output.loop { visitSource(loop.source, [:]) }
    if let filter = output.filter { visit(filter, .boolean, variables) }
    for binding in output.fields {
      guard let field = fields.first(where: { $0.name == binding.name.text }) else { continue }
      visit(binding.value, field.type, variables)
    }
  }

  /// Copies types between members that clauses compare with each other.
  private func propagate() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for (left, right) in links {
        for (known, other) in [(left, right), (right, left)] where other.knownType == nil {
          guard let type = known.knownType else { continue }
          other.use(type)
          isChanged = true
        }
      }
    }
  }
}

extension ShapeReader {
  func visit(_ value: ValueSyntax, _ type: ValueType?, _ variables: Variables) {
    switch value.kind {
    case .expression(let expr): visit(expr, type, variables)
    case .text(let text): visit(text, variables)
    case .list(let elements): for element in elements { visit(element, type?.element, variables) }
    case .record(let fields):
      for field in fields { visit(field.value, type.flatMap { self.type(of: field.name.text, in: $0) }, variables) }
    case .missing: break
    }
  }

  private func type(of field: String, in type: ValueType) -> ValueType? {
    guard case .record(let index) = type else { return nil }
    return program.records[index].fields.first { $0.name == field }?.type
  }

  /// Records how an expression reads the document.
  ///
  /// - Parameter type: the type that the expression's place expects, if it is known.
  func visit(_ expr: Expr, _ type: ValueType?, _ variables: Variables) {
    switch expr.kind {
    case .error, .number, .percent, .boolean: break
    case .text(let text): visit(text, variables)
    case .list(let elements): for element in elements { visit(element, type?.element, variables) }
    case .name, .member: shape(of: expr, expecting: type, variables)?.use(type)
    case .keyed(_, let keys): for key in keys { visit(key.value, nil, variables) }
    case .with(let base, let fields):
      visit(base, type, variables)
      for field in fields { visit(field.value, nil, variables) }
    case .current(let inner): visit(inner, nil, variables)
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
    case .element(let list, let place):
      let isName = knownType(place, variables) == .text
      visit(list, type.map { isName ? .map($0) : .list($0) }, variables)
      visit(place, isName ? .text : .integer(unit: nil), variables)
    case .conditional(let conditional):
      visit(conditional.condition, .boolean, variables)
      for branch in conditional.parts.dropFirst() { visit(branch, type, variables) }
    case .between(let value, let low, let high):
      let known = [value, low, high].firstValue { self.knownType($0, variables) }
      for side in [value, low, high] { visit(side, known, variables) }
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
    case .matches, .containsMatching: visit(left, .text, variables)
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

  private func visitSource(_ source: Expr, _ variables: Variables) {
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
    if let table = table(name.text), Function(rawValue: name.text)?.isOfVersion1 != true {
      for (argument, input) in zip(arguments, table.inputs) {
        if let shape = shape(of: argument, expecting: input.type, variables) {
          shape.reach(input)
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
  /// Returns the type that an argument must have, if only one is possible.
  fileprivate func wanted(at position: Int) -> ValueType? {
    if let parameters = signature?.parameters { return position < parameters.count ? parameters[position].type : nil }
    return switch self {
    case .months, .years: .decimal(unit: nil)
    case .date, .time: position == 0 ? .timestamp : nil
    case .year, .month, .day, .quarter, .weekday, .week, .weekYear, .startOfWeek, .endOfWeek, .startOfMonth, .endOfMonth,
      .startOfQuarter, .endOfQuarter, .startOfYear, .endOfYear, .daysBetween, .monthsBetween, .yearsBetween:
      .date
    case .dateOf, .timeOf: .integer(unit: nil)
    case .at: position == 0 ? .date : position == 1 ? .time : nil
    case .addWorkingDays: position == 0 ? .date : position == 1 ? .integer(unit: nil) : nil
    case .workingDaysBetween: position < 2 ? .date : nil
    case .isWorkingDay: position == 0 ? .date : nil
    // A timestamp or a time: both are possible.
    case .hour, .minute, .second: nil
    default: nil
    }
  }
}

extension ShapeReader {
  /// Returns the part of the document that a path means; `nil` if it means another thing: a value of an expected enum, a
  /// policy, a built-in name, or a name that no source reads.
  func shape(of expr: Expr, expecting type: ValueType?, _ variables: Variables) -> Shape? {
    guard let words = expr.words, let first = words.first else { return nil }
    if words.count == 1, isConstant(first.text, type) { return nil }
    guard let (base, taken) = base(words, variables) else { return nil }
    return words.dropFirst(taken).reduce(base) { $0.member($1.text, at: $1.span) }
  }

  /// Returns the part that the first words mean, and how many words they are.
  private func base(_ words: [Name], _ variables: Variables) -> (Shape, Int)? {
    let first = words[0]
    if let variable = variables[first.text] { return variable.map { ($0, 1) } }
    if let binding = lets[first.text] {
      guard case .expression(let expr) = binding.value.kind, aliases.insert(first.text).inserted else { return nil }
      defer { aliases.remove(first.text) }
      return shape(of: expr, expecting: nil, [:]).map { ($0, 1) }
    }
    switch first.text {
    case "actor", "proposal", "now": return nil
    case "document" where words.count == 2 && words[1].text == "position": return nil
    case "trigger" where words.count > 1: return (root.member(words[1].text, at: words[1].span), 2)
    case "fact" where words.count > 2: return nil
    default: break
    }
    if words.count == 1, policy(first.text) != nil { return nil }
    if words.count > 1, namesDeclaration(words) { return nil }
    return (root.member(first.text, at: first.span), 1)
  }

  private func isConstant(_ name: String, _ type: ValueType?) -> Bool {
    guard case .enumeration(let index) = type else { return false }
    return session.enumConstant(Text(name), of: index) != nil
  }

  /// Whether a dotted path begins with a fact type, or with a pack and one of its policies.
  private func namesDeclaration(_ words: [Name]) -> Bool {
    let facts = words.indices.dropFirst().contains { end in
      session.names.facts[words[...end].map(\.text).joined(separator: ".")] != nil
    }
    guard !facts, session.names.isPack(words[0].text), root.knownMember(words[0].text) == nil else { return facts }
    return session.names.policies[words[1].text]?.contains { program.policies[$0].pack == words[0].text } ?? false
  }

  /// Returns the type of the policy that a bare name means.
  func policy(_ name: String) -> ValueType? {
    guard let all = session.names.policies[name] else { return nil }
    let found = all.first { program.policies[$0].pack == scope.name } ?? all.first { scope.sees(program.policies[$0].pack) }
    return found.map { program.policies[$0].type }
  }

  /// Returns the type of an expression, as far as it is known before lowering.
  func knownType(_ expr: Expr, _ variables: Variables) -> ValueType? {
    switch expr.kind {
    case .number, .percent: return .decimal(unit: nil)
    case .text: return .text
    case .boolean, .not, .and, .or, .test, .quantified, .between: return .boolean
    case .conditional(let conditional):
      return conditional.parts.dropFirst().firstValue { self.knownType($0, variables) }
    case .call(let name, let arguments) where Function.ofAlternatives.contains(name.text) && table(name.text) == nil:
      return arguments.firstValue { self.knownType($0, variables) }
    case .list(let elements): return elements.firstValue { self.knownType($0, variables) }.map { .list($0) }
    case .name(let name):
      if let type = type(of: expr, variables) { return type }
      return variables[name] == nil && lets[name] == nil ? policy(name) : letType(name, variables)
    case .member: return type(of: expr, variables)
    case .negate(let operand): return knownType(operand, variables)
    case .binary(let operation, let left, let right):
      guard operation.isArithmetic else { return .boolean }
      return knownType(left, variables) ?? knownType(right, variables)
    case .aggregate(let aggregate): return aggregate.function == .count ? .integer(unit: nil) : nil
    case .call(let name, _): return table(name.text)?.output ?? Function(rawValue: name.text)?.fixedResult
    case .element(let list, _):
      let whole = knownType(list, variables)
      return whole?.mapped ?? whole?.element
    case .with(let base, _): return knownType(base, variables)
    case .keyed, .current, .error: return nil
    }
  }

  private func letType(_ name: String, _ variables: Variables) -> ValueType? {
    guard variables[name] == nil, let binding = lets[name], aliases.insert(name).inserted else { return nil }
    defer { aliases.remove(name) }
    switch binding.value.kind {
    case .expression(let expr): return knownType(expr, [:])
    case .text: return .text
    case .list, .record, .missing: return nil
    }
  }

  /// Returns the type of a part of the document: the part's own type, or the type of a field of the record around it.
  private func type(of expr: Expr, _ variables: Variables) -> ValueType? {
    if case .member(let base, let word) = expr.kind, case .record(let index)? = type(of: base, variables) {
      return program.records[index].fields.first { $0.name == word.text }?.type
    }
    return shape(of: expr, expecting: nil, variables)?.knownType
  }

  func table(_ name: String) -> CheckedTable? {
    let parts = name.headAndRest
    let candidates = session.names.tables[parts.last ?? name] ?? []
    let wanted = parts.count == 2 ? parts[0] : scope.name
    let found = candidates.first { program.tables[$0].pack == wanted } ?? (parts.count == 1 ? candidates.first : nil)
    return found.map { program.tables[$0] }
  }
}
