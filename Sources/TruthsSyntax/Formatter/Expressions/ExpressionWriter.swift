import TruthsText

/// Writes expressions with only the necessary brackets.
struct ExpressionWriter {
  private(set) var text = ""

  /// Precedence levels, from the loosest to the tightest, in the order of the grammar of clauses §2.
  enum Level: Int, Comparable {
    case any, or, and, not, comparison, sum, product, unary, postfix

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// Writes an expression, in brackets if it binds more loosely than the wanted level.
  ///
  /// - Parameter isLast: whether nothing follows that the body of a quantifier would absorb.
  mutating func write(_ expr: Expr, _ wanted: Level, isLast: Bool) {
    let isOpen =
      switch expr.kind {
      case .quantified, .conditional: !isLast
      default: false
      }
    guard Self.level(expr) < wanted || isOpen else { return bare(expr, isLast: isLast) }
    text += "("
    bare(expr, isLast: true)
    text += ")"
  }

  mutating func write(conjunctionOf exprs: [Expr]) {
    for (place, expr) in exprs.enumerated() {
      if place > 0 { text += " and " }
      write(expr, place == 0 ? .and : .not, isLast: place == exprs.count - 1)
    }
  }

  /// Returns how tightly an expression binds.
  static func level(_ expr: Expr) -> Level {
    switch expr.kind {
    case .conditional: .any
    case .or: .or
    case .and: .and
    case .not(let inner): inner.isBetween ? .comparison : .not
    case .test, .between: .comparison
    case .binary(let sign, _, _): level(sign)
    case .negate: .unary
    case .number(let number): number.isNegative ? .unary : .postfix
    default: .postfix
    }
  }

  private static func level(_ sign: BinaryOperator) -> Level {
    switch sign {
    case .add, .subtract: .sum
    case .multiply, .divide, .remainder: .product
    default: .comparison
    }
  }

  private mutating func bare(_ expr: Expr, isLast: Bool) {
    switch expr.kind {
    case .number(let number): NumberWriter.append(number, to: &text)
    case .percent(let number): NumberWriter.append(percent: number, to: &text)
    case .text(let literal): text += formatted(literal)
    case .boolean(let value): text += value ? "true" : "false"
    case .list(let elements): bracketed("[", elements, "]")
    case .name(let name): text += name
    case .member(let base, let word):
      self.base(base)
      text += ".\(word.text)"
    case .keyed(let base, let arguments): keyed(base, arguments)
    case .with(let base, let arguments):
      operand(base)
      text += " with "
      self.arguments(arguments)
    case .current(let inner):
      text += "the "
      write(inner, .postfix, isLast: false)
    case .negate(let operand): prefix("-", operand, .unary, isLast)
    case .not(let operand):
      if case .between(let value, let low, let high) = operand.kind {
        between(value, " not between ", low, high, isLast)
      } else {
        prefix("not ", operand, .not, isLast)
      }
    case .and(let left, let right): infix(left, .and, " and ", right, .not, isLast)
    case .or(let left, let right): infix(left, .or, " or ", right, .and, isLast)
    case .binary(let sign, let left, let right): binary(sign, left, right, isLast)
    case .test(let test, let operand):
      write(operand, .sum, isLast: false)
      text += " \(test.rawValue)"
    case .quantified(let quantified): self.quantified(quantified, isLast: isLast)
    case .aggregate(let aggregate): self.aggregate(aggregate)
    case .call(let function, let arguments): call(function, arguments)
    case .element(let list, let place):
      operand(list)
      bracketed("[", [place], "]")
    case .conditional(let conditional): self.conditional(conditional, isLast: isLast)
    case .between(let value, let low, let high): between(value, " between ", low, high, isLast)
    case .error: text += "?"
    }
  }

  private mutating func prefix(_ sign: String, _ operand: Expr, _ level: Level, _ isLast: Bool) {
    text += sign
    write(operand, level, isLast: isLast)
  }

  private mutating func infix(
    _ left: Expr, _ leftLevel: Level, _ sign: String, _ right: Expr, _ rightLevel: Level, _ isLast: Bool
  ) {
    write(left, leftLevel, isLast: false)
    text += sign
    write(right, rightLevel, isLast: isLast)
  }

  private mutating func binary(_ sign: BinaryOperator, _ left: Expr, _ right: Expr, _ isLast: Bool) {
    let written = " \(sign.rawValue) "
    if sign.wantsPattern, case .text(let pattern) = right.kind {
      write(left, .sum, isLast: false)
      text +=
        "\(written)\"\(pattern.plain?.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") ?? "")\""
      return
    }
    switch Self.level(sign) {
    case .sum: infix(left, .sum, written, right, .product, isLast)
    case .product: infix(left, .product, written, right, .unary, isLast)
    default: infix(left, .sum, written, right, .sum, isLast)
    }
  }

  private mutating func between(_ value: Expr, _ words: String, _ low: Expr, _ high: Expr, _ isLast: Bool) {
    infix(value, .sum, words, low, .sum, false)
    text += " and "
    write(high, .sum, isLast: isLast)
  }

  private mutating func conditional(_ conditional: Conditional, isLast: Bool) {
    text += "if "
    write(conditional.condition, .any, isLast: true)
    text += " then "
    branch(conditional.consequence, isLast: true)
    text += " else "
    branch(conditional.alternative, isLast: isLast)
  }

  private mutating func branch(_ branch: Expr?, isLast: Bool) {
    if let branch { write(branch, .any, isLast: isLast) } else { text += "missing" }
  }

  // MARK: Names with brackets

  /// Words with another meaning if a bracket follows them.
  private static let taken =
    AggregateFunction.allCases.map(\.rawValue) + ["reject", "warn", "requires_approval", "requires_consent"]

  /// Words of ``taken`` that are also functions.
  private static let functions = AggregateFunction.allCases.filter(\.isFunctionToo).map(\.rawValue)

  /// Writes the base before a dot. A number needs brackets, or the dot would be its decimal point; `the F` needs them, or the
  /// next word would be part of the fact type's name.
  private mutating func base(_ base: Expr) {
    if base.isNumber || base.isCurrentWithoutKeys { inBrackets(base) } else { write(base, .postfix, isLast: false) }
  }

  /// Writes what precedes a bracket or `with`. A percentage needs brackets, or its sign would be an operator.
  private mutating func operand(_ base: Expr) {
    if case .percent = base.kind { inBrackets(base) } else { write(base, .postfix, isLast: false) }
  }

  private mutating func inBrackets(_ expr: Expr) {
    text += "("
    write(expr, .any, isLast: true)
    text += ")"
  }

  private mutating func keyed(_ base: Expr, _ arguments: [KeyArgument]) {
    if case .name(let name) = base.kind, Self.taken.contains(name) {
      text += "(\(name))"
    } else if base.isCurrentWithoutKeys {
      self.base(base)
    } else {
      operand(base)
    }
    self.arguments(arguments)
  }

  private mutating func arguments(_ arguments: [KeyArgument]) {
    text += "("
    for (index, argument) in arguments.enumerated() {
      text += (index > 0 ? ", " : "") + "\(argument.name.text) = "
      write(argument.value, .any, isLast: true)
    }
    text += ")"
  }

  private mutating func call(_ function: Name, _ arguments: [Expr]) {
    let isTaken = Self.taken.contains(function.text) && (arguments.isEmpty || !Self.functions.contains(function.text))
    text += isTaken ? "(\(function.text))" : function.text
    bracketed("(", arguments, ")")
  }

  private mutating func bracketed(_ opening: String, _ elements: [Expr], _ closing: String) {
    text += opening
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      write(element, .any, isLast: true)
    }
    text += closing
  }

  // MARK: Loops

  private mutating func quantified(_ quantified: Quantified, isLast: Bool) {
    text += "\(quantified.quantifier.rawValue) "
    write(Aggregate.Loop(variable: quantified.variable, source: quantified.source))
    filter(quantified.filter)
    text += " satisfies "
    write(quantified.body, .any, isLast: isLast)
  }

  mutating func write(_ loop: Aggregate.Loop) {
    text += "\(loop.variable.text) in "
    write(loop.source, .postfix, isLast: true)
  }

  private mutating func filter(_ filter: Expr?) {
    guard let filter else { return }
    text += " where "
    write(filter, .any, isLast: true)
  }

  private mutating func aggregate(_ aggregate: Aggregate) {
    text += "\(aggregate.function.rawValue)("
    if let value = aggregate.value {
      write(value, .any, isLast: true)
      text += " for "
    }
    for (index, loop) in aggregate.loops.enumerated() {
      if index > 0 { text += " for " }
      write(loop)
    }
    filter(aggregate.filter)
    for (index, key) in aggregate.order.enumerated() {
      text += index > 0 ? ", " : " by "
      write(key.value, .sum, isLast: true)
      if key.isDescending { text += " desc" }
    }
    text += ")"
  }
}

extension Expr {
  fileprivate var isNumber: Bool {
    if case .number = kind { return true }
    return false
  }

  fileprivate var isCurrentWithoutKeys: Bool {
    guard case .current(let inner) = kind else { return false }
    if case .keyed = inner.kind { return false }
    return true
  }

  fileprivate var isBetween: Bool {
    if case .between = kind { return true }
    return false
  }
}

/// Writes texts in double quotes with the fewest escapes.
package enum TextWriter {
  /// Returns a text in quotes; `braces` doubles the braces, for a text with interpolation.
  package static func quoted(_ content: String, braces: Bool) -> String {
    var text = "\""
    append(content, braces: braces, to: &text)
    return text + "\""
  }

  static func append(_ content: String, braces: Bool, to text: inout String) {
    let scalars = content.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      switch scalar {
      case "\"": text += "\\\""
      case "\\" where next < scalars.endIndex && scalars[next] == "*": text += "\\"
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "{" where braces: text += "{{"
      case "}" where braces: text += "}}"
      default:
        if mustBeEscaped(scalar) {
          text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
      index = next
    }
  }

  /// Whether a character is not allowed in a file, or invisible there.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

/// Writes numbers as the grammar reads them: digits, and digits after a point; never an exponent.
enum NumberWriter {
  static func append(_ number: Decimal, to text: inout String) { append(number, places: Int(number.scale), to: &text) }

  /// Writes 0.4 as `40%`.
  static func append(percent number: Decimal, to text: inout String) {
    append(number, places: number == .zero ? 0 : Int(number.scale) - 2, to: &text)
    text += "%"
  }

  private static func append(_ number: Decimal, places: Int, to text: inout String) {
    if number.isNegative { text += "-" }
    let digits = String(number.coefficient.magnitude) + String(repeating: "0", count: max(0, -places))
    guard places > 0 else {
      text += digits
      return
    }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    text += padded.dropLast(places) + "." + padded.suffix(places)
  }
}
