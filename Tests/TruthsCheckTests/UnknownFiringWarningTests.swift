import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The warning about an `if` of a truth on facts that may be unknown (declarations §6). It names the cause, and its fix makes
/// the `if` known.
@Suite struct UnknownFiringWarningTests {
  /// A value that may be missing, in an expression of the trigger.
  struct Cause: Sendable, CustomTestStringConvertible {
    /// The expression that may be missing; `a.` is the fact.
    var value: String
    var type = "decimal"
    /// A comparison with it, where it is no number.
    var test = "> 10"
    /// The words in brackets in the message.
    var words: String?
    /// A condition under which it is known.
    var guarding: String?
    var testDescription: String { value }
  }

  static let causes: [Cause] = [
    Cause(value: "a.weight"), Cause(value: "a.line.price"),
    Cause(value: "stock.counted(k = a.k).size"), Cause(value: "stock.counted(k = a.note).size"),
    Cause(value: "a.numbers[1]", words: "nothing there", guarding: "a.numbers not empty"),
    Cause(value: "a.numbers[a.n]", words: "nothing there"), Cause(value: "a.stock[\"x\"]", words: "not given"),
    Cause(value: "index_of(a.numbers, 3)", words: "nothing there"), Cause(value: "index(a.code, \"-\")", words: "nothing there"),
    Cause(value: "before(a.code, \"-\")", type: "text", test: "== \"x\"", words: "nothing there"),
    Cause(value: "integer(a.code)", words: "it does not fit"), Cause(value: "number(a.code)", words: "it does not fit"),
    Cause(value: "date(a.code)", type: "date", test: "> \"2024-01-01\"", words: "it does not fit"),
    Cause(value: "time(a.code)", type: "time", test: "> \"10:00\"", words: "it does not fit"),
    Cause(value: "timestamp(a.code)", type: "timestamp", test: "> \"2024-01-01T00:00:00Z\"", words: "it does not fit"),
    Cause(value: "duration(a.code)", type: "duration", test: "> days(1)", words: "it does not fit"),
    Cause(value: "period(a.code)", type: "period", test: "> months(1)", words: "it does not fit"),
    Cause(value: "a.on + days(a.n)", type: "date", test: "> \"2024-01-01\"", words: "it does not fit"),
    Cause(value: "a.on - months(a.n)", type: "date", test: "> \"2024-01-01\"", words: "it does not fit"),
    Cause(value: "date_of(a.n, 2, 29)", type: "date", test: "> \"2024-01-01\"", words: "it does not fit"),
    Cause(value: "days(1) * a.size", type: "duration", test: "> days(1)", words: "too large"),
    Cause(value: "date(a.moment, \"Europe/Berlin\")", type: "date", test: "> \"2024-01-01\"", words: "before 1970"),
    Cause(value: "a.size / a.n", guarding: "a.n != 0"), Cause(value: "a.size % a.n", guarding: "a.n > 0"),
    Cause(value: "power(a.size, a.n)", words: "it does not fit"), Cause(value: "sqrt(a.size)", words: "it does not fit"),
    Cause(value: "round(a.size, a.n)", words: "it does not fit"),
    Cause(value: "min(a.numbers)", guarding: "a.numbers not empty"),
    Cause(value: "mean(a.numbers)", guarding: "a.numbers not empty"),
    Cause(value: "rate(a.n)", words: "left out"),
    Cause(value: "if a.n > 3 then 5 else missing", words: "left out"),
  ]

  static let vocabulary = [
    "enum coin: [eur, usd]",
    "record line:\n  fields:\n    sku: text\n    price: decimal?",
    "fact stock.counted:\n  key: [k]\n  external: true\n  fields:\n    k: text\n    size: decimal",
    """
    fact order.seen:
      key: [k]
      external: true
      fields:
        k: text
        weight: decimal?
        note: text?
        size: decimal
        n: integer
        code: text
        on: date
        moment: timestamp
        line: line
        numbers: list of decimal
        stock: map of decimal
        seen: list of text
        cost: decimal in cost_in
        cost_in: coin
        price: decimal in price_in
        price_in: coin
    """,
    "fact order.heavy:\n  key: [k]\n  fields:\n    k: text",
    "table rate:\n  inputs:\n    n: integer\n  output: decimal\n  rows:\n    - n > 3 → 5\n    - otherwise → missing",
  ]

  /// The findings about truths on facts, with their words and mends, of one `if`.
  static func found(_ condition: String, lets: [String] = [], functions: [String] = [], isView: Bool = false) -> [Diagnostic] {
    var lines = ["truth weighing:", "  when:", "    - fact: order.seen as a", "    - if: '\(condition)'"]
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += ["  produces:", "    - fact.order.heavy:", "        k: a.k"] + (isView ? [] : ["    - trace.order.weighing"])
    var declarations = vocabulary
    if isView { declarations[4] = declarations[4].replacing("  fields", with: "  derived: true\n  fields") }
    let set = Shop(
      invariants: ["no h in order.heavy satisfies h.k == order_id"],
      declarations: declarations + functions + [lines.joined(separator: "\n")]
    )
    .load()
    let others = set.diagnostics.filter { $0.severity == .error && !$0.code.description.hasPrefix("T43") }
    #expect(others.map { "\($0.code) \($0.message)" } == [], "\(condition)")
    return set.diagnostics.filter { $0.code == MayNotFire.code }
  }

  private static func quotedMends(_ help: String) -> [String] {
    help.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { !$0.offset.isMultiple(of: 2) }
      .map { String($0.element) }
  }

  /// The finding, with its cause; each mend that it proposes makes it go away.
  private static func expectTold(
    _ condition: String, _ cause: Cause, lets: [String] = [], functions: [String] = [], depth: Int = 0
  ) throws {
    let told = found(condition, lets: lets, functions: functions)
    let finding = try #require(told.first, "\(condition)")
    #expect(told.count == 1 && finding.severity == .warning, "\(condition)")
    if let words = cause.words { #expect(finding.message.contains("(\(words))"), "\(finding.message)") }
    let mends = quotedMends(finding.help ?? "")
    #expect(mends.count == 2, "\(mends)")
    for mend in mends {
      // A test may need another test before it: a look-up needs one for its key and one for its fact.
      if let next = found(mend, lets: lets, functions: functions).first, depth < 2 {
        #expect(next.message != finding.message, "\(condition): \(mend)")
        try expectTold(mend, Cause(value: ""), lets: lets, functions: functions, depth: depth + 1)
      } else {
        #expect(found(mend, lets: lets, functions: functions).map(\.message) == [], "\(condition): \(mend)")
      }
    }
  }

  @Test(arguments: causes) func plain(_ cause: Cause) throws {
    let condition = cause.value.hasPrefix("if") ? "(\(cause.value)) \(cause.test)" : "\(cause.value) \(cause.test)"
    try Self.expectTold(condition, cause)
    if let guarding = cause.guarding { #expect(Self.found("\(guarding) and \(condition)").map(\.message) == []) }
  }

  @Test(arguments: causes) func throughLets(_ cause: Cause) throws {
    try Self.expectTold("value \(cause.test)", cause, lets: ["value: '\(cause.value)'"])
    try Self.expectTold("other \(cause.test)", Cause(value: ""), lets: ["value: '\(cause.value)'", "other: value"])
  }

  /// Functions take the fields that they use as inputs.
  @Test(arguments: causes.filter { !$0.value.contains("stock.counted(k = a.note)") }) func throughFunctions(_ cause: Cause) throws
  {
    let inputs = [
      "k: text", "size: decimal", "n: integer", "code: text", "on: date", "moment: timestamp", "line: line",
      "numbers: list of decimal", "stock: map of decimal",
    ]
    if cause.value == "a.weight" { return }
    let used = inputs.filter { cause.value.contains("a.\($0.prefix { $0 != ":" })") }
    let function =
      "function inner:\n  inputs:\n" + used.map { "    \($0)\n" }.joined() + "  output: \(cause.type)\n  value: '"
      + cause.value.replacing("a.", with: "") + "'"
    let arguments = used.map { "a." + $0.prefix { $0 != ":" } }.joined(separator: ", ")
    try Self.expectTold("inner(\(arguments)) \(cause.test)", Cause(value: "", words: cause.words), functions: [function])
  }

  /// A fix inside of a quantifier leaves out the elements without a value.
  @Test(arguments: causes.filter { !$0.value.contains("a.note") }, ["some", "every", "no"]) func insideQuantifiers(
    _ cause: Cause, _ quantifier: String
  ) throws {
    let value = cause.value.replacing("a.", with: "o.")
    let test = value.hasPrefix("if") ? "(\(value)) \(cause.test)" : "\(value) \(cause.test)"
    let condition = "\(quantifier) o in order.seen satisfies \(test)"
    let finding = try #require(Self.found(condition).first)
    if let words = cause.words { #expect(finding.message.contains("(\(words))"), "\(finding.message)") }
    let filter = try #require(Self.quotedMends(finding.help ?? "").first)
    let mended = condition.replacing(" satisfies", with: " \(filter) satisfies")
    #expect(Self.found(mended).map(\.message) == [], "\(mended)")
  }

  /// A value that cannot exceed a limit, and one that is tested, gives no warning.
  @Test(arguments: [
    "a.size > 10", "a.size * 2 > 10", "a.size * a.size > 10", "a.on + days(30) > \"2024-01-01\"", "a.size / 2 > 1",
    "round(a.size, 2) > 1", "length(a.code) > 3", "weekday(a.on) == 1", "a.weight exists", "a.weight missing or a.weight > 1",
    "coalesce(a.weight, 0) > 1", "stock.counted(k = a.k)", "sum(a.numbers) > 3", "count(m in a.numbers) > 3",
    "substring(a.code, 1, 2) == \"x\"", "integer(\"5\") < a.n", "date(now, \"Europe/Berlin\") > a.on",
  ]) func silent(_ condition: String) { #expect(Self.found(condition).map(\.message) == []) }

  /// A number is too large where it leaves: in a `let`, in a text, in a key.
  @Test func whatLeaves() throws {
    for value in ["a.size * a.size", "power(a.size, 2)", "a.size + a.size", "sum(a.numbers)", "-(a.size * a.n)"] {
      try Self.expectTold("total > 1000", Cause(value: "", words: "too large"), lets: ["total: \(value)"])
    }
    for value in ["a.size * 2", "a.size + 1", "a.size - 3", "a.n % 4", "count(m in a.numbers)"] {
      #expect(Self.found("total > 1000", lets: ["total: \(value)"]).map(\.message) == [], "\(value)")
    }
    try Self.expectTold(#""{a.size * a.size}" == "4""#, Cause(value: "", words: "too large"))
    try Self.expectTold(#"text(a.size * a.size) == "4""#, Cause(value: "", words: "too large"))
  }

  /// The warning states the consequence. It is never an error.
  @Test func whatHappensThen() {
    func message(_ isView: Bool) -> String { Self.found("a.weight > 10", isView: isView).first?.message ?? "" }
    #expect(message(false).hasSuffix("the run halts, and a fact from outside is refused"))
    #expect(message(true).hasSuffix("its key cannot be read"))
  }

  /// The fix names an aggregate over facts in a `let`, because two writings of the aggregate are not recognized as equal.
  @Test func whatNeedsAName() throws {
    let help = try #require(Self.found("min(s.size for s in stock.counted) > 3").first?.help)
    #expect(help == "give the value a name in `let`, `NAME: min(s.size for s in stock.counted)`, and write `NAME exists and …`")
    #expect(Self.found("least exists and least > 3", lets: ["least: min(s.size for s in stock.counted)"]).isEmpty)
    let filtered = try #require(Self.found("count(o in order.seen where o.weight > 3 or o.n > 2) > 1").first?.help)
    #expect(filtered == "omit such elements: `where o.weight exists and (o.weight > 3 or o.n > 2)`")
  }

  @Test func twoRowsThatMayHoldAtOnce() throws {
    let rates =
      "table rates:\n  inputs:\n    n: integer\n  hit: unique\n  output: decimal\n  rows:\n    - n * n > 9 → 5\n"
      + "    - n * n < 100 → 6\n    - otherwise → 7"
    let finding = try #require(Self.found("rates(a.n) > 10", functions: [rates]).first)
    #expect(finding.message.contains("(two rows hold)"), "\(finding.message)")
    let apart = rates.replacing("n * n > 9", with: "n > 9").replacing("n * n < 100", with: "n < 4")
    #expect(Self.found("rates(a.n) > 10", functions: [apart]).isEmpty)
  }

  @Test func twoCurrencies() throws {
    for condition in ["a.cost > a.price", "a.cost + a.price > 3", "max(a.cost, a.price) > 3", "a.cost == a.price"] {
      let finding = try #require(Self.found(condition).first, "\(condition)")
      #expect(finding.message.contains("currenc"), "\(finding.message)")
      #expect(Self.found("a.cost_in == a.price_in and \(condition)").map(\.message) == [], "\(condition)")
    }
    #expect(Self.found("a.cost > 3 and a.cost + a.cost > 3").map(\.message) == [])
  }
}
