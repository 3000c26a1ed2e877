/// A built-in function of FEEL, with its translation.
struct FeelFunction: Sendable {
  enum Kind: Sendable {
    case number, text, boolean, date, list, any
    /// A number, duration or period.
    case quantity
  }

  struct Parameter: Sendable {
    var name: String
    var kind: Kind
    var isOptional = false

    init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
      self.name = name
      self.kind = kind
      self.isOptional = isOptional
    }
  }

  var parameters: [Parameter]
  /// Translates a call. The arguments are in the order of the parameters, with `nil` for an omitted one. The text is the name
  /// of a variable that the translation may introduce.
  var make: @Sendable ([Code?], String) throws(NoCall) -> Code

  /// The reason why a call cannot be translated, as an error.
  struct NoCall: Error { var message: String }

  /// Creates a function from a pattern. In the pattern, `{0}`, `{1}`, … are the arguments, and `{item}` is a variable that the
  /// function introduces.
  static func pattern(_ pattern: String, _ type: FeelType?, _ parameters: [Parameter], level: Code.Level = .primary)
    -> FeelFunction
  {
    FeelFunction(parameters: parameters) { arguments, item throws(NoCall) in
      // Arguments may contain braces, so the pattern is expanded in one pass.
      var text = ""
      var rest = pattern[...]
      while let open = rest.firstIndex(of: "{") {
        text += rest[..<open]
        let name = rest[rest.index(after: open)...].prefix { $0 != "}" }
        rest = rest[name.endIndex...].dropFirst()
        if let place = Int(name) {
          guard place < arguments.count, let argument = arguments[place] else { continue }
          text += level == .primary ? argument.text : argument.at(.unary)
        } else {
          text += item
        }
      }
      text += rest
      let free = Code.union(arguments.compactMap { $0?.free })
      return Code(text: text, type: type ?? arguments.first??.type ?? .unknown, level: level, free: free)
    }
  }

  private static func rounding(_ mode: String) -> FeelFunction {
    pattern("round({0}, {1}, \(mode))", .number, [Parameter("n", .number), Parameter("scale", .number)])
  }

  /// Creates a function with an optional number of decimal places.
  private static func places(_ own: String) -> FeelFunction {
    FeelFunction(parameters: [Parameter("n", .number), Parameter("scale", .number, isOptional: true)]) {
      arguments, _ throws(NoCall) in
      let given = arguments.compactMap { $0 }
      let text = "\(own)(\(given.map(\.text).joined(separator: ", ")))"
      return Code(text: text, type: .number, free: Code.union(given.map(\.free)))
    }
  }

  private static func aggregate(_ own: String) -> FeelFunction {
    FeelFunction(parameters: [Parameter("list", .list)]) { arguments, _ throws(NoCall) in
      guard let list = arguments[0] else { throw NoCall(message: "a list is expected") }
      return Code(text: "\(own)(\(list.text))", type: list.type.element ?? .unknown, free: list.free)
    }
  }

  /// Creates a function that changes the case of letters. FEEL changes all letters, and the language only A to Z. So only ASCII
  /// texts are translated.
  private static func letters(_ own: String, _ name: String) -> FeelFunction {
    FeelFunction(parameters: [Parameter("string", .text)]) { arguments, _ throws(NoCall) in
      guard let text = arguments[0] else { throw NoCall(message: "a text is expected") }
      guard text.isASCII else {
        throw NoCall(
          message: "`\(name)` changes all letters, but `\(own)` of the language changes only A to Z: compare with each spelling")
      }
      var code = Code(text: "\(own)(\(text.text))", type: .text, free: text.free)
      code.isASCII = true
      return code
    }
  }

  private static func side(_ own: String) -> FeelFunction {
    pattern("if {0} contains {1} then \(own)({0}, {1}) else \"\"", .text, texts, level: .whole)
  }

  /// Creates a function that returns a name for each number from 1 on.
  ///
  /// - Parameters:
  ///   - number: the pattern of the number.
  ///   - names: the names; the name of number 1 is first.
  private static func named(_ number: String, _ names: [String]) -> FeelFunction {
    let branches = names.enumerated().map { "if \(number) == \($0.offset + 1) then \"\($0.element)\" else " }.joined()
    return pattern(branches + "missing", .text, [Parameter("date", .date)], level: .whole)
  }

  private static let texts = [Parameter("string", .text), Parameter("match", .text)]

  /// The functions that have a translation, keyed by name.
  static let byName: [String: FeelFunction] = [
    "abs": pattern("abs({0})", nil, [Parameter("n", .quantity)]),
    "floor": places("floor"), "ceiling": places("ceil"),
    "decimal": pattern("round({0}, {1})", .number, [Parameter("n", .number), Parameter("scale", .number)]),
    "round up": rounding("up"), "round down": rounding("down"), "round half up": rounding("half_up"),
    "round half down": rounding("half_down"),
    "sqrt": pattern("sqrt({0})", .number, [Parameter("number", .number)]),
    "even": pattern("{0} % 2 == 0", .boolean, [Parameter("number", .number)], level: .comparison),
    "odd": pattern("{0} % 2 != 0", .boolean, [Parameter("number", .number)], level: .comparison),
    "modulo": pattern(
      "{0} - {1} * floor({0} / {1})", .number, [Parameter("dividend", .number), Parameter("divisor", .number)], level: .sum),
    "not": pattern("not {0}", .boolean, [Parameter("negand", .boolean)], level: .not),
    "string length": pattern("length({0})", .number, [Parameter("string", .text)]),
    "upper case": letters("upper", "upper case"), "lower case": letters("lower", "lower case"),
    "contains": pattern("{0} contains {1}", .boolean, texts, level: .comparison),
    "starts with": pattern("starts_with({0}, {1})", .boolean, texts),
    "ends with": pattern("ends_with({0}, {1})", .boolean, texts),
    "substring before": side("before"), "substring after": side("after"),
    "string": pattern("text({0})", .text, [Parameter("from", .any)]),
    "sum": FeelFunction(parameters: [Parameter("list", .list)]) { arguments, _ throws(NoCall) in
      guard let list = arguments[0], let type = list.type.element else { throw NoCall(message: "a list is expected") }
      // The sum of an empty list is null in FEEL, and zero in the language.
      let sum = Code(text: "sum(\(list.text))", type: type, free: list.free)
      if list.isFilled { return sum }
      let text = "if \(list.at(.sum)) empty then missing else \(sum.text)"
      return Code(text: text, type: type, level: .whole, free: list.free)
    },
    "min": aggregate("min"), "max": aggregate("max"), "mean": aggregate("mean"),
    "count": FeelFunction(parameters: [Parameter("list", .list)]) { arguments, item throws(NoCall) in
      guard let list = arguments[0] else { throw NoCall(message: "a list is expected") }
      return Code(text: "count(\(item) in \(list.at(.primary)))", type: .number, free: list.free)
    },
    "distinct values": pattern("distinct({0})", nil, [Parameter("list", .list)]),
    "reverse": pattern("reverse({0})", nil, [Parameter("list", .list)]),
    "list contains": pattern(
      "{0} contains {1}", .boolean, [Parameter("list", .list), Parameter("element", .any)], level: .comparison),
    "all": pattern("every {item} in {0} satisfies {item}", .boolean, [Parameter("list", .list)], level: .whole),
    "any": pattern("some {item} in {0} satisfies {item}", .boolean, [Parameter("list", .list)], level: .whole),
    "concatenate": pattern("{0} + {1}", nil, [Parameter("list", .list), Parameter("list", .list)], level: .sum),
    "append": pattern("{0} + [{1}]", nil, [Parameter("list", .list), Parameter("item", .any)], level: .sum),
    "years and months duration": pattern(
      "months(months_between({0}, {1}))", .period, [Parameter("from", .date), Parameter("to", .date)]),
    "week of year": pattern("week({0})", .number, [Parameter("date", .date)]),
    "day of year": pattern("days_between(start_of_year({0}), {0}) + 1", .number, [Parameter("date", .date)], level: .sum),
    "flatten": FeelFunction(parameters: [Parameter("list", .list)]) { arguments, _ throws(NoCall) in
      guard let list = arguments[0], let inner = list.type.element else { throw NoCall(message: "a list is expected") }
      guard inner.element != nil else { return list }
      guard inner.element?.element == nil else {
        throw NoCall(message: "a list that is nested to several depths cannot be translated")
      }
      return Code(text: "flatten(\(list.text))", type: inner, free: list.free)
    },
    "union": pattern("distinct({0} + {1})", nil, [Parameter("list", .list), Parameter("list", .list)]),
    "day of week": named(
      "weekday({0})", ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]),
    "month of year": named(
      "month({0})",
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
      ]),
    "sublist": FeelFunction(
      parameters: [
        Parameter("list", .list), Parameter("start position", .number), Parameter("length", .number, isOptional: true),
      ]
    ) { arguments, _ throws(NoCall) in
      guard let list = arguments[0], let start = arguments[1]?.constant.flatMap({ Int($0) }), start != 0 else {
        throw NoCall(message: "a position in a list that is not a whole number in digits cannot be translated")
      }
      var end = -1
      if let length = arguments[2] {
        guard let count = length.constant.flatMap({ Int($0) }) else {
          throw NoCall(message: "a length that is not a whole number in digits cannot be translated")
        }
        end = start + count - 1
        if start < 0, end >= 0 { end = -1 }
      }
      return Code(text: "slice(\(list.text), \(start), \(end))", type: list.type, free: list.free)
    },
    "string join": pattern("join({0}, {1})", .text, [Parameter("list", .list), Parameter("delimiter", .text)]),
    "substring": FeelFunction(
      parameters: [
        Parameter("string", .text), Parameter("start position", .number), Parameter("length", .number, isOptional: true),
      ]
    ) { arguments, _ throws(NoCall) in
      let present = arguments.compactMap { $0 }
      let (subject, start) = (present[0], present[1])
      func slice(_ start: String) -> String {
        "substring(\(([subject.text, start] + present.dropFirst(2).map(\.text)).joined(separator: ", ")))"
      }
      // A negative start counts from the end in FEEL, and has no value in the language.
      let free = Code.union(present.map(\.free))
      if let constant = start.constant {
        let isNegative = constant.hasPrefix("-")
        return Code(
          text: slice(isNegative ? "length(\(subject.text)) + 1 - \(constant.dropFirst())" : constant), type: .text, free: free)
      }
      let fromEnd = slice("length(\(subject.text)) + 1 + \(start.at(.product))")
      let text = "if \(start.at(.sum)) < 0 then \(fromEnd) else \(slice(start.text))"
      return Code(text: text, type: .text, level: .whole, free: free)
    },
    "matches": FeelFunction(parameters: [Parameter("input", .text), Parameter("pattern", .text)]) { arguments, _ throws(NoCall) in
      guard let subject = arguments[0], let pattern = arguments[1]?.constant else {
        throw NoCall(message: "a pattern that is not a text in quotes cannot be translated")
      }
      guard !pattern.contains(where: { "\\^$\"".contains($0) }) else {
        throw NoCall(message: "the pattern has characters that I-Regexp (RFC 9485) does not allow")
      }
      let text = "\(subject.at(.sum)) contains matching \"\(pattern)\""
      return Code(text: text, type: .boolean, level: .comparison, free: subject.free)
    },
  ]

  /// The names of functions without a translation, so that the scanner recognises them.
  static let others = [
    "date", "time", "date and time", "duration", "number", "date and time", "now", "today", "index of", "list replace",
    "insert before", "remove", "product", "median", "stddev", "mode", "exp", "log", "split", "replace",
    "get value", "get entries", "context", "context put", "context merge", "is", "sort", "range",
    "before", "after", "meets", "met by", "overlaps", "finishes", "includes", "during", "starts", "coincides",
  ]
}
