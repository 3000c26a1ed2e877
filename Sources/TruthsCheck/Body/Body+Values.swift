import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// Lowers an expression where a value is wanted. `type`, where one is known, is how texts and bare names are read (language.md
  /// §4); whether the result fits it is for ``assigned(_:to:)`` and its like to say.
  func value(_ expr: Expr, expecting type: ValueType?) -> Typed {
    nested(at: expr.span) { lowered(expr, expecting: type) }
  }

  private func lowered(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch expr.kind {
    case .error: return .fault(at: expr.span)
    case .number(let number): return self.number(number, at: expr.span, expecting: type)
    case .text(let text): return self.text(text, at: expr.span, expecting: type)
    case .boolean(let value): return .constant(.boolean(value), .boolean, at: expr.span)
    case .list(let elements): return list(self.elements(elements, expecting: type?.element), at: expr.span, expecting: type)
    case .name, .member, .keyed: return pathValue(expr, expecting: type)
    case .negate(let operand): return negation(operand, at: expr.span, expecting: type)
    case .not, .and, .or, .test, .quantified: return condition(expr)
    case .binary(let operation, let left, let right):
      return operation.isArithmetic
        ? arithmetic(operation, left, right, at: expr.span, expecting: type) : comparison(operation, left, right, at: expr.span)
    case .aggregate(let aggregate): return self.aggregate(aggregate, at: expr.span)
    case .call(let name, let arguments): return call(name, arguments, at: expr.span)
    }
  }

  /// Lowers an expression into a place of a known type, and reports what does not fit.
  func assigned(_ expr: Expr, to type: ValueType) -> Typed { fitting(value(expr, expecting: type), type) }

  /// Holds a lowered value to the type of its place.
  func fitting(_ typed: Typed, _ type: ValueType) -> Typed {
    if typed.type.fits(type) || type == .json { return typed }
    if typed.isBareNumber, typed.type.with(unit: type.unit).fits(type) {
      var number = typed
      number.type = typed.type.with(unit: type.unit)
      return number
    }
    if typed.type.differsOnlyInUnit(from: type) {
      session.report(UnitMismatch.found(name(of: typed.type), wanted: name(of: type), at: typed.span))
    } else {
      session.report(WrongType.found(name(of: typed.type), wanted: name(of: type), at: typed.span))
    }
    return .fault(at: typed.span)
  }

  private func pathValue(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch target(expr, expecting: type) {
    case .value(let typed): return typed
    case .fault: return .fault(at: expr.span)
    case .lifecycle(let reference):
      session.report(NotAFact.lifecycleAsValue(reference.label, at: reference.span))
      return .fault(at: expr.span)
    case .fact(let reference):
      session.report(NotAFact.factAsValue(reference.label, at: reference.span))
      reads(fact: reference.fact, at: reference.span)
      return .fault(at: expr.span)
    }
  }

  /// A number written down: whole ones are integers, and it has the unit of its place.
  private func number(_ number: Decimal, at span: Span, expecting type: ValueType?) -> Typed {
    let plain: ValueType = number.scale == 0 ? .integer(unit: nil) : .decimal(unit: nil)
    var typed = Typed.constant(.number(number), plain.with(unit: type?.unit), at: span)
    typed.isBareNumber = true
    return typed
  }

  /// A text: read as an enum's value, a date, timestamp or duration where such is expected, else itself with its parts replaced.
  func text(_ text: TextLiteral, at span: Span, expecting type: ValueType?) -> Typed {
    guard let plain = text.plain else { return replaced(text, at: span) }
    switch type {
    case .enumeration, .date, .timestamp, .duration:
      guard let type, let value = session.reading(Text(plain), as: type, at: span, from: scope.name) else {
        return .fault(at: span)
      }
      return .constant(value, type, at: span)
    default: return .constant(.text(Text(plain)), .text, at: span)
    }
  }

  private func replaced(_ text: TextLiteral, at span: Span) -> Typed {
    var parts: [Node.TextPart] = []
    var values: [Typed] = []
    for part in text.parts {
      switch part {
      case .literal(let stretch): parts.append(.literal(Text(stretch)))
      case .interpolation(let expr):
        let typed = value(expr, expecting: nil)
        if typed.type == .json {
          session.report(JSONRead.found(at: typed.span))
        } else if case .fact = typed.type {
          session.report(WrongType.found(name(of: typed.type), wanted: "a value", at: typed.span))
        }
        parts.append(.value(typed.node))
        values.append(typed)
      }
    }
    return Typed(node: .text(parts), type: .text, span: span, parts: values)
  }
}
