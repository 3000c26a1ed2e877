package import TruthsSyntax
import TruthsText

/// Makes expressions, the same ones in every run. They mean nothing; all of them can be read.
package struct ExprGenerator {
  package var chance: Chance

  package init(seed: UInt64) { self.init(Chance(seed: seed)) }

  package init(_ chance: Chance) { self.chance = chance }

  private static let span = Span(file: FileID(0), start: 0, end: 0)

  private mutating func next(below bound: Int) -> Int { chance.next(below: bound) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { chance.pick(elements) }

  private mutating func name() -> Name {
    Name(pick(["amount", "x", "by", "desc", "sum", "list", "count", "fact", "otherwise", "rate", "line_items"]), at: Self.span)
  }

  private mutating func word() -> Name { Name(pick(["total", "in", "exists", "and", "state", "List"]), at: Self.span) }

  private func make(_ kind: Expr.Kind) -> Expr { Expr(kind, at: Self.span) }

  /// An expression of at most a depth.
  package mutating func expr(_ depth: Int, inText: Bool = false) -> Expr {
    guard depth > 1 else { return leaf(inText) }
    let below = depth - 1
    switch next(below: 17) {
    case 15:
      let key = KeyArgument(name: word(), value: expr(below, inText: inText))
      return make(.with(expr(below, inText: inText), [key]))
    case 16: return make(.current(current(below, inText)))
    case 13: return make(.element(expr(below, inText: inText), expr(below, inText: inText)))
    case 0: return leaf(inText)
    case 1: return make(.list((0..<next(below: 3)).map { _ in expr(below, inText: inText) }))
    case 2: return make(.member(expr(below, inText: inText), word()))
    case 3: return make(.keyed(expr(below, inText: inText), [KeyArgument(name: word(), value: expr(below, inText: inText))]))
    case 4: return make(.negate(expr(below, inText: inText)))
    case 5: return make(.not(expr(below, inText: inText)))
    case 6: return make(.and(expr(below, inText: inText), expr(below, inText: inText)))
    case 7: return make(.or(expr(below, inText: inText), expr(below, inText: inText)))
    case 8, 9: return binary(below, inText)
    case 10: return make(.test(pick(TestOperator.allCases), expr(below, inText: inText)))
    case 11: return make(.quantified(quantified(below, inText)))
    case 12: return make(.aggregate(aggregate(below, inText)))
    default:
      let function = pick(["round", "money.urgency_of", "sum", "is_email"])
      return make(.call(Name(function, at: Self.span), (0..<next(below: 3)).map { _ in expr(below, inText: inText) }))
    }
  }

  private mutating func binary(_ below: Int, _ inText: Bool) -> Expr {
    let signs = BinaryOperator.allCases.filter { !inText || !$0.wantsPattern }
    let sign = pick(signs)
    guard sign.wantsPattern else { return make(.binary(sign, expr(below, inText: inText), expr(below, inText: inText))) }
    let pattern = pick(["[a-z]{2,3}", "a\"b", "(x|y)*[.]", "é+", "a\\{b\\}", "[{}]"])
    let text = make(.text(TextLiteral(parts: [.literal(pattern)], at: Self.span)))
    return make(.binary(sign, expr(below, inText: inText), text))
  }

  /// A fact type, with or without keys.
  private mutating func current(_ below: Int, _ inText: Bool) -> Expr {
    let named = make(.member(make(.name(name().text)), word()))
    if next(below: 2) == 0 { return named }
    return make(.keyed(named, [KeyArgument(name: word(), value: expr(below, inText: inText))]))
  }

  private mutating func leaf(_ inText: Bool) -> Expr {
    switch next(below: 4) {
    case 0: return make(.name(next(below: 6) == 0 ? "CA" : name().text))
    case 1:
      let number = next(below: 1000)
      guard number % 7 == 0, case .success(let share) = Decimal.make(coefficient: Int128(number), scale: 2) else {
        return make(.number(Decimal(number)))
      }
      return make(.percent(share))
    case 2: return make(.boolean(next(below: 2) == 0))
    // A text inside of a text's braces has none itself.
    default: return make(.text(inText ? TextLiteral(parts: [.literal(pick(["a", "\"", ", ", "é→"]))], at: Self.span) : text()))
    }
  }

  /// A text with interpolations.
  package mutating func text() -> TextLiteral {
    var parts: [TextLiteral.Part] = []
    for _ in 0..<next(below: 3) {
      parts.append(.literal(pick(["a", "\"", "\\", "\\*", "{", "}}", "\n\t", "é→", "\u{2028}", "it's: #5"])))
      if next(below: 2) == 0 { parts.append(.interpolation(expr(2, inText: true))) }
    }
    return TextLiteral(parts: Self.merged(parts), at: Self.span)
  }

  /// Neighbouring stretches are one, as in a text that was read.
  private static func merged(_ parts: [TextLiteral.Part]) -> [TextLiteral.Part] {
    var result: [TextLiteral.Part] = []
    for part in parts {
      if case .literal(let stretch) = part, case .literal(let before) = result.last {
        result[result.count - 1] = .literal(before + stretch)
      } else {
        result.append(part)
      }
    }
    return result
  }

  private mutating func quantified(_ depth: Int, _ inText: Bool) -> Quantified {
    Quantified(
      quantifier: pick([.some, .every, .no]), variable: name(), source: expr(depth, inText: inText),
      filter: next(below: 2) == 0 ? expr(depth, inText: inText) : nil, body: expr(depth, inText: inText))
  }

  private mutating func aggregate(_ depth: Int, _ inText: Bool) -> Aggregate {
    let function = pick(AggregateFunction.allCases)
    return Aggregate(
      function: function, value: function == .count ? nil : expr(depth, inText: inText),
      loops: (0...next(below: 2)).map { _ in .init(variable: name(), source: expr(depth, inText: inText)) },
      filter: next(below: 2) == 0 ? expr(depth, inText: inText) : nil,
      order: (0..<next(below: 3)).map { _ in .init(value: expr(depth, inText: inText), isDescending: next(below: 2) == 0) })
  }
}
