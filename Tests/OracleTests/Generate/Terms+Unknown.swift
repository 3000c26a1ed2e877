extension Terms {
  /// Writes a condition without a value for some facts, by a random cause; `nil` where no name fits one.
  mutating func unknowable() -> String? {
    var numbers: [String] = []
    let name = variable()
    if let number = term(.decimal) ?? term(.integer) {
      numbers += [
        "(\(number) / (\(number) - \(term(.decimal) ?? number)))", "(\(number) % \(term(.integer) ?? number))",
        "power(\(number) + 999, \(chance.pick(["4", "40"])))", "sqrt(\(number) - 2)",
      ]
    }
    if let text = term(.text) { numbers.append("number(\(text))") }
    if let list = term(.decimals) {
      numbers += [
        "\(list)[2]", "min(\(name) for \(name) in \(list))", "mean(\(list))",
        "first(\(name) for \(name) in \(list) where \(name) > 1 by \(name))",
      ]
    }
    if let lines = term(.lines) {
      numbers += [
        "\(lines)[1].g", "max(\(name).q for \(name) in \(lines))", "last(\(name).g for \(name) in \(lines) by \(name).q)",
      ]
    }
    if let map = term(.weights) { numbers.append("\(map)[\(chance.pick(["\"a\"", "\"b\""]))]") }
    if let date = term(.date) { numbers.append("year(\(date) + years(\(chance.pick(["1", "7980"]))))") }
    if let cash = term(.cash) { numbers.append("number(\(cash) + \(chance.pick(["in_unit(1, \"eur\")", term(.cash) ?? cash])))") }
    if let found = lookup(.decimal) { numbers += [found, "the \(found)"] }
    if let called = calledNumber() { numbers.append(called) }
    let optional = terms.filter { $0.isOptional && ($0.kind == .decimal || $0.kind == .integer) }.map(\.text)
    if !optional.isEmpty { numbers.append(chance.pick(optional)) }
    guard !numbers.isEmpty else { return nil }
    return unknowable(chance.pick(numbers))
  }

  /// Writes a condition on a number, which may be nested deeply.
  private mutating func unknowable(_ number: String) -> String {
    let (limit, name) = (chance.pick(["0", "1", "2", "5"]), variable())
    switch chance.below(8) {
    case 0: return "not (\(number) > \(limit))"
    case 1: return "(\(comparison(0)) or \(number) > \(limit))"
    case 2: return "(\(comparison(0)) and \(number) <= \(limit))"
    case 3: return "(if \(number) >= \(limit) then true else \(comparison(0)))"
    case 4: return "(\(number) not in [\(limit), 7])"
    case 5: return "(\(chance.pick(["some", "every", "no"])) \(name) in [1, 2] satisfies \(name) + \(number) > \(limit))"
    case 6: return "(count(\(name) in [1, 2] where \(number) > \(name)) > 0)"
    default: return "(\(number) > \(limit))"
    }
  }
}
