/// The `let`s and the value of a function, built from a boxed expression. The entries of a FEEL context become `let`s.
struct FunctionBody {
  private let model: DMNModel
  private let owner: String
  private let name: String
  /// The words from which nested tables and records get their names: the name of the decision, then the names of entries.
  private var words: String
  private var lets: [(name: String, code: Code)] = []

  init(_ model: DMNModel, _ owner: String, _ words: String) {
    (self.model, self.owner, self.words) = (model, owner, words)
    name = model.newName(words, or: "decision")
  }

  // MARK: Boxed expressions

  mutating func value(_ element: XMLElement, _ translator: FeelTranslator, _ reference: String?, depth: Int = 0) throws -> Code {
    guard depth < 30 else { throw TranslationFault(message: "boxed expressions are nested too deeply", offset: element.offset) }
    switch element.name {
    case "literalExpression":
      guard element.children("importedValues").isEmpty else { throw unsaid("imported values are not read", element) }
      guard !element.expression.isEmpty else { throw unsaid("an expression is empty", element) }
      return try model.value(element, translator)
    case "decisionTable":
      var writer = DecisionTableWriter(model, owner, words, element, translator)
      writer.reference = reference
      return try writer.write().call()
    case "context": return try context(element, translator, depth)
    case "invocation": return try invocation(element, translator, depth)
    case "list":
      let items = try element.children.filter { DMNModel.logic.contains($0.name) }
        .map { try value($0, translator, nil, depth: depth + 1) }
      return try list(items, element, translator)
    case "relation": return try relation(element, translator, reference, depth)
    case "conditional":
      let branches = try ["if", "then", "else"].map { name in
        guard let part = element.children(name).first.flatMap(DMNModel.logic) else {
          throw unsaid("`\(name)` is missing", element)
        }
        return try value(part, translator, nil, depth: depth + 1)
      }
      guard branches[0].type == .boolean else { throw unsaid("a condition is expected after `if`", element) }
      return try located(element) { try translator.conditional(branches[0], branches[1], branches[2], 0) }
    case "for", "some", "every": return try loop(element, translator, depth)
    case "filter": return try filter(element, translator, depth)
    case "functionDefinition": throw unsaid("a function that is a value cannot be translated", element)
    default: throw unsaid("a boxed `\(element.name)` is not read: write it as a literal expression", element)
    }
  }

  private func unsaid(_ message: String, _ element: XMLElement) -> TranslationFault {
    TranslationFault(message: message, offset: element.offset)
  }

  /// Runs a translation of an expression that has no text of its own. Errors get the location of the element.
  private func located<T>(_ element: XMLElement, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let fault as FeelFault {
      throw unsaid(fault.message, element)
    }
  }

  // MARK: Boxed loops

  /// Translates the boxed expression in a child element, such as `in` or `return`.
  private mutating func child(
    _ name: String, of element: XMLElement, _ translator: FeelTranslator, _ depth: Int
  ) throws -> Code {
    guard let part = element.children(name).first.flatMap(DMNModel.logic) else { throw unsaid("`\(name)` is missing", element) }
    let count = lets.count
    let code = try value(part, translator, nil, depth: depth + 1)
    guard name == "in" || lets.count == count else { throw unsaid("a context inside a loop cannot be translated", part) }
    return code
  }

  private static var nowhere: Feel { Feel(node: .null, offset: 0, depth: 1) }

  private mutating func loop(_ element: XMLElement, _ translator: FeelTranslator, _ depth: Int) throws -> Code {
    let source = try child("in", of: element, translator, depth)
    guard let type = source.type.element, let name = element.attributes["iteratorVariable"] else {
      throw unsaid("a loop goes over a list, with an `iteratorVariable`", element)
    }
    let own = translator.variable(name, type)
    let inner = translator.adding(name, .of(own))
    let result = try child(element.name == "for" ? "return" : "satisfies", of: element, inner, depth)
    guard element.name == "for" || result.type == .boolean else { throw unsaid("a condition is expected", element) }
    let free = Code.union([source.free, result.free.filter { $0.name != own.name }])
    return try located(element) {
      try translator.looped(element.name, ["\(own.name) in \(source.at(.primary))"], result, free, Self.nowhere)
    }
  }

  private mutating func filter(_ element: XMLElement, _ translator: FeelTranslator, _ depth: Int) throws -> Code {
    let list = try child("in", of: element, translator, depth)
    guard let type = list.type.element else { throw unsaid("a filter is of a list", element) }
    let (item, inner) = translator.filterScope(type)
    let test = try child("match", of: element, inner, depth)
    return try located(element) { try translator.filtered(list, by: test, item, Self.nowhere) }
  }

  private mutating func context(_ element: XMLElement, _ translator: FeelTranslator, _ depth: Int) throws -> Code {
    var inner = translator
    var members: [(name: String, value: Code)] = []
    let entries = element.children("contextEntry")
    if entries.count > DMNModel.widthLimit { throw unsaid("a context has more than \(DMNModel.widthLimit) entries", element) }
    for entry in entries {
      let variable = entry.children("variable").first
      guard let logic = DMNModel.logic(of: entry) else { throw unsaid("an entry has no logic", entry) }
      let reference = variable?.attributes["typeRef"]
      let outer = words
      if let name = variable?.attributes["name"] { words += " \(name)" }
      var code = try value(logic, inner, reference, depth: depth + 1)
      words = outer
      guard let name = variable?.attributes["name"] else { return code }
      let declared = model.type(reference)
      if code.members == nil || declared.isRecord { code = try fitted(code, declared, "\(words) \(name)", logic.offset) }
      if code.members == nil { code = try added(name, code, inner, logic) }
      members.append((name, code))
      inner = inner.adding(name, code)
    }
    return Code(text: "", type: .unknown, free: Code.union(members.map(\.value.free)), members: members)
  }

  /// Adds a `let` for an entry of a context and returns its variable. If the value is a variable already, no `let` is added.
  private mutating func added(_ name: String, _ code: Code, _ scope: FeelTranslator, _ element: XMLElement) throws -> Code {
    guard code.type != .null else { throw unsaid("null as an entry of a context cannot be translated", element) }
    if code.free.count == 1, code.free[0].name == code.text { return code }
    let taken = scope.localNames.union(lets.map(\.name)).union(code.free.map(\.name))
    let own = model.variableName(name, or: "entry", among: taken)
    lets.append((own, code))
    return .of(FeelVariable(name: own, type: code.type))
  }

  private mutating func invocation(_ element: XMLElement, _ translator: FeelTranslator, _ depth: Int) throws -> Code {
    guard let target = element.children("literalExpression").first else { throw unsaid("what is invoked is missing", element) }
    let name = FeelNames.normalized(target.expression)
    guard model.isKnowledge(name) else { throw unsaid("`\(name)` is no business knowledge model", target) }
    var arguments: [DMNModel.GivenArgument] = []
    for binding in element.children("binding") {
      guard let parameter = binding.children("parameter").first?.attributes["name"], let logic = DMNModel.logic(of: binding)
      else {
        throw unsaid("a binding has no parameter, or no expression", binding)
      }
      arguments.append((parameter, try value(logic, translator, nil, depth: depth + 1), 0))
    }
    return try located(element) { try model.knowledge(named: name, arguments, from: translator, at: 0) }
  }

  private func list(_ items: [Code], _ element: XMLElement, _ translator: FeelTranslator) throws -> Code {
    try located(element) { try translator.list(items, Self.nowhere) }
  }

  private mutating func relation(
    _ element: XMLElement, _ translator: FeelTranslator, _ reference: String?, _ depth: Int
  ) throws -> Code {
    let columns = element.children("column").map { $0.attributes["name"] ?? "" }
    let rows = try element.children("row").map { row in
      let cells = try row.children.filter { DMNModel.logic.contains($0.name) }
        .map { try value($0, translator, nil, depth: depth + 1) }
      guard cells.count == columns.count else { throw unsaid("a row does not have the columns of the relation", row) }
      return cells
    }
    var record = model.type(reference).element ?? model.type(reference)
    if !record.isRecord {
      let types = columns.indices.map { index in rows.lazy.map { $0[index].type }.first { $0 != .null } ?? .text }
      record = .record(try model.record("\(words) row", Array(zip(columns, types)), at: element.offset))
    }
    let items = try rows.map { cells in
      let context = Code(text: "", type: .unknown, free: Code.union(cells.map(\.free)), members: Array(zip(columns, cells)))
      return try fitted(context, record, words, element.offset)
    }
    return try list(items, element, translator)
  }

  // MARK: Types

  /// Converts a value to its declared type. A context becomes a record.
  func fitted(_ code: Code, _ declared: FeelType, _ words: String, _ offset: Int) throws -> Code {
    guard let members = code.members else {
      guard declared == .unknown || code.type.fits(declared) else {
        throw TranslationFault(message: "its value does not fit the declared type `\(declared.written)`", offset: offset)
      }
      return code.fitted(to: declared)
    }
    if case .record(let name) = declared {
      let fields = try model.members(of: name).map { field in
        guard let value = members.first(where: { $0.name == field.written })?.value else {
          throw TranslationFault(message: "the context lacks `\(field.written)` of its type", offset: offset)
        }
        return (field.own, try fitted(value, field.type, "\(words) \(field.written)", offset))
      }
      return try record(name, fields, offset)
    }
    guard declared == .unknown, !members.isEmpty else {
      throw TranslationFault(message: "a context does not fit the declared type", offset: offset)
    }
    let values = try members.map { ($0.name, try fitted($0.value, .unknown, "\(words) \($0.name)", offset)) }
    let name = try model.record("\(words) result", values.map { ($0.0, $0.1.type) }, at: offset)
    return try record(name, zip(model.members(of: name), values).map { ($0.own, $1.1) }, offset)
  }

  private func record(_ name: String, _ fields: [(String, Code)], _ offset: Int) throws -> Code {
    let given = fields.filter { $0.1.type != .null }
    guard !given.isEmpty else { throw TranslationFault(message: "a context of nulls cannot be translated", offset: offset) }
    let text = "\(name)(\(given.map { "\($0.0) = \($0.1.literal ?? $0.1.text)" }.joined(separator: ", ")))"
    return Code(text: text, type: .record(name), free: Code.union(given.map(\.1.free)))
  }

  // MARK: The declaration

  func declare(_ code: Code, _ declared: FeelType, at offset: Int, inputs: [FeelVariable]?) throws -> Callable {
    let type = code.type == .null ? (declared == .unknown ? .text : declared) : declared == .unknown ? code.type : declared
    let own = Set(lets.map(\.name))
    var code = code
    // If the result is the last `let`, its expression becomes the value.
    if let last = lets.last, code.text == last.name { code = last.code }
    let used = usedLets(code)
    let free = Code.union(used.map(\.code.free) + [code.free]).filter { !own.contains($0.name) }
    let inputs = inputs ?? free
    if inputs.count > DMNModel.widthLimit {
      throw TranslationFault(message: "it needs more than \(DMNModel.widthLimit) inputs", offset: offset)
    }
    var lines = ["function \(name):"]
    if !inputs.isEmpty { lines += ["  inputs:"] + inputs.map { "    \($0.name): \($0.type.written)" } }
    lines.append("  output: \(type.written)")
    if !used.isEmpty { lines += ["  let:"] + used.map { "    \($0.name): \(DMNModel.yaml($0.code.text))" } }
    lines.append("  value: \(DMNModel.yaml(code.literal ?? code.text))")
    try model.declare(DeclarationDraft(.logic, name, owner: owner, at: offset, lines))
    return Callable(name: name, inputs: inputs, type: type)
  }

  /// Returns the `let`s that a value needs, directly or through other `let`s, in order.
  private func usedLets(_ code: Code) -> [(name: String, code: Code)] {
    var needed = Set(code.free.map(\.name))
    for entry in lets.reversed() where needed.contains(entry.name) { needed.formUnion(entry.code.free.map(\.name)) }
    return lets.filter { needed.contains($0.name) }
  }
}

extension FeelType {
  var isEnumeration: Bool {
    if case .enumeration = self { return true }
    return false
  }

  var isRecord: Bool {
    if case .record = self { return true }
    return false
  }
}
