/// A type of FEEL, as the corresponding type of the language.
indirect enum FeelType: Hashable, Sendable {
  case unknown
  /// The type of `null`, which is compatible with every type.
  case null
  case number, text, boolean, date, time, timestamp, duration, period
  case enumeration(String)
  case record(String)
  case list(FeelType)

  /// The type in the form in which a declaration writes it.
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

  /// Whether a value of this type may be compared with a value of another type, or used in its place.
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

/// An expression that was translated to the language, with its type and free variables.
struct Code {
  /// The precedence of the outermost operator of an expression's text. The cases are ordered from loosest to tightest.
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
  /// The free variables, each once, in the order in which they occur.
  var free: [FeelVariable] = []
  /// Whether the expression is a list literal with elements.
  var isFilled = false
  /// The text to use if the type is known from the expression around it. A date, for example, is then a plain text. `nil` if it
  /// is the same as `text`.
  var literal: String?
  /// The value of a literal text, number or boolean; `nil` for any other expression.
  var constant: String?
  /// The pieces of an interpolated text; empty for any other expression.
  var pieces: [Piece] = []
  /// Whether the expression is a text that can only have ASCII characters.
  var isASCII = false
  /// Whether the expression is a date and time without an offset from UTC, so that its parts are the same in both languages.
  var isInUTC = false
  /// The members of a FEEL context, with their names; `nil` if the expression is not a context.
  var members: [(name: String, value: Code)]?

  /// Returns the text of the expression, in brackets if its operator binds less tightly than required.
  func at(_ wanted: Level) -> String { level.rawValue >= wanted.rawValue ? text : "(\(text))" }

  /// Returns the text to use in an operation with a value of the same type.
  func beside(_ wanted: Level) -> String { literal ?? at(wanted) }

  /// Returns the expression as a text, if it is an enum value and a text is wanted. Any other expression is unchanged.
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
