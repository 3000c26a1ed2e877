import TruthsSyntax
import TruthsText

extension MutationFinder {
  /// What has a value of any type.
  mutating func value(_ expr: Expr) {
    switch expr.kind {
    case .number: number(expr)
    case .text(let literal): duration(literal, expr)
    case .boolean(let value): flip(value, expr)
    case .list(let elements):
      drop(oneOf: elements.map(\.span))
      for element in elements { value(element) }
    case .member(let base, _): value(base)
    case .keyed(_, let keys): for key in keys { value(key.value) }
    case .negate(let operand): value(operand)
    case .binary(let sign, let left, let right): arithmetic(sign, expr, left, right)
    case .aggregate(let aggregate): self.aggregate(aggregate, expr)
    case .call(_, let arguments): for argument in arguments { value(argument) }
    case .not, .and, .or, .test, .quantified: condition(expr)
    case .name, .error: return
    }
  }

  /// What stands in a value place.
  mutating func value(_ syntax: ValueSyntax) {
    switch syntax.kind {
    case .text, .missing: return
    case .expression(let expr): value(expr)
    case .list(let elements):
      drop(oneOf: elements.map(\.span))
      for element in elements { value(element) }
    }
  }

  /// What stands in a value place for a value of an enum.
  ///
  /// - Parameter values: those of the enum; `nil` where it is of another type.
  mutating func value(_ syntax: ValueSyntax, of values: [String]?) {
    value(syntax)
    guard let values, values.count > 1 else { return }
    let (old, place): (String?, Span)
    switch syntax.kind {
    case .expression(let expr): (old, place) = (expr.bareWord, inner(expr.span))
    case .text(let literal): (old, place) = (literal.plain, syntax.span)
    case .list, .missing: return
    }
    guard let old, let index = values.firstIndex(of: old) else { return }
    let new = values[(index + 1) % values.count]
    add(
      .value, place, quoted(new),
      advice: "no fixture tells `\(old)` from `\(new)` here: expect it, or write one on which it turns")
  }

  /// A value of an enum as it is written: a name, or a text.
  private func quoted(_ value: String) -> String {
    let isName = value.utf8.allSatisfy { Digits.isDigit($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F }
    return isName && value.utf8.first.map { !Digits.isDigit($0) } ?? false ? value : "\"\(value)\""
  }

  mutating func flip(_ value: Bool, _ expr: Expr) {
    add(
      .boolean, inner(expr.span), value ? "false" : "true",
      advice: "nothing that a fixture expects hangs on this `\(value)`: write one that does")
  }

  // MARK: Literals

  private mutating func number(_ expr: Expr) {
    let place = inner(expr.span)
    let old = file.text(place)
    guard let new = Digits.raised(old) else { return }
    add(
      .number, place, new,
      advice: "no fixture tells `\(old)` from `\(new)`: write one with a value between them, or at one of them, on which the "
        + "outcome turns")
  }

  /// A text that reads as a duration.
  private mutating func duration(_ literal: TextLiteral, _ expr: Expr) {
    let place = inner(expr.span)
    guard let plain = literal.plain, TimeSpan(text: plain) != nil, file.text(place) == "\"\(plain)\"",
      let new = Digits.raisedLast(plain)
    else { return }
    add(
      .duration, place, "\"\(new)\"",
      advice: "no fixture tells `\(plain)` from `\(new)`: write one that is exactly that long, on which the outcome turns")
  }

  /// Elements of a list in brackets: each goes, where others stay.
  private mutating func drop(oneOf elements: [Span]) {
    guard elements.count > 1 else { return }
    for (place, element) in elements.enumerated() {
      let isLast = place == elements.count - 1
      let span =
        isLast
        ? Span(file: file.id, start: Int(elements[place - 1].end), end: Int(element.end))
        : Span(file: file.id, start: Int(element.start), end: Int(elements[place + 1].start))
      guard file.text(span).contains(",") else { continue }
      add(
        .element, span, "", advice: "no fixture shows that `\(text(element))` is in the list: write one on which that turns")
    }
  }

  // MARK: Arithmetic

  private mutating func arithmetic(_ sign: BinaryOperator, _ expr: Expr, _ left: Expr, _ right: Expr) {
    let other: [BinaryOperator: String] = [.add: "-", .subtract: "+", .multiply: "/", .divide: "*"]
    if sign == .remainder {
      value(left)
      return value(right)
    }
    guard let new = other[sign] else { return condition(expr) }
    replace(
      sign.rawValue, new, .arithmetic, left, right,
      advice:
        "no fixture expects what `\(text(expr.span))` comes to: write one in which `\(text(right.span))` is neither 0 nor 1, "
        + "and that expects the result")
    value(left)
    value(right)
  }

  // MARK: Aggregates

  private mutating func aggregate(_ aggregate: Aggregate, _ expr: Expr) {
    let opposite: [AggregateFunction: String] = [.min: "max", .max: "min"]
    if let new = opposite[aggregate.function],
      let place = token(aggregate.function.rawValue, from: expr.span.start, to: expr.span.end)
    {
      add(.extreme, place, new, advice: "no fixture tells the least from the greatest here: write one with two different values")
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

/// Numbers as they are written.
enum Digits {
  /// A number that is greater by one in its last place; `nil` for what is no number.
  static func raised(_ text: String) -> String? {
    guard text.utf8.contains(where: isDigit), text.utf8.allSatisfy({ isDigit($0) || $0 == 0x2E }) else { return nil }
    var bytes = Array(text.utf8)
    for place in bytes.indices.reversed() where bytes[place] != 0x2E {
      if bytes[place] < 0x39 {
        bytes[place] += 1
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes[place] = 0x30
    }
    return "1" + String(decoding: bytes, as: UTF8.self)
  }

  /// A text in which the last number is greater by one; `nil` where there is none.
  static func raisedLast(_ text: String) -> String? {
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
  /// A name or text that stands alone.
  fileprivate var bareWord: String? {
    switch kind {
    case .name(let name): name
    case .text(let literal): literal.plain
    default: nil
    }
  }
}
