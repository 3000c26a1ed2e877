import TruthsProgram
import TruthsRendering
import TruthsSyntax
import TruthsText

/// Values in words.
extension PlainWords {
  /// Returns a value in words, a number with the unit of its type. A complex expression is shown as written.
  func value(_ expr: Expr, as type: ValueType? = nil) -> Phrase {
    guard isPlain(expr) else { return .code(formatted(expr)) }
    switch expr.kind {
    case .number(let number): return .value(PlainValue.amount(number.canonicalText, in: type?.unitName))
    case .percent: return .value(formatted(expr))
    case .text(let literal): return text(literal, as: type)
    case .boolean(let isTrue): return .plain(isTrue ? "yes" : "no")
    case .list(let elements):
      if case .list(let element)? = type { return list(elements, as: element) }
      return list(elements, as: type)
    case .negate(let inner):
      if case .number(let number) = inner.kind {
        return .value("-" + PlainValue.amount(number.canonicalText, in: type?.unitName))
      }
      return "minus \(operand(inner, as: type))"
    case .binary(let sign, let left, let right): return arithmetic(sign, left, right, as: type) ?? condition(expr)
    case .aggregate(let aggregate): return self.aggregate(aggregate) ?? .code(formatted(expr))
    case .call(let name, let arguments): return call(name.text, arguments, in: expr)
    case .conditional(let conditional):
      let otherwise = conditional.alternative.map { branch($0, as: type) } ?? "no value"
      let then = conditional.consequence.map { branch($0, as: type) } ?? "no value"
      return "\(then) if \(condition(conditional.condition)), otherwise \(otherwise)"
    case .element(let list, let place):
      if case .text = place.kind { return "the entry \(value(place)) of \(value(list))" }
      return "element \(value(place)) of \(value(list))"
    case .with(let base, let changes): return "\(value(base)) with \(fields(changes, of: scope.type(base)))"
    case .keyed(let base, let arguments): return keyed(base, arguments)
    case .current(let base): return value(base)
    case .not, .and, .or, .test, .quantified, .between: return "whether \(condition(expr))"
    case .name(let name) where scope.isValue(name, of: type): return "“\(scope.value(name))”"
    case .name(let name) where scope.variables.contains(name): return scope.words(name)
    case .name, .member: return name(expr)
    case .error: return .code(formatted(expr))
    }
  }

  /// Returns a value in words without a leading `the`, for use in brackets and before `is true`.
  func bare(_ expr: Expr) -> Phrase {
    let phrase = value(expr)
    guard case .plain(let first)? = phrase.parts.first, first.hasPrefix("the ") else { return phrase }
    let rest = String(first.dropFirst(4))
    return Phrase((rest.isEmpty ? [] : [.plain(rest)]) + phrase.parts.dropFirst())
  }

  /// Returns a value as written under `let`, `produces` or `default` in words.
  func value(_ syntax: ValueSyntax, as type: ValueType? = nil) -> Phrase {
    switch syntax.kind {
    case .expression(let expr): return value(expr, as: type)
    case .text(let literal): return text(literal, as: type)
    case .list(let elements):
      let element: ValueType? = if case .list(let element)? = type { element } else { nil }
      return elements.isEmpty ? "an empty list" : elements.map { value($0, as: element) }.listed()
    case .record(let bindings):
      let known = fields(of: type)
      return bindings.map { binding -> Phrase in
        let type = known.first { $0.name == binding.name.text }?.type
        return "\(scope.words(binding.name.text)) \(value(binding.value, as: type))"
      }.listed()
    case .missing: return "nothing"
    }
  }

  private func text(_ literal: TextLiteral, as type: ValueType?) -> Phrase {
    if literal.parts.count == 1, case .interpolation(let expr) = literal.parts[0] { return value(expr) }
    guard let plain = literal.plain else { return text(literal) }
    switch type {
    case .duration?, .period?: return .value(PlainValue.text(plain, as: .span))
    case .timestamp?: return .value(PlainValue.text(plain, as: .moment))
    default: return text(literal)
    }
  }

  private func list(_ elements: [Expr], as type: ValueType?) -> Phrase {
    elements.isEmpty ? "an empty list" : elements.map { value($0, as: type) }.listed()
  }

  func fields(of type: ValueType?) -> [Field] {
    switch type {
    case .record(let index)?: scope.program.records[index].fields
    case .fact(let index)?: scope.program.facts[index].fields
    default: []
    }
  }

  private func fields(_ arguments: [KeyArgument], of type: ValueType?, verb: String = "") -> Phrase {
    let known = fields(of: type)
    return arguments.map { argument -> Phrase in
      let type = known.first { $0.name == argument.name.text }?.type
      return "\(scope.words(argument.name.text))\(plain: verb) \(value(argument.value, as: type))"
    }.listed()
  }

  private func keyed(_ base: Expr, _ arguments: [KeyArgument]) -> Phrase {
    let written = WordScope.path(base) ?? formatted(base)
    switch scope.meaning(base) {
    case .fact(let index)?:
      let fact = NamedFact(type: scope.program.facts[index], keyArguments: arguments)
      return "the \(scope.words(fact.type.name, of: fact.type.pack))\(keys(of: fact))"
    case .lifecycle(let index)?:
      let lifecycle = scope.program.lifecycles[index]
      return
        "the \(scope.words(lifecycle.name, of: lifecycle.pack)) whose \(fields(arguments, of: scope.type(base), verb: " is"))"
    default: return "\(plain: PlainName.article(before: written)) \(scope.words(written)) with \(fields(arguments, of: nil))"
    }
  }

  // MARK: Names

  private static let builtIns: [String: Phrase] = [
    "now": "now", "actor.user_id": "the person or program that proposes", "actor.type": "the kind of who proposes",
    "actor.roles": "the roles of who proposes", "proposal.pack": "the pack of the proposal",
    "proposal.truth_id": "the truth that the proposal names", "proposal.confidence": "the confidence of the proposal",
    "proposal.consent": "the consent to the proposal", "proposal.requires_consent": "whether the proposal asks for consent",
    "proposal.override.reason": "the reason for the emergency override",
    "proposal.on_behalf_of": "the person for whom it is proposed", "proposal.action": "what is proposed",
    "proposal.proposal_id": "the id of the proposal", "proposal.at": "the moment of the proposal",
    "document.position": "its number in the document",
    "actor.standing": "the standing of who proposes",
  ]

  private func name(_ expr: Expr) -> Phrase {
    if let path = WordScope.path(expr), let words = Self.builtIns[path], scope.meaning(expr) == nil { return words }
    switch (expr.kind, scope.meaning(expr)) {
    case (_, .policy(let index)?):
      let policy = scope.program.policies[index]
      let anchor = HeadingAnchor.declaration("policy", policy.qualifiedName)
      return "the \(Phrase.link(scope.words(policy.name, of: policy.pack), to: anchor))"
    case (_, .fact(let index)?): return "the \(scope.words(scope.program.facts[index].name, of: scope.program.facts[index].pack))"
    case (_, .lifecycle(let index)?):
      let lifecycle = scope.program.lifecycles[index]
      return "the \(scope.words(lifecycle.name, of: lifecycle.pack))"
    case (.name(let name), .some): return "the \(scope.words(name))"
    // A name without another meaning is a value of an enum.
    case (.name(let name), nil): return "“\(scope.value(name))”"
    case (.member(let base, let word), _):
      let phrase: Phrase = "\(scope.words(word.text)) of \(value(base))"
      return scope.isName(phrase.text) ? .code(formatted(expr)) : "the \(phrase)"
    default: return .code(formatted(expr))
    }
  }

  // MARK: Sums

  private func arithmetic(_ sign: BinaryOperator, _ left: Expr, _ right: Expr, as type: ValueType?) -> Phrase? {
    let own = type ?? scope.type(left) ?? scope.type(right)
    switch sign {
    case .add: return "\(summand(left, as: own)) plus \(operand(right, as: own))"
    case .subtract: return "\(summand(left, as: own)) minus \(operand(right, as: own))"
    case .multiply: return "\(operand(left)) times \(operand(right))"
    case .divide:
      if case .call(let unit, let arguments) = right.kind, ["days", "hours", "minutes", "seconds", "weeks"].contains(unit.text),
        arguments.count == 1, arguments[0].kind == .number(Decimal(1))
      {
        return "\(operand(left)) in \(plain: unit.text)"
      }
      return "\(operand(left)) divided by \(operand(right))"
    case .remainder: return "the remainder of \(operand(left)) divided by \(operand(right))"
    default: return nil
    }
  }

  /// Returns an operand in words, in brackets if it is an operation itself.
  private func operand(_ expr: Expr, as type: ValueType? = nil) -> Phrase {
    if case .binary = expr.kind { return "(\(value(expr, as: type)))" }
    return branch(expr, as: type)
  }

  /// Returns the left side of a sum in words. A sum there needs no brackets.
  private func summand(_ expr: Expr, as type: ValueType?) -> Phrase {
    if case .binary(let sign, _, _) = expr.kind, sign == .add || sign == .subtract { return value(expr, as: type) }
    return operand(expr, as: type)
  }

  /// Returns an operand in words; a conditional is put in brackets.
  private func branch(_ expr: Expr, as type: ValueType?) -> Phrase {
    if case .conditional = expr.kind { return "(\(value(expr, as: type)))" }
    return value(expr, as: type)
  }

  private func aggregate(_ aggregate: Aggregate) -> Phrase? {
    guard let first = aggregate.loops.first else { return nil }
    var inner = self
    var each = Phrase()
    for (place, loop) in aggregate.loops.enumerated() {
      if place > 0 { each = "\(each) and " }
      each = each + inner.loop(loop.source, loop.variable.text).bare
      inner = inner.naming(loop.variable.text, inner.scope.element(of: loop.source))
    }
    if case .list? = scope.type(first.source), aggregate.loops.count == 1 {
      each = "element of \(value(first.source)) (called \(inner.scope.words(first.variable.text)))"
    }
    let filter: Phrase = aggregate.filter.map { " where \(inner.condition($0))" } ?? ""
    let order: Phrase =
      aggregate.order.isEmpty
      ? ""
      : ", in the order of "
        + aggregate.order.map { "\(inner.value($0.value))\($0.isDescending ? ", the greatest first" : "")" as Phrase }.listed()
    let all: Phrase = "every \(each)\(filter)\(order)"
    switch (aggregate.function, aggregate.value) {
    case (.count, _): return "the number of \(each)\(filter)"
    case (.sum, let value?): return "the sum of \(inner.value(value)) over \(all)"
    case (.mean, let value?): return "the mean of \(inner.value(value)) over \(all)"
    case (.min, let value?): return "the least of \(inner.value(value)) over \(all)"
    case (.max, let value?): return "the greatest of \(inner.value(value)) over \(all)"
    case (.first, let value?): return "\(inner.value(value)) of the first \(each)\(filter)\(order)"
    case (.last, let value?): return "\(inner.value(value)) of the last \(each)\(filter)\(order)"
    case (.list, let value?): return "the list of \(inner.value(value)) for \(all)"
    case (_, nil): return nil
    }
  }
}
