import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Units that are given, and currencies that are data (types §4.2).
extension ClauseTypeChecker {
  /// Lowers `in_unit(x, u)`: a plain number in a unit, which is a name, the value of an enum, or a text literal.
  func inUnit(_ arguments: [Expr], at span: Span) -> Typed {
    let number = value(arguments[0], expecting: nil)
    guard let unit = unit(arguments[1]) else { return .fault(at: span) }
    if number.type.isUnknown { return .fault(at: span) }
    guard number.type.isNumber, number.type.unit == nil else {
      session.report(
        number.type.isNumber
          ? UnitMismatch.hasUnit(
            name(of: number.type), number: formatted(arguments[0]), unit: formatted(arguments[1]), at: number.span)
          : WrongType.finding(name(of: number.type), wanted: "a number without a unit", at: number.span))
      return .fault(at: span)
    }
    switch unit {
    case .fixed(let name):
      // The unit is not part of the value, so the node is the plain number.
      var result = number
      result.type = number.type.with(unit: .named(name))
      result.isBareNumber = false
      return result
    case .data(let currency):
      return Typed(
        node: .call(.inUnit, [number.node, currency.node]), type: number.type.with(unit: .data), span: span,
        parts: [number, currency])
    }
  }

  private enum GivenUnit {
    case fixed(String)
    case data(Typed)
  }

  private static let unit = "a unit: its name, the value of an enum, or a text that is written"

  /// Returns the unit that an argument names; `nil` after an error was reported.
  private func unit(_ expr: Expr) -> GivenUnit? {
    switch expr.kind {
    case .text(let text):
      if let plain = text.plain, !plain.isEmpty { return .data(.constant(.text(Text(plain)), .text, at: expr.span)) }
      session.report(WrongType.finding("a text that is put together", wanted: Self.unit, at: expr.span))
      return nil
    case .name(let name):
      let meanings = find(name)
      guard let type = quietType(name) else {
        if meanings.isEmpty { return .fixed(name) }
        break
      }
      // Fields and policies of that name are reported where the unit is declared.
      let isUnit = trigger.fields.contains { $0.field.type.unitName == name }
      if type.isEnumeration, !isUnit { break }
      if type.isEnumeration {
        let place = forms(meanings, name).first
        session.report(UnitIsName.ambiguous(name, type: self.name(of: type), at: expr.span, declared: place?.span ?? nil))
        return nil
      }
      if type != .text, !type.isUnknown { return .fixed(name) }
    case .binary(.divide, _, _):
      if let name = compoundUnit(expr) { return .fixed(CompoundUnit(name).name) }
    default: break
    }
    let typed = value(expr, expecting: nil)
    if typed.type.isUnknown { return nil }
    if typed.type.isEnumeration { return .data(typed) }
    session.report(WrongType.finding(self.name(of: typed.type), wanted: Self.unit, at: expr.span))
    return nil
  }

  /// Returns the unit that an expression such as `mg/m2` names; `nil` if it is a computation with values.
  private func compoundUnit(_ expr: Expr) -> String? {
    switch expr.kind {
    case .name(let name): find(name).isEmpty ? name : nil
    case .binary(.divide, let left, let right):
      if case .name(let divisor) = right.kind, find(divisor).isEmpty, let unit = compoundUnit(left) {
        "\(unit)/\(divisor)"
      } else {
        nil
      }
    default: nil
    }
  }

  // MARK: Help

  /// Returns help for an amount whose currency is data and a number with a fixed unit or without a unit; `nil` for other
  /// operands.
  func currencyHelp(_ left: Typed, _ right: Typed, _ exprs: (Expr, Expr)) -> String? {
    guard left.type.isNumber, right.type.isNumber, (left.type.unit == .data) != (right.type.unit == .data) else { return nil }
    let (amount, other, written) = left.type.unit == .data ? (left, right, exprs.1) : (right, left, exprs.0)
    let currency = amount.amountParts(program)?.currency.label ?? "…"
    guard let unit = other.type.unitName else { return "give it the currency: `in_unit(\(formatted(written)), \(currency))`" }
    return
      "a fixed unit is not a currency from data; if you mean it, write `in_unit(number(\(formatted(written))), \"\(unit)\")`"
  }

  /// Returns help for a value whose unit does not fit its place, if one of the two units is a currency that is data.
  func currencyHelp(_ typed: Typed, wanted type: ValueType) -> String? {
    let name = typed.label.isEmpty ? "…" : typed.label
    switch (typed.type.unit, type.unit) {
    case (nil, .data?): return "give it a currency: `in_unit(\(name), …)`"
    case (.data?, nil): return "drop the currency: `number(\(name))`"
    case (.named(let unit)?, .data?): return "if `\(unit)` is that currency, write `in_unit(number(\(name)), \"\(unit)\")`"
    case (.data?, .named(let unit)?):
      return "if the currency is known to be `\(unit)`, write `in_unit(number(\(name)), \(unit))`"
    default: return nil
    }
  }
}
