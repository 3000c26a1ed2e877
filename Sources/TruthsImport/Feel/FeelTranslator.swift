/// A translator of FEEL expressions to expressions of the language, with their types.
///
/// It throws `FeelFault` for an expression that cannot be translated. No translation turns an unknown value into false.
struct FeelTranslator {
  let model: DMNModel
  /// The values of parameters, loop variables and entries of contexts, keyed by their names in FEEL.
  var locals: [String: Code] = [:]
  /// Whether decisions and input data may be used. In a business knowledge model, they may not.
  var seesDecisions = true

  func adding(_ name: String, _ value: Code) -> FeelTranslator {
    var inner = self
    inner.locals[FeelNames.normalized(name)] = value
    return inner
  }

  func fault(_ message: String, _ feel: Feel) -> FeelFault { FeelFault(message: message, offset: feel.offset) }

  /// Translates an expression.
  ///
  /// - Complexity: a translation may contain an argument up to three times, so the length of each result is limited.
  func value(_ feel: Feel) throws -> Code {
    model.expressionDepth += 1
    defer { model.expressionDepth -= 1 }
    guard model.expressionDepth <= 400 else { throw fault("expressions and the decisions in them are nested too deeply", feel) }
    let code = try unlimited(feel)
    guard code.text.utf8.count <= 65_536 else { throw fault("the expression would be longer than 65536 characters", feel) }
    return code
  }

  private func unlimited(_ feel: Feel) throws -> Code {
    switch feel.node {
    case .number(let text): return try number(text, feel)
    case .text(let text): return Self.text(text)
    case .boolean(let value): return Code(text: value ? "true" : "false", type: .boolean, constant: value ? "true" : "false")
    case .null: return Code(text: "missing", type: .null)
    case .temporal(let text):
      guard let value = FeelTemporal.any(text) else { throw fault("`@\"\(text)\"` is not a date, time or duration", feel) }
      return noted(value, text, feel)
    case .name(let name): return try named(name, feel)
    case .negative(let inside): return try negative(inside, feel)
    case .binary(let sign, let left, let right): return try binary(sign, left, right, feel)
    case .comparison(let sign, let left, let right):
      return try compared(sign, try value(left), try value(right), feel)
    case .between(let inside, let low, let high): return try between(inside, low, high, feel)
    case .isIn(let inside, let tests):
      let subject = try value(inside)
      return anyOf(try tests.map { try tested(subject, $0) })
    case .path(let inside, let member): return try self.member(member, of: try value(inside), feel)
    case .filter(let inside, let condition): return try filter(inside, condition, feel)
    case .call(let target, let arguments): return try call(target, arguments, feel)
    case .condition(let condition, let then, let other): return try conditional(condition, then, other, feel)
    case .list(let items): return try list(items.map { try value($0) }, feel)
    case .context(let entries): return try context(entries)
    case .loop(let word, let bindings, let body): return try loop(word, bindings, body, feel)
    case .test, .interval: throw fault("a range that is a value cannot be translated", feel)
    }
  }

  // MARK: Literals and names

  /// Adds a note if a date and time has no offset and so counts as UTC. Returns the value unchanged.
  func noted(_ value: Code, _ text: String, _ feel: Feel) -> Code {
    if value.type == .timestamp, !FeelTemporal.hasOffset(text) {
      model.note("`\(text)` has no time zone: it counts as UTC", atScalar: feel.offset)
    }
    return value
  }

  /// Adds a note if an expression reads a date and time at UTC that FEEL reads at the offset of the value. Returns the expression
  /// unchanged.
  func noted(_ code: Code, partOf moment: Code, _ feel: Feel) -> Code {
    if moment.type == .timestamp, !moment.isInUTC {
      model.note(
        "`\(code.text)` counts in UTC, but FEEL counts at the offset of the value: with another offset the result may differ",
        atScalar: feel.offset)
    }
    return code
  }

  private func number(_ text: String, _ feel: Feel) throws -> Code {
    guard let plain = PlainNumber.exact(text) else {
      throw fault("`\(text)` has more than 15 digits or 12 decimal places, or is 10^15 or more", feel)
    }
    return Code(text: plain, type: .number, constant: plain)
  }

  static func text(_ text: String) -> Code {
    var code = Code(text: TableDraft.quoted(text), type: .text, constant: text, pieces: [.characters(text)])
    code.isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    return code
  }

  private func named(_ name: String, _ feel: Feel) throws -> Code {
    if let value = locals[name] { return value }
    if seesDecisions, let value = try model.value(named: name, at: feel.offset) { return value }
    if let value = try dotted(name, feel) { return value }
    if model.isKnowledge(name) || FeelFunction.byName[name] != nil {
      throw fault("`\(name)` is a function, which cannot be a value", feel)
    }
    throw fault("no name `\(name)` is known here", feel)
  }

  /// Translates a name with dots as a path of members; `nil` for a name without dots. The scanner reads such a path as one name
  /// if that name is declared elsewhere in the file.
  private func dotted(_ name: String, _ feel: Feel) throws -> Code? {
    let parts = name.split(separator: ".").map { FeelNames.normalized(String($0)) }
    guard parts.count > 1, parts.count < 20 else { return nil }
    let root = Feel(node: .name(parts[0]), offset: feel.offset, depth: 1)
    return try parts.dropFirst().reduce(try named(parts[0], root)) { try member($1, of: $0, feel) }
  }

  private func negative(_ inside: Feel, _ feel: Feel) throws -> Code {
    let inner = try value(inside)
    guard [.number, .duration, .period].contains(inner.type) else { throw fault("`-` is of a number or a duration", feel) }
    if let constant = inner.constant, inner.type == .number {
      let text = constant == "0" ? "0" : "-\(constant)"
      return Code(text: text, type: .number, level: .unary, constant: text)
    }
    return Code(text: "-\(inner.at(.unary))", type: inner.type, level: .unary, free: inner.free)
  }

  // MARK: Operators

  private func binary(_ sign: String, _ left: Feel, _ right: Feel, _ feel: Feel) throws -> Code {
    let (first, second) = (try value(left), try value(right))
    switch sign {
    case "and", "or":
      for (code, place) in [(first, left), (second, right)] where code.type != .boolean {
        throw fault("`\(sign)` is of conditions", place)
      }
      let (level, inner): (Code.Level, Code.Level) = sign == "and" ? (.and, .not) : (.or, .and)
      let text = "\(first.at(level)) \(sign) \(second.at(inner))"
      return Code(text: text, type: .boolean, level: level, free: Code.free(first, second))
    case "**":
      guard first.type == .number, second.type == .number else { throw fault("`**` is of numbers", feel) }
      return Code(text: "power(\(first.text), \(second.text))", type: .number, free: Code.free(first, second))
    case "+" where first.type.isText && second.type.isText: return try joined([first, second], feel)
    default:
      guard let type = Self.result(of: sign, first.type, second.type) else {
        throw fault("`\(sign)` of \(noun(first)) and \(noun(second)) cannot be translated", feel)
      }
      let isSum = sign == "+" || sign == "-"
      if type == .date, let literal = [first, second].first(where: { $0.type == .duration })?.literal,
        !FeelTemporal.isWholeDays(literal)
      {
        throw fault("a date moves by whole days, so the duration may not have hours", feel)
      }
      if sign == "+", [.duration, .period].contains(first.type), first.type != second.type {
        let text = "\(second.at(.sum)) + \(first.at(.product))"
        return moved(second, first, Code(text: text, type: type, level: .sum, free: Code.free(second, first)), feel)
      }
      let text = "\(first.at(isSum ? .sum : .product)) \(sign) \(second.at(isSum ? .product : .unary))"
      let code = Code(text: text, type: type, level: isSum ? .sum : .product, free: Code.free(first, second))
      return moved(first, second, code, feel)
    }
  }

  /// Returns the sum or difference of a value and a duration or period. Years and months move the date that the value has at its
  /// offset, which may be another one than in UTC.
  private func moved(_ value: Code, _ distance: Code, _ sum: Code, _ feel: Feel) -> Code {
    guard sum.type == .timestamp else { return sum }
    var sum = sum
    sum.isInUTC = value.isInUTC
    return distance.type == .period ? noted(sum, partOf: value, feel) : sum
  }

  /// Returns the type of a sum, difference, product or quotient; `nil` if the language has no such operation.
  private static func result(of sign: String, _ left: FeelType, _ right: FeelType) -> FeelType? {
    switch (sign, left, right) {
    case (_, .number, .number): .number
    case ("+", .duration, .duration), ("-", .duration, .duration): .duration
    case ("+", .period, .period), ("-", .period, .period): .period
    case ("+", .date, .duration), ("-", .date, .duration), ("+", .date, .period), ("-", .date, .period): .date
    case ("+", .duration, .date), ("+", .period, .date): .date
    case ("+", .timestamp, .duration), ("-", .timestamp, .duration), ("+", .timestamp, .period), ("-", .timestamp, .period):
      .timestamp
    case ("+", .duration, .timestamp), ("+", .period, .timestamp): .timestamp
    case ("+", .time, .duration), ("-", .time, .duration), ("+", .duration, .time): .time
    case ("-", .date, .date), ("-", .timestamp, .timestamp), ("-", .time, .time): .duration
    case ("*", .duration, .number), ("*", .number, .duration), ("/", .duration, .number): .duration
    case ("*", .period, .number), ("*", .number, .period): .period
    case ("/", .duration, .duration), ("/", .period, .period): .number
    default: nil
    }
  }

  /// Joins texts to one text. Other values are written in braces.
  func joined(_ values: [Code], _ feel: Feel) throws -> Code {
    let pieces = values.flatMap { $0.pieces.isEmpty ? [.code($0)] : $0.pieces }
    var text = ""
    for piece in pieces {
      switch piece {
      case .characters(let characters): text += TableDraft.quoted(characters).dropFirst().dropLast()
      case .code(let code):
        guard !code.text.utf8.contains(where: { $0 == 0x7B || $0 == 0x7D }) else {
          throw fault("a text with braces inside a text cannot be translated", feel)
        }
        text += "{\(code.text)}"
      }
    }
    return Code(text: "\"\(text)\"", type: .text, free: Code.union(values.map(\.free)), pieces: pieces)
  }

  /// Returns the kind of a value in the words of messages, such as `a number`.
  func noun(_ code: Code) -> String {
    if code.members != nil { return "a context" }
    return switch code.type {
    case .unknown, .null: "null"
    case .number: "a number"
    case .boolean: "a boolean"
    case .list: "a list"
    case .record(let name): "a `\(name)`"
    case .enumeration, .text: "a text"
    case .date, .time, .timestamp, .duration, .period: "a \(code.type.written)"
    }
  }

  // MARK: Conditions

  func boolean(_ feel: Feel) throws -> Code {
    let code = try value(feel)
    guard code.type == .boolean else { throw fault("a condition is expected, not \(noun(code))", feel) }
    return code
  }

  private func conditional(_ condition: Feel, _ then: Feel, _ other: Feel, _ feel: Feel) throws -> Code {
    try conditional(try boolean(condition), try value(then), try value(other), feel.offset)
  }

  func conditional(_ condition: Code, _ first: Code, _ second: Code, _ offset: Int) throws -> Code {
    guard first.members == nil, second.members == nil else {
      throw FeelFault(message: "a context as a branch of `if` cannot be translated", offset: offset)
    }
    guard first.type.fits(second.type) else {
      throw FeelFault(message: "branches of `if` of different types: \(noun(first)) and \(noun(second))", offset: offset)
    }
    if first.type == .null, second.type == .null { return first }
    let type = first.type == .null ? second.type : second.type == .null || first.type == second.type ? first.type : .text
    let text = "if \(condition.text) then \(first.fitted(to: type).text) else \(second.fitted(to: type).text)"
    return Code(text: text, type: type, level: .whole, free: Code.free(condition, first, second))
  }

  func compared(_ sign: String, _ left: Code, _ right: Code, _ feel: Feel) throws -> Code {
    guard left.members == nil, right.members == nil else { throw fault("a context cannot be compared", feel) }
    if left.type == .null || right.type == .null {
      let value = left.type == .null ? right : left
      guard sign == "=" || sign == "!=", value.type != .null else {
        throw fault("null beside `\(sign)` cannot be translated", feel)
      }
      let text = "\(value.at(.primary)) \(sign == "=" ? "missing" : "exists")"
      return Code(text: text, type: .boolean, level: .comparison, free: value.free)
    }
    guard left.type.fits(right.type) else { throw fault("\(noun(left)) and \(noun(right)) cannot be compared", feel) }
    let isOrder = sign != "=" && sign != "!="
    if isOrder, left.type == .boolean || left.type.element != nil { throw fault("\(noun(left)) has no order", feel) }
    let (first, second) = (left.at(.sum), right.beside(.sum))
    let text = "\(first) \(sign == "=" ? "==" : sign) \(second)"
    return Code(text: text, type: .boolean, level: .comparison, free: Code.free(left, right))
  }

  private func between(_ inside: Feel, _ low: Feel, _ high: Feel, _ feel: Feel) throws -> Code {
    let (subject, low, high) = (try value(inside), try value(low), try value(high))
    return try within(subject, low, true, high, true, feel)
  }

  private func within(
    _ subject: Code, _ low: Code, _ isLowIncluded: Bool, _ high: Code, _ isHighIncluded: Bool, _ feel: Feel
  ) throws -> Code {
    guard ![subject.type, low.type, high.type].contains(.null) else { throw fault("null at an end of an interval", feel) }
    let first = try compared(isLowIncluded ? ">=" : ">", subject, low, feel)
    let second = try compared(isHighIncluded ? "<=" : "<", subject, high, feel)
    let free = Code.free(subject, low, high)
    if isLowIncluded, isHighIncluded {
      let text = "\(subject.at(.sum)) between \(low.beside(.sum)) and \(high.beside(.sum))"
      return Code(text: text, type: .boolean, level: .comparison, free: free)
    }
    return Code(text: "\(first.text) and \(second.text)", type: .boolean, level: .and, free: free)
  }

  /// Translates a unary test of a value to a condition of the language.
  func tested(_ subject: Code, _ test: Feel) throws -> Code {
    switch test.node {
    case .test(let sign, let other): return try compared(sign, subject, try value(other), test)
    case .interval(let isLowIncluded, let low, let high, let isHighIncluded):
      return try within(subject, try value(low), isLowIncluded, try value(high), isHighIncluded, test)
    case .list(let items) where items.contains(where: \.isTest): return anyOf(try items.map { try tested(subject, $0) })
    default: break
    }
    let candidate = try value(test)
    if candidate.type == .boolean, test.mentionsSubject || subject.type != .boolean { return candidate }
    if let element = candidate.type.element, subject.type.element == nil {
      guard element.fits(subject.type) else { throw fault("\(noun(subject)) is not an element of this list", test) }
      let text = "\(subject.at(.sum)) in \(candidate.at(.sum))"
      return Code(text: text, type: .boolean, level: .comparison, free: Code.free(subject, candidate))
    }
    if let element = subject.type.element, candidate.type.element == nil, element.fits(candidate.type) {
      let text = "\(subject.at(.sum)) contains \(candidate.beside(.sum))"
      return Code(text: text, type: .boolean, level: .comparison, free: Code.free(subject, candidate))
    }
    return try compared("=", subject, candidate, test)
  }

  func anyOf(_ tests: [Code]) -> Code {
    guard tests.count != 1 else { return tests[0] }
    let text = tests.map { $0.at(.and) }.joined(separator: " or ")
    return Code(text: text, type: .boolean, level: .or, free: Code.union(tests.map(\.free)))
  }
}

extension Feel {
  /// Whether the expression is a unary test, and not a value.
  var isTest: Bool {
    switch node {
    case .test, .interval: true
    default: false
    }
  }

  /// Whether the expression contains `?`, which is the value that a cell tests.
  var mentionsSubject: Bool {
    switch node {
    case .name(let name): name == "?"
    case .number, .text, .boolean, .null, .temporal: false
    case .negative(let inside), .path(let inside, _), .test(_, let inside): inside.mentionsSubject
    case .binary(_, let left, let right), .comparison(_, let left, let right), .filter(let left, let right),
      .interval(_, let left, let right, _):
      left.mentionsSubject || right.mentionsSubject
    case .between(let a, let b, let c), .condition(let a, let b, let c): [a, b, c].contains(where: \.mentionsSubject)
    case .isIn(let inside, let tests): inside.mentionsSubject || tests.contains(where: \.mentionsSubject)
    case .call(_, let arguments): arguments.contains(where: \.value.mentionsSubject)
    case .list(let items): items.contains(where: \.mentionsSubject)
    case .context(let entries): entries.contains(where: \.value.mentionsSubject)
    case .loop(_, let bindings, let body): (bindings.flatMap(\.ends) + [body]).contains(where: \.mentionsSubject)
    }
  }
}
