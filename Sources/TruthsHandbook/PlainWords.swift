import TruthsProgram
import TruthsSyntax

/// Writes expressions in words for readers who do not know the language. Expressions that are too complex stay code.
struct PlainWords {
  var scope: WordScope

  init(_ program: Program) { scope = WordScope(program) }

  /// Returns the expression writer for a declaration of a pack with some fields.
  func within(_ pack: String, _ fields: [Field]) -> PlainWords {
    var result = self
    result.scope = scope.within(pack, fields)
    return result
  }

  func naming(_ name: String, _ type: ValueType?, isVariable: Bool = true) -> PlainWords {
    var result = self
    result.scope = scope.adding(name, type, isVariable: isVariable)
    return result
  }

  /// Returns a condition as a sentence, or as written if it is too complex.
  func condition(_ expr: Expr) -> Phrase {
    guard isPlain(condition: expr) else { return .code(formatted(expr)) }
    switch expr.kind {
    case .and(let left, let right): return "\(grouped(left)) and \(grouped(right))"
    case .or(let left, let right): return "\(condition(left)) or \(condition(right))"
    case .not(let inner): return negated(inner)
    case .test(let test, let operand): return self.test(test, operand)
    case .binary(let sign, let left, let right):
      return comparison(sign, left, right) ?? "\(value(expr)) is true"
    case .quantified(let quantified): return self.quantified(quantified)
    case .between(let inner, let low, let high): return between(inner, low, high, "is from")
    case .conditional(let conditional):
      guard let consequence = conditional.consequence, let alternative = conditional.alternative else { break }
      return
        "if \(condition(conditional.condition)) then \(grouped(consequence)), otherwise \(grouped(alternative))"
    case .call(let name, let arguments) where name.text == Function.old && arguments.count == 1:
      return "before, \(condition(arguments[0]))"
    case .call(let name, let arguments):
      if let words = predicate(name.text, arguments, isNegated: false) { return words }
    case .boolean(let isTrue): return isTrue ? "always" : "never"
    default: break
    }
    if let fact = fact(expr) { return presence(fact, "there is") }
    return "\(bare(expr)) is true"
  }

  /// Returns the condition of a clause in words; a clause with an arrow `A → B` is `B, where A`.
  func clause(_ clause: Clause) -> Phrase {
    guard case .expression(let consequence) = clause.consequence else { return condition(clause.condition) }
    return "\(condition(consequence)), where \(condition(clause.condition))"
  }

  /// Returns a text in quotes, with interpolated values in square brackets.
  func text(_ literal: TextLiteral) -> Phrase {
    var phrase: Phrase = "“"
    for part in literal.parts {
      switch part {
      case .literal(let stretch): phrase.parts.append(.plain(stretch))
      case .interpolation(let expr): phrase = phrase + "[" + bare(expr).withoutLinks + "]"
      }
    }
    return phrase + "”"
  }

  // MARK: Conditions

  private static let verbs: [BinaryOperator: (isSo: String, isNot: String)] = [
    .equal: ("is", "is not"), .notEqual: ("is not", "is"), .less: ("is below", "is at least"),
    .lessOrEqual: ("is at most", "is above"), .greater: ("is above", "is at most"), .greaterOrEqual: ("is at least", "is below"),
    .isIn: ("is one of", "is none of"), .isNotIn: ("is none of", "is one of"), .contains: ("contains", "does not contain"),
    .like: ("looks like", "does not look like"), .matches: ("has the form", "does not have the form"),
    .containsMatching: ("contains something of the form", "contains nothing of the form"),
  ]

  /// Verbs for days and moments, which come before and after one another; other values are below and above.
  private static let timely: [BinaryOperator: (isSo: String, isNot: String)] = [
    .less: ("is before", "is not before"), .lessOrEqual: ("is not after", "is after"), .greater: ("is after", "is not after"),
    .greaterOrEqual: ("is not before", "is before"),
  ]

  private func comparison(_ sign: BinaryOperator, _ left: Expr, _ right: Expr, isNegated: Bool = false) -> Phrase? {
    let type = scope.type(left) ?? scope.type(right)
    let isTimely = type == .date || type == .timestamp || type == .time
    guard let verb = (isTimely ? Self.timely[sign] : nil) ?? Self.verbs[sign] else { return nil }
    let words = isNegated ? verb.isNot : verb.isSo
    if sign == .isIn || sign == .isNotIn, case .list(let elements) = right.kind, !elements.isEmpty {
      return "\(value(left)) \(plain: words) \(elements.map { value($0, as: type) }.listed("or"))"
    }
    if sign.wantsPattern { return "\(value(left)) \(plain: words) \(code: formatted(right))" }
    if case .boolean(let isTrue) = right.kind, sign == .equal || sign == .notEqual {
      return "\(bare(left)) is \(isTrue == ((sign == .equal) != isNegated) ? "true" : "not true")"
    }
    if sign == .isIn || sign == .isNotIn {
      let place: Phrase = words == "is one of" ? "is among" : "is not among"
      return "\(value(left)) \(place) \(value(right))"
    }
    return "\(value(left, as: type)) \(plain: words) \(value(right, as: type))"
  }

  private func between(_ inner: Expr, _ low: Expr, _ high: Expr, _ verb: Phrase) -> Phrase {
    let type = scope.type(inner)
    return "\(value(inner)) \(verb) \(value(low, as: type)) to \(value(high, as: type))"
  }

  private func negated(_ inner: Expr) -> Phrase {
    if let fact = fact(inner) { return presence(fact, "there is no") }
    switch inner.kind {
    case .binary(let sign, let left, let right):
      if let words = comparison(sign, left, right, isNegated: true) { return words }
    case .between(let inner, let low, let high): return between(inner, low, high, "is not from")
    case .not(let again): return condition(again)
    case .call(let name, let arguments):
      if let words = predicate(name.text, arguments, isNegated: true) { return words }
    case .name, .member: return "\(bare(inner)) is not true"
    default: break
    }
    return "it is not so that \(grouped(inner))"
  }

  /// Returns a condition for use under `and` or `not`: in brackets if it is an `or`, a quantifier or a conditional.
  func grouped(_ expr: Expr) -> Phrase {
    switch expr.kind {
    case .or, .quantified, .conditional: "(\(condition(expr)))"
    default: condition(expr)
    }
  }

  private func test(_ test: TestOperator, _ operand: Expr) -> Phrase {
    if let fact = fact(operand) {
      switch test {
      case .exists: return presence(fact, "there is")
      case .missing: return presence(fact, "there is no")
      case .empty, .notEmpty: break
      }
    }
    let isMany: Bool = if case .list? = scope.type(operand) { true } else { false }
    let verb = isMany ? "are" : "is"
    let words =
      switch test {
      case .exists: "\(verb) given"
      case .missing: "\(verb) not given"
      case .empty: "\(verb) empty"
      case .notEmpty: "\(verb) not empty"
      }
    return "\(value(operand)) \(plain: words)"
  }

  private func quantified(_ quantified: Quantified) -> Phrase {
    let variable = quantified.variable.text
    let inner = naming(variable, scope.element(of: quantified.source))
    let each = loop(quantified.source, variable)
    let filter: Phrase = quantified.filter.map { " where \(inner.condition($0))" } ?? ""
    let body = inner.condition(quantified.body)
    switch quantified.quantifier {
    case .some: return "there is \(each.one)\(filter), for which \(body)"
    case .every: return "for every \(each.bare)\(filter), \(body)"
    case .no: return "there is no \(each.bare)\(filter), for which \(body)"
    }
  }

  /// Returns the elements of a loop in words: `an invoice sent (called other)`, and the phrase without the article.
  func loop(_ source: Expr, _ variable: String) -> (one: Phrase, bare: Phrase) {
    let called: Phrase = " (called \(naming(variable, nil).scope.words(variable)))"
    switch scope.meaning(source) {
    case .fact(let index)?:
      let fact = scope.program.facts[index]
      let bare: Phrase = "\(scope.words(fact.name, of: fact.pack))\(called)"
      return ("\(plain: PlainName.article(before: fact.name)) \(bare)", bare)
    case .lifecycle(let index)?:
      let lifecycle = scope.program.lifecycles[index]
      let bare: Phrase = "\(scope.words(lifecycle.name, of: lifecycle.pack))\(called)"
      return ("\(plain: PlainName.article(before: lifecycle.name)) \(bare)", bare)
    default:
      let words = value(source)
      return ("one of \(words)\(called)", "one of \(words)\(called)")
    }
  }
}
