import TruthsSyntax
import TruthsText

/// Walks expressions as they were parsed, by the words of clauses §2 and §9: no types are checked, nothing is remembered.
struct Evaluator {
  let world: World
  var vocab: Vocab { world.vocab }

  init(_ world: World) { self.world = world }

  /// A condition; `nil` is unknown.
  func holds(_ expr: Expr, _ scope: Scope) -> Bool? { eval(expr, scope, want: .bool).truth }

  /// - Parameter want: the type that the expression's place expects.
  func eval(_ expr: Expr, _ scope: Scope, want: Typ? = nil) -> Val {
    let value = evaluated(expr, scope, want)
    switch (want, value) {
    case (.symbol?, .text(let name)): return want.flatMap { Decoder(vocab).text(name, $0) } ?? .missing
    case (.record?, .record), (.list(.record)?, .list):
      return want.map { taken(value, type(expr, scope), as: $0, scope) } ?? value
    default: return value
    }
  }

  private func evaluated(_ expr: Expr, _ scope: Scope, _ want: Typ?) -> Val {
    switch expr.kind {
    case .number(let number), .percent(let number): return .number(number)
    case .boolean(let value): return .bool(value)
    case .text(let literal): return text(literal, scope, want)
    case .list(let elements):
      let type = want?.element ?? elements.lazy.compactMap { self.type($0, scope) }.first
      let values = elements.map { eval($0, scope, want: type) }
      return values.contains(.missing) ? .missing : .list(values)
    case .keyed(let base, let fields):
      if let name = recordName(base, scope) { return record(name, fields, scope) }
      return path(expr, scope, want)
    case .with(let base, let fields): return copy(base, fields, scope)
    case .current(let inner): return current(inner, scope)
    case .member(let base, let word) where isRecord(base, scope): return members(eval(base, scope), [word.text])
    case .name, .member: return path(expr, scope, want)
    case .negate(let operand): return negate(eval(operand, scope))
    case .not(let operand): return .of(holds(operand, scope).map { !$0 })
    case .and(let left, let right): return .of(and(holds(left, scope), holds(right, scope)))
    case .or(let left, let right): return .of(or(holds(left, scope), holds(right, scope)))
    case .binary(let op, let left, let right): return binary(op, left, right, scope)
    case .test(let op, let operand): return .of(test(op, operand, scope))
    case .quantified(let quantified): return .of(self.quantified(quantified, scope))
    case .aggregate(let aggregate): return self.aggregate(aggregate, scope)
    case .call(let name, let arguments): return call(name.text, arguments, scope, want: want)
    case .element(let list, let place):
      if case .map(let entries) = eval(list, scope) { return eval(place, scope).string.flatMap { entries[$0] } ?? .missing }
      guard let elements = eval(list, scope).elements, let place = eval(place, scope).number?.intValue else { return .missing }
      let counted = place < 0 ? elements.count + place : place - 1
      return place != 0 && elements.indices.contains(counted) ? elements[counted] : .missing
    case .conditional(let conditional): return self.conditional(conditional, scope, want)
    case .between(let value, let low, let high): return between(value, low, high, scope)
    case .error: return .missing
    }
  }

  /// Returns the value of a value in the syntax.
  func value(_ syntax: ValueSyntax, _ scope: Scope, want: Typ? = nil) -> Val {
    switch syntax.kind {
    case .text(let literal): return text(literal, scope, want).outside
    case .expression(let expr): return eval(expr, scope, want: want).outside
    case .list(let elements):
      let values = elements.map { value($0, scope, want: want?.element) }
      return values.contains(.missing) ? .missing : .list(values)
    case .record(let fields):
      guard case .record(let name)? = want else { return .missing }
      return record(name, fields, scope)
    case .missing: return .missing
    }
  }

  func and(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
  }

  func or(_ left: Bool?, _ right: Bool?) -> Bool? { and(left.map { !$0 }, right.map { !$0 }).map { !$0 } }

  /// Returns a text with its interpolated values; missing where one of these is missing, or where the text does not fit the
  /// expected type.
  private func text(_ literal: TextLiteral, _ scope: Scope, _ want: Typ?) -> Val {
    var whole = ""
    for part in literal.parts {
      switch part {
      case .literal(let stretch): whole += stretch
      case .interpolation(let expr):
        guard let printed = eval(expr, scope).printed else { return .missing }
        whole += printed
      }
    }
    switch want {
    case .date, .time, .clock, .span, .period, .symbol: return want.flatMap { Decoder(vocab).text(Text(whole), $0) } ?? .missing
    default: return .text(Text(whole))
    }
  }

  /// Returns a text as a reason prints it; missing values print as `missing`.
  func reason(_ literal: TextLiteral, _ scope: Scope) -> String {
    literal.parts.map { part in
      switch part {
      case .literal(let stretch): stretch
      case .interpolation(let expr): eval(expr, scope).printed ?? "missing"
      }
    }.joined()
  }

  /// A bare name is first looked up among the values of the expected enum.
  private func path(_ expr: Expr, _ scope: Scope, _ want: Typ?) -> Val {
    if case .name(let name) = expr.kind, case .symbol(let type)? = want, vocab.enums[type]?.contains(name) == true {
      return .symbol(type, name)
    }
    guard let path = Path(expr) else {
      // The base is not a name, but for example a call.
      guard case .member(let base, let word) = expr.kind else { return .missing }
      return members(eval(base, scope), [word.text])
    }
    switch meaning(path, scope) {
    case .variable(let name, let rest): return members(scope.variable(name)?.value ?? .missing, rest)
    case .binding(let name, let rest):
      return members(scope.lets[name].map { value($0, scope.outsideLoops) } ?? .missing, rest)
    case .field(let name, let rest): return members(scope.trigger[name] ?? .missing, rest)
    case .policy(let name): return world.policy(name)
    case .builtIn(let words): return world.proposal.builtIn(words, now: world.now)?.0 ?? .missing
    case .presence(let type, let given): return .of(isPresent(type, given, scope))
    case .lookup(let type, let given, let rest):
      guard let keys = keys(of: type, given, scope), let fact = world.matching(type, keys) else { return .missing }
      return members(.record(fact.fields), rest)
    case .state(let lifecycle, let given):
      guard let keys = keys(ofLifecycle: lifecycle, given, scope) else { return .missing }
      return .symbol(lifecycle, world.state(lifecycle, keys).state)
    case .lifecycle, .nothing: return .missing
    }
  }

  private func members(_ value: Val, _ words: [String]) -> Val {
    words.reduce(value) { value, word in
      if case .record(let members) = value { return members[word] ?? .missing }
      return .missing
    }
  }

  /// Whether the context has a fact with the keys given, the rest from the trigger; unknown where one of them is missing.
  private func isPresent(_ type: String, _ given: [KeyArgument], _ scope: Scope) -> Bool? {
    keys(of: type, given, scope).map { world.matching(type, $0) != nil }
  }

  func keys(of type: String, _ given: [KeyArgument], _ scope: Scope) -> [String: Val]? {
    guard let fact = vocab.facts[type] else { return nil }
    return keys(fact.key, { fact.field($0)?.type }, given, scope)
  }

  func keys(ofLifecycle name: String, _ given: [KeyArgument], _ scope: Scope) -> [String: Val]? {
    guard let lifecycle = vocab.lifecycles[name] else { return nil }
    let fact = vocab.facts["\(lifecycle.name).entered"]
    return keys(lifecycle.key, { fact?.field($0)?.type }, given, scope)
  }

  private func keys(_ names: [String], _ type: (String) -> Typ?, _ given: [KeyArgument], _ scope: Scope) -> [String: Val]? {
    var keys: [String: Val] = [:]
    for name in names {
      let value: Val
      if let argument = given.first(where: { $0.name.text == name }) {
        value = eval(argument.value, scope, want: type(name)).outside
      } else {
        value = scope.lets[name].map { self.value($0, scope.outsideLoops) } ?? scope.trigger[name] ?? .missing
      }
      guard !value.isMissing else { return nil }
      keys[name] = value
    }
    return keys
  }

  private func test(_ op: TestOperator, _ operand: Expr, _ scope: Scope) -> Bool? {
    switch op {
    case .exists: return exists(operand, scope)
    case .missing: return exists(operand, scope).map { !$0 }
    case .empty: return isEmpty(eval(operand, scope))
    case .notEmpty: return isEmpty(eval(operand, scope)).map { !$0 }
    }
  }

  /// Never unknown of a value; of a presence test or look-up exactly when one of its keys is missing.
  private func exists(_ operand: Expr, _ scope: Scope) -> Bool? {
    guard let path = Path(operand) else { return !eval(operand, scope).isMissing }
    switch meaning(path, scope) {
    case .presence(let type, let given): return isPresent(type, given, scope)
    case .lookup(let type, let given, _): return keys(of: type, given, scope) == nil ? nil : !eval(operand, scope).isMissing
    case .state(let lifecycle, let given): return keys(ofLifecycle: lifecycle, given, scope) == nil ? nil : true
    default: return !eval(operand, scope).isMissing
    }
  }

  private func isEmpty(_ value: Val) -> Bool? {
    switch value {
    case .list(let values): values.isEmpty
    case .text(let text): text.string.isEmpty
    default: nil
    }
  }
}
