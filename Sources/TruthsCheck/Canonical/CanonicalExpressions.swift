import TruthsProgram
import TruthsSyntax
import TruthsText

/// Rewrites expressions to the form that ids and hashes compare: without the prefix `fact.`, which means nothing, and, on
/// request, with each `let` replaced by its expression.
struct ExprCanonicalizer {
  /// Expressions that replace bare words. A variable bound inside an expression hides the word there.
  var substitutions: [String: Expr] = [:]
  /// Returns the number of words at the beginning of a path that only qualify its other words; `nil` leaves paths as written.
  var qualifying: (([Name]) -> Int)?
  /// Variables bound around the rewritten expression.
  private var bound: Set<String> = []

  init(substitutions: [String: Expr] = [:], qualifying: (([Name]) -> Int)? = nil) {
    self.substitutions = substitutions
    self.qualifying = qualifying
  }

  func clause(_ clause: Clause) -> Clause {
    var result = clause
    result.condition = expr(clause.condition)
    switch clause.consequence {
    case .expression(let consequence): result.consequence = .expression(expr(consequence))
    case .effect(let effect): result.consequence = .effect(self.effect(effect))
    case nil: break
    }
    switch clause.otherwise {
    case .reason(let text): result.otherwise = .reason(self.text(text))
    case .effect(let effect): result.otherwise = .effect(self.effect(effect))
    case nil: break
    }
    return result
  }

  private func effect(_ effect: Effect) -> Effect {
    var result = effect
    result.text = effect.text.map(text)
    if case .requiresApproval(var spec?) = effect.kind {
      spec.approvers = spec.approvers.map { ApprovalSpec.Approver(role: $0.role, person: $0.person.map(expr)) }
      spec.excluded = spec.excluded.map(expr)
      result.kind = .requiresApproval(spec)
    }
    return result
  }

  func text(_ text: TextLiteral) -> TextLiteral {
    var result = text
    result.parts = text.parts.map { part in
      if case .interpolation(let inner) = part { return .interpolation(expr(inner)) }
      return part
    }
    return result
  }

  func value(_ syntax: ValueSyntax) -> ValueSyntax {
    switch syntax.kind {
    case .text(let literal): ValueSyntax(.expression(Expr(.text(text(literal)), at: syntax.span)), at: syntax.span)
    case .expression(let inner): ValueSyntax(.expression(expr(inner)), at: syntax.span)
    case .list(let elements): ValueSyntax(.list(elements.map(value)), at: syntax.span)
    case .record(let fields):
      ValueSyntax(.record(fields.map { LetBinding(name: $0.name, value: value($0.value)) }), at: syntax.span)
    case .missing: syntax
    }
  }

  func expr(_ expr: Expr) -> Expr {
    var result = expr
    switch expr.kind {
    case .number, .percent, .boolean, .error: return expr
    case .text(let literal): result.kind = .text(text(literal))
    case .list(let elements): result.kind = .list(elements.map(self.expr))
    case .name(let name): return substitutions[name] ?? expr
    case .member(let base, let word):
      if let path = unqualified(expr) { return path }
      result.kind = .member(withoutPrefix(base) ?? self.expr(base), word)
    case .keyed(let base, let keys):
      result.kind = .keyed(self.expr(base), keys.map { KeyArgument(name: $0.name, value: self.expr($0.value)) })
    case .with(let base, let fields):
      result.kind = .with(self.expr(base), fields.map { KeyArgument(name: $0.name, value: self.expr($0.value)) })
    case .current(let inner): result.kind = .current(self.expr(inner))
    case .negate(let inner): result.kind = .negate(self.expr(inner))
    case .not(let inner): result.kind = .not(self.expr(inner))
    case .and(let left, let right): result.kind = .and(self.expr(left), self.expr(right))
    case .or(let left, let right): result.kind = .or(self.expr(left), self.expr(right))
    case .binary(let operation, let left, let right): result.kind = .binary(operation, self.expr(left), self.expr(right))
    case .test(let test, let inner): result.kind = .test(test, self.expr(inner))
    case .call(let name, let arguments): result.kind = .call(name, arguments.map(self.expr))
    case .element(let list, let place): result.kind = .element(self.expr(list), self.expr(place))
    case .quantified(let quantified): result.kind = .quantified(self.quantified(quantified))
    case .aggregate(let aggregate): result.kind = .aggregate(self.aggregate(aggregate))
    case .conditional(let conditional):
      result.kind = .conditional(
        Conditional(
          condition: self.expr(conditional.condition), consequence: conditional.consequence.map(self.expr),
          alternative: conditional.alternative.map(self.expr)))
    case .between(let value, let low, let high):
      result.kind = .between(self.expr(value), low: self.expr(low), high: self.expr(high))
    }
    return result
  }

  /// Returns `period` for `fact.period`: the first word after the prefix becomes the root.
  private func withoutPrefix(_ base: Expr) -> Expr? {
    guard case .member(let root, let word) = base.kind, case .name("fact") = root.kind, substitutions["fact"] == nil else {
      return nil
    }
    return Expr(.name(word.text), at: base.span)
  }

  /// Returns a path without the words that only qualify it.
  private func unqualified(_ expr: Expr) -> Expr? {
    guard let qualifying, let words = expr.words, let first = words.first, !bound.contains(first.text) else { return nil }
    let count = qualifying(words)
    guard count > 0, count < words.count, substitutions[words[count].text] == nil, !bound.contains(words[count].text) else {
      return nil
    }
    let root = Expr(.name(words[count].text), at: words[count].span)
    return words[(count + 1)...].reduce(root) { Expr(.member($0, $1), at: expr.span) }
  }

  private func hiding(_ names: [String]) -> ExprCanonicalizer {
    guard qualifying != nil || names.contains(where: { substitutions[$0] != nil }) else { return self }
    var inner = self
    for name in names { inner.substitutions[name] = nil }
    inner.bound.formUnion(names)
    return inner
  }

  private func quantified(_ quantified: Quantified) -> Quantified {
    let inner = hiding([quantified.variable.text])
    var result = quantified
    result.source = expr(quantified.source)
    result.filter = quantified.filter.map(inner.expr)
    result.body = inner.expr(quantified.body)
    return result
  }

  private func aggregate(_ aggregate: Aggregate) -> Aggregate {
    var result = aggregate
    var inner = self
    result.loops = aggregate.loops.map { loop in
      let source = inner.expr(loop.source)
      inner = inner.hiding([loop.variable.text])
      return Aggregate.Loop(variable: loop.variable, source: source)
    }
    result.value = aggregate.value.map(inner.expr)
    result.filter = aggregate.filter.map(inner.expr)
    result.order = aggregate.order.map { Aggregate.OrderKey(value: inner.expr($0.value), isDescending: $0.isDescending) }
    return result
  }
}

/// Creates the canonical form of clauses, by which rules with the same id are compared.
struct ClauseCanonicalizer {
  let checker: ClauseTypeChecker

  /// Limit of nodes from substituted `let`s; later `let`s stay names. Without it, `let`s that read each other could grow
  /// exponentially.
  private static let substitutionLimit = 10_000

  /// Returns a clause with every `let` replaced by its expression, and every name as short as possible.
  func canonical(_ clause: Clause) -> Clause {
    var substitutions: [String: Expr] = [:]
    var size = 0
    for index in checker.letOrder {
      let binding = checker.lets[index].binding
      guard size < Self.substitutionLimit, let expr = binding.value.asExpr else { continue }
      let whole = ExprCanonicalizer(substitutions: substitutions, qualifying: checker.paths.qualifyingWords).expr(expr)
      size += whole.nodeCount
      substitutions[binding.name.text] = whole
    }
    return ExprCanonicalizer(substitutions: substitutions, qualifying: checker.paths.qualifyingWords).clause(clause)
  }
}

extension ValueSyntax {
  /// The value as one expression; `nil` for a record or a missing value.
  fileprivate var asExpr: Expr? {
    switch kind {
    case .expression(let expr): return expr
    case .text(let text): return Expr(.text(text), at: span)
    case .list(let elements):
      let exprs = elements.map(\.asExpr)
      return exprs.contains(nil) ? nil : Expr(.list(exprs.compactMap { $0 }), at: span)
    // A record's type is not known here.
    case .record, .missing: return nil
    }
  }
}

extension Expr {
  fileprivate var nodeCount: Int {
    switch kind {
    case .number, .percent, .boolean, .error, .name: 1
    case .text(let text):
      text.parts.reduce(1) { count, part in
        if case .interpolation(let inner) = part { return count + inner.nodeCount }
        return count
      }
    case .list(let elements), .call(_, let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .member(let inner, _), .negate(let inner), .not(let inner), .test(_, let inner), .current(let inner): 1 + inner.nodeCount
    case .keyed(let inner, let keys), .with(let inner, let keys): keys.reduce(1 + inner.nodeCount) { $0 + $1.value.nodeCount }
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      1 + left.nodeCount + right.nodeCount
    case .quantified(let quantified):
      1 + quantified.source.nodeCount + (quantified.filter?.nodeCount ?? 0) + quantified.body.nodeCount
    case .conditional(let conditional): conditional.parts.reduce(1) { $0 + $1.nodeCount }
    case .between(let value, let low, let high): 1 + value.nodeCount + low.nodeCount + high.nodeCount
    case .aggregate(let aggregate):
      (aggregate.loops.map(\.source) + [aggregate.value, aggregate.filter].compactMap { $0 } + aggregate.order.map(\.value))
        .reduce(1) { $0 + $1.nodeCount }
    }
  }
}
