/// A recursive-descent parser of FEEL, in one pass. If `..` follows the first expression in brackets, the brackets are an
/// interval.
///
/// - Complexity: O(n) steps, with at most ``nestingLimit`` brackets inside one another.
struct FeelParser {
  static let lengthLimit = 100_000
  static let nestingLimit = 64
  static let depthLimit = 100

  private var scanner: FeelScanner
  private var nesting = 0
  /// Whether the upper end of an interval is being parsed, so that `[` may close the interval.
  private var isAtHigh = false

  /// Parses an expression.
  ///
  /// - Throws: `FeelFault` for the first error.
  static func expression(_ text: String, names: FeelNames) throws(FeelFault) -> Feel {
    var parser = try FeelParser(text, names)
    let result = try parser.expression()
    try parser.wantEnd()
    return result
  }

  /// Parses the content of an input cell.
  ///
  /// - Throws: `FeelFault` for the first error.
  static func tests(_ text: String, names: FeelNames) throws(FeelFault) -> UnaryTests {
    var parser = try FeelParser(text, names)
    if parser.scanner.isAtEnd { return .any }
    if parser.scanner.isNext("-") {
      var ahead = parser
      if ahead.scanner.take("-"), ahead.scanner.isAtEnd { return .any }
    }
    let start = parser.scanner.at
    if parser.scanner.takeKeyword("not"), parser.scanner.take("(") {
      let tests = try parser.tests()
      try parser.scanner.want(")")
      if parser.scanner.isAtEnd { return .noneOf(tests) }
      parser.scanner.at = start
    }
    let tests = try parser.tests()
    try parser.wantEnd()
    return .anyOf(tests)
  }

  private init(_ text: String, _ names: FeelNames) throws(FeelFault) {
    scanner = FeelScanner(text, names: names)
    guard scanner.scalars.count <= Self.lengthLimit else {
      throw scanner.fault("an expression of more than \(Self.lengthLimit) characters is not read")
    }
  }

  private func wantEnd() throws(FeelFault) {
    guard scanner.isAtEnd else { throw scanner.fault("\(scanner.rest()) is not expected here") }
  }

  private func makeFeel(_ node: Feel.Node, _ offset: Int, _ inside: Feel...) throws(FeelFault) -> Feel {
    let depth = (inside.map(\.depth).max() ?? 0) + 1
    // A name or literal without operators has depth 1.
    guard depth <= Self.depthLimit + 1 else {
      throw FeelFault(message: "more than \(Self.depthLimit) operators are nested", offset: offset)
    }
    return Feel(node: node, offset: offset, depth: depth)
  }

  private func makeFeel(_ node: Feel.Node, _ offset: Int, all: [Feel]) throws(FeelFault) -> Feel {
    guard let deepest = all.max(by: { $0.depth < $1.depth }) else { return try makeFeel(node, offset) }
    return try makeFeel(node, offset, deepest)
  }

  // MARK: Operators

  private mutating func expression() throws(FeelFault) -> Feel {
    nesting += 1
    defer { nesting -= 1 }
    // An expression without brackets has nesting 1.
    guard nesting <= Self.nestingLimit + 1 else {
      throw scanner.fault("more than \(Self.nestingLimit) brackets are nested")
    }
    var expression = try conjunction()
    while scanner.take("or") {
      let right = try conjunction()
      expression = try makeFeel(.binary("or", expression, right), expression.offset, expression, right)
    }
    return expression
  }

  private mutating func conjunction() throws(FeelFault) -> Feel {
    var expression = try comparison()
    while scanner.take("and") {
      let right = try comparison()
      expression = try makeFeel(.binary("and", expression, right), expression.offset, expression, right)
    }
    return expression
  }

  private mutating func sign(_ signs: [String]) -> String? {
    for sign in signs where scanner.take(sign) { return sign }
    return nil
  }

  private mutating func comparison() throws(FeelFault) -> Feel {
    var subject = try sum()
    while true {
      if let sign = sign(["!=", "<=", ">=", "=", "<", ">"]) {
        let right = try sum()
        subject = try makeFeel(.comparison(sign, subject, right), subject.offset, subject, right)
      } else if scanner.take("between") {
        let low = try sum()
        try scanner.want("and")
        let high = try sum()
        subject = try makeFeel(.between(subject, low, high), subject.offset, subject, low, high)
      } else if scanner.take("in") {
        var tests: [Feel] = []
        if scanner.isNext("(") {
          let start = scanner.at
          _ = scanner.take("(")
          tests = try closedTests(from: start)
        } else {
          tests = [try test()]
        }
        subject = try makeFeel(.isIn(subject, tests), subject.offset, all: [subject] + tests)
      } else if scanner.isNext("instance") {
        throw scanner.fault("`instance of` cannot be translated: every value has one type, which `check` knows")
      } else {
        return subject
      }
    }
  }

  private mutating func sum() throws(FeelFault) -> Feel {
    var expression = try product()
    while let sign = sign(["+", "-"]) {
      let right = try product()
      expression = try makeFeel(.binary(sign, expression, right), expression.offset, expression, right)
    }
    return expression
  }

  private mutating func product() throws(FeelFault) -> Feel {
    var expression = try power()
    while !scanner.isNext("**"), let sign = sign(["*", "/"]) {
      let right = try power()
      expression = try makeFeel(.binary(sign, expression, right), expression.offset, expression, right)
    }
    return expression
  }

  private mutating func power() throws(FeelFault) -> Feel {
    var expression = try negation()
    while scanner.take("**") {
      let right = try negation()
      expression = try makeFeel(.binary("**", expression, right), expression.offset, expression, right)
    }
    return expression
  }

  private mutating func negation() throws(FeelFault) -> Feel {
    let start = scanner.at
    var count = 0
    while scanner.take("-") { count += 1 }
    let value = try postfix()
    return count % 2 == 1 ? try makeFeel(.negative(value), start, value) : value
  }

  private mutating func postfix() throws(FeelFault) -> Feel {
    var value = try primary()
    while true {
      if scanner.isNext("..") { return value }
      if scanner.take(".") {
        value = try makeFeel(.path(value, try scanner.name()), value.offset, value)
      } else if scanner.isNext("["), !(isAtHigh && closesInterval) {
        _ = scanner.take("[")
        let outer = isAtHigh
        isAtHigh = false
        let inside = try expression()
        isAtHigh = outer
        try scanner.want("]")
        value = try makeFeel(.filter(value, inside), value.offset, value, inside)
      } else if scanner.isNext("("), isCallable(value) {
        let arguments = try arguments()
        value = try makeFeel(.call(value, arguments), value.offset, all: [value] + arguments.map(\.value))
      } else {
        return value
      }
    }
  }

  /// Whether the next `[` ends an interval, as in `[1..5[`, because the content of a filter does not follow.
  private var closesInterval: Bool {
    var ahead = scanner
    _ = ahead.take("[")
    return ahead.isAtEnd
      || [",", ")", "]", "}", "and", "or", "then", "else", "return", "satisfies"].contains { ahead.isNext($0) }
  }

  /// Parses the upper end of an interval.
  private mutating func high() throws(FeelFault) -> Feel {
    let outer = isAtHigh
    isAtHigh = true
    defer { isAtHigh = outer }
    return try expression()
  }

  private func isCallable(_ value: Feel) -> Bool {
    switch value.node {
    case .name, .path: true
    default: false
    }
  }

  private mutating func arguments() throws(FeelFault) -> [Feel.Argument] {
    try scanner.want("(")
    var result: [Feel.Argument] = []
    if scanner.take(")") { return result }
    repeat {
      var ahead = scanner.at
      while ahead < scanner.scalars.count, FeelNames.isWord(scanner.scalars[ahead]) || FeelNames.isBlank(scanner.scalars[ahead]) {
        ahead += 1
      }
      var name: String?
      if ahead < scanner.scalars.count, scanner.scalars[ahead] == ":" {
        name = try scanner.newName(before: [":"])
        try scanner.want(":")
      }
      result.append(Feel.Argument(name: name, value: try test()))
    } while scanner.take(",")
    try scanner.want(")")
    return result
  }

  // MARK: Values

  private mutating func primary() throws(FeelFault) -> Feel {
    let start = scanner.at
    if let number = scanner.number() { return try makeFeel(.number(number), start) }
    switch scanner.scalar() {
    case "\"": return try makeFeel(.text(try scanner.string()), start)
    case "@":
      _ = scanner.take("@")
      guard scanner.isNext("\"") else { throw scanner.fault("a text is expected after `@`") }
      return try makeFeel(.temporal(try scanner.string()), start)
    case "{": return try context()
    case "[", "]", "(": return try bracket()
    default: break
    }
    if scanner.takeKeyword("true") { return try makeFeel(.boolean(true), start) }
    if scanner.takeKeyword("false") { return try makeFeel(.boolean(false), start) }
    if scanner.takeKeyword("null") { return try makeFeel(.null, start) }
    if scanner.takeKeyword("if") {
      let condition = try expression()
      try scanner.want("then")
      let then = try expression()
      try scanner.want("else")
      let other = try expression()
      return try makeFeel(.condition(condition, then, other), start, condition, then, other)
    }
    for word in ["for", "some", "every"] where scanner.takeKeyword(word) { return try loop(word, start) }
    if scanner.takeKeyword("function") { throw scanner.fault("a function that is a value cannot be translated", at: start) }
    return try makeFeel(.name(try scanner.name()), start)
  }

  private mutating func loop(_ word: String, _ start: Int) throws(FeelFault) -> Feel {
    var bindings: [Feel.Binding] = []
    repeat {
      let name = try scanner.newName(before: [",", "(", ")"], orWord: "in")
      try scanner.want("in")
      let source = try test()
      let high = scanner.take("..") ? try sum() : nil
      bindings.append(Feel.Binding(name: name, source: source, high: high))
      scanner.locals.insert(name)
    } while scanner.take(",")
    try scanner.want(word == "for" ? "return" : "satisfies")
    let body = try expression()
    return try makeFeel(.loop(word, bindings, body), start, all: [body] + bindings.flatMap(\.ends))
  }

  private mutating func context() throws(FeelFault) -> Feel {
    let start = scanner.at
    try scanner.want("{")
    var entries: [Feel.Entry] = []
    if !scanner.take("}") {
      repeat {
        let name = scanner.isNext("\"") ? try scanner.string() : try scanner.newName(before: [":", "}", ","])
        try scanner.want(":")
        entries.append(Feel.Entry(name: name, value: try test()))
        scanner.locals.insert(name)
      } while scanner.take(",")
      try scanner.want("}")
    }
    return try makeFeel(.context(entries), start, all: entries.map(\.value))
  }

  /// Parses a list, an interval, or an expression in brackets.
  private mutating func bracket() throws(FeelFault) -> Feel {
    let start = scanner.at
    let opened = scanner.scalar()
    scanner.at += 1
    scanner.skip()
    if opened == "[", scanner.take("]") { return try makeFeel(.list([]), start) }
    let first = try opened == "]" ? expression() : test()
    if scanner.take("..") {
      let high = try high()
      let closed = scanner.scalar()
      guard closed == "]" || closed == ")" || closed == "[" else { throw scanner.fault("the interval is not closed") }
      scanner.at += 1
      scanner.skip()
      let node = Feel.Node.interval(isLowIncluded: opened == "[", first, high, isHighIncluded: closed == "]")
      return try makeFeel(node, start, first, high)
    }
    if opened == "]" { throw scanner.fault("`..` is expected before \(scanner.rest())") }
    if opened == "(" {
      try scanner.want(")")
      return first
    }
    var items = [first]
    while scanner.take(",") { items.append(try test()) }
    try scanner.want("]")
    return try makeFeel(.list(items), start, all: items)
  }

  // MARK: Tests

  private mutating func tests() throws(FeelFault) -> [Feel] {
    var tests = [try test()]
    while scanner.take(",") { tests.append(try test()) }
    return tests
  }

  /// Parses the tests after `in (`, up to the closing bracket. If the bracket begins an interval, parses the interval.
  private mutating func closedTests(from start: Int) throws(FeelFault) -> [Feel] {
    let first = try test()
    if scanner.take("..") {
      let high = try high()
      let isHighIncluded = scanner.take("]")
      if !isHighIncluded, !scanner.take("[") { try scanner.want(")") }
      return [try makeFeel(.interval(isLowIncluded: false, first, high, isHighIncluded: isHighIncluded), start, first, high)]
    }
    var tests = [first]
    while scanner.take(",") { tests.append(try test()) }
    try scanner.want(")")
    return tests
  }

  private mutating func test() throws(FeelFault) -> Feel {
    let start = scanner.at
    if let sign = sign(["<=", ">=", "!=", "<", ">", "="]) {
      let value = try sum()
      return try makeFeel(.test(sign, value), start, value)
    }
    return try expression()
  }
}
