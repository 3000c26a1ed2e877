import TruthsCheck
import TruthsSyntax

/// Says what an expression means in words that need no knowledge of the language; what has none stays code.
struct PlainWords {
  /// Each fact type with the names of its key.
  private let keys: [String: [String]]

  init(_ program: Program) {
    keys = Dictionary(
      program.facts.map { fact in (fact.name, fact.key.map { fact.fields[$0].name }) }, uniquingKeysWith: { first, _ in first })
  }

  /// What is so when a condition holds.
  func condition(_ expr: Expr) -> Phrase {
    switch expr.kind {
    case .and(let left, let right): return "\(grouped(left)) and \(grouped(right))"
    case .or(let left, let right): return "\(condition(left)) or \(condition(right))"
    case .not(let inner): return fact(inner).map { presence($0, "there is no") } ?? "it is not so that \(grouped(inner))"
    case .test(let test, let operand): return self.test(test, operand)
    case .binary(let sign, let left, let right):
      guard let verb = Self.verbs[sign] else { return .code(formatted(expr)) }
      return "\(value(left)) \(plain: verb) \(value(right))"
    case .quantified(let quantified): return self.quantified(quantified)
    case .between(let inner, let low, let high): return "\(value(inner)) is from \(value(low)) to \(value(high))"
    case .conditional(let conditional):
      guard let consequence = conditional.consequence, let alternative = conditional.alternative else { break }
      return
        "if \(condition(conditional.condition)) then \(grouped(consequence)), otherwise \(grouped(alternative))"
    case .call(let name, let arguments) where name.text == "is_email" && arguments.count == 1:
      return "\(value(arguments[0])) is an email address"
    case .call(let name, let arguments) where name.text == Function.old && arguments.count == 1:
      return "before, \(condition(arguments[0]))"
    case .boolean(let isTrue): return isTrue ? "always" : "never"
    default: break
    }
    if let fact = fact(expr) { return presence(fact, "there is") }
    return "\(code: formatted(expr)) holds"
  }

  /// What a clause asks for: `when A, B`.
  func clause(_ clause: Clause) -> Phrase {
    guard case .expression(let consequence) = clause.consequence else { return condition(clause.condition) }
    return "\(condition(consequence)), where \(condition(clause.condition))"
  }

  /// A value.
  func value(_ expr: Expr) -> Phrase {
    switch expr.kind {
    case .text(let literal): return text(literal)
    case .aggregate(let aggregate): return self.aggregate(aggregate) ?? .code(formatted(expr))
    case .call(let name, let arguments) where name.text == Function.old && arguments.count == 1:
      return "what \(value(arguments[0])) was before"
    default: return .code(formatted(expr))
    }
  }

  /// A text in quotes; what is put into it stands as code.
  func text(_ literal: TextLiteral) -> Phrase {
    var phrase: Phrase = "“"
    for part in literal.parts {
      switch part {
      case .literal(let stretch): phrase.parts.append(.plain(stretch))
      case .interpolation(let expr): phrase.parts.append(.code(formatted(expr)))
      }
    }
    return phrase + "”"
  }

  private static let verbs: [BinaryOperator: String] = [
    .equal: "is", .notEqual: "is not", .less: "is below", .lessOrEqual: "is at most", .greater: "is above",
    .greaterOrEqual: "is at least", .isIn: "is one of", .isNotIn: "is none of", .contains: "contains", .like: "looks like",
    .matches: "matches", .containsMatching: "contains what matches",
  ]

  /// `a or b` in brackets where `and` or `not` stands around it.
  private func grouped(_ expr: Expr) -> Phrase {
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
    let words =
      switch test {
      case .exists: "is given"
      case .missing: "is not given"
      case .empty: "is empty"
      case .notEmpty: "is not empty"
      }
    return "\(value(operand)) \(plain: words)"
  }

  private func quantified(_ quantified: Quantified) -> Phrase {
    let lead =
      switch quantified.quantifier {
      case .some: "for some"
      case .every: "for every"
      case .no: "for no"
      }
    let filter: Phrase = quantified.filter.map { " where \(condition($0))" } ?? ""
    return
      "\(plain: lead) \(code: quantified.variable.text) in \(value(quantified.source))\(filter), \(condition(quantified.body))"
  }

  private func aggregate(_ aggregate: Aggregate) -> Phrase? {
    guard aggregate.loops.count == 1, aggregate.order.isEmpty, let loop = aggregate.loops.first else { return nil }
    let filter: Phrase = aggregate.filter.map { " where \(condition($0))" } ?? ""
    let each: Phrase = "\(code: loop.variable.text) in \(value(loop.source))\(filter)"
    switch (aggregate.function, aggregate.value) {
    case (.count, _): return "the number of \(each)"
    case (.sum, let value?): return "the sum of \(self.value(value)) over each \(each)"
    case (.mean, let value?): return "the mean of \(self.value(value)) over each \(each)"
    case (.min, let value?): return "the least \(self.value(value)) of each \(each)"
    case (.max, let value?): return "the greatest \(self.value(value)) of each \(each)"
    case (_, let value?): return "the list of \(self.value(value)) for each \(each)"
    case (_, nil): return each
    }
  }
}

// MARK: Facts

extension PlainWords {
  /// A fact type where one is named, with what its keys are said to be.
  private struct NamedFact {
    var name: String
    var given: [KeyArgument]
  }

  private func fact(_ expr: Expr) -> NamedFact? {
    if case .keyed(let base, let arguments) = expr.kind {
      return fact(base).map { NamedFact(name: $0.name, given: arguments) }
    }
    guard let path = path(expr) else { return nil }
    let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
    for name in [path] + parts.dropFirst() where keys[name] != nil { return NamedFact(name: name, given: []) }
    return nil
  }

  private func path(_ expr: Expr) -> String? {
    switch expr.kind {
    case .name(let name): name
    case .member(let base, let word): path(base).map { "\($0).\(word.text)" }
    default: nil
    }
  }

  /// `there is an invoice.created of this invoice_id`
  private func presence(_ fact: NamedFact, _ lead: String) -> Phrase {
    let isVowel = fact.name.first.map { "aeiou".contains($0) } ?? false
    let article = lead == "there is" ? (isVowel ? " an" : " a") : ""
    let given = Set(fact.given.map(\.name.text))
    let own = (keys[fact.name] ?? []).filter { !given.contains($0) }
    var phrase: Phrase = "\(plain: lead + article) \(code: fact.name)"
    if !own.isEmpty { phrase = "\(phrase) for this \(own.map(Phrase.code).listed())" }
    for argument in fact.given { phrase = "\(phrase) whose \(code: argument.name.text) is \(value(argument.value))" }
    return phrase
  }
}
