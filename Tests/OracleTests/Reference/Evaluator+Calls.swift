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
      let isUnknown = first.isMissing || second.isMissing || Val.currency(of: [first, second]).isMixed
      return isUnknown ? nil : precedes(second, first).map { !$0 }
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
    let (currency, isMixed) = Val.currency(of: values)
    if isMixed { return .missing }
    return values.dropFirst().reduce(first) { best, next in
      (name == "min" ? precedes(next, best) : precedes(best, next)) == true ? next : best
    }.priced(currency)
  }

  /// A function or a table; a function with a missing argument is missing.
  func call(_ name: String, _ arguments: [Expr], _ scope: Scope, want: Typ?) -> Val {
    if name == "old" {
      guard let before = world.before.first, let argument = arguments.first else { return .missing }
      return Evaluator(before).eval(argument, scope, want: want)
    }
    if name == "sum" || name == "mean" {
      guard let values = eval(arguments[0], scope).elements else { return .missing }
      if name == "mean" { return values.isEmpty ? .missing : mean(values) }
      return values.isEmpty ? nothing(of: type(arguments[0], scope)?.element) : sum(values)
    }
    if ["coalesce", "min", "max"].contains(name) { return alternatives(name, arguments, scope, want) }
    if let table = vocab.find(name, in: vocab.tables, from: scope.pack)?.item { return self.table(table, arguments, scope) }
    if ["date", "time"].contains(name), arguments.count == 1, case .text(let text) = eval(arguments[0], scope) {
      return texts(name, [.text(text)]) ?? .missing
    }
    if let value = calendar(name, arguments, scope) { return value }
    if name == "in_unit" { return inUnit(arguments, scope) }
    if let value = rounded(name, arguments, scope) { return value.priced(eval(arguments[0], scope).currency) }
    let first = arguments.first.flatMap { type($0, scope) }
    let values = arguments.enumerated().map { place, argument in
      eval(argument, scope, want: name == "index_of" && place == 1 ? first?.element : nil)
    }
    if values.contains(.missing) { return .missing }
    if let value = texts(name, values) { return value }
    return switch values.count {
    case 1: unary(name, values[0], values[0].isSymbolic ? type(arguments[0], scope) : nil)
    case 2: binary(name, values[0], values[1])
    default: .missing
    }
  }

  /// `round`, `floor`, `ceil` and `trunc` to places, by the whole numbers on both sides; `nil` for any other function.
  private func rounded(_ name: String, _ arguments: [Expr], _ scope: Scope) -> Val? {
    var modes = ["round": "half_even", "floor": "floor", "ceil": "ceiling", "trunc": "down"]
    if arguments.count == 3, case .name(let word) = arguments[2].kind { modes["round"] = word }
    guard let mode = modes[name] else { return nil }
    guard let value = eval(arguments[0], scope).number else { return .missing }
    let places = arguments.count == 1 ? 0 : eval(arguments[1], scope).number?.intValue
    guard let places, (-14...12).contains(places) else { return .missing }
    var unit = Decimal.one
    for _ in 0..<abs(places) { unit = (try? unit.multiplied(by: Decimal(10)).get()) ?? unit }
    func scaled(_ number: Decimal, up: Bool) -> Decimal? {
      if up == (places >= 0) { return try? number.multiplied(by: unit).get() }
      guard let tenth = try? Decimal(literal: "0.1") else { return nil }
      return (0..<abs(places)).reduce(number) { product, _ in product.flatMap { try? $0.multiplied(by: tenth).get() } }
    }
    guard let wide = scaled(value, up: true), let rest = try? wide.remainder(dividingBy: .one).get(),
      let whole = try? wide.subtracting(rest).get()
    else { return .missing }
    let half = (try? Decimal(literal: "0.5")) ?? .one
    let isOdd = (try? whole.remainder(dividingBy: Decimal(2)).get()) != .zero
    let goesOut =
      switch mode {
      case "half_even": rest.abs > half || rest.abs == half && isOdd
      case "half_up": rest.abs >= half
      case "half_down": rest.abs > half
      case "up": rest != .zero
      case "floor": rest.isNegative
      case "ceiling": rest != .zero && !rest.isNegative
      default: false
      }
    let end = goesOut ? try? whole.adding(rest.isNegative ? Decimal(-1) : .one).get() : whole
    return end.flatMap { scaled($0, up: false) }.map(Val.number) ?? .missing
  }

  /// A number in the unit that an enum's value or a text is; one with a name is the number.
  private func inUnit(_ arguments: [Expr], _ scope: Scope) -> Val {
    let value = eval(arguments[0], scope)
    switch (arguments[1].kind, type(arguments[1], scope)) {
    case (_, .symbol), (.text, _):
      switch eval(arguments[1], scope) {
      case .symbol(_, let currency): return value.priced(currency)
      case .text(let currency): return value.priced(currency.string)
      default: return .missing
      }
    default: return value
    }
  }

  private func unary(_ name: String, _ value: Val, _ type: Typ?) -> Val {
    switch (name, value) {
    case ("abs", .money(let number, let currency)): .money(number.abs, currency)
    case ("abs", .number(let number)): .number(number.abs)
    case ("sqrt", .number(let number)): number.squareRoot.map(Val.number) ?? .missing
    case ("length", .text(let text)): .number(Decimal(text.string.unicodeScalars.count))
    case ("length", .list(let values)): .number(Decimal(values.count))
    case ("lower", .text(let text)): .text(mapped(text) { ("A"..."Z").contains($0) ? $0.shifted(32) : $0 })
    case ("upper", .text(let text)): .text(mapped(text) { ("a"..."z").contains($0) ? $0.shifted(-32) : $0 })
    case ("trim", .text(let text)): .text(trimmed(text))
    case ("is_email", .text(let text)): .bool(isEmail(text.string))
    case ("is_legible", .text(let text)): .bool(!text.string.unicodeScalars.allSatisfy { isUnseen($0) })
    case ("distinct", .list(let values)) where Val.currency(of: values).isMixed: .missing
    case ("is_sorted", .list(let values)) where Val.currency(of: values).isMixed: .missing
    case ("distinct", .list(let values)): .list(values.reduce(into: []) { if Val.isAmong($1, $0) == false { $0.append($1) } })
    case ("is_sorted", .list(let values)): .of(isSorted(values))
    case ("keys", .map(let entries)): .list(sortedNames(entries).map { .text(Text($0)) })
    case ("values", .map(let entries)): .list(sortedNames(entries).compactMap { entries[$0] })
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

  private func sortedNames(_ entries: [String: Val]) -> [String] {
    entries.keys.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
  }

  private func binary(_ name: String, _ first: Val, _ second: Val) -> Val {
    switch (name, first, second) {
    case ("first", .list(let values), .number(let count)):
      count.intValue.map { .list(Array(values.prefix(max(0, $0)))) } ?? .missing
    case ("power", .number(let base), .number(let exponent)):
      exponent.intValue.flatMap { abs($0) <= 1000 ? try? base.power($0).get() : nil }.map(Val.number) ?? .missing
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

  /// A dot-string and a host's name of RFC 5321, as one pattern.
  private func isEmail(_ text: String) -> Bool {
    let atom = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~]+"
    let label = "[A-Za-z0-9]([A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?"
    let form = "\(atom)([.]\(atom))*@(\(label)[.])+\(label)"
    guard let pattern = try? Regex(form), text.wholeMatch(of: pattern) != nil, text.utf8.count <= 254 else { return false }
    let parts = text.split(separator: "@")
    let top = parts[1].split(separator: ".").last ?? ""
    return parts[0].utf8.count <= 64 && !top.allSatisfy(\.isNumber)
  }

  /// Returns whether a scalar is invisible by its Unicode properties: white space, default-ignorable, filler, private use or
  /// similar.
  private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let fillers: Set<UInt32> = [0x2800, 0xFFFC, 0x13441, 0x13442, 0x1D159]
    let isNoncharacter = scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
    let properties = scalar.properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || fillers.contains(scalar.value) || isNoncharacter
      || [.control, .format, .privateUse].contains(properties.generalCategory)
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
