import TruthsText

/// What functions of lists, texts and conversions take and give (language-2.md §3, §4).
struct FunctionSignature {
  enum Parameter {
    case text
    case texts
    /// A number without a unit that counts something, or is a place: what is not whole makes the value missing.
    case count
    case number
    /// What reasons print in words: no list and no record.
    case printable
    case textOrNumber
    case list
    /// A list whose elements have an order.
    case orderedList
    case listOfLists
    /// What may be an element of the list before it.
    case element
    /// The name of a rounding mode.
    case mode

    /// The type that it must have, where it is one alone.
    var type: ValueType? {
      switch self {
      case .text: .text
      case .texts: .list(.text)
      case .count: .integer(unit: nil)
      case .number: .decimal(unit: nil)
      case .printable, .textOrNumber, .list, .orderedList, .listOfLists, .element, .mode: nil
      }
    }
  }

  enum Outcome {
    case fixed(ValueType)
    /// The type of the first argument.
    case first
    /// The type of the first argument's elements.
    case element
    /// A number with the unit of the first argument: an integer without places.
    case rounded
  }

  var parameters: [Parameter]
  /// How many of the parameters must be given.
  var required: Int
  var outcome: Outcome
  /// How it is called, for who called it otherwise.
  var example: String

  fileprivate init(_ parameters: [Parameter], required: Int? = nil, _ outcome: Outcome, _ example: String) {
    self.parameters = parameters
    self.required = required ?? parameters.count
    self.outcome = outcome
    self.example = example
  }
}

extension Function {
  /// What it takes and gives; `nil` of other functions of version 1, and of the calendar's.
  var signature: FunctionSignature? {
    switch self {
    case .substring: FunctionSignature([.text, .count, .count], required: 2, .fixed(.text), "substring(t, 2, 3)")
    case .before, .after: FunctionSignature([.text, .text], .fixed(.text), "before(t, \"@\")")
    case .index: FunctionSignature([.text, .text], .fixed(.integer(unit: nil)), "index(t, \"@\")")
    case .replace: FunctionSignature([.text, .text, .text], .fixed(.text), "replace(t, \"-\", \"\")")
    case .split: FunctionSignature([.text, .text], .fixed(.list(.text)), "split(t, \",\")")
    case .join: FunctionSignature([.texts, .text], .fixed(.text), "join(l, \", \")")
    case .padLeft, .padRight: FunctionSignature([.text, .count, .text], .fixed(.text), "pad_left(t, 10, \"0\")")
    case .text: FunctionSignature([.printable, .count], required: 1, .fixed(.text), "text(x, 2)")
    case .number: FunctionSignature([.textOrNumber], .fixed(.decimal(unit: nil)), "number(t)")
    case .integer: FunctionSignature([.text], .fixed(.integer(unit: nil)), "integer(t)")
    case .timestamp: FunctionSignature([.text], .fixed(.timestamp), "timestamp(t)")
    case .duration: FunctionSignature([.text], .fixed(.duration), "duration(t)")
    case .period: FunctionSignature([.text], .fixed(.period), "period(t)")
    case .round: FunctionSignature([.number, .count, .mode], required: 1, .rounded, "round(x, 2, half_up)")
    case .floor, .ceil, .trunc: FunctionSignature([.number, .count], required: 1, .rounded, "floor(x, 2)")
    case .last: FunctionSignature([.list, .count], .first, "last(l, 2)")
    case .slice: FunctionSignature([.list, .count, .count], .first, "slice(l, 2, 3)")
    case .flatten: FunctionSignature([.listOfLists], .element, "flatten(l)")
    case .range: FunctionSignature([.count, .count], .fixed(.list(.integer(unit: nil))), "range(1, 12)")
    case .indexOf: FunctionSignature([.list, .element], .fixed(.integer(unit: nil)), "index_of(l, x)")
    case .element: FunctionSignature([.list, .count], .element, "l[1]")
    case .reverse: FunctionSignature([.list], .first, "reverse(l)")
    case .sort: FunctionSignature([.orderedList], .first, "sort(l)")
    default: nil
    }
  }

  /// Whether it has a ``signature``.
  package var hasSignature: Bool { signature != nil }

  /// The type of its value where that does not depend on the arguments; `nil` for any other function, and for those of a number
  /// or list of version 1.
  package var fixedResult: ValueType? {
    if case .fixed(let type)? = signature?.outcome { return type }
    return calendarResult
  }

  /// The modes in which `round` rounds (language-2.md §4).
  static let roundingModes = RoundingMode.allCases.map(\.rawValue)
}
