import TruthsSyntax
import TruthsText

extension Evaluator {
  /// The branch that the condition chooses; a branch that is not written has no value.
  func conditional(_ conditional: Conditional, _ scope: Scope, _ want: Typ?) -> Val {
    guard let choice = holds(conditional.condition, scope) else { return .missing }
    let branches = [conditional.consequence, conditional.alternative]
    let type = type(among: branches.compactMap(\.self), scope, want)
    return (choice ? branches[0] : branches[1]).map { eval($0, scope, want: type) } ?? .missing
  }

  /// `x >= low and x <= high`
  func between(_ value: Expr, _ low: Expr, _ high: Expr, _ scope: Scope) -> Val {
    let type = type(among: [value, low, high], scope, nil)
    let values = [value, low, high].map { eval($0, scope, want: type) }
    func comes(_ first: Val, before second: Val) -> Bool? {
      first.isMissing || second.isMissing ? nil : precedes(second, first).map { !$0 }
    }
    return .of(and(comes(values[1], before: values[0]), comes(values[0], before: values[2])))
  }

  /// `coalesce`, `min` or `max` of several values, or of one list.
  private func alternatives(_ name: String, _ arguments: [Expr], _ scope: Scope, _ want: Typ?) -> Val {
    if name != "coalesce", arguments.count == 1 {
      return extreme(name, eval(arguments[0], scope).elements)
    }
    let type = type(among: arguments, scope, want)
    let values = arguments.map { eval($0, scope, want: type) }
    if name == "coalesce" { return values.first { !$0.isMissing } ?? .missing }
    return extreme(name, values.contains(.missing) ? nil : values)
  }

  private func extreme(_ name: String, _ values: [Val]?) -> Val {
    guard let values, let first = values.first else { return .missing }
    return values.dropFirst().reduce(first) { best, next in
      (name == "min" ? precedes(next, best) : precedes(best, next)) == true ? next : best
    }
  }

  /// A function or a table; a function with a missing argument is missing.
  func call(_ name: String, _ arguments: [Expr], _ scope: Scope, want: Typ?) -> Val {
    if name == "old" {
      guard let before = world.before.first, let argument = arguments.first else { return .missing }
      return Evaluator(before).eval(argument, scope, want: want)
    }
    if ["coalesce", "min", "max"].contains(name) { return alternatives(name, arguments, scope, want) }
    if let table = vocab.find(name, in: vocab.tables, from: scope.pack)?.item { return self.table(table, arguments, scope) }
    if let value = calendar(name, arguments, scope) { return value }
    let values = arguments.map { eval($0, scope) }
    if values.contains(.missing) { return .missing }
    return switch values.count {
    case 1: unary(name, values[0], values[0].isSymbolic ? type(arguments[0], scope) : nil)
    case 2: binary(name, values[0], values[1])
    default: .missing
    }
  }

  private func unary(_ name: String, _ value: Val, _ type: Typ?) -> Val {
    switch (name, value) {
    case ("abs", .number(let number)): .number(number.abs)
    case ("floor", .number(let number)): .number(number.floor)
    case ("ceil", .number(let number)): .number(number.ceil)
    case ("round", .number(let value)): number(value.rounded())
    case ("length", .text(let text)): .number(Decimal(text.string.unicodeScalars.count))
    case ("length", .list(let values)): .number(Decimal(values.count))
    case ("lower", .text(let text)): .text(mapped(text) { ("A"..."Z").contains($0) ? $0.shifted(32) : $0 })
    case ("upper", .text(let text)): .text(mapped(text) { ("a"..."z").contains($0) ? $0.shifted(-32) : $0 })
    case ("trim", .text(let text)): .text(trimmed(text))
    case ("is_email", .text(let text)): .bool(isEmail(text.string))
    case ("distinct", .list(let values)): .list(values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    case ("is_sorted", .list(let values)): .of(isSorted(values))
    case ("abs", .span(let span)): .span(span < .zero ? span.negated : span)
    case ("abs", .period(let period)): .period(period < .zero ? period.negated : period)
    case ("weeks", .number(let number)): TimeSpan.weeks(number).map(Val.span) ?? .missing
    case ("days", .number(let number)): TimeSpan.days(number).map(Val.span) ?? .missing
    case ("hours", .number(let number)): TimeSpan.hours(number).map(Val.span) ?? .missing
    case ("minutes", .number(let number)): TimeSpan.minutes(number).map(Val.span) ?? .missing
    case ("seconds", .number(let number)): TimeSpan.seconds(number).map(Val.span) ?? .missing
    default: .missing
    }
  }

  private func binary(_ name: String, _ first: Val, _ second: Val) -> Val {
    switch (name, first, second) {
    case ("round", .number(let value), .number(let places)):
      places.intValue.flatMap { (-14...12).contains($0) ? number(value.rounded(places: $0)) : nil } ?? .missing
    case ("first", .list(let values), .number(let count)):
      count.intValue.map { .list(Array(values.prefix(max(0, $0)))) } ?? .missing
    case ("starts_with", .text(let whole), .text(let part)): .bool(whole.string.utf8.starts(with: part.string.utf8))
    case ("ends_with", .text(let whole), .text(let part)):
      .bool(whole.string.utf8.reversed().starts(with: part.string.utf8.reversed()))
    default: .missing
    }
  }

  private func mapped(_ text: Text, _ change: (Unicode.Scalar) -> Unicode.Scalar) -> Text {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text.string.unicodeScalars.map(change))
    return Text(String(scalars))
  }

  private func trimmed(_ text: Text) -> Text {
    let isBlank: (Unicode.Scalar) -> Bool = { [" ", "\t", "\r", "\n"].contains($0) }
    let rest = text.string.unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: rest)
    return Text(String(scalars))
  }

  /// One `@`, no white space, something before it and a dot inside what follows.
  private func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !text.unicodeScalars.contains(where: \.properties.isWhitespace), !parts[0].isEmpty else {
      return false
    }
    return parts[1].dropFirst().dropLast().contains(".")
  }

  private func isSorted(_ values: [Val]) -> Bool? {
    for (left, right) in zip(values, values.dropFirst()) {
      guard let falls = precedes(right, left) else { return nil }
      if falls { return false }
    }
    return true
  }
}

extension Val {
  fileprivate var isSymbolic: Bool {
    if case .symbol = self { return true }
    return false
  }
}

extension Unicode.Scalar {
  fileprivate func shifted(_ distance: Int) -> Unicode.Scalar { Unicode.Scalar(UInt32(Int(value) + distance)) ?? self }
}
