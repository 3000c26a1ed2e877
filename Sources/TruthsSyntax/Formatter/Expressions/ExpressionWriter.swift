import TruthsText

/// Writes expressions with the brackets that they need and no others.
struct ExpressionWriter {
  private(set) var text = ""

  /// How tightly an expression holds together, in the order of the grammar of language.md §3.
  enum Level: Int, Comparable {
    case any, or, and, not, comparison, sum, product, unary, postfix

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// Writes an expression where at least a level is wanted.
  ///
  /// - Parameter isLast: whether nothing follows that the body of a quantifier would take for a part of itself.
  mutating func write(_ expr: Expr, _ wanted: Level, isLast: Bool) {
    let isOpen = if case .quantified = expr.kind { !isLast } else { false }
    guard Self.level(expr) < wanted || isOpen else { return bare(expr, isLast: isLast) }
    text += "("
    bare(expr, isLast: true)
    text += ")"
  }

  private static func level(_ expr: Expr) -> Level {
    switch expr.kind {
    case .or: .or
    case .and: .and
    case .not: .not
    case .test: .comparison
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
    case .text(let literal): text += formatted(literal)
    case .boolean(let value): text += value ? "true" : "false"
    case .list(let elements): bracketed("[", elements, "]")
    case .name(let name): text += name
    case .member(let base, let word):
      self.base(base)
      text += ".\(word.text)"
    case .keyed(let base, let arguments): keyed(base, arguments)
    case .negate(let operand): prefix("-", operand, .unary, isLast)
    case .not(let operand): prefix("not ", operand, .not, isLast)
    case .and(let left, let right): infix(left, .and, " and ", right, .not, isLast)
    case .or(let left, let right): infix(left, .or, " or ", right, .and, isLast)
    case .binary(let sign, let left, let right): binary(sign, left, right, isLast)
    case .test(let test, let operand):
      write(operand, .sum, isLast: false)
      text += " \(test.rawValue)"
    case .quantified(let quantified): self.quantified(quantified, isLast: isLast)
    case .aggregate(let aggregate): self.aggregate(aggregate)
    case .call(let function, let arguments): call(function, arguments)
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
    switch Self.level(sign) {
    case .sum: infix(left, .sum, written, right, .product, isLast)
    case .product: infix(left, .product, written, right, .unary, isLast)
    default: infix(left, .sum, written, right, .sum, isLast)
    }
  }

  // MARK: Names with brackets

  /// Words that begin something else when a bracket follows them.
  private static let taken = ["sum", "count", "min", "max", "list", "reject", "warn", "requires_approval"]

  /// What stands before a dot: a number needs brackets, or the dot would be its point.
  private mutating func base(_ base: Expr) {
    if case .number = base.kind {
      text += "("
      write(base, .any, isLast: true)
      text += ")"
    } else {
      write(base, .postfix, isLast: false)
    }
  }

  private mutating func keyed(_ base: Expr, _ arguments: [KeyArgument]) {
    if case .name(let name) = base.kind, Self.taken.contains(name) {
      text += "(\(name))"
    } else {
      write(base, .postfix, isLast: false)
    }
    text += "("
    for (index, argument) in arguments.enumerated() {
      text += (index > 0 ? ", " : "") + "\(argument.name.text) = "
      write(argument.value, .any, isLast: true)
    }
    text += ")"
  }

  private mutating func call(_ function: Name, _ arguments: [Expr]) {
    text += Self.taken.contains(function.text) ? "(\(function.text))" : function.text
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

  /// `name in source`
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
