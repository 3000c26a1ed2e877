/// Translation of business knowledge models to functions, and to tables with parameters.
extension DMNModel {
  typealias GivenArgument = (name: String?, value: Code, offset: Int)

  /// Returns a call of a business knowledge model, which is translated if it was not called before.
  func knowledge(named name: String, _ givenArguments: [GivenArgument], from translator: FeelTranslator, at offset: Int) throws
    -> Code
  {
    guard let element = knowledgeModels[name], let definition = element.children("encapsulatedLogic").first else {
      throw FeelFault(message: "`\(name)` has no logic", offset: offset)
    }
    let parameters = definition.children("formalParameter")
    let names = parameters.map { FeelNames.normalized($0.attributes["name"] ?? "") }
    var arguments: [String: GivenArgument] = [:]
    for (place, argument) in givenArguments.enumerated() {
      let parameter = argument.name.map(FeelNames.normalized) ?? (place < names.count ? names[place] : "")
      guard names.contains(parameter), arguments[parameter] == nil else {
        throw FeelFault(message: "`\(name)` has no such argument", offset: argument.offset)
      }
      arguments[parameter] = argument
    }
    for parameter in names where arguments[parameter] == nil {
      throw FeelFault(message: "`\(name)` lacks its argument `\(parameter)`", offset: offset)
    }
    let types = zip(names, parameters).map { parameter, element in
      let declared = type(element.attributes["typeRef"])
      return declared == .unknown ? arguments[parameter]?.value.type ?? .unknown : declared
    }
    let callable = try knowledge(name, element, definition, zip(names, types).map { ($0, $1) }, at: offset)
    let codes = try zip(names, callable.inputs).map { parameter, input in
      guard let argument = arguments[parameter] else { throw FeelFault(message: "an argument is missing", offset: offset) }
      guard argument.value.type != .null, argument.value.members == nil else {
        throw FeelFault(message: "null, or a context, as an argument cannot be translated", offset: argument.offset)
      }
      guard argument.value.type.fits(input.type) else {
        throw FeelFault(
          message: "\(translator.noun(argument.value)) does not fit the parameter `\(parameter)`", offset: argument.offset)
      }
      return argument.value.fitted(to: input.type)
    }
    return callable.call(codes)
  }

  private func knowledge(
    _ name: String, _ element: XMLElement, _ definition: XMLElement, _ parameters: [(name: String, type: FeelType)],
    at offset: Int
  ) throws -> Callable {
    let owner = "business knowledge model `\(name)`"
    let callable = try once(name, element, in: \.knowledgeResults, owner, at: offset) {
      try knowledge(owner, name, element, definition, parameters)
    }
    for (parameter, input) in zip(parameters, callable.inputs) where !parameter.type.fits(input.type) {
      throw FeelFault(message: "`\(name)` is called with several types of `\(parameter.name)`", offset: offset)
    }
    return callable
  }

  /// Declares a business knowledge model as a function or table. The parameters become its inputs.
  private func knowledge(
    _ owner: String, _ name: String, _ element: XMLElement, _ definition: XMLElement,
    _ parameters: [(name: String, type: FeelType)]
  ) throws -> Callable {
    guard (definition.attributes["kind"] ?? "FEEL") == "FEEL" else {
      throw TranslationFault(message: "it is written in Java or PMML", offset: definition.offset)
    }
    guard let logic = Self.logic(of: definition) else {
      throw TranslationFault(message: "it has no logic", offset: element.offset)
    }
    guard parameters.count <= Self.widthLimit else {
      throw TranslationFault(message: "it has more than \(Self.widthLimit) parameters", offset: definition.offset)
    }
    var translator = FeelTranslator(model: self, seesDecisions: false)
    var inputs: [FeelVariable] = []
    for parameter in parameters {
      guard parameter.type != .unknown, parameter.type != .null else {
        throw TranslationFault(
          message: "its parameter `\(parameter.name)` has no type: give it a `typeRef`", offset: definition.offset)
      }
      let own = variableName(parameter.name, or: "input", among: Set(inputs.map(\.name)))
      inputs.append(FeelVariable(name: own, type: parameter.type))
      translator = translator.adding(parameter.name, .of(FeelVariable(name: own, type: parameter.type)))
    }
    let reference = element.children("variable").first?.attributes["typeRef"]
    var made = try define(owner, name, logic, translator, reference: reference, inputs: inputs)
    made.inputs = inputs
    return made
  }
}
