/// The causes of an `if` without a value, with data that have the cause and data that do not.
enum UnknownCause: String, CaseIterable {
  case absent, tooLarge, conversion, place, mapKey, tableRow, dateRange, division, currencies, unique, emptyChoice, lookup

  /// A number that has no value where the cause is there.
  func number(_ chance: inout Chance) -> String {
    switch self {
    case .absent: "n"
    case .tooLarge: chance.pick(["power(a, 9)", "(a * b * a * b * a * b)", "sum([power(a, 9), b])"])
    case .conversion: chance.pick(["number(s)", "integer(s)", "length(text(number(s)))"])
    case .place: chance.pick(["l[2]", "l[-2]", "l[length(l) * 2 - 2]"])
    case .mapKey: "mw[\"x\"]"
    case .tableRow: chance.pick(["rate(c)", "(rate(c) + 1)"])
    case .dateRange: chance.pick(["days_between(d + days(9), \"2024-01-01\")", "year(d + years(1))", "month(d + months(1))"])
    case .division: chance.pick(["(a / z)", "(a % z)"])
    case .currencies: chance.pick(["number(ca + in_unit(1, \"usd\"))", "number(max(ca, in_unit(1, \"usd\")))"])
    case .unique: "twice(c)"
    case .emptyChoice:
      chance.pick([
        "first(x.q for x in is by x.q)", "last(x.q for x in is by x.q)", "min(x.q for x in is)", "max(x.q for x in is)",
        "mean(x.g for x in is)",
      ])
    case .lookup: chance.pick(["other.seen(k = g).n", "(the other.seen(k = g)).n"])
    }
  }

  /// The members of a fact without the cause.
  static let mended = [
    ("k", "\"a\""), ("g", "\"b\""), ("h", "\"u\""), ("n", "1"), ("a", "2"), ("b", "3"), ("c", "2"), ("z", "2"), ("s", "\"4\""),
    ("l", "[1, 2]"), ("mw", "{\"x\": 1}"), ("d", "\"2024-01-02\""), ("ca", "5"), ("cur", "\"usd\""),
    ("is", "[{\"q\": 1, \"g\": 2, \"y\": \"a\"}]"), ("more", "[{\"q\": 1, \"g\": 2, \"y\": \"a\"}]"),
  ]

  /// The members that differ in a fact with the cause; `nil` for an absent one.
  var broken: [String: String?] {
    switch self {
    case .absent: ["n": nil]
    case .tooLarge: ["a": "99999999.99", "b": "99999999.99"]
    case .conversion: ["s": "\"x\""]
    case .place: ["l": "[1]"]
    case .mapKey: ["mw": "{}"]
    case .tableRow, .unique: ["c": "100"]
    case .dateRange: ["d": "\"9999-12-31\""]
    case .division: ["z": "0"]
    case .currencies: ["cur": "\"eur\""]
    case .emptyChoice: ["is": "[]"]
    case .lookup: ["g": "\"none\""]
    }
  }

  /// A condition that has no value where the cause is there, with the `let`s that it needs.
  func condition(_ chance: inout Chance) -> (lets: [String], text: String) {
    if self == .tooLarge, chance.percent(50) { return (["total: 'a * b'"], "total > 1000") }
    let number = number(&chance)
    switch chance.below(14) {
    case 0: return (["total: '\(number)'"], "total > 10")
    case 1: return (["isHeavy: '\(number) > 10'"], "isHeavy")
    case 2: return ([], "over(\(number))")
    case 3: return ([], "not (\(number) > 10)")
    case 4: return ([], "(some y in more satisfies (some v in [1, 2] satisfies y.q + v + \(number) > 10))")
    case 5: return ([], "(every y in more where \(number) > 10 satisfies y.q > 1)")
    case 6: return ([], "(count(y in more where \(number) > 10) > 0)")
    case 7: return ([], "(sum(y.g + \(number) for y in more) > 10)")
    case 8: return ([], "(if \(number) > 10 then k == \"zz\" else k != \"zz\")")
    case 9: return ([], "(\(number) between 1 and 3)")
    case 10: return ([], "(\(number) in [1, 2])")
    case 11: return ([], "(k == \"zz\" or \(number) > 10)")
    case 12: return ([], "(k != \"zz\" and not (\(number) > 10))")
    default: return ([], "(\(number) > 10)")
    }
  }
}
