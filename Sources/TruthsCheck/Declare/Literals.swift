import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reads literals as values of the types of their places: defaults, and texts in clauses.
struct LiteralReader: CheckPass {
  let session: CheckSession

  /// Reads a default, which is a literal (types §1), as a value of a type; `nil` after reporting that it is not one.
  func literal(_ syntax: ValueSyntax, as type: ValueType, from pack: String) -> Value? {
    switch syntax.kind {
    case .text(let text): return literal(Expr(.text(text), at: syntax.span), as: type, from: pack)
    case .expression(let expr): return literal(expr, as: type, from: pack)
    case .list(let elements):
      guard let element = type.element else {
        report(WrongType.finding("a list", wanted: program.name(of: type, from: pack), at: syntax.span))
        return nil
      }
      let values = elements.map { literal($0, as: element, from: pack) }
      return values.contains(nil) ? nil : .list(values.compactMap { $0 })
    case .record(let members):
      guard case .record(let index) = type else { return mismatch("a mapping", type, syntax.span, pack) }
      return record(members, of: index, at: syntax.span, from: pack)
    case .missing: return nil
    }
  }

  /// Reads a mapping as a record: a field that is left out has its default, or is missing.
  private func record(_ members: [LetBinding], of index: Int, at span: Span, from pack: String) -> Value? {
    let type = program.records[index]
    var values = type.fields.map(\.initial)
    var isFaulty = false
    for member in members {
      guard let position = type.fields.firstIndex(where: { $0.name == member.name.text }) else {
        report(UnknownField.finding(member.name, of: type.name, among: candidates(type.fields.map(\.name))))
        isFaulty = true
        continue
      }
      values[position] = literal(member.value, as: type.fields[position].type, from: pack)
      isFaulty = isFaulty || values[position] == nil
    }
    if isFaulty { return nil }
    let left = zip(type.fields, values).filter { !$0.isOptional && $1 == nil }.map(\.0.name)
    guard left.isEmpty else {
      let written = members.map { "\($0.name.text) = \(formatted($0.value))" }.joined(separator: ", ")
      report(RecordFields.leftOut(left, record: "\(type.name)(\(written))", at: span))
      return nil
    }
    return .record(RecordValue(type: index, fields: values.map { $0 ?? .missing(.absent) }))
  }

  private func literal(_ expr: Expr, as type: ValueType, from pack: String) -> Value? {
    if type.isUnknown || isFaulty(expr) { return nil }
    switch expr.kind {
    case .text(let text):
      guard let plain = text.plain else { break }
      if case .text = type { return .text(Text(plain)) }
      return reading(Text(plain), as: type, at: expr.span, from: pack)
    case .boolean(let value):
      if case .boolean = type { return .boolean(value) }
      return mismatch("a boolean", type, expr.span, pack)
    case .number(let number): return self.number(number, as: type, at: expr.span, from: pack)
    case .percent(let number): return percent(number, as: type, at: expr.span, from: pack)
    case .negate(let inner):
      if case .number(let number) = inner.kind { return self.number(number.negated, as: type, at: expr.span, from: pack) }
      guard case .percent(let number) = inner.kind else { break }
      return percent(number.negated, as: type, at: expr.span, from: pack)
    case .name(let name):
      guard case .enumeration(let index) = type else { break }
      return enumValue(Text(name), of: index, at: expr.span)
    case .list(let elements):
      guard let element = type.element else { return mismatch("a list", type, expr.span, pack) }
      let values = elements.map { literal($0, as: element, from: pack) }
      return values.contains(nil) ? nil : .list(values.compactMap { $0 })
    default: break
    }
    report(DefaultNotLiteral.finding(meant: MeantValue.literal(of: formatted(expr), as: type, in: program), at: expr.span))
    return nil
  }

  private func isFaulty(_ expr: Expr) -> Bool {
    if case .error = expr.kind { return true }
    return false
  }

  private func mismatch(_ found: String, _ type: ValueType, _ span: Span, _ pack: String) -> Value? {
    report(WrongType.finding(found, wanted: program.name(of: type, from: pack), at: span))
    return nil
  }

  private func number(_ number: Decimal, as type: ValueType, at span: Span, from pack: String) -> Value? {
    switch type {
    case .decimal: return .number(number)
    case .integer where number.scale == 0: return .number(number)
    case .integer: return mismatch("a number with decimal places", type, span, pack)
    default: return mismatch("a number", type, span, pack)
    }
  }

  /// Returns a percentage, which fits a decimal without a unit.
  private func percent(_ number: Decimal, as type: ValueType, at span: Span, from pack: String) -> Value? {
    if type == .decimal(unit: nil) { return .number(number) }
    guard case .decimal = type else { return mismatch("a percentage", type, span, pack) }
    let (plain, wanted) = (program.name(of: .decimal(unit: nil), from: pack), program.name(of: type, from: pack))
    report(
      UnitMismatch.finding(
        plain, wanted: wanted, at: span, help: "a percentage has no unit; write a number, which takes the unit of its place"))
    return nil
  }

  /// Reads a text as the type of its place (types §8): a time of any kind, or a value of an enum.
  func reading(_ text: Text, as type: ValueType, at span: Span, from pack: String) -> Value? {
    switch type {
    case .enumeration(let index): return enumValue(text, of: index, at: span)
    case .date, .timestamp, .duration, .period, .time: if let value = program.value(written: text, as: type) { return value }
    default: return mismatch("a text", type, span, pack)
    }
    if type == .date || type == .timestamp, let reason = CivilDate.impossibleDay(in: text.string) {
      report(BadLiteral.noSuchDay(text.string, reason: reason, at: span))
    } else {
      report(
        BadLiteral.finding(
          text.string, type: program.name(of: type, from: pack), form: Self.writtenForm(of: type),
          meant: MeantValue.text(of: text.string, as: type, in: program), at: span))
    }
    return nil
  }

  /// Returns an example of how a value of a time type is written.
  private static func writtenForm(of type: ValueType) -> String {
    switch type {
    case .date: "2026-03-31"
    case .timestamp: "2026-03-31T12:00:00Z"
    case .period: "P1Y6M"
    case .time: "09:30"
    default: "P1DT12H"
    }
  }

  func unknownValue(_ value: String, of index: Int, at span: Span) -> Diagnostic {
    let enumeration = program.enums[index]
    return UnknownValue.finding(
      value, at: span, enumeration: enumeration.name, values: enumeration.values.prefix(9).map(\.string),
      candidates: session.candidates(enumeration.values.map(\.string)), written: writtenValue)
  }

  /// Returns a value of an enum as a clause writes it: in quotes if it is not a name.
  private func writtenValue(_ value: String) -> String {
    if NameShape.isValue(value.utf8), !ReservedWords.contains(value.lowercased()) { return value }
    return formatted(TextLiteral(parts: [.literal(value)], at: Span(file: FileID(0), start: 0, end: 0)))
  }

  /// Returns the value of an enum by its name.
  func enumValue(_ name: Text, of index: Int, at span: Span) -> Value? {
    if let value = session.enumConstant(name, of: index) {
      session.note(value: value, at: span)
      return value
    }
    report(unknownValue(name.string, of: index, at: span))
    return nil
  }
}
