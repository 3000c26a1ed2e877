/// Translation of decisions and business knowledge models, and of the boxed expressions in them.
extension DMNModel {
  static let logic: Set<String> = [
    "literalExpression", "decisionTable", "context", "invocation", "relation", "list", "functionDefinition", "conditional",
    "filter", "for", "some", "every",
  ]

  static func logic(of element: XMLElement) -> XMLElement? { element.children.first { logic.contains($0.name) } }

  // MARK: Names in expressions

  /// Returns the value of the decision or of the input data with a name; `nil` if neither has the name.
  func value(named name: String, at offset: Int) throws -> Code? {
    if let input = inputs[name] {
      guard input.type != .unknown else {
        throw FeelFault(message: "the input data `\(name)` has no type: give its `variable` a `typeRef`", offset: offset)
      }
      return .of(input)
    }
    guard decisions[name] != nil else { return nil }
    return try decision(name, at: offset).call()
  }

  func isKnowledge(_ name: String) -> Bool { knowledgeModels[name] != nil }

  /// Returns a decision as a function or table.
  ///
  /// - Throws: `FeelFault` if the decision is omitted.
  func decision(_ name: String, at offset: Int) throws -> Callable {
    guard let element = decisions[name] else { throw FeelFault(message: "no decision `\(name)` is known", offset: offset) }
    let owner = "decision `\(name)`"
    return try once(name, element, in: \.results, owner, at: offset) {
      guard let logic = Self.logic(of: element) else {
        throw TranslationFault(message: "it has no logic", offset: element.offset)
      }
      let reference = element.children("variable").first?.attributes["typeRef"]
      return try define(owner, name, logic, FeelTranslator(model: self), reference: reference)
    }
  }

  /// Translates a decision or business knowledge model when it is first needed, and only once.
  ///
  /// - Parameter results: the dictionary of results, keyed by name, that is read and updated.
  /// - Throws: `FeelFault` if it is omitted, or depends on itself.
  func once(
    _ name: String, _ element: XMLElement, in results: ReferenceWritableKeyPath<DMNModel, [String: Result]>, _ owner: String,
    at offset: Int, _ body: () throws -> Callable
  ) throws -> Callable {
    switch self[keyPath: results][name] {
    case .done(let callable): return callable
    case .doing: throw FeelFault(message: "`\(name)` needs itself", offset: offset)
    case .failed: throw FeelFault(message: "it needs `\(name)`, which is left out", offset: offset)
    case nil: break
    }
    self[keyPath: results][name] = .doing
    guard let callable = define(owner, element.offset, body) else {
      self[keyPath: results][name] = .failed
      throw FeelFault(message: "it needs `\(name)`, which is left out", offset: offset)
    }
    describe(callable.name, as: element)
    self[keyPath: results][name] = .done(callable)
    return callable
  }

  /// Runs a translation. If it fails, records the reason, removes its declarations and returns `nil`.
  func define(_ owner: String, _ offset: Int, _ body: () throws -> Callable) -> Callable? {
    let mark = self.mark
    depth += 1
    defer { depth -= 1 }
    do {
      if let why = refused[owner] { throw TranslationFault(message: why, offset: offset) }
      if depth > 60 { throw TranslationFault(message: "more than 60 decisions need one another in a row", offset: offset) }
      return try body()
    } catch let reason as TranslationFault {
      note("\(owner) is left out: \(reason.message)", at: reason.offset)
    } catch let fault as FeelFault {
      note("\(owner) is left out: \(fault.message)", at: offset)
    } catch {
      note("\(owner) is left out", at: offset)
    }
    withdraw(from: mark, owner: owner)
    return nil
  }

  // MARK: Declarations

  /// Declares a function or a table for a boxed expression.
  ///
  /// - Parameters:
  ///   - reference: the declared type of the expression's value.
  ///   - inputs: the parameters of a business knowledge model. Without them, the variables of the expression become the inputs.
  func define(
    _ owner: String, _ words: String, _ element: XMLElement, _ translator: FeelTranslator, reference: String?,
    inputs: [FeelVariable]? = nil
  ) throws -> Callable {
    let declared = type(reference ?? element.attributes["typeRef"])
    if element.name == "decisionTable" {
      var writer = DecisionTableWriter(self, owner, words, element, translator)
      writer.reference = reference
      writer.inputs = inputs
      return try writer.write()
    }
    var body = FunctionBody(self, owner, words)
    var code = try body.value(element, translator, reference)
    code = try body.fitted(code, declared, words, element.offset)
    guard code.type != .null else {
      throw TranslationFault(
        message: "its value is null, which only a branch of `if` or an output of a table can be", offset: element.offset)
    }
    return try body.declare(code, declared, at: element.offset, inputs: inputs)
  }
}
