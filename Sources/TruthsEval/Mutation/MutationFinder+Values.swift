import TruthsProgram
import TruthsSyntax
import TruthsText

/// Mutations of values.
extension MutationFinder {
  /// Adds the mutations of an expression of any type.
  mutating func value(_ expr: Expr) {
    switch expr.kind {
    case .number, .percent: number(expr)
    case .text(let literal): duration(literal, expr)
    case .boolean(let value): flip(value, expr)
    case .list(let elements):
      drop(oneOf: elements.map(\.span))
      for element in elements { value(element) }
    case .member(let base, _): value(base)
    case .keyed(_, let keys): for key in keys { value(key.value) }
    case .with(let base, let fields):
      value(base)
      for field in fields { value(field.value) }
    case .current(let inner): value(inner)
    case .negate(let operand): value(operand)
    case .binary(let sign, let left, let right): arithmetic(sign, expr, left, right)
    case .aggregate(let aggregate): self.aggregate(aggregate, expr)
    case .element(let list, let place):
      value(list)
      value(place)
    case .call(let name, let arguments):
      if name.text == Function.old, let argument = arguments.first { old(argument, in: expr) }
      opposite(name)
      if name.text == "in_unit", arguments.count == 2 { unit(arguments[1]) }
      for argument in arguments { value(argument) }
    case .not, .and, .or, .test, .quantified, .between: condition(expr)
    case .conditional(let conditional):
      condition(conditional.condition)
      for branch in conditional.parts.dropFirst() { value(branch) }
    case .name, .error: return
    }
  }

  /// The name of the opposite function for each function that has one. Both take the same arguments.
  private static let opposites: [String: String] = {
    let pairs = [
      ("min", "max"), ("first", "last"), ("before", "after"), ("pad_left", "pad_right"), ("floor", "ceil"),
      ("starts_with", "ends_with"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs + pairs.map { ($0.1, $0.0) })
  }()

  private mutating func opposite(_ name: Name) {
    guard let other = Self.opposites[name.text] else { return }
    add(
      .extreme, name.span, other,
      advice: "no fixture distinguishes `\(name.text)` from `\(other)` here: write one with values for which they differ")
  }

  /// Replaces a currency that is written as a text by a different currency.
  private mutating func unit(_ expr: Expr) {
    guard case .text(let literal) = expr.kind, let old = literal.plain,
      let values = vocabulary.currencies.first(where: { $0.contains(old) }), let index = values.firstIndex(of: old),
      values.count > 1
    else { return }
    let new = values[(index + 1) % values.count]
    add(
      .value, expr.span, "\"\(new)\"",
      advice: "no fixture distinguishes amounts in `\(old)` from those in `\(new)` here: write one whose result depends on it")
  }

  /// Replaces the value of a field before the run by its value after the run.
  private mutating func old(_ argument: Expr, in expr: Expr) {
    let written = text(argument.span)
    add(
      .old, inner(expr.span), "(\(written))",
      advice: "no fixture distinguishes `\(written)` before the run from its value after it: write one in which "
        + "the run changes it")
  }

  /// Adds the mutations of a written value.
  mutating func value(_ syntax: ValueSyntax) {
    switch syntax.kind {
    case .text, .missing: return
    case .expression(let expr): value(expr)
    case .list(let elements):
      drop(oneOf: elements.map(\.span))
      for element in elements { value(element) }
    case .record(let fields): for field in fields { value(field.value) }
    }
  }

  /// Adds the mutations of a written value that may be an enum's.
  ///
  /// - Parameter values: the values of the enum; `nil` if the value has a different type.
  mutating func value(_ syntax: ValueSyntax, of values: [String]?) {
    value(syntax)
    guard let values, values.count > 1 else { return }
    let (old, span): (String?, Span)
    switch syntax.kind {
    case .expression(let expr): (old, span) = (expr.bareWord, inner(expr.span))
    case .text(let literal): (old, span) = (literal.plain, syntax.span)
    case .list, .record, .missing: return
    }
    guard let old, let index = values.firstIndex(of: old) else { return }
    let new = values[(index + 1) % values.count]
    add(
      .value, span, quoted(new),
      advice: "no fixture distinguishes `\(old)` from `\(new)` here: expect it, or write one whose result depends on it")
  }

  /// Returns an enum value as source text, which is a name or a quoted text.
  private func quoted(_ value: String) -> String {
    let isName = value.utf8.allSatisfy { Digits.isDigit($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F }
    return isName && value.utf8.first.map { !Digits.isDigit($0) } ?? false ? value : "\"\(value)\""
  }

  private mutating func flip(_ value: Bool, _ expr: Expr) {
    add(
      .boolean, inner(expr.span), value ? "false" : "true",
      advice: "no fixture depends on this `\(value)`: write one that does")
  }

  // MARK: Literals

  private mutating func number(_ expr: Expr) {
    let innerSpan = inner(expr.span)
    let old = file.text(innerSpan)
    let digits = old.prefix { $0.isNumber || $0 == "." }
    guard let raised = Digits.raised(String(digits)) else { return }
    let new = raised + old.dropFirst(digits.count)
    add(
      .number, innerSpan, new,
      advice: "no fixture distinguishes `\(old)` from `\(new)`: write one with a value between them, or at one of them, "
        + "whose outcome depends on it")
  }

  /// Changes a text that is a duration.
  private mutating func duration(_ literal: TextLiteral, _ expr: Expr) {
    let span = inner(expr.span)
    guard let plain = literal.plain, TimeSpan(text: plain) != nil, file.text(span) == "\"\(plain)\"",
      let new = Digits.raisedLast(plain)
    else { return }
    add(
      .duration, span, "\"\(new)\"",
      advice: "no fixture distinguishes `\(plain)` from `\(new)`: write one that is exactly that long, "
        + "whose outcome depends on it")
  }

  /// Removes each element of a bracketed list. A single element stays.
  mutating func drop(oneOf elements: [Span]) {
    guard elements.count > 1 else { return }
    for (index, element) in elements.enumerated() {
      let isLast = index == elements.count - 1
      let span =
        isLast
        ? Span(file: file.id, start: Int(elements[index - 1].end), end: Int(element.end))
        : Span(file: file.id, start: Int(element.start), end: Int(elements[index + 1].start))
      guard file.text(span).contains(",") else { continue }
      add(
        .element, span, "",
        advice: "no fixture shows that `\(text(element))` is in the list: write one whose result depends on that")
    }
  }

  // MARK: Arithmetic

  private mutating func arithmetic(_ sign: BinaryOperator, _ expr: Expr, _ left: Expr, _ right: Expr) {
    let replacements: [BinaryOperator: String] = [.add: "-", .subtract: "+", .multiply: "/", .divide: "*"]
    if sign == .remainder {
      value(left)
      return value(right)
    }
    guard let new = replacements[sign] else { return condition(expr) }
    replace(
      sign.rawValue, new, .arithmetic, left, right,
      advice:
        "no fixture expects the value of `\(text(expr.span))`: write one in which `\(text(right.span))` is neither 0 nor 1, "
        + "and that expects the result")
    value(left)
    value(right)
  }

  // MARK: Aggregates

  private mutating func aggregate(_ aggregate: Aggregate, _ expr: Expr) {
    let opposite: [AggregateFunction: String] = [.min: "max", .max: "min", .first: "last", .last: "first"]
    if let new = opposite[aggregate.function],
      let place = token(aggregate.function.rawValue, from: expr.span.start, to: expr.span.end)
    {
      let (one, other) = aggregate.order.isEmpty ? ("least", "greatest") : ("first", "last")
      add(
        .extreme, place, new,
        advice: "no fixture distinguishes the \(one) from the \(other) here: write one with two different values")
    }
    if let inner = aggregate.value { value(inner) }
    for loop in aggregate.loops { value(loop.source) }
    if let filter = aggregate.filter { self.filter(filter) }
    for key in aggregate.order { order(key, in: expr) }
  }

  private mutating func order(_ key: Aggregate.OrderKey, in expr: Expr) {
    let advice = "no fixture shows the order by `\(text(key.value.span))`: write one with two elements that differ in it"
    if key.isDescending {
      if let place = token("desc", from: key.value.span.end, to: expr.span.end) { add(.order, place, nil, advice: advice) }
    } else {
      add(.order, key.value.span, "\(file.text(key.value.span)) desc", advice: advice)
    }
    value(key.value)
  }
}

/// Changes of numbers in source text.
enum Digits {
  /// Returns a number whose last digit is raised by one, with carry; `nil` if the text is not a number.
  static func raised(_ text: String) -> String? {
    guard text.utf8.contains(where: isDigit), text.utf8.allSatisfy({ isDigit($0) || $0 == 0x2E }) else { return nil }
    var bytes = Array(text.utf8)
    for index in bytes.indices.reversed() where bytes[index] != 0x2E {
      if bytes[index] < 0x39 {
        bytes[index] += 1
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes[index] = 0x30
    }
    return "1" + String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text in which the last digit of the last number is raised by one, with carry; `nil` if the text has no number.
  fileprivate static func raisedLast(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let last = bytes.lastIndex(where: isDigit) else { return nil }
    var first = last
    while first > 0, isDigit(bytes[first - 1]) || bytes[first - 1] == 0x2E { first -= 1 }
    guard let new = raised(String(decoding: bytes[first...last], as: UTF8.self)) else { return nil }
    return String(decoding: bytes[..<first], as: UTF8.self) + new + String(decoding: bytes[(last + 1)...], as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

extension Expr {
  /// The name or text of an expression that is only a name or text; `nil` for other expressions.
  fileprivate var bareWord: String? {
    switch kind {
    case .name(let name): name
    case .text(let literal): literal.plain
    default: nil
    }
  }
}

/// Mutations of conditions.
extension MutationFinder {
  /// Adds the mutations of a condition.
  ///
  /// - Parameter isWhole: whether the condition is a whole clause. If so, the clause is also negated as a whole.
  mutating func condition(_ expr: Expr, isWhole: Bool = false) {
    switch expr.kind {
    case .and(let left, let right): connect("and", "or", expr, left, right, isWhole)
    case .or(let left, let right): connect("or", "and", expr, left, right, isWhole)
    case .not(let operand):
      add(.negate, expr.span, "(\(file.text(operand.span)))", advice: differs(expr))
      condition(operand)
    case .binary(let sign, let left, let right): comparison(sign, expr, left, right, isWhole)
    case .test(let test, let operand): presence(test, expr, operand)
    case .quantified(let quantified): quantifier(quantified, expr, isWhole)
    case .boolean(let value): flip(value, expr)
    case .conditional(let conditional):
      condition(conditional.condition)
      for branch in conditional.parts.dropFirst() { condition(branch) }
    case .between(let inner, let low, let high):
      if isWhole { negate(expr) }
      for side in [inner, low, high] { value(side) }
    case .name, .member, .keyed, .call:
      negate(expr)
      value(expr)
    default: value(expr)
    }
  }

  private func differs(_ expr: Expr) -> String {
    "no fixture shows whether `\(text(expr.span))` holds: write two that differ only in this: it holds in one, and does not "
      + "hold in the other"
  }

  private mutating func negate(_ expr: Expr) {
    add(.negate, expr.span, "not (\(file.text(expr.span)))", advice: differs(expr))
  }

  private mutating func connect(
    _ word: String, _ replacement: String, _ expr: Expr, _ left: Expr, _ right: Expr, _ isWhole: Bool
  ) {
    if isWhole { negate(expr) }
    if let place = token(word, from: left.span.end, to: right.span.start) {
      add(
        .connective, place, replacement,
        advice: "in every fixture `\(text(left.span))` and `\(text(right.span))` hold together or fail together: write one in "
          + "which one of them holds and the other does not")
    }
    condition(left)
    condition(right)
  }

  // MARK: Comparisons

  private mutating func comparison(_ sign: BinaryOperator, _ expr: Expr, _ left: Expr, _ right: Expr, _ isWhole: Bool) {
    switch sign {
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if isWhole { negate(expr) }
      boundary(sign, left, right)
    case .equal, .notEqual:
      let (old, new) = sign == .equal ? ("==", "!=") : ("!=", "==")
      replace(old, new, .equality, left, right, advice: differs(expr))
    case .isIn: replace("in", "not in", .membership, left, right, advice: differs(expr))
    case .isNotIn:
      if let place = words("not", "in", from: left.span.end, to: right.span.start) {
        add(.membership, place, "in", advice: differs(expr))
      }
    case .contains, .like: negate(expr)
    case .matches, .containsMatching:
      negate(expr)
      return value(left)
    case .add, .subtract, .multiply, .divide, .remainder: return value(expr)
    }
    value(left)
    value(right)
  }

  private mutating func boundary(_ sign: BinaryOperator, _ left: Expr, _ right: Expr) {
    let other: [BinaryOperator: String] = [.less: "<=", .lessOrEqual: "<", .greater: ">=", .greaterOrEqual: ">"]
    guard let new = other[sign] else { return }
    replace(
      sign.rawValue, new, .boundary, left, right,
      advice: "no fixture depends on `\(text(left.span))` being equal to `\(text(right.span))`: write one in which they are "
        + "equal")
  }

  mutating func replace(
    _ old: String, _ new: String, _ operation: MutationOperator, _ left: Expr, _ right: Expr, advice: String
  ) {
    guard let place = token(old, from: left.span.end, to: right.span.start) else { return }
    add(operation, place, new, advice: advice)
  }

  /// Returns the location of two successive words with only blanks between them; `nil` if they do not occur.
  private func words(_ first: String, _ second: String, from start: Int32, to end: Int32) -> Span? {
    guard let opening = token(first, from: start, to: end), let closing = token(second, from: opening.end, to: end) else {
      return nil
    }
    return opening.union(closing)
  }

  // MARK: Presence

  private mutating func presence(_ test: TestOperator, _ expr: Expr, _ operand: Expr) {
    let (start, end) = (operand.span.end, expr.span.end)
    let change: (place: Span?, new: String) =
      switch test {
      case .exists: (token("exists", from: start, to: end), "missing")
      case .missing: (token("missing", from: start, to: end), "exists")
      case .empty: (token("empty", from: start, to: end), "not empty")
      case .notEmpty: (words("not", "empty", from: start, to: end), "empty")
      }
    if let place = change.place { add(.presence, place, change.new, advice: differs(expr)) }
    value(operand)
  }

  // MARK: Quantifiers

  private mutating func quantifier(_ quantified: Quantified, _ expr: Expr, _ isWhole: Bool) {
    if isWhole { negate(expr) }
    let word = quantified.quantifier.rawValue
    if let place = token(word, from: expr.span.start, to: quantified.variable.span.start) {
      let source = text(quantified.source.span)
      add(
        .quantifier, place, quantified.quantifier == .some ? "every" : "some",
        advice: "no fixture distinguishes some of `\(source)` from all of it: write one with two of which only one fits")
    }
    value(quantified.source)
    if let filter = quantified.filter { self.filter(filter) }
    condition(quantified.body)
  }

  /// Adds the mutations of the condition of a `where`.
  mutating func filter(_ filter: Expr) {
    add(
      .filter, filter.span, "true",
      advice: "no fixture has an element that `where \(text(filter.span))` leaves out and that would count: write one with "
        + "this element")
    condition(filter)
  }
}
