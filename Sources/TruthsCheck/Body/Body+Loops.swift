import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// What a quantifier, aggregate or loop goes through, and the type of what it binds.
  struct Source {
    var node: SourceNode
    var typed: Typed
    var element: ValueType
  }

  /// A list, or a fact type for all of its facts (language.md §4, "Sources").
  func source(_ expr: Expr) -> Source {
    let typed: Typed
    if expr.isPath {
      switch target(expr, expecting: nil) {
      case .fact(let reference): return facts(reference)
      case .value(let value): typed = value
      case .lifecycle(let reference): return instances(reference)
      case .fault: return faultySource(at: expr.span)
      }
    } else {
      typed = value(expr, expecting: nil)
    }
    if typed.type.isUnknown { return faultySource(at: expr.span) }
    guard let element = typed.type.element else {
      session.report(NotASource.found(name(of: typed.type), at: typed.span))
      return faultySource(at: expr.span)
    }
    return Source(node: .list(typed.node), typed: typed, element: element)
  }

  private func facts(_ reference: FactReference) -> Source {
    if reference.keys != nil { session.report(NotASource.keyed(reference.label, at: reference.span)) }
    reads(fact: reference.fact, at: reference.span)
    let everything = Typed.nothing(at: reference.span)
    return Source(node: .facts(reference.fact), typed: everything, element: .fact(reference.fact))
  }

  /// Every instance of a lifecycle: its key fields and `state`.
  private func instances(_ reference: LifecycleReference) -> Source {
    if reference.keys != nil { session.report(NotASource.keyed(reference.label, at: reference.span)) }
    reads(lifecycle: reference.lifecycle, at: reference.span)
    return Source(
      node: .instances(reference.lifecycle), typed: .nothing(at: reference.span),
      element: .record(program.lifecycles[reference.lifecycle].instance))
  }

  private func faultySource(at span: Span) -> Source {
    let fault = Typed.fault(at: span)
    return Source(node: .list(fault.node), typed: fault, element: .unknown)
  }

  func quantified(_ quantified: Quantified, at span: Span) -> Typed {
    let source = source(quantified.source)
    return binding(quantified.variable, to: source.typed, type: source.element) { slot in
      let filter = quantified.filter.map(condition)
      let body = condition(quantified.body)
      let node = QuantifiedNode(
        quantifier: quantified.quantifier.kind, loop: LoopNode(slot: slot, source: source.node), filter: filter?.node,
        body: body.node)
      return Typed(
        node: .quantified(node), type: .boolean, span: span, parts: [source.typed, filter ?? .nothing(at: span), body],
        label: quantified.variable.text)
    }
  }

  // MARK: Aggregates

  func aggregate(_ aggregate: Aggregate, at span: Span) -> Typed {
    var parts = AggregateParts()
    var typed = loops(aggregate.loops[...], of: aggregate, &parts, at: span)
    typed.label = formatted(Expr(.aggregate(aggregate), at: span))
    return typed
  }

  private struct AggregateParts {
    var loops: [LoopNode] = []
    var sources: [Typed] = []
    /// Whether one of the sources is a list written down without elements, whose type nothing tells.
    var isOverNothing = false
  }

  /// Binds one loop after the other, then lowers what stands inside all of them.
  private func loops(_ rest: ArraySlice<Aggregate.Loop>, of aggregate: Aggregate, _ parts: inout AggregateParts, at span: Span)
    -> Typed
  {
    guard let loop = rest.first else { return inside(aggregate, parts, at: span) }
    let source = source(loop.source)
    return binding(loop.variable, to: source.typed, type: source.element) { slot in
      parts.loops.append(LoopNode(slot: slot, source: source.node))
      parts.sources.append(source.typed)
      if source.typed.type == .list(.unknown) { parts.isOverNothing = true }
      return loops(rest.dropFirst(), of: aggregate, &parts, at: span)
    }
  }

  private func inside(_ aggregate: Aggregate, _ parts: AggregateParts, at span: Span) -> Typed {
    let filter = aggregate.filter.map(condition)
    let value = aggregate.value.map { self.value($0, expecting: nil) }
    let order = aggregate.order.map { key -> (Typed, Bool) in
      let typed = self.value(key.value, expecting: nil)
      if !program.isOrdered(typed.type) {
        session.report(NotOrdered.found(name(of: typed.type), operation: "by", at: typed.span))
      }
      return (typed, key.isDescending)
    }
    let ofNothing = parts.isOverNothing && value?.type.isUnknown == true
    guard let result = ofNothing ? nothing(aggregate.function) : result(of: aggregate.function, value, at: span) else {
      return .fault(at: span)
    }
    let node = AggregateNode(
      function: result.function, value: value?.node, loops: parts.loops, filter: filter?.node,
      order: order.map { AggregateNode.OrderKey(value: $0.0.node, isDescending: $0.1) })
    return Typed(
      node: .aggregate(node), type: result.type, span: span,
      parts: parts.sources + [filter ?? .nothing(at: span), value ?? .nothing(at: span)] + order.map(\.0),
      isBareNumber: ofNothing && result.type.isNumber)
  }

  /// What an aggregate works out of elements that there are none of and whose type nothing tells: a number that takes the other
  /// side's unit, or a list that fits every other.
  private func nothing(_ function: AggregateFunction) -> (function: AggregateKind, type: ValueType) {
    switch function {
    case .count: (.count, .integer(unit: nil))
    case .sum: (.sum(zero: .number(.zero)), .integer(unit: nil))
    case .min: (.min, .integer(unit: nil))
    case .max: (.max, .integer(unit: nil))
    case .list: (.list, .list(.unknown))
    }
  }

  /// What an aggregate works out, and its type; `nil` where its value does not fit it.
  private func result(of function: AggregateFunction, _ value: Typed?, at span: Span) -> (
    function: AggregateKind, type: ValueType
  )? {
    guard function != .count, let value else { return (.count, .integer(unit: nil)) }
    if value.type.isUnknown { return nil }
    switch function {
    case .count: return (.count, .integer(unit: nil))
    case .sum where value.type.isNumber: return (.sum(zero: .number(.zero)), value.type)
    case .sum where value.type == .duration: return (.sum(zero: .duration(.zero)), .duration)
    case .sum: session.report(WrongType.found(name(of: value.type), wanted: "a number or duration", at: value.span))
    case .min where program.isOrdered(value.type): return (.min, value.type)
    case .max where program.isOrdered(value.type): return (.max, value.type)
    case .min, .max: session.report(NotOrdered.found(name(of: value.type), operation: function.rawValue, at: value.span))
    case .list:
      if case .fact = value.type {
        session.report(WrongType.found(name(of: value.type), wanted: "a value", at: value.span))
      } else {
        return (.list, .list(value.type))
      }
    }
    return nil
  }
}

extension Quantifier {
  fileprivate var kind: QuantifierKind {
    switch self {
    case .some: .some
    case .every: .every
    case .no: .no
    }
  }
}
