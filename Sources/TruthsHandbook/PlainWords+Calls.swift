import TruthsProgram
import TruthsRendering
import TruthsSyntax
import TruthsText

/// Calls of functions and tables in words.
extension PlainWords {
  /// Functions in words; `$1` is the first argument.
  private static let templates: [String: String] = [
    "abs/1": "the size of $1", "round/1": "$1, rounded", "round/2": "$1, rounded to $2 places",
    "floor/1": "$1, rounded down", "floor/2": "$1, rounded down to $2 places",
    "ceil/1": "$1, rounded up", "ceil/2": "$1, rounded up to $2 places", "trunc/1": "$1 without its fraction",
    "trunc/2": "$1, cut to $2 places", "power/2": "$1 to the power of $2", "sqrt/1": "the square root of $1",
    "sum/1": "the sum of $1", "mean/1": "the mean of $1", "min/1": "the least of $1", "max/1": "the greatest of $1",
    "length/1": "the length of $1", "lower/1": "$1 in small letters", "upper/1": "$1 in capital letters",
    "trim/1": "$1 without space around it", "before/2": "the part before $2 in $1", "after/2": "the part after $2 in $1",
    "index/2": "the place of $2 in $1", "replace/3": "$1 with $3 for every $2", "split/2": "the parts of $1 between each $2",
    "join/2": "the parts of $1 with $2 between them", "substring/2": "$1 from character $2 on",
    "substring/3": "$3 characters of $1 from character $2 on", "pad_left/3": "$1, filled on the left with $3 to $2 characters",
    "pad_right/3": "$1, filled on the right with $3 to $2 characters", "text/1": "$1 as a text",
    "text/2": "$1 with $2 decimal places", "number/1": "$1 as a number", "integer/1": "$1 as a whole number",
    "in_unit/2": "$1 in $2", "date/1": "the day of $1", "date/2": "the day of $1 (time zone: $2)",
    "time/1": "the time of day of $1", "time/2": "the time of day of $1 (time zone: $2)", "at/2": "$1 at $2",
    "at/3": "$1 at $2 (time zone: $3)", "timestamp/1": "the moment $1", "duration/1": "the time span $1",
    "period/1": "the time span $1", "distinct/1": "$1 without repeats", "first/2": "the first $2 of $1",
    "last/2": "the last $2 of $1", "first/1": "the first of $1", "last/1": "the last of $1",
    "slice/3": "elements $2 to $3 of $1", "flatten/1": "all elements of the lists in $1", "reverse/1": "$1 in the other order",
    "sort/1": "$1 in rising order", "range/2": "the whole numbers from $1 to $2", "index_of/2": "the place of $2 in $1",
    "keys/1": "the names in $1", "values/1": "the values in $1", "year/1": "the year of $1", "month/1": "the month of $1",
    "day/1": "the day of the month of $1", "quarter/1": "the quarter of $1", "weekday/1": "the weekday of $1",
    "week/1": "the week of $1", "week_year/1": "the year of the week of $1", "hour/1": "the hour of $1",
    "minute/1": "the minute of $1", "second/1": "the second of $1", "date_of/3": "the day with year $1, month $2 and day $3",
    "time_of/3": "the time with hour $1, minute $2 and second $3", "start_of_week/1": "the first day of the week of $1",
    "start_of_month/1": "the first day of the month of $1", "start_of_quarter/1": "the first day of the quarter of $1",
    "start_of_year/1": "the first day of the year of $1", "end_of_week/1": "the last day of the week of $1",
    "end_of_month/1": "the last day of the month of $1", "end_of_quarter/1": "the last day of the quarter of $1",
    "end_of_year/1": "the last day of the year of $1", "days_between/2": "the days from $1 to $2",
    "months_between/2": "the whole months from $1 to $2", "years_between/2": "the whole years from $1 to $2",
    "add_working_days/3": "the day $2 working days after $1 (calendar $3)",
    "working_days_between/3": "the working days from $1 to $2 (calendar $3)", "old/1": "what $1 was before",
  ]

  /// Boolean functions in words, affirmed and negated.
  private static let predicates: [String: (isSo: String, isNot: String)] = [
    "starts_with/2": ("$1 starts with $2", "$1 does not start with $2"),
    "ends_with/2": ("$1 ends with $2", "$1 does not end with $2"),
    "is_email/1": ("$1 is an email address", "$1 is not an email address"),
    "is_legible/1": ("$1 has something to read", "$1 has nothing to read"),
    "is_sorted/1": ("$1 is in rising order", "$1 is not in rising order"),
    "is_working_day/2": ("$1 is a working day (calendar $2)", "$1 is not a working day (calendar $2)"),
  ]

  static let spans: [String: (one: String, more: String)] = [
    "days": ("day", "days"), "hours": ("hour", "hours"), "minutes": ("minute", "minutes"), "seconds": ("second", "seconds"),
    "weeks": ("week", "weeks"), "months": ("month", "months"), "years": ("year", "years"),
  ]

  /// The names that the templates give to built-in functions, such as `square root of`.
  private static let builtInCalls: Set<String> = Set(
    templates.values.compactMap { template in
      guard template.hasPrefix("the "), let end = template.firstIndex(of: "$") else { return nil }
      return String(template[..<end].dropFirst(4).dropLast())
    })

  /// Returns the result of a function or table in words.
  func call(_ name: String, _ arguments: [Expr], in expr: Expr) -> Phrase {
    if let index = scope.table(name) { return table(index, arguments) ?? .code(formatted(expr)) }
    if let span = Self.spans[name], arguments.count == 1 { return self.span(span, arguments[0]) }
    if name == "date", let moment = arguments.first, case .name("now") = moment.kind {
      return arguments.count == 1 ? "today" : filled("today (time zone: $2)", arguments)
    }
    if let words = predicate(name, arguments, isNegated: false) { return "whether \(words)" }
    let type = arguments.first.flatMap { scope.type($0) }
    switch name {
    case "round" where arguments.count == 3:
      guard case .name(let mode) = arguments[2].kind else { break }
      return filled("$1, rounded to $2 places", arguments) + " (\(term: PlainName.words(mode)))"
    case "coalesce": return arguments.map { value($0, as: type) }.joined(", or where that is missing ")
    case "min" where arguments.count > 1: return "the least of \(arguments.map { value($0, as: type) }.listed())"
    case "max" where arguments.count > 1: return "the greatest of \(arguments.map { value($0, as: type) }.listed())"
    default: break
    }
    if let template = Self.templates["\(name)/\(arguments.count)"] { return filled(template, arguments) }
    return "\(term: PlainName.words(name)) of \(arguments.map { value($0) }.listed())"
  }

  func predicate(_ name: String, _ arguments: [Expr], isNegated: Bool) -> Phrase? {
    guard scope.table(name) == nil, let words = Self.predicates["\(name)/\(arguments.count)"] else { return nil }
    return filled(isNegated ? words.isNot : words.isSo, arguments)
  }

  /// Returns a call of a table or function of the packs in words, with its arguments; `nil` where something else has the same
  /// words: a field, another function, or a function of the language.
  private func table(_ index: Int, _ arguments: [Expr]) -> Phrase? {
    let table = scope.program.tables[index]
    let words = SpokenNames.words(ofCall: table.name)
    if scope.isSharedCall(table.name) || Self.builtInCalls.contains(words) { return nil }
    if let first = arguments.first, isField(words, of: first) { return nil }
    let link = Phrase.link(
      scope.words(table.name, of: table.pack), to: HeadingAnchor.declaration(table.kind, table.qualifiedName))
    let argumentWords = arguments.enumerated().map { index, argument in
      value(argument, as: table.inputs.indices.contains(index) ? table.inputs[index].type : nil)
    }
    if argumentWords.isEmpty { return "the \(link)" }
    let joint: Phrase = SpokenNames.isJoined(table.name) ? " " : " of "
    let phrase: Phrase = "\(link)\(joint)\(argumentWords.listed())"
    return scope.isName(phrase.text) ? nil : "the \(phrase)"
  }

  /// Whether a value has, or may have, a field that is said with the words of a call: `the total of the order`.
  private func isField(_ words: String, of base: Expr) -> Bool {
    switch base.kind {
    case .name, .member, .current, .keyed:
      guard let type = scope.type(base) else { return scope.isField(words) }
      return fields(of: type).contains { SpokenNames.words(ofField: $0.name) == words }
    default: return false
    }
  }

  /// Returns a time span in words: `2 hours`.
  private func span(_ unit: (one: String, more: String), _ count: Expr) -> Phrase {
    guard case .number(let number) = count.kind else { return "\(value(count)) \(plain: unit.more)" }
    return .value("\(PlainValue.number(number.canonicalText)) \(number == Decimal(1) ? unit.one : unit.more)")
  }

  private func filled(_ template: String, _ arguments: [Expr]) -> Phrase {
    var phrase = Phrase()
    for (place, stretch) in template.split(separator: "$", omittingEmptySubsequences: false).enumerated() {
      guard place > 0, let digit = stretch.first?.wholeNumberValue, arguments.indices.contains(digit - 1) else {
        if !stretch.isEmpty { phrase.parts.append(.plain(String(stretch))) }
        continue
      }
      phrase = phrase + value(arguments[digit - 1])
      if stretch.count > 1 { phrase.parts.append(.plain(String(stretch.dropFirst()))) }
    }
    return phrase
  }
}
