/// A type of FEEL in terms of the language's types.
indirect enum FeelType: Hashable, Sendable {
  case unknown
  /// The type of `null`, which is compatible with every type.
  case null
  case number, text, boolean, date, time, timestamp, duration, period
  case enumeration(String)
  case record(String)
  case list(FeelType)

  /// The type as a declaration writes it.
  var written: String {
    switch self {
    case .unknown, .null, .text: "text"
    case .number: "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .time: "time"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .period: "period"
    case .enumeration(let name), .record(let name): name
    case .list(let element): "list of \(element.written)"
    }
  }

  var isText: Bool {
    switch self {
    case .text, .enumeration: true
    default: false
    }
  }

  /// Whether a value of this type may be compared with, or take the place of, a value of another type.
  func fits(_ other: FeelType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown), (.null, _), (_, .null): true
    case (.list(let left), .list(let right)): left.fits(right)
    default: self == other || isText && other.isText
    }
  }

  /// The type of a list's elements; `nil` for other types.
  var element: FeelType? {
    if case .list(let element) = self { return element }
    return nil
  }
}

/// An input of a declaration: a name with its type.
struct FeelVariable: Hashable {
  var name: String
  var type: FeelType
}

/// A translated expression of the language, with its type and free variables.
struct Code {
  /// The precedence of a text's outermost operator, from loosest to tightest.
  enum Level: Int {
    case whole, or, and, not, comparison, sum, product, unary, primary
  }

  enum Piece {
    case characters(String)
    case code(Code)
  }

  var text: String
  var type: FeelType
  var level = Level.primary
  /// The free variables, each once, in order of occurrence.
  var free: [FeelVariable] = []
  /// Whether the expression is a list literal with elements.
  var isFilled = false
  /// The form where the type is expected: a date, for example, is then a plain text.
  var literal: String?
  /// The value of a literal text, number or boolean.
  var constant: String?
  /// The pieces of an interpolated text.
  var pieces: [Piece] = []
  /// Whether every possible text has ASCII characters only.
  var isASCII = false
  /// The members of a context by their names.
  var members: [(name: String, value: Code)]?

  /// Returns the text, in brackets where its operator binds less tightly than required.
  func at(_ wanted: Level) -> String { level.rawValue >= wanted.rawValue ? text : "(\(text))" }

  /// Returns the form beside a value of the same type.
  func beside(_ wanted: Level) -> String { literal ?? at(wanted) }

  /// Converts a value of an enum to a text, where a text is expected.
  func fitted(to wanted: FeelType) -> Code {
    guard case .enumeration = type, wanted == .text, constant == nil else { return self }
    return Code(text: "\"{\(text)}\"", type: .text, free: free, pieces: [.code(self)])
  }

  static func free(_ values: Code...) -> [FeelVariable] { union(values.map(\.free)) }

  static func union(_ lists: [[FeelVariable]]) -> [FeelVariable] {
    var (result, known) = ([FeelVariable](), Set<String>())
    for variable in lists.joined() where known.insert(variable.name).inserted { result.append(variable) }
    return result
  }

  static func of(_ variable: FeelVariable) -> Code { Code(text: variable.name, type: variable.type, free: [variable]) }
}
