import TruthsText

/// The error of something that cannot be translated, with its place in the file.
struct Unsaid: Error {
  var message: String
  /// The byte offset in the file.
  var offset: Int
}

/// A note about something that was left out, for the list on standard error.
struct ImportNote: Hashable {
  /// The byte offset in the file; `nil` without a particular place.
  var offset: Int?
  var message: String
}

/// A function or table of the pack, for calls from other declarations.
struct Callable {
  var name: String
  var inputs: [FeelVariable]
  var type: FeelType

  /// Returns a call, with its own inputs unless arguments are given.
  func call(_ arguments: [Code]? = nil) -> Code {
    let given = arguments ?? inputs.map(Code.of)
    let text = "\(name)(\(given.map { $0.literal ?? $0.text }.joined(separator: ", ")))"
    return Code(text: text, type: type, free: Code.union(given.map(\.free)))
  }
}

/// A declaration of the pack, with the decision that it belongs to.
struct DeclarationDraft {
  /// The kind of declaration; kinds are written in this order.
  enum Kind: Int {
    case type, logic, question
  }

  var kind: Kind
  var name: String
  var owner: String
  var offset: Int
  var lines: [String]

  init(_ kind: Kind, _ name: String, owner: String, at offset: Int, _ lines: [String]) {
    (self.kind, self.name, self.owner, self.offset, self.lines) = (kind, name, owner, offset, lines)
  }
}

/// The translation of a DMN model to a pack: its item definitions, decisions and business knowledge models.
///
/// Each decision is translated once, when it is first needed. A decision that fails is listed with its place, and so are
/// those that need it.
final class DMNModel {
  /// The options of a translation, found by trial; see `DMNImport`.
  struct Options {
    /// Whether allowed values become enums; otherwise they become texts, and any text is accepted.
    var isWithEnums = true
    /// The messages of `check` for what it refused, by owner.
    var refused: [String: String] = [:]
    /// The tables whose rows cover every case, which need no `otherwise`.
    var complete: Set<String> = []
    /// The types of input data without a type in the model, by name.
    var inputTypes: [String: FeelType] = [:]
  }

  enum Result {
    case doing
    case done(Callable)
    case failed
  }

  private static let sizeLimit = 16 * 1024 * 1024
  /// The most inputs or outputs of a table, entries of a context, or parameters.
  static let widthLimit = 1_000
  /// The most rules of a table, because `check` compares every pair.
  static let ruleLimit = 5_000

  let root: XMLElement
  let options: Options
  let pack: String
  let items: [String: XMLElement]
  let decisions: [String: XMLElement]
  let knowledgeModels: [String: XMLElement]
  let inputData: [String: XMLElement]
  private(set) var names = FeelNames()
  private(set) var declarations: [DeclarationDraft] = []
  private(set) var notes: [ImportNote] = []
  private var knownNotes: Set<ImportNote> = []
  private var size = 0
  private(set) var taken: Set<String>
  /// The texts that all tables allow for a column's expression, by expression.
  private var columnTexts: [String: [String]] = [:]
  /// The allowed values, which variables may not be named after.
  private let reserved: Set<String>
  var itemTypes: [String: FeelType] = [:]
  var records: [String: [RecordMember]] = [:]
  var enumValues: [String: Set<String>] = [:]
  var inputs: [String: FeelVariable] = [:]
  /// The names of the input data, in the order of the file.
  private(set) var inputOrder: [String] = []
  private var inputNames: Set<String> = []
  var results: [String: Result] = [:]
  var knowledgeResults: [String: Result] = [:]
  /// The current depth of decisions that need one another, which is limited.
  var depth = 0
  /// The current depth of item definitions that need one another.
  var typeDepth = 0
  /// The current depth of nested expressions, including those of needed decisions.
  var expressionDepth = 0
  /// The stack of elements whose texts are being translated.
  private var translated: [XMLElement] = []

  var refused: [String: String] { options.refused }

  init(_ root: XMLElement, pack: String, options: Options) {
    (self.root, self.pack, self.options) = (root, pack, options)
    func named(_ kind: String) -> [String: XMLElement] {
      let found = root.children(kind).compactMap { element in Self.name(of: element).map { ($0, element) } }
      return Dictionary(found) { first, _ in first }
    }
    items = named("itemDefinition")
    decisions = named("decision")
    knowledgeModels = named("businessKnowledgeModel")
    inputData = named("inputData")
    taken = [pack]
    for element in ["allowedValues", "typeConstraint", "inputValues", "outputValues"] {
      for found in root.descendants(element) { taken.formUnion(found.expression.split(separator: "\"").map(String.init)) }
    }
    reserved = taken
    for name in FeelFunction.known.keys { names.insert(name) }
    for name in FeelFunction.others { names.insert(name) }
    for element in ["itemComponent", "variable", "output", "formalParameter", "inputData", "decision", "businessKnowledgeModel"] {
      for found in root.descendants(element) { found.attributes["name"].map { names.insert($0) } }
    }
    readInputs()
    listNames()
  }

  private func readInputs() {
    var told: [String: String] = [:]
    for expression in root.descendants("inputExpression") {
      if let reference = expression.attributes["typeRef"] { told[FeelNames.normalized(expression.expression)] = reference }
    }
    readColumnTexts()
    for element in root.children("inputData") {
      guard let name = Self.name(of: element), inputs[name] == nil else { continue }
      let declared = type(element.children("variable").first?.attributes["typeRef"] ?? element.attributes["typeRef"])
      // A missing type is taken from a table that tests the input, or from a test case that gives it.
      let compared = declared == .unknown ? type(told[name]) : declared
      let type = enumerated(compared, as: name, at: element.offset)
      addInput(name, type == .unknown ? options.inputTypes[name] ?? .unknown : type)
    }
  }

  /// Collects the texts that tables allow for each input; an input for which tables allow different texts gets none.
  private func readColumnTexts() {
    var atOdds = Set<String>()
    for input in root.descendants("input") {
      guard let values = input.children("inputValues").first, let expression = Self.expression(ofColumn: input) else { continue }
      guard let texts = allowedTexts(values), columnTexts[expression] ?? texts == texts else {
        atOdds.insert(expression)
        continue
      }
      columnTexts[expression] = texts
    }
    for expression in atOdds { columnTexts[expression] = nil }
  }

  /// Returns the expression of a column, or the variable that Camunda gives to an input without an expression.
  static func expression(ofColumn input: XMLElement) -> String? {
    let written = FeelNames.normalized(input.children("inputExpression").first?.expression ?? "")
    let expression = written.isEmpty ? FeelNames.normalized(input.foreign["inputVariable"] ?? "") : written
    return expression.isEmpty ? nil : expression
  }

  /// Returns an enum of the texts that columns allow for a text input; any other type is returned unchanged.
  func enumerated(_ type: FeelType, as input: String, at offset: Int) -> FeelType {
    guard type == .text || type == .unknown, let texts = columnTexts[input] else { return type }
    return enumeration(of: texts, "\(input) values", at: offset) ?? type
  }

  /// Adds an input of the whole pack, which becomes a field of its intent.
  @discardableResult
  func addInput(_ name: String, _ type: FeelType) -> FeelVariable {
    let input = FeelVariable(name: newName(name, or: "input", isDeclared: false), type: type)
    inputs[name] = input
    inputOrder.append(name)
    inputNames.insert(input.name)
    return input
  }

  /// Returns a new name for a variable of a declaration. It is neither the name of input data nor an allowed value, because a
  /// bare name that is a value of an enum stands for that value.
  func variableName(_ words: String, or other: String, among taken: Set<String>) -> String {
    ImportName.unique(words, or: other, count: taken.count + inputs.count) {
      taken.contains($0) || inputNames.contains($0) || reserved.contains($0)
    }
  }

  // MARK: Names and declarations

  func newName(_ words: String, or other: String, isDeclared: Bool = true) -> String {
    let name = ImportName.unique(ImportName.make(words, or: other, isDeclared: isDeclared), or: other, among: taken)
    taken.insert(name)
    return name
  }

  func declare(_ declaration: DeclarationDraft) throws {
    try spend(declaration.lines.reduce(0) { $0 + $1.utf8.count }, at: declaration.offset)
    declarations.append(declaration)
  }

  /// Writes the description of a decision as the summary of its declaration.
  func describe(_ name: String, as element: XMLElement) {
    let written = element.children("description").first?.text ?? ""
    let words = written.unicodeScalars.split { FeelNames.isBlank($0) }.map { String($0) }.joined(separator: " ")
    guard !words.isEmpty, words.utf8.count <= 300, !words.unicodeScalars.contains(where: TableDraft.isUnseen) else { return }
    guard let index = declarations.lastIndex(where: { $0.name == name }) else { return }
    declarations[index].lines.insert("  summary: \(Self.yamlText(words))", at: 1)
  }

  /// Counts the size of the pack, because a small model can name all of its inputs in each of its decisions.
  func spend(_ bytes: Int, at offset: Int) throws {
    size += bytes
    guard size <= Self.sizeLimit else {
      throw Unsaid(message: "the pack would have more than 16 MiB, which is the limit of a file", offset: offset)
    }
  }

  func note(_ message: String, at offset: Int?) {
    let note = ImportNote(offset: offset, message: message)
    if knownNotes.insert(note).inserted { notes.append(note) }
  }

  /// Records a note about a place in the text that is being translated.
  ///
  /// - Parameter scalar: the offset in Unicode scalars of that text.
  func note(_ message: String, atScalar scalar: Int) { note(message, at: translated.last?.offset(ofScalar: scalar)) }

  /// Removes the declarations of something that failed.
  func withdraw(from mark: Int, owner: String) {
    declarations[mark...].removeAll { $0.owner == owner }
  }

  var mark: Int { declarations.count }

  // MARK: Texts of FEEL

  /// Parses the expression of an element; errors get the place of its text in the file.
  func read(_ element: XMLElement) throws -> Feel {
    try located(element) { try FeelParser.expression($0, names: names) }
  }

  func tests(_ element: XMLElement) throws -> UnaryTests {
    try located(element) { try FeelParser.tests($0, names: names) }
  }

  /// Translates the text of an element.
  func value(_ element: XMLElement, _ translator: FeelTranslator) throws -> Code {
    try located(element) { try translator.value(try FeelParser.expression($0, names: names)) }
  }

  /// Runs a function on the text of an element, and adds the place in the file to its errors.
  func located<T>(_ element: XMLElement, _ body: (String) throws -> T) throws -> T {
    let holder = element.children("text").first ?? element
    translated.append(holder)
    defer { translated.removeLast() }
    do {
      return try body(holder.text)
    } catch let fault as FeelFault {
      throw Unsaid(message: fault.message, offset: holder.offset(ofScalar: fault.offset))
    }
  }

  // MARK: YAML

  /// Returns a text in double quotes, in a form that both YAML and JSON read.
  static func yamlText(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _
      where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || [0x2028, 0x2029, 0xFEFF].contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return "\"\(result)\""
  }

  /// Returns an expression as a YAML scalar: plain where that is certainly correct, otherwise in single quotes.
  static func yaml(_ code: String) -> String {
    let first = code.utf8.first ?? 0
    let isLetter = (0x61...0x7A).contains(first) || (0x30...0x39).contains(first)
    let hasSigns = code.contains(": ") || code.contains(" #") || code.hasSuffix(":") || code.utf8.contains(0x09)
    return isLetter && !hasSigns
      ? code : "'" + code.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
