import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowering of quantifiers, aggregates, list literals and calls (clauses §6, §7).
extension ClauseTypeChecker {
  /// The values that a quantifier, aggregate or loop iterates over, and the type of its variable.
  struct Source {
    var node: SourceNode
    var typed: Typed
    var element: ValueType
  }

  /// Lowers the source of a loop: a list, or a fact type for all of its facts (clauses §10).
  func source(_ expr: Expr) -> Source {
    let typed: Typed
    if expr.isPath {
      switch paths.target(expr, expecting: nil) {
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
      session.report(
        NotASource.finding(
          name(of: typed.type), map: typed.type.mapped == nil ? nil : TruthsSyntax.formatted(expr), at: typed.span)
      )
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

  /// Returns a source of all instances of a lifecycle: their key fields and `state`.
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
      let filtered = zip([quantified.filter].compactMap(\.self), [filter].compactMap(\.self)).map { ($0, $1) }
      CostLint(checker: self).checkLookUp(
        AccessPath(node), of: node.loop, filtered + (node.quantifier == .every ? [] : [(quantified.body, body)]))
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
    /// Whether one of the sources is an empty list literal, whose element type is unknown.
    var isOverNothing = false
  }

  /// Binds one loop after the other, then lowers the value, filter and order inside all of them.
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
    let value = aggregate.value.map { recordOfFact(self.value($0, expecting: nil)) }
    let order = aggregate.order.map { key -> (Typed, Bool) in
      let typed = self.value(key.value, expecting: nil)
      if !program.isOrdered(typed.type) {
        session.report(NotOrdered.finding(name(of: typed.type), operation: "by", at: typed.span))
      }
      return (typed, key.isDescending)
    }
    if order.isEmpty, aggregate.function == .first || aggregate.function == .last {
      session.report(WrongArguments.noOrder(aggregate.function.rawValue, of: aggregate.loops[0].variable.text, at: span))
      return .fault(at: span)
    }
    let ofNothing = parts.isOverNothing && value?.type.isUnknown == true
    guard let result = ofNothing ? nothing(aggregate.function) : result(of: aggregate.function, value, at: span) else {
      return .fault(at: span)
    }
    let node = AggregateNode(
      function: result.function, value: value?.node, loops: parts.loops, filter: filter?.node,
      order: order.map { AggregateNode.OrderKey(value: $0.0.node, isDescending: $0.1) })
    if let condition = aggregate.filter, let filter {
      for place in node.loops.indices {
        CostLint(checker: self).checkLookUp(AccessPath(node, loop: place), of: node.loops[place], [(condition, filter)])
      }
    }
    return Typed(
      node: .aggregate(node), type: result.type, span: span,
      parts: parts.sources + [filter ?? .nothing(at: span), value ?? .nothing(at: span)] + order.map(\.0),
      isBareNumber: ofNothing && result.type.isNumber)
  }

  /// Returns function and type of an aggregate over an empty list literal, whose element type is unknown. The result is a number
  /// that takes the unit of the other side, or a list that is compatible with every list.
  private func nothing(_ function: AggregateFunction) -> (function: AggregateKind, type: ValueType) {
    switch function {
    case .count: (.count, .integer(unit: nil))
    case .sum: (.sum(zero: .number(.zero)), .integer(unit: nil))
    case .mean: (.mean(zero: .number(.zero)), .decimal(unit: nil))
    case .min: (.min, .integer(unit: nil))
    case .max: (.max, .integer(unit: nil))
    case .first: (.first, .integer(unit: nil))
    case .last: (.last, .integer(unit: nil))
    case .list: (.list, .list(.unknown))
    }
  }

  /// Returns function and type of an aggregate; `nil` after reporting a value that does not fit the function.
  func result(of function: AggregateFunction, _ value: Typed?, at span: Span) -> (
    function: AggregateKind, type: ValueType
  )? {
    guard function != .count, let value else { return (.count, .integer(unit: nil)) }
    if value.type.isUnknown { return nil }
    switch function {
    case .count: return (.count, .integer(unit: nil))
    case .sum where value.type.isNumber: return (.sum(zero: .number(.zero)), value.type)
    case .sum where value.type == .duration: return (.sum(zero: .duration(.zero)), .duration)
    case .sum where value.type == .period: return (.sum(zero: .period(.zero)), .period)
    case .sum:
      session.report(WrongType.finding(name(of: value.type), wanted: "a number, duration or period", at: value.span))
    case .mean where value.type.isNumber: return (.mean(zero: .number(.zero)), .decimal(unit: value.type.unit))
    case .mean where value.type == .duration: return (.mean(zero: .duration(.zero)), .duration)
    case .mean: session.report(WrongType.finding(name(of: value.type), wanted: "a number or duration", at: value.span))
    case .min where program.isOrdered(value.type): return (.min, value.type)
    case .max where program.isOrdered(value.type): return (.max, value.type)
    case .min, .max: session.report(NotOrdered.finding(name(of: value.type), operation: function.rawValue, at: value.span))
    case .list: return (.list, .list(value.type))
    case .first: return (.first, value.type)
    case .last: return (.last, value.type)
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

extension ClauseTypeChecker {
  /// Lowers the elements of a list literal. If its place does not give their type, an element with a type of its own does:
  /// `[invoice_status, draft]` is a list of that enum's values (types §8).
  func elements(_ elements: [Expr], expecting type: ValueType?) -> [Typed] {
    guard type == nil, let place = elements.firstIndex(where: hasOwnType) else {
      return elements.map { value($0, expecting: type) }
    }
    let first = value(elements[place], expecting: nil)
    return elements.indices.map { $0 == place ? first : value(elements[$0], expecting: first.type) }
  }

  /// Whether an expression has a type independent of its place. Literals and bare names without a meaning here have none; a
  /// list has one as soon as one of its elements has.
  func hasOwnType(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .error, .text, .number: false
    case .name(let name): quietType(name) != nil
    case .negate(let inner): hasOwnType(inner)
    case .list(let elements): hasTypedElement(elements, at: expr.span)
    case .binary(.add, let left, let right) where expr.isList: hasOwnType(left) || hasOwnType(right)
    case .conditional, .call:
      expr.alternatives.isEmpty || expr.alternatives.contains(where: hasOwnType)
    default: true
    }
  }

  /// Whether an element has its own type. Searches each list once, however often it is asked.
  private func hasTypedElement(_ elements: [Expr], at span: Span) -> Bool {
    if let known = typedLists[span] { return known }
    let found = elements.contains(where: hasOwnType)
    typedLists[span] = found
    return found
  }

  /// Returns a list whose elements have a common type; number literals take the unit of the other elements.
  func list(_ elements: [Typed], at span: Span, expecting type: ValueType?) -> Typed {
    let elements = elements.map(recordOfFact)
    let unit = elements.first { $0.type.isNumber && !$0.isBareNumber }?.type.unit ?? type?.element?.unit
    var common: ValueType = .unknown
    // The type of a list is unknown if an element has an error.
    if elements.contains(where: \.type.isUnknown) { return .fault(at: span) }
    for element in elements {
      let elementType = element.isBareNumber && unit != nil ? element.type.with(unit: unit) : element.type
      guard let joined = common.joined(with: elementType) else {
        session.report(WrongType.inList(name(of: elementType), others: name(of: common), at: element.span))
        return .fault(at: span)
      }
      common = joined
    }
    if common.isUnknown, let wanted = type?.element { common = wanted }
    return Typed(node: .list(elements.map(\.node)), type: .list(common), span: span, parts: elements)
  }
}

extension ClauseTypeChecker {
  /// Lowers `f(a, b)`: a function of functions §1, or a table.
  func call(_ name: Name, _ arguments: [Expr], at span: Span, expecting type: ValueType?) -> Typed {
    let isOwn = isOwnTable(name.text)
    if name.text == Function.old, !isOwn { return old(name, arguments, at: span, expecting: type) }
    if Function.ofAlternatives.contains(name.text), !isOwn {
      return name.text == "coalesce"
        ? coalesce(name, arguments, at: span, expecting: type) : extreme(name, arguments, at: span, expecting: type)
    }
    if Function.ofElements.contains(name.text), !isOwn { return sum(name, arguments, at: span) }
    let words = name.text.split(separator: ".").map { Name(String($0), at: name.span) }
    if arguments.isEmpty, !isOwn, let index = recordType(words) { return record(index, [], at: span) }
    guard let function = Function(rawValue: name.text), function.isOfVersion1 || !isOwn else {
      return table(name, arguments, at: span)
    }
    guard function.argumentCounts.contains(arguments.count) else {
      session.report(
        WrongArguments.count(
          name, wanted: function.argumentCounts, found: arguments.count, example: function.signature?.example, at: span))
      return .fault(at: span)
    }
    if function == .inUnit { return inUnit(arguments, at: span) }
    if let signature = function.signature { return call(function, signature, arguments, at: span) }
    return calendarCall(function, arguments, at: span)
  }

  /// Whether a visible table has the name; such a table hides a standard function that is new in version 2.
  private func isOwnTable(_ name: String) -> Bool {
    session.tables(named: name).contains { scope.sees(program.tables[$0].pack) }
  }

  /// Lowers a call of a table such as `urgency_of(hours_left)`. The name is bare if it is unambiguous, or qualified by the pack.
  private func table(_ name: Name, _ arguments: [Expr], at span: Span) -> Typed {
    guard let index = tableIndex(name, arguments, isConsequence: span == consequence) else { return .fault(at: span) }
    session.usage.tables.insert(index)
    let table = program.tables[index]
    references.insert(.table(index))
    session.note(qualified: .table(index), name.text, at: name.span)
    calls.append(Call(callee: index, span: name.span))
    if isSource, table.readsContext {
      session.report(TableReadsContext.finding(table.name, caller: "the source", read: nil, at: name.span))
    }
    guard table.inputs.count == arguments.count else {
      let count = table.inputs.count
      session.report(WrongArguments.count(name, wanted: count...count, found: arguments.count, at: span))
      return .fault(at: span)
    }
    let values = zip(arguments, table.inputs).map { assigned($0, to: $1.type) }
    if values.contains(where: \.type.isUnknown) || table.output.isUnknown { return .fault(at: span) }
    return Typed(
      node: .table(index, values.map(\.node)), type: table.output, span: span, parts: values,
      label: formatted(Expr(.call(name, arguments), at: span)))
  }

  private func tableIndex(_ name: Name, _ arguments: [Expr], isConsequence: Bool) -> Int? {
    let parts = name.text.headAndRest
    let all = session.tables(named: parts.last ?? name.text)
    let named = parts.count == 2 ? all.filter { program.tables[$0].pack == parts[0] } : all
    let own = named.filter { program.tables[$0].pack == scope.name }
    let seen = own.isEmpty ? named.filter { scope.sees(program.tables[$0].pack) } : own
    if seen.count > 1 {
      let forms = seen.map { index in
        let table = program.tables[index]
        return (form: table.qualifiedName, kind: table.kind, span: Optional(table.span))
      }
      paths.reportAmbiguous(name.text, at: name.span, forms)
    } else if seen.isEmpty, let other = named.first {
      session.report(UnusedPack.name(name.text, at: name.span, pack: program.tables[other].pack, scope: scope.name))
    } else if seen.isEmpty, !session.names.isUnread(name.text) {
      let effects = isConsequence ? Self.effects : []
      let visible = program.tables.filter { scope.sees($0.pack) }
      if parts.count == 2 {
        let ofPack = session.candidates(visible.filter { $0.pack == parts[0] }.map(\.name))
        let near = nearestName(to: parts[1], among: ofPack).map { ["\(parts[0]).\($0)"] } ?? []
        let help =
          session.names.isPack(parts[0])
          ? "declare `function \(parts[1])` in pack `\(parts[0])`"
          : "values have no functions of their own: write the function first, and the value in its brackets, `f(\(parts[0]))`"
        session.report(UnknownFunction.finding(name, among: near, help: help))
      } else {
        let names = effects + Function.nameable.map(\.rawValue) + Function.ofAlternatives.sorted() + visible.map(\.name)
        let other = recordMeaning(parts, arguments) ?? otherMeaning(of: name.text)
        if let other, !names.contains(name.text) {
          session.report(UnknownFunction.notAFunction(name, isA: other.kind, help: other.help))
        } else {
          let help = functionHelp(name, arguments)
          session.report(UnknownFunction.finding(name, among: help.isSure ? [] : session.candidates(names), help: help.text))
        }
      }
    }
    return seen.count == 1 ? seen[0] : nil
  }

  /// Lowers a number of days, months or the like: without a unit, or in the function's own unit.
  func count(_ expr: Expr, of function: Function) -> Typed {
    let typed = value(expr, expecting: nil)
    if typed.type.isUnknown || typed.type.isNumber && [nil, .named(function.rawValue)].contains(typed.type.unit) { return typed }
    session.report(WrongType.count(name(of: typed.type), of: function.rawValue, at: typed.span))
    return .fault(at: typed.span)
  }

  func checked(_ typed: Typed, wanted: String, _ isRight: (ValueType) -> Bool) -> Typed {
    if typed.type.isUnknown || isRight(typed.type) { return typed }
    session.report(WrongType.finding(name(of: typed.type), wanted: wanted, at: typed.span))
    return .fault(at: typed.span)
  }
}

extension ValueType {
  /// Whether values of the type can be negated and summed: numbers, durations and periods.
  var isSigned: Bool { isNumber || self == .duration || self == .period }

  var isList: Bool {
    if case .list = self { return true }
    return false
  }
}
