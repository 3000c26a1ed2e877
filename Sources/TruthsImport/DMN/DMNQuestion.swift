/// The full text of a pack. It has the declarations of a model, and an intent with a truth that asks all of its decisions.
struct DMNQuestion {
  struct Line {
    var text: String
    /// The decision, business knowledge model or type that the line belongs to.
    var owner: String
    /// The name of the declaration that the line is part of.
    var declaration: String
  }

  /// A decision as a field of the fact.
  struct Field {
    /// The name in the DMN file.
    var written: String
    var own: String
    var type: FeelType
  }

  let model: DMNModel
  /// The name of the intent; `nil` if the model has no decision that could be translated.
  private(set) var intent: String?
  private(set) var fact: String
  private(set) var inputs: [(written: String, input: FeelVariable)] = []
  private(set) var fields: [Field] = []
  private(set) var lines: [Line] = []

  init(_ model: DMNModel) {
    self.model = model
    fact = "\(model.pack)_case.decided"
    var calls: [(field: Field, owner: String, code: Code)] = []
    for element in model.root.children("decision") {
      guard let name = DMNModel.name(of: element), model.decisions[name]?.offset == element.offset else { continue }
      guard let callable = try? model.decision(name, at: 0) else { continue }
      let field = Field(written: name, own: callable.name, type: callable.type)
      let call = callable.call()
      do {
        try model.spend(call.text.utf8.count, at: element.offset)
        calls.append((field, "decision `\(name)`", call))
      } catch {
        model.note("decision `\(name)` is not asked by the intent: the pack would be too large", at: element.offset)
      }
    }
    for element in model.root.children("businessKnowledgeModel") {
      if let name = DMNModel.name(of: element) { model.translateUncalled(name) }
    }
    add("pack \(model.pack):", "pack")
    add("  version: 0.1.0", "pack")
    for declaration in model.usedDeclarations {
      add("", declaration.owner)
      for line in declaration.lines { add(line, declaration.owner, declaration.name) }
    }
    fields = calls.map(\.field)
    let free = Set(calls.flatMap(\.code.free).map(\.name))
    inputs = model.inputOrder.compactMap { name in
      model.inputs[name].flatMap { free.contains($0.name) ? (written: name, input: $0) : nil }
    }
    if !calls.isEmpty { ask(calls) }
  }

  private mutating func add(_ text: String, _ owner: String, _ declaration: String = "") {
    lines.append(Line(text: text, owner: owner, declaration: declaration))
  }

  private mutating func ask(_ calls: [(field: Field, owner: String, code: Code)]) {
    let owner = DMNImport.question
    let intent = model.newName("decide \(model.pack)", or: "decide")
    self.intent = intent
    for line in ["", "intent \(intent):", "  fields:", "    case_id: text"] { add(line, owner) }
    for (_, input) in inputs { add("    \(input.name): \(input.type.written)", owner) }
    for line in ["", "fact \(fact):", "  key: [case_id]", "  fields:", "    case_id: text"] { add(line, owner) }
    for call in calls { add("    \(call.field.own): \(call.field.type.written)?", call.owner) }
    let truth = model.newName("deciding", or: "deciding")
    let head = [
      "", "truth \(truth):", "  when:", "    - intent: \(intent)", "  requires:", "    - case_id exists", "  produces:",
    ]
    for line in head + ["    - fact.\(fact):"] { add(line, owner) }
    for call in calls { add("        \(call.field.own): \(DMNModel.yaml(call.code.text))", call.owner) }
    add("    - trace.\(model.pack).\(truth)", owner)
  }
}

extension DMNModel {
  /// The declarations to write: the types that are used, each before its uses, then tables and functions.
  var usedDeclarations: [DeclarationDraft] {
    let types = declarations.filter { $0.kind == .type }
    let logic = declarations.filter { $0.kind == .logic }
    func words(_ lines: [String]) -> [String] {
      lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
    }
    let lines = Dictionary(types.map { ($0.name, $0.lines) }) { first, _ in first }
    let asked = results.values.map { if case .done(let callable) = $0 { callable.type.written } else { "" } }
    var (used, left) = (Set<String>(), words(logic.flatMap(\.lines) + asked))
    while let word = left.popLast() {
      if let lines = lines[word], used.insert(word).inserted { left += words(Array(lines.dropFirst())) }
    }
    return types.filter { used.contains($0.name) } + logic
  }

  /// Whether the used types include enums.
  var hasEnums: Bool { usedDeclarations.contains { $0.lines[0].hasPrefix("enum ") } }

  /// The number of decisions and business knowledge models that were omitted.
  var failedCount: Int {
    (Array(results.values) + Array(knowledgeResults.values)).count { if case .failed = $0 { true } else { false } }
  }

  /// Translates a business knowledge model that no decision calls, if its parameters have types.
  func translateUncalled(_ name: String) {
    guard knowledgeResults[name] == nil, let element = knowledgeModels[name] else { return }
    let parameters = element.children("encapsulatedLogic").first?.children("formalParameter") ?? []
    let given = parameters.map { parameter in
      (name: parameter.attributes["name"], value: Code(text: "x", type: type(parameter.attributes["typeRef"])), offset: 0)
    }
    do {
      _ = try knowledge(named: name, given, from: FeelTranslator(model: self), at: 0)
    } catch let fault as FeelFault where knowledgeResults[name] == nil {
      note("business knowledge model `\(name)` is left out: \(fault.message)", at: element.offset)
    } catch {}
  }
}
