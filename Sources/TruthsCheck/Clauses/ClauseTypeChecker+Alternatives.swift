import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Expressions that select one of several values: `if`, `coalesce`, `min` and `max`; and `between` (clauses §11).
extension ClauseTypeChecker {
  /// Lowers `if C then A else B` as a value: the branch that `C` chooses.
  func conditional(_ conditional: Conditional, at span: Span, expecting type: ValueType?) -> Typed {
    let condition = condition(conditional.condition)
    let written = [conditional.consequence, conditional.alternative].compactMap(\.self)
    if written.isEmpty {
      session.report(NoValue.bothBranches(at: span))
      return .fault(at: span)
    }
    guard let (values, common) = alternatives(written, expecting: type, noun: "branch") else { return .fault(at: span) }
    if condition.type.isUnknown { return .fault(at: span) }
    var rest = values[...]
    let branches = [conditional.consequence, conditional.alternative].map { branch -> Typed in
      guard branch != nil, let value = rest.popFirst() else { return .takenAway(common, at: span) }
      return value
    }
    return Typed(
      node: .conditional(condition.node, branches[0].node, branches[1].node), type: common, span: span,
      parts: [condition] + branches, isBareNumber: values.allSatisfy(\.isBareNumber))
  }

  /// Lowers `if C then A else B` as a condition: its branches are conditions, too.
  func conditionalCondition(_ conditional: Conditional, at span: Span) -> Typed {
    let test = condition(conditional.condition)
    let branches = [conditional.consequence, conditional.alternative].map { branch -> Typed in
      branch.map { condition($0) } ?? .takenAway(.boolean, at: span)
    }
    if conditional.consequence == nil, conditional.alternative == nil { session.report(NoValue.bothBranches(at: span)) }
    return Typed(
      node: .conditional(test.node, branches[0].node, branches[1].node), type: .boolean, span: span, parts: [test] + branches)
  }

  /// Lowers `coalesce(a, b, …)`: the first argument that is not missing.
  func coalesce(_ name: Name, _ arguments: [Expr], at span: Span, expecting type: ValueType?) -> Typed {
    guard arguments.count > 1 else {
      session.report(WrongArguments.count(name, wanted: 2...Int.max, found: arguments.count, at: span))
      return .fault(at: span)
    }
    for argument in arguments.dropLast() {
      if case .aggregate(let aggregate) = argument.kind, !aggregate.function.isMissingOverNothing {
        session.report(HiddenUnknown.finding(aggregate.function.rawValue, at: argument.span))
      }
    }
    guard let (values, common) = alternatives(arguments, expecting: type, noun: "argument") else { return .fault(at: span) }
    return Typed(
      node: .coalesce(values.map(\.node)), type: common, span: span, parts: values,
      isBareNumber: values.allSatisfy(\.isBareNumber))
  }

  /// Lowers `min(…)` and `max(…)`. If one of several arguments is missing, the result is missing. A single argument is a list,
  /// and the result is its least or greatest element.
  func extreme(_ name: Name, _ arguments: [Expr], at span: Span, expecting type: ValueType?) -> Typed {
    guard let first = arguments.first else {
      session.report(WrongArguments.count(name, wanted: 1...Int.max, found: 0, at: span))
      return .fault(at: span)
    }
    let list: Typed
    if arguments.count == 1 {
      list = value(first, expecting: type.map { .list($0) })
      if list.type.isUnknown { return .fault(at: span) }
      guard list.type.isList else {
        session.report(WrongType.finding(self.name(of: list.type), wanted: "a list, or several values", at: list.span))
        return .fault(at: span)
      }
    } else {
      guard let (values, common) = alternatives(arguments, expecting: type, noun: "argument") else { return .fault(at: span) }
      list = Typed(
        node: .list(values.map(\.node)), type: .list(common), span: span, parts: values,
        isBareNumber: values.allSatisfy(\.isBareNumber))
    }
    guard let element = list.type.element else { return .fault(at: span) }
    return overElements(of: list, element, name.text == "min" ? .min : .max, at: span)
  }

  /// Lowers `sum(list)` and `mean(list)`.
  func sum(_ name: Name, _ arguments: [Expr], at span: Span) -> Typed {
    guard arguments.count == 1 else {
      session.report(WrongArguments.count(name, wanted: 1...1, found: arguments.count, at: span))
      return .fault(at: span)
    }
    let list = checked(value(arguments[0], expecting: nil), wanted: "a list", \.isList)
    guard let element = list.type.element, !list.type.isUnknown else { return .fault(at: span) }
    if element.isUnknown, name.text == "sum" { return overElements(of: list, .integer(unit: nil), .sum, at: span) }
    return overElements(of: list, element, name.text == "sum" ? .sum : .mean, at: span)
  }

  /// Returns an aggregate over the elements of a list.
  private func overElements(of list: Typed, _ element: ValueType, _ function: AggregateFunction, at span: Span) -> Typed {
    let slot = newSlot()
    let loop = LoopNode(slot: slot, source: .list(list.node))
    let each = Typed(node: .slot(slot), type: element, span: span, isImplicit: true)
    let place = Typed(node: .slot(slot), type: element, span: list.span)
    guard let result = result(of: function, place, at: span) else { return .fault(at: span) }
    let node = AggregateNode(function: result.function, value: .slot(slot), loops: [loop], filter: nil, order: [])
    return Typed(
      node: .aggregate(node), type: result.type, span: span, parts: [list, .nothing(at: span), each],
      isBareNumber: list.isBareNumber)
  }

  /// Lowers `x between a and b`: `x >= a and x <= b`.
  func between(_ value: Expr, _ low: Expr, _ high: Expr, at span: Span) -> Typed {
    guard let (values, common) = alternatives([value, low, high], expecting: nil, noun: Self.bound) else {
      return .fault(at: span)
    }
    guard program.isOrdered(common) else {
      session.report(NotOrdered.finding(name(of: common), operation: "between", at: span))
      return .fault(at: span)
    }
    func bound(_ comparison: Comparison, _ bound: Typed) -> Typed {
      Typed(
        node: .compare(comparison, values[0].node, bound.node), type: .boolean, span: span, parts: [values[0], bound])
    }
    let (above, below) = (bound(.greaterOrEqual, values[1]), bound(.lessOrEqual, values[2]))
    return Typed(node: .and(above.node, below.node), type: .boolean, span: span, parts: [above, below])
  }

  /// Word that messages use for a bound of `between`.
  private static let bound = "bound"

  /// Lowers values of which one is selected. A number literal takes the expected unit, and a text or bare name the expected type.
  /// Without an expectation, both come from the other values.
  ///
  /// - Returns: `nil` after an error was reported.
  private func alternatives(
    _ exprs: [Expr], expecting type: ValueType?, noun: String
  ) -> (values: [Typed], common: ValueType)? {
    var values: [Typed]
    if type == nil, let place = exprs.firstIndex(where: hasOwnType) {
      let first = valueOrCondition(exprs[place], expecting: nil)
      values = exprs.indices.map { $0 == place ? first : valueOrCondition(exprs[$0], expecting: first.type) }
    } else {
      values = exprs.map { valueOrCondition($0, expecting: type) }
    }
    if values.contains(where: \.type.isUnknown) { return nil }
    let unit = values.first { $0.type.isNumber && !$0.isBareNumber }?.type.unit ?? type?.unit
    var common: ValueType = .unknown
    for index in values.indices {
      values[index] = recordOfFact(values[index])
      if values[index].isBareNumber, unit != nil { values[index].type = values[index].type.with(unit: unit) }
      guard let joined = common.joined(with: values[index].type) else {
        let (actual, others) = (name(of: values[index].type), name(of: common))
        session.report(
          noun == Self.bound
            ? WrongType.bound(
              actual, value: formatted(exprs[0]), type: others, isNumber: common.isNumber, at: values[index].span)
            : WrongType.among(actual, others: others, noun: noun, at: values[index].span))
        return nil
      }
      common = joined
    }
    return (values, common)
  }
}

extension AggregateFunction {
  /// Whether the function is missing over an empty list, so that `coalesce` may provide another value.
  fileprivate var isMissingOverNothing: Bool {
    switch self {
    case .min, .max, .mean, .first, .last: true
    case .sum, .list, .count: false
    }
  }
}
