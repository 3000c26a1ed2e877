import TruthsText

/// The signature of a function that is not of the calendar (functions §1; types §6, functions §2).
package struct FunctionSignature {
  package enum Parameter {
    case text
    case texts
    /// A number without a unit that is a count or a place; a fraction makes the result missing.
    case count
    case number
    /// A number without a unit.
    case plainNumber
    /// A number of the unit that the function is named after, without a unit or in that unit.
    case span
    /// A number, duration or period.
    case signed
    /// A value that reasons print in words: not a list and not a record.
    case printable
    case textOrNumber
    case textOrList
    case list
    /// A list whose elements have an order.
    case orderedList
    case listOfLists
    case map
    /// A value of the element type of the list before it.
    case element
    /// The name of a rounding mode.
    case mode

    /// The only type allowed, if there is only one.
    package var type: ValueType? {
      switch self {
      case .text: .text
      case .texts: .list(.text)
      case .count: .integer(unit: nil)
      case .number, .plainNumber, .span, .signed: .decimal(unit: nil)
      case .printable, .textOrNumber, .textOrList, .list, .orderedList, .listOfLists, .map, .element, .mode: nil
      }
    }
  }

  package enum Outcome {
    case fixed(ValueType)
    /// The type of the first argument.
    case first
    /// The element type of the first argument.
    case element
    /// The first argument is a map. `mapped` is the type of the map's values; `listOfMapped` is a list of that type.
    case mapped, listOfMapped
    /// A number with the unit of the first argument; an integer where no places are given.
    case rounded
  }

  package var parameters: [Parameter]
  /// The number of required parameters.
  var required: Int
  package var outcome: Outcome
  /// An example of a call, for error messages.
  package var example: String

  fileprivate init(_ parameters: [Parameter], required: Int? = nil, _ outcome: Outcome, _ example: String) {
    self.parameters = parameters
    self.required = required ?? parameters.count
    self.outcome = outcome
    self.example = example
  }
}

extension Function {
  /// The signature; `nil` for calendar functions.
  package var signature: FunctionSignature? {
    switch self {
    case .abs: FunctionSignature([.signed], .first, "abs(x)")
    case .length: FunctionSignature([.textOrList], .fixed(.integer(unit: nil)), "length(t)")
    case .lower, .upper, .trim: FunctionSignature([.text], .fixed(.text), "\(rawValue)(t)")
    case .startsWith, .endsWith: FunctionSignature([.text, .text], .fixed(.boolean), "\(rawValue)(t, \"AB\")")
    case .isEmail, .isLegible: FunctionSignature([.text], .fixed(.boolean), "\(rawValue)(t)")
    case .isSorted: FunctionSignature([.orderedList], .fixed(.boolean), "is_sorted(l)")
    case .distinct: FunctionSignature([.list], .first, "distinct(l)")
    case .first, .last: FunctionSignature([.list, .count], .first, "\(rawValue)(l, 2)")
    case .weeks, .days, .hours, .minutes, .seconds: FunctionSignature([.span], .fixed(.duration), "\(rawValue)(3)")
    case .dateOfText: FunctionSignature([.text], .fixed(.date), "date(t)")
    case .timeOfText: FunctionSignature([.text], .fixed(.time), "time(t)")
    case .substring: FunctionSignature([.text, .count, .count], required: 2, .fixed(.text), "substring(t, 2, 3)")
    case .before, .after: FunctionSignature([.text, .text], .fixed(.text), "\(rawValue)(t, \"@\")")
    case .index: FunctionSignature([.text, .text], .fixed(.integer(unit: nil)), "index(t, \"@\")")
    case .replace: FunctionSignature([.text, .text, .text], .fixed(.text), "replace(t, \"-\", \"\")")
    case .split: FunctionSignature([.text, .text], .fixed(.list(.text)), "split(t, \",\")")
    case .join: FunctionSignature([.texts, .text], .fixed(.text), "join(l, \", \")")
    case .padLeft, .padRight: FunctionSignature([.text, .count, .text], .fixed(.text), "\(rawValue)(t, 10, \"0\")")
    case .text: FunctionSignature([.printable, .count], required: 1, .fixed(.text), "text(x, 2)")
    case .number: FunctionSignature([.textOrNumber], .fixed(.decimal(unit: nil)), "number(t)")
    case .integer: FunctionSignature([.text], .fixed(.integer(unit: nil)), "integer(t)")
    case .timestamp: FunctionSignature([.text], .fixed(.timestamp), "timestamp(t)")
    case .duration: FunctionSignature([.text], .fixed(.duration), "duration(t)")
    case .period: FunctionSignature([.text], .fixed(.period), "period(t)")
    case .round: FunctionSignature([.number, .count, .mode], required: 1, .rounded, "round(x, 2, half_up)")
    case .floor, .ceil, .trunc: FunctionSignature([.number, .count], required: 1, .rounded, "\(rawValue)(x, 2)")
    case .power: FunctionSignature([.plainNumber, .count], .fixed(.decimal(unit: nil)), "power(x, 2)")
    case .sqrt: FunctionSignature([.plainNumber], .fixed(.decimal(unit: nil)), "sqrt(x)")
    case .slice: FunctionSignature([.list, .count, .count], .first, "slice(l, 2, 3)")
    case .flatten: FunctionSignature([.listOfLists], .element, "flatten(l)")
    case .inUnit: FunctionSignature([.plainNumber, .printable], .first, "in_unit(x, currency)")
    case .range: FunctionSignature([.count, .count], .fixed(.list(.integer(unit: nil))), "range(1, 12)")
    case .indexOf: FunctionSignature([.list, .element], .fixed(.integer(unit: nil)), "index_of(l, x)")
    case .element: FunctionSignature([.list, .count], .element, "l[1]")
    case .member: FunctionSignature([.map, .text], .mapped, "m[\"team\"]")
    case .keys: FunctionSignature([.map], .fixed(.list(.text)), "keys(m)")
    case .values: FunctionSignature([.map], .listOfMapped, "values(m)")
    case .reverse: FunctionSignature([.list], .first, "reverse(l)")
    case .sort: FunctionSignature([.orderedList], .first, "sort(l)")
    default: nil
    }
  }

  /// The allowed numbers of arguments.
  package var argumentCounts: ClosedRange<Int> {
    guard let signature else { return calendarArgumentCounts }
    return signature.required...signature.parameters.count
  }

  /// The result type where it does not depend on the arguments; `nil` for other functions.
  package var fixedResult: ValueType? {
    if case .fixed(let type)? = signature?.outcome { return type }
    return calendarResult
  }

  /// The names of the rounding modes of `round` (functions §2).
  package static let roundingModes = RoundingMode.allCases.map(\.rawValue)
}
