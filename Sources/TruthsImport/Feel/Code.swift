/// A type of FEEL as the language has it.
indirect enum FeelType: Hashable, Sendable {
  case unknown
  /// Of `null`, which fits every type.
  case null
  case number, text, boolean, date, time, timestamp, duration, period
  case enumeration(String)
  case record(String)
  case list(FeelType)

  /// As a declaration writes it.
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

  /// Whether a value of it may be compared with, or take the place of, one of another type.
  func fits(_ other: FeelType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown), (.null, _), (_, .null): true
    case (.list(let left), .list(let right)): left.fits(right)
    default: self == other || isText && other.isText
    }
  }

  /// Of a list, what its elements are.
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

/// An expression of the language on its way into a declaration.
struct Code {
  /// How tightly the outermost operator of a text binds.
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
  /// The variables in it, each once, in order of occurrence.
  var free: [FeelVariable] = []
  /// Whether it is a list with elements that are written down.
  var isFilled = false
  /// How it is written where its type is expected: a date is a text there.
  var literal: String?
  /// The value of a text, number or boolean that is written down.
  var constant: String?
  /// Of a text that is put together, its pieces.
  var pieces: [Piece] = []
  /// Whether every text that it can be has ASCII letters alone.
  var isASCII = false
  /// Of `{…}`, and of a context: its members by their names.
  var members: [(name: String, value: Code)]?

  /// The text in brackets where it would not bind tightly enough.
  func at(_ wanted: Level) -> String { level.rawValue >= wanted.rawValue ? text : "(\(text))" }

  /// How it is written beside something of its own type.
  func beside(_ wanted: Level) -> String { literal ?? at(wanted) }

  /// A value of an enum as a text, where a text is wanted.
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

  /// A variable as an expression.
  static func of(_ variable: FeelVariable) -> Code { Code(text: variable.name, type: variable.type, free: [variable]) }
}
