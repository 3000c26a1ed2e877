import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Calls of all functions but the calendar's (functions §1; types §6, §3).
extension ClauseTypeChecker {
  /// Lowers a call of a function that has a signature.
  func call(_ function: Function, _ signature: FunctionSignature, _ arguments: [Expr], at span: Span) -> Typed {
    var values: [Typed] = []
    for (expr, parameter) in zip(arguments, signature.parameters) {
      values.append(argument(expr, parameter, of: function, after: values.first))
    }
    if values.contains(where: \.type.isUnknown) { return .fault(at: span) }
    if function == .text, values.count == 2, !values[0].type.isNumber {
      session.report(
        WrongType.finding(name(of: values[0].type), wanted: "a number, to be written with places", at: values[0].span))
      return .fault(at: span)
    }
    let result: ValueType =
      switch signature.outcome {
      case .fixed(let type): type
      case .first: values[0].type
      case .element: values[0].type.element ?? .unknown
      case .mapped: values[0].type.mapped ?? .unknown
      case .listOfMapped: .list(values[0].type.mapped ?? .unknown)
      case .rounded where values.count == 1: .integer(unit: values[0].type.unit)
      case .rounded: .decimal(unit: values[0].type.unit)
      }
    checkFits(function, values)
    return Typed(
      node: .call(function, values.map(\.node)), type: result, span: span, parts: values,
      isBareNumber: values[0].isBareNumber && function.keepsNumber)
  }

  private func argument(
    _ expr: Expr, _ parameter: FunctionSignature.Parameter, of function: Function, after first: Typed?
  ) -> Typed {
    switch parameter {
    case .text: return assigned(expr, to: .text)
    case .texts: return assigned(expr, to: .list(.text))
    case .count, .plainNumber: return count(expr)
    case .number: return checked(value(expr, expecting: nil), wanted: "a number", \.isNumber)
    case .span: return count(expr, of: function)
    case .signed: return checked(value(expr, expecting: nil), wanted: "a number, duration or period", \.isSigned)
    case .printable:
      return checked(value(expr, expecting: nil), wanted: "a value that a text can show, such as a number or date", \.isPrintable)
    case .textOrNumber:
      return checked(value(expr, expecting: nil), wanted: "a text or number") { $0 == .text || $0.isNumber }
    case .textOrList:
      return checked(value(expr, expecting: nil), wanted: "a text or list") { $0 == .text || $0.isList }
    case .list: return checked(value(expr, expecting: nil), wanted: "a list", \.isList)
    case .orderedList:
      let list = checked(value(expr, expecting: nil), wanted: "a list", \.isList)
      guard let element = list.type.element, !program.isOrdered(element) else { return list }
      session.report(NotOrdered.finding(name(of: element), operation: function.name, at: list.span))
      return .fault(at: list.span)
    case .listOfLists:
      return checked(value(expr, expecting: nil), wanted: "a list of lists") { $0.element?.isList ?? false }
    case .map: return checked(value(expr, expecting: nil), wanted: "a map") { $0.mapped != nil }
    case .element:
      let type = first?.type.element ?? .unknown
      let element = compared(value(expr, expecting: type), with: type)
      if case .record = type, element.type != type, !element.type.isUnknown {
        session.report(WrongType.finding(name(of: element.type), wanted: name(of: type), at: element.span))
        return .fault(at: element.span)
      }
      return fitting(element, type)
    case .mode: return roundingMode(expr)
    }
  }

  /// Lowers `date(x)` and `time(x)` of one argument: a moment, or a text that is a date or time.
  func dayOrTime(_ function: Function, _ expr: Expr, at span: Span) -> Typed {
    let ofText: Function = function == .date ? .dateOfText : .timeOfText
    var typed: Typed
    if case .text(let literal) = expr.kind, let plain = literal.plain, ofText.value(of: Text(plain), program) != nil {
      typed = .constant(.text(Text(plain)), .text, at: expr.span)
    } else if case .text(let literal) = expr.kind, let plain = literal.plain, Timestamp(text: plain) == nil,
      let type = function.calendarResult
    {
      _ = LiteralReader(session: session).reading(Text(plain), as: type, at: expr.span, from: scope.name)
      return .fault(at: span)
    } else {
      typed = value(expr, expecting: .timestamp)
      if typed.type != .text { typed = fitting(typed, .timestamp) }
    }
    guard let type = function.calendarResult, !typed.type.isUnknown else { return .fault(at: span) }
    return Typed(node: .call(typed.type == .text ? ofText : function, [typed.node]), type: type, span: span, parts: [typed])
  }

  /// Reports constant arguments for which the function never has a value.
  private func checkFits(_ function: Function, _ arguments: [Typed]) {
    for (position, argument) in arguments.enumerated() {
      switch argument.node {
      case .constant(.text(let text)) where position == 0 && function.convertsText:
        if function.value(of: text, program) != nil { continue }
        session.report(NeverFits.text(text.string, of: function.name, at: argument.span))
      case .constant(.text(let text)) where position == 1 && function.seeksText && text.string.isEmpty:
        session.report(NeverFits.nothingSought(function.rawValue, at: argument.span))
      case .constant(.text(let text)) where position == 2 && (function == .padLeft || function == .padRight):
        if text.string.unicodeScalars.count != 1 { session.report(NeverFits.fill(text.string, at: argument.span)) }
      case .constant(.number(let number)) where function == .sqrt && number.isNegative:
        session.report(NeverFits.root(of: number.canonicalText, at: argument.span))
      case .constant(.number(let number)) where position > 0:
        guard let limits = function.limits(at: position) else { continue }
        if let whole = number.intValue, limits.contains(whole) { continue }
        session.report(NeverFits.number(number.canonicalText, limits: limits, at: argument.span))
      default: continue
      }
    }
  }

  /// Lowers `t matches "…"` and `t contains matching "…"`.
  func match(_ operation: BinaryOperator, _ left: Expr, _ right: Expr, at span: Span) -> Typed {
    let text = assigned(left, to: .text)
    guard case .text(let literal) = right.kind, let source = literal.plain, let pattern = try? PatternReader.read(source.utf8),
      !text.type.isUnknown
    else { return .fault(at: span) }
    let isPart = operation == .containsMatching
    let (atStart, atEnd) = pattern.isOpen
    if !isPart, atStart || atEnd {
      session.report(OpenPattern.finding(source, atStart: atStart, atEnd: atEnd, of: formatted(left), at: right.span))
    }
    return Typed(node: .matches(text.node, pattern, isPart: isPart), type: .boolean, span: span, parts: [text])
  }

  /// Lowers `l[1]`, where a negative number counts from the end, and `m["team"]`.
  func element(of list: Expr, at selector: Expr, span: Span) -> Typed {
    let collection = checked(value(list, expecting: nil), wanted: "a list or map") { $0.isList || $0.mapped != nil }
    if collection.type.isUnknown {
      _ = value(selector, expecting: .unknown)
      return .fault(at: span)
    }
    let isMap = collection.type.mapped != nil
    let key = isMap ? assigned(selector, to: .text) : count(selector)
    guard let type = collection.type.mapped ?? collection.type.element, !type.isUnknown || collection.type == .list(.unknown),
      !key.type.isUnknown
    else { return .fault(at: span) }
    if case .constant(.number(let selector)) = key.node, selector == .zero || !selector.isInteger {
      session.report(NeverFits.position(formatted(list), at: key.span))
    }
    if case .list(let elements) = collection.node, elements.isEmpty { session.report(NeverFits.ofNothing(at: span)) }
    if type.isUnknown { return .fault(at: span) }
    let function: Function = isMap ? .member : .element
    // Only one amount is read, so the currencies of the others are not needed.
    let node: Node =
      if case .amount(let amounts, let unit) = collection.node {
        .amount(.call(function, [amounts, key.node]), unit: unit)
      } else {
        .call(function, [collection.node, key.node])
      }
    let written = formatted(Expr(.element(list, selector), at: span))
    return Typed(node: node, type: type, span: span, parts: [collection, key], label: written)
  }

  /// Lowers a number without a unit.
  func count(_ expr: Expr) -> Typed {
    checked(value(expr, expecting: nil), wanted: "a number without a unit") { $0.isNumber && $0.unit == nil }
  }

  /// Lowers the name of a rounding mode to a text.
  func roundingMode(_ expr: Expr) -> Typed {
    if case .name(let name) = expr.kind, RoundingMode(rawValue: name) != nil {
      var typed = Typed.constant(.text(Text(name)), .text, at: expr.span)
      typed.isImplicit = true
      return typed
    }
    session.report(
      WrongType.finding(
        "`\(formatted(expr))`",
        wanted: "a rounding mode, one of \(Function.roundingModes.map { "`\($0)`" }.joined(separator: ", "))",
        at: expr.span))
    return .fault(at: expr.span)
  }
}

extension Function {
  /// Whether the function searches the first argument for the second, a text.
  fileprivate var seeksText: Bool {
    switch self {
    case .before, .after, .index, .replace, .split: true
    default: false
    }
  }

  /// Returns the whole numbers that an argument may be; `nil` if any number is allowed.
  fileprivate func limits(at place: Int) -> ClosedRange<Int>? {
    switch (self, place) {
    case (.substring, 1): 1...Int.max
    case (.substring, _): 0...Int.max
    case (.round, 1), (.floor, 1), (.ceil, 1), (.trunc, 1): -14...12
    case (.power, _): -Decimal.exponentLimit...Decimal.exponentLimit
    case (.text, 1): 0...12
    case (.slice, _), (.first, 1), (.last, _), (.padLeft, 1), (.padRight, 1), (.range, _): Int.min...Int.max
    default: nil
    }
  }
}

extension ValueType {
  /// Whether a text can show values of the type: no list, map, record, fact or JSON.
  fileprivate var isPrintable: Bool {
    switch self {
    case .list, .map, .record, .fact, .json: false
    default: true
    }
  }
}
