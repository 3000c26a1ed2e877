import TruthsText

/// The error of a part of the file that cannot be translated, with the part's location.
struct TranslationFault: Error {
  var message: String
  /// The offset in the file, in bytes.
  var offset: Int
}

/// A note about a part of the file that was omitted, for the list on standard error.
struct ImportNote: Hashable {
  /// The offset in the file, in bytes; `nil` if the note has no particular location.
  var offset: Int?
  var message: String
}

/// A function or table of the pack that other declarations can call.
struct Callable {
  var name: String
  var inputs: [FeelVariable]
  var type: FeelType

  /// Returns a call with the given arguments; if there are none, each input of the function is passed by its own name.
  func call(_ arguments: [Code]? = nil) -> Code {
    let given = arguments ?? inputs.map(Code.of)
    let text = "\(name)(\(given.map { $0.literal ?? $0.text }.joined(separator: ", ")))"
    return Code(text: text, type: type, free: Code.union(given.map(\.free)))
  }
}

/// A declaration of the pack, with the decision or other part of the model that it belongs to.
struct DeclarationDraft {
  /// The kind of declaration. Declarations are written in this order of kinds.
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
/// Each decision is translated once, when it is first needed. A decision that fails is listed with its location, and so are the
/// decisions that need it.
final class DMNModel {
  /// The options of a translation, which `DMNImport` finds by trying.
  struct Options {
    /// Whether allowed values become enums. If false, they become texts, and any text is accepted.
    var isWithEnums = true
    /// The messages of `check` about declarations that it refused, keyed by owner.
    var refused: [String: String] = [:]
    /// The names of tables whose rows cover every case, so that they need no `otherwise`.
    var complete: Set<String> = []
    /// The types of input data that has no type in the model, keyed by name.
    var inputTypes: [String: FeelType] = [:]
  }

  enum Result {
    case doing
    case done(Callable)
    case failed
  }

  private static let sizeLimit = 16 * 1024 * 1024
  /// The greatest number of inputs or outputs of a table, of entries of a context, and of parameters.
  static let widthLimit = 1_000
  /// The greatest number of rules of a table. The limit is needed because `check` compares every pair.
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
  /// The texts that all tables allow for the expression of a column, keyed by expression.
  private var columnTexts: [String: [String]] = [:]
  /// The allowed values of enums. Variables may not have these names.
  private let reserved: Set<String>
  var itemTypes: [String: FeelType] = [:]
  var records: [String: [RecordMember]] = [:]
  var enumValues: [String: Set<String>] = [:]
  var inputs: [String: FeelVariable] = [:]
  /// The names of the input data in the order of the file.
  private(set) var inputOrder: [String] = []
  private var inputNames: Set<String> = []
  var results: [String: Result] = [:]
  var knowledgeResults: [String: Result] = [:]
  /// The current depth of decisions that need one another; the depth is limited.
  var depth = 0
  /// The current depth of item definitions that need one another; the depth is limited.
  var typeDepth = 0
  /// The current depth of nested expressions, including the expressions of needed decisions; the depth is limited.
  var expressionDepth = 0
  /// The elements whose texts are being translated; the last one is innermost.
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
    for name in FeelFunction.byName.keys { names.insert(name) }
    for name in FeelFunction.others { names.insert(name) }
    for element in ["itemComponent", "variable", "output", "formalParameter", "inputData", "decision", "businessKnowledgeModel"] {
      for found in root.descendants(element) { found.attributes["name"].map { names.insert($0) } }
    }
    readInputs()
    listNames()
  }

  private func readInputs() {
    var referenceOfExpression: [String: String] = [:]
    for expression in root.descendants("inputExpression") {
      if let reference = expression.attributes["typeRef"] {
        referenceOfExpression[FeelNames.normalized(expression.expression)] = reference
      }
    }
    readColumnTexts()
    for element in root.children("inputData") {
      guard let name = Self.name(of: element), inputs[name] == nil else { continue }
      let declared = type(element.children("variable").first?.attributes["typeRef"] ?? element.attributes["typeRef"])
      // A missing type is taken from a table that tests the input, or from a test case that gives it.
      let compared = declared == .unknown ? type(referenceOfExpression[name]) : declared
      let type = enumerated(compared, as: name, at: element.offset)
      addInput(name, type == .unknown ? options.inputTypes[name] ?? .unknown : type)
    }
  }

  /// Collects the texts that tables allow for the expression of each column. If tables allow different texts for an expression,
  /// the expression gets none.
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

  /// Returns the expression of a column. If the column has none, returns the variable that Camunda gives to the input; `nil`
  /// without both.
  static func expression(ofColumn input: XMLElement) -> String? {
    let written = FeelNames.normalized(input.children("inputExpression").first?.expression ?? "")
    let expression = written.isEmpty ? FeelNames.normalized(input.foreign["inputVariable"] ?? "") : written
    return expression.isEmpty ? nil : expression
  }

  /// Returns an enum of the texts that columns allow for a text input. If there are none, or for any other type, returns the
  /// type unchanged.
  func enumerated(_ type: FeelType, as input: String, at offset: Int) -> FeelType {
    guard type == .text || type == .unknown, let texts = columnTexts[input] else { return type }
    return enumeration(of: texts, "\(input) values", at: offset) ?? type
  }

  /// Adds an input of the whole pack. It becomes a field of the pack's intent if a decision uses it.
  @discardableResult
  func addInput(_ name: String, _ type: FeelType) -> FeelVariable {
    let input = FeelVariable(name: newName(name, or: "input", isDeclared: false), type: type)
    inputs[name] = input
    inputOrder.append(name)
    inputNames.insert(input.name)
    return input
  }

  /// Returns a new name for a variable of a declaration. It is not the name of input data. It is not an allowed value of an
  /// enum either, because a bare name that is an enum value means that value.
  func variableName(_ words: String, or other: String, among taken: Set<String>) -> String {
    let name = ImportName.unique(words, or: other, count: taken.count + inputs.count) {
      taken.contains($0) || inputNames.contains($0) || reserved.contains($0)
    }
    tell(name, for: words)
    return name
  }

  /// Notes a name that lost letters, since it may no longer be known by it.
  func tell(_ name: String, for written: String) {
    if ImportName.losesLetters(written) { note("`\(written)` is called `\(name)`", at: nil) }
  }

  // MARK: Names and declarations

  func newName(_ words: String, or other: String, isDeclared: Bool = true) -> String {
    let name = ImportName.unique(ImportName.make(words, or: other, isDeclared: isDeclared), or: other, among: taken)
    taken.insert(name)
    tell(name, for: words)
    return name
  }

  func declare(_ declaration: DeclarationDraft) throws {
    try spend(declaration.lines.reduce(0) { $0 + $1.utf8.count }, at: declaration.offset)
    declarations.append(declaration)
  }

  /// Adds the description of a decision to its declaration, as its summary. A description that is too long or has unsuitable
  /// characters is not added.
  func describe(_ name: String, as element: XMLElement) {
    let written = element.children("description").first?.text ?? ""
    let words = written.unicodeScalars.split { FeelNames.isBlank($0) }.map { String($0) }.joined(separator: " ")
    guard !words.isEmpty, words.utf8.count <= 300, !words.unicodeScalars.contains(where: TableDraft.isUnseen) else { return }
    guard let index = declarations.lastIndex(where: { $0.name == name }) else { return }
    declarations[index].lines.insert("  summary: \(Self.yamlText(words))", at: 1)
  }

  /// Adds to the size of the pack, and throws if it exceeds the limit. A small model can name all of its inputs in each of its
  /// decisions.
  func spend(_ bytes: Int, at offset: Int) throws {
    size += bytes
    guard size <= Self.sizeLimit else {
      throw TranslationFault(message: "the pack would have more than 16 MiB, which is the limit of a file", offset: offset)
    }
  }

  func note(_ message: String, at offset: Int?) {
    let note = ImportNote(offset: offset, message: message)
    if knownNotes.insert(note).inserted { notes.append(note) }
  }

  /// Records a note about a position in the text that is being translated.
  ///
  /// - Parameter scalar: the offset in Unicode scalars in that text.
  func note(_ message: String, atScalar scalar: Int) { note(message, at: translated.last?.offset(ofScalar: scalar)) }

  /// Removes the declarations of a part of the model that failed.
  ///
  /// - Parameter mark: the index of the first declaration to examine.
  func withdraw(from mark: Int, owner: String) {
    declarations[mark...].removeAll { $0.owner == owner }
  }

  var mark: Int { declarations.count }

  // MARK: Texts of FEEL

  /// Parses the expression of an element. Errors get the location of the element's text in the file.
  func read(_ element: XMLElement) throws -> Feel {
    try located(element) { try FeelParser.expression($0, names: names) }
  }

  func tests(_ element: XMLElement) throws -> UnaryTests {
    try located(element) { try FeelParser.tests($0, names: names) }
  }

  /// Parses and translates the expression in the text of an element.
  func value(_ element: XMLElement, _ translator: FeelTranslator) throws -> Code {
    try located(element) { try translator.value(try FeelParser.expression($0, names: names)) }
  }

  /// Runs a function on the text of an element, and adds the location in the file to the errors of the function.
  func located<T>(_ element: XMLElement, _ body: (String) throws -> T) throws -> T {
    let holder = element.children("text").first ?? element
    translated.append(holder)
    defer { translated.removeLast() }
    do {
      return try body(holder.text)
    } catch let fault as FeelFault {
      throw TranslationFault(message: fault.message, offset: holder.offset(ofScalar: fault.offset))
    }
  }

  // MARK: YAML

  /// Returns a text in double quotes, in a form that both YAML and JSON can read.
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

  /// Returns an expression as a YAML scalar. It is plain if that is certainly correct, and in single quotes if not.
  static func yaml(_ code: String) -> String {
    let first = code.utf8.first ?? 0
    let isLetter = (0x61...0x7A).contains(first) || (0x30...0x39).contains(first)
    let hasSigns = code.contains(": ") || code.contains(" #") || code.hasSuffix(":") || code.utf8.contains(0x09)
    return isLetter && !hasSigns
      ? code : "'" + code.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}
