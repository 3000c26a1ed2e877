import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// `f(a, b)`: a function of language.md §3.
  func call(_ name: Name, _ arguments: [Expr], at span: Span) -> Typed {
    guard let function = Function(rawValue: name.text) else { return table(name, arguments, at: span) }
    guard function.argumentCounts.contains(arguments.count) else {
      session.report(WrongArguments.count(name, wanted: function.argumentCounts, found: arguments.count, at: span))
      return .fault(at: span)
    }
    let values = arguments.enumerated().map { argument($0.element, at: $0.offset, of: function) }
    if values.contains(where: \.type.isUnknown) { return .fault(at: span) }
    return Typed(
      node: .call(function, values.map(\.node)), type: resultType(function, values), span: span, parts: values,
      isBareNumber: function.keepsNumber && values[0].isBareNumber)
  }

  /// `urgency_of(hours_left)`: a table, bare where that is clear, or qualified by its pack.
  private func table(_ name: Name, _ arguments: [Expr], at span: Span) -> Typed {
    guard let index = tableIndex(name, isConsequence: span == consequence) else { return .fault(at: span) }
    session.usage.tables.insert(index)
    if !isSource { staysInTable(name.text, at: name.span) }
    let table = program.tables[index]
    references.insert(.table(index))
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

  private func tableIndex(_ name: Name, isConsequence: Bool) -> Int? {
    let parts = name.text.headAndRest
    let all = session.tables(named: parts.last ?? name.text)
    let named = parts.count == 2 ? all.filter { program.tables[$0].pack == parts[0] } : all
    let own = named.filter { program.tables[$0].pack == scope.name }
    let seen = own.isEmpty ? named.filter { scope.sees(program.tables[$0].pack) } : own
    if seen.count > 1 {
      let forms = seen.map { (form: program.tables[$0].qualifiedName, kind: "table", span: Optional(program.tables[$0].span)) }
      reportAmbiguous(name.text, at: name.span, forms)
    } else if seen.isEmpty, let other = named.first {
      session.report(UnusedPack.name(name.text, at: name.span, pack: program.tables[other].pack, scope: scope.name))
    } else if seen.isEmpty, !session.names.isUnread(name.text) {
      let effects = isConsequence ? Self.effects : []
      let visible = program.tables.filter { scope.sees($0.pack) }
      if parts.count == 2 {
        let ofPack = session.candidates(visible.filter { $0.pack == parts[0] }.map(\.name))
        let near = nearestName(to: parts[1], among: ofPack).map { ["\(parts[0]).\($0)"] } ?? []
        session.report(UnknownFunction.found(name, among: near))
      } else {
        let names = effects + Function.allCases.map(\.rawValue) + visible.map(\.name)
        session.report(UnknownFunction.found(name, among: session.candidates(names)))
      }
    }
    return seen.count == 1 ? seen[0] : nil
  }

  /// An argument, held to what the function takes there.
  private func argument(_ expr: Expr, at position: Int, of function: Function) -> Typed {
    switch (function, position) {
    case (.abs, _):
      return checked(value(expr, expecting: nil), wanted: "a number or duration") { $0.isNumber || $0 == .duration }
    case (.round, 0), (.floor, _), (.ceil, _): return checked(value(expr, expecting: nil), wanted: "a number", \.isNumber)
    case (.round, _), (.first, 1): return assigned(expr, to: .integer(unit: nil))
    case (.length, _):
      return checked(value(expr, expecting: nil), wanted: "a text or list") { $0 == .text || $0.isList }
    case (.lower, _), (.upper, _), (.trim, _), (.startsWith, _), (.endsWith, _), (.isEmail, _): return assigned(expr, to: .text)
    case (.distinct, _), (.first, _): return checked(value(expr, expecting: nil), wanted: "a list", \.isList)
    case (.isSorted, _):
      let list = checked(value(expr, expecting: nil), wanted: "a list", \.isList)
      if let element = list.type.element, !program.isOrdered(element) {
        session.report(NotOrdered.found(name(of: element), operation: "is_sorted", at: list.span))
        return .fault(at: list.span)
      }
      return list
    case (.date, _): return assigned(expr, to: .timestamp)
    case (.days, _), (.hours, _), (.minutes, _), (.seconds, _):
      return checked(value(expr, expecting: nil), wanted: "a number without a unit, or in \(function.rawValue)") {
        $0.isNumber && ($0.unit == nil || $0.unit == function.rawValue)
      }
    }
  }

  private func checked(_ typed: Typed, wanted: String, _ isRight: (ValueType) -> Bool) -> Typed {
    if typed.type.isUnknown || isRight(typed.type) { return typed }
    session.report(WrongType.found(name(of: typed.type), wanted: wanted, at: typed.span))
    return .fault(at: typed.span)
  }

  private func resultType(_ function: Function, _ arguments: [Typed]) -> ValueType {
    let first = arguments[0].type
    switch function {
    case .abs, .distinct, .first: return first
    case .round where arguments.count == 2: return .decimal(unit: first.unit)
    case .round, .floor, .ceil: return .integer(unit: first.unit)
    case .length: return .integer(unit: nil)
    case .lower, .upper, .trim: return .text
    case .startsWith, .endsWith, .isSorted, .isEmail: return .boolean
    case .date: return .date
    case .days, .hours, .minutes, .seconds: return .duration
    }
  }
}

extension ValueType {
  var isList: Bool {
    if case .list = self { return true }
    return false
  }
}

extension Function {
  fileprivate var argumentCounts: ClosedRange<Int> {
    switch self {
    case .round: 1...2
    case .startsWith, .endsWith, .first: 2...2
    default: 1...1
    }
  }

  /// Whether a number written down stays one: `abs(-5)`.
  fileprivate var keepsNumber: Bool {
    switch self {
    case .abs, .round, .floor, .ceil: true
    default: false
    }
  }
}
