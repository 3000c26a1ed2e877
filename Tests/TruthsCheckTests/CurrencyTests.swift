import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Money of a currency that is data (types §4.2).
@Suite struct CurrencyTests {
  static let declarations = [
    "enum money: [EUR, USD]", "enum coin: [EUR, CHF]",
    "record line:\n  fields:\n    net: decimal in currency\n    currency: money\n    parts: list of decimal in currency = []",
    "fact rate.set:\n  key: [place]\n  external: true\n  fields:\n    place: text\n    fee: decimal in unit\n    unit: money\n"
      + "    tax: decimal in other?\n    other: money?",
    "fact cap.set:\n  key: [currency]\n  external: true\n  fields:\n    currency: money\n    most: decimal in currency",
    "function half:\n  inputs:\n    x: decimal in c\n    c: money\n  output: decimal in c\n  value: x / 2",
  ]
  static let fields = [
    "place: text = \"a\"", "net: decimal in currency", "currency: money", "fee: decimal in fee_currency", "fee_currency: money",
    "lines: list of line", "other_lines: list of line", "d: decimal = 1", "b: boolean = true",
    "sums: list of decimal in currency",
  ]
  static let there =
    ["net exists", "fee exists", "lines not empty", "other_lines not empty", "sums not empty"] + ["rate.set", "cap.set"]

  static func findings(_ invariant: String, requires: [String] = [], lets: [String] = []) -> [String] {
    Shop(
      fields: fields, lets: lets, requires: (there + requires).map { "'\($0)'" }, invariants: ["'\(invariant)'"],
      declarations: declarations
    ).findings.filter { !$0.hasPrefix("T5008") }
  }

  @Test(
    "nothing proves one currency",
    arguments: [
      ("net > fee", ["T3020 `net > fee`"]), ("net == fee", ["T3020 `net == fee`"]), ("net != fee", ["T3020 `net != fee`"]),
      ("net + fee > 1", ["T3020 `net + fee`"]), ("net / fee > 1", ["T3020 `net / fee`", "T3002 `fee`"]),
      ("net in [fee]", ["T3020 `net in [fee]`"]),
      ("net + fee > net - fee", ["T3020 `net + fee`"]), ("max(net, fee) > 1", ["T3020 `max(net, fee)`"]),
      ("net between 1 and fee", ["T3020 `net between 1 and fee`"]),
      ("sum(l.net for l in lines) > 1", ["T3020 `l.net`"]), ("max(l.net for l in lines) > 1", ["T3020 `l.net`"]),
      (
        "sum(l.net for l in lines where l.currency == USD) > net",
        ["T3020 `sum(l.net for l in lines where l.currency == USD) > net`"]
      ),
      ("every l in lines satisfies l.net > net", ["T3020 `l.net > net`"]),
      (
        "some l in lines satisfies some o in other_lines satisfies l.net > o.net",
        ["T4502 `other_lines`", "T3020 `l.net > o.net`"]
      ),
      ("net > in_unit(d, \"EUR\")", ["T3020 `net > in_unit(d, \"EUR\")`"]),
      ("net > rate.set.fee", ["T3020 `net > rate.set.fee`"]),
      ("half(net, fee_currency) > 1", ["T3020 `net`"]), ("half(net, currency) > fee", ["T3020 `half(net, currency) > fee`"]),
      ("line(net = fee, currency = currency).net > 1", ["T3020 `fee`"]),
      ("length(distinct([net, fee])) > 1", ["T3020 `distinct([net, fee])`"]),
      ("sum(list(l.net for l in lines)) > 1", ["T3020 `sum(list(l.net for l in lines))`"]),
      ("fee == net or currency == fee_currency", ["T3020 `fee == net`"]),
      ("currency != fee_currency and net > fee", ["T3020 `net > fee`"]),
      ("(if b then net else fee) > 1", []), ("(if b then net else fee) > net", ["T3020 `(if b then net else fee) > net`"]),
    ] as [(String, [String])])
  func isFound(_ clause: String, _ wanted: [String]) {
    #expect(Self.findings(clause) == wanted)
  }

  @Test(
    "one currency is proved",
    arguments: [
      ("net > 5 and net + 1 > net * 2 and -net < abs(net)", []), ("net / net == 1 and sum(sums) > net and sums contains net", []),
      ("currency == fee_currency → net > fee", []), ("currency == fee_currency and net > fee", []),
      ("fee_currency != currency or net > fee", []), ("currency == EUR and fee_currency == EUR → net > fee", []),
      ("net > fee", ["currency == fee_currency"]), ("net > fee", ["fee_currency == EUR", "currency == EUR"]),
      ("net > in_unit(d, \"EUR\")", ["currency == EUR"]),
      ("net > in_unit(d, currency) and in_unit(d, \"EUR\") > in_unit(1, \"EUR\")", []),
      ("number(net) > number(fee)", []), ("net > half(net, currency)", []), ("half(net, currency) > in_unit(1, currency)", []),
      ("sum(l.net for l in lines) == net", ["every l in lines satisfies l.currency == currency"]),
      ("sum(l.net for l in lines) == net", ["every l in lines satisfies currency == l.currency"]),
      ("sum(l.net for l in lines where l.currency == currency) == net", []),
      ("max(l.net for l in lines where l.currency == USD) > in_unit(1, \"USD\")", []),
      ("every l in lines where l.currency == currency satisfies l.net <= net", []),
      ("every l in lines satisfies l.net <= net", ["every l in lines satisfies l.currency == currency"]),
      ("every l in lines satisfies l.currency == currency and l.net <= net", []),
      ("no l in lines satisfies sum(p for p in l.parts) > l.net", []),
      ("sum(p for l in lines for p in l.parts) > 1", ["every l in lines satisfies l.currency == EUR"]),
      ("rate.set.fee > net", ["rate.set.unit == currency"]), ("rate.set.fee > rate.set.fee * 2", []),
      ("some r in rate.set satisfies r.unit == currency and r.fee > net", []),
      ("line(net = net, currency = currency).net == net", []), ("line(net = 5, currency = USD).net == in_unit(5, \"USD\")", []),
      // A look-up by a currency determines the currency of the fact.
      ("net > cap.set.most", []), ("cap.set(currency = fee_currency).most > 1 → fee > cap.set(currency = fee_currency).most", []),
      ("lines[1].net > net", ["every l in lines satisfies l.currency == currency"]),
      ("list(l.net for l in lines) == []", []), ("count(l in lines where l.net > 0) > 1", []),
    ] as [(String, [String])])
  func isSilent(_ clause: String, _ requires: [String]) {
    #expect(Self.findings(clause, requires: requires).filter { $0.hasPrefix("T3020") } == [])
  }

  @Test(
    "a requirement is held to the others",
    arguments: [
      ("net + fee > 0", [], ["T3020 `net + fee`"]), ("net > fee", [], ["T3020 `net > fee`"]),
      ("sum(l.net for l in lines) > 0", [], ["T3020 `l.net`"]), ("net + fee > 0", ["currency == fee_currency"], []),
      ("currency == fee_currency and net + fee > 0", [], []), ("net > 0", [], []),
      ("sum(l.net for l in lines) > 0", ["every l in lines satisfies l.currency == EUR"], []),
    ] as [(String, [String], [String])])
  func required(_ clause: String, _ others: [String], _ wanted: [String]) {
    for requires in [[clause] + others, others + [clause]] {
      #expect(Self.findings("net > 1", requires: requires).filter { $0.hasPrefix("T3020") } == wanted)
    }
  }

  @Test(
    "a requirement is read through its `let`s and calls",
    arguments: [
      ("both > 0", ["both: net + fee"], [], ["T3020 `both`"]), ("enough", ["enough: net > fee"], [], ["T3020 `enough`"]),
      ("twice > 0", ["both: net + fee", "twice: both * 2"], [], ["T3020 `twice`"]),
      ("both > 0", ["both: net + fee"], ["currency == fee_currency"], []),
      ("both > 0", ["both: net + fee"], ["net exists", "fee exists"], ["T3020 `both`"]),
      ("total > 0", ["total: sum(l.net for l in lines)"], [], ["T3020 `total`"]),
      ("total > 0", ["total: sum(l.net for l in lines where l.currency == currency)"], [], []),
      ("both exists and both > 0", ["both: net + fee"], [], []),
      ("over(net, currency, fee, fee_currency)", [], [], ["T3020 `over(net, currency, fee, fee_currency)`"]),
      ("over(net, currency, fee, fee_currency)", [], ["fee_currency == currency"], []),
      ("over(net, currency, fee, fee_currency)", [], ["fee_currency == EUR", "currency == EUR"], []),
      ("over(net, currency, net, currency)", [], [], []),
      (
        "over(net, currency, 5, EUR)", [], [],
        [
          "T3020 `over(net, currency, 5, EUR)`"
        ]
      ),
      ("far(net, currency, fee, fee_currency)", [], [], ["T3020 `far(net, currency, fee, fee_currency)`"]),
      ("fees(place) > 0", [], [], ["T3020 `fees(place)`"]),
    ] as [(String, [String], [String], [String])])
  func requiredThrough(_ clause: String, _ lets: [String], _ others: [String], _ wanted: [String]) {
    let inputs = "  inputs:\n    x: decimal in c\n    c: money\n    y: decimal in d\n    d: money\n  output: boolean\n"
    let functions = [
      "function over:\n\(inputs)  value: x > y", "function far:\n\(inputs)  value: over(x, c, y, d) and x > 1",
      "function fees:\n  inputs:\n    at: text\n  output: decimal\n  value: number(sum(r.fee for r in rate.set where r.place != at))",
    ]
    for requires in [[clause] + others, others + [clause]] {
      let found = Shop(
        fields: Self.fields, lets: lets, requires: (Self.there + requires).map { "'\($0)'" }, invariants: ["'d > 0'"],
        declarations: Self.declarations + functions
      ).findings
      #expect(found.filter { $0.hasPrefix("T3020") } == wanted, "\(found)")
    }
  }

  @Test(
    "an amount is there with its currency",
    arguments: [
      ("net > 1", ["net exists"], []), ("net > 1 and currency == EUR", ["net exists"], []), ("net > 1", ["net > 0"], []),
      ("rate.set.fee > 1", ["rate.set"], []), ("rate.set.tax > 1", ["rate.set"], ["T3001 `rate.set.tax`"]),
      ("rate.set.tax > 1", ["rate.set", "rate.set.tax exists"], []), ("net > 1", [], ["T3001 `net`"]),
      ("net + net > net", [], ["T3001 `net`"]), ("currency == EUR", ["net exists"], []),
      ("net > 1", ["currency exists"], ["T3001 `net`"]),
    ] as [(String, [String], [String])])
  func missing(_ clause: String, _ requires: [String], _ wanted: [String]) {
    let found = Shop(
      fields: Self.fields, requires: requires.map { "'\($0)'" }, invariants: ["'\(clause)'"], declarations: Self.declarations
    ).findings
    #expect(found.filter { $0.hasPrefix("T3") } == wanted)
  }

  @Test(
    "through lets",
    arguments: [
      ("total > fee", ["total: net * 2"], ["T3020 `total > fee`"]), ("total > net", ["total: net * 2"], []),
      ("total > net", ["total: sum(l.net for l in lines where l.currency == currency)"], []),
      ("total > net", ["total: in_unit(d, c)", "c: currency"], []), ("cap.most > net", ["cap: the cap.set"], []),
      ("rate.unit == currency → rate.fee > net", ["rate: the rate.set"], []),
      ("rate.fee > net", ["rate: the rate.set"], ["T3020 `rate.fee > net`"]),
    ] as [(String, [String], [String])])
  func lets(_ clause: String, _ lets: [String], _ wanted: [String]) {
    #expect(Self.findings(clause, lets: lets).filter { $0.hasPrefix("T3020") } == wanted)
  }

  @Test("each `let` is followed once", arguments: ["coalesce(#, #)", "if b then # else #", "max(#, #)"])
  func sharedLets(form: String) {
    let chain = (1...60).map { place in
      "a\(place): \(form.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "a\(place - 1)"))"
    }
    #expect(Self.findings("a60 > fee", lets: ["a0: net + net"] + chain).filter { $0.hasPrefix("T3020") } == ["T3020 `a60 > fee`"])
  }

  @Test("lists that double have each currency once")
  func doubledLists() {
    let chain = ["a0: [net, net]"] + (1...30).map { "a\($0): a\($0 - 1) + a\($0 - 1)" }
    #expect(Self.findings("max(a30) > fee", lets: chain).filter { $0.hasPrefix("T3020") } == ["T3020 `max(a30) > fee`"])
  }

  @Test("help names what can be written where it is given")
  func help() {
    func helps(_ invariant: String, lets: [String] = []) -> [String] {
      let shop = Shop(
        fields: Self.fields, lets: lets, requires: Self.there.map { "'\($0)'" }, invariants: ["'\(invariant)'"],
        declarations: Self.declarations)
      return shop.load().diagnostics.filter { "\($0.code)" == "T3020" }.compactMap(\.help)
    }
    #expect(helps("net > fee") == ["write `- currency == fee_currency` under `requires`, or test it in the clause"])
    #expect(helps("lines[1].net > net") == ["write `- lines[1].currency == currency` under `requires`, or test it in the clause"])
    #expect(helps("sum(l.net for l in lines) > net").count == 1)
    #expect(helps("old(rate.set.fee) <= net").allSatisfy { !$0.contains("==") || !$0.contains("old(") })
  }

  @Test("two currencies that are written are certainly different")
  func certain() {
    let shop = Shop(invariants: ["'in_unit(1, \"EUR\") > in_unit(1, \"USD\")'"])
    #expect(shop.load().diagnostics.filter { "\($0.code)" == "T3020" }.map(\.severity) == [.error])
  }

  @Test(
    "declarations",
    arguments: [
      ("record bill:\n  fields:\n    net: decimal in currency", ["T1070 `currency`"]),
      ("record bill:\n  fields:\n    net: list of decimal in currency?", ["T1070 `currency`"]),
      ("policy cap:\n  type: decimal in currency\n  default: 1", ["T1070 `currency`"]),
      ("record bill:\n  fields:\n    net: decimal in currency\n    currency: text", ["T1070 `currency`"]),
      ("record bill:\n  fields:\n    net: decimal in currency\n    currency: coin", []),
      ("record bill:\n  fields:\n    hours: decimal in hours\n    net: decimal in eur", []),
      (
        "fact bill.seen:\n  key: [net]\n  external: true\n  fields:\n    net: decimal in currency\n    currency: coin",
        ["T1070 `net`"]
      ),
      (
        "fact bill.seen:\n  key: [net, currency]\n  external: true\n  fields:\n    net: decimal in currency\n    currency: coin",
        []
      ),
      ("function own:\n  inputs:\n    x: decimal\n  output: decimal in currency\n  value: x", ["T1070 `currency`", "T2003 `x`"]),
      (
        "function own:\n  inputs:\n    x: decimal\n    currency: coin\n  output: decimal in currency\n  value: in_unit(x, currency)",
        []
      ),
      ("function own:\n  inputs:\n    x: decimal\n    currency: coin\n  output: decimal in currency\n  value: x", ["T2003 `x`"]),
    ] as [(String, [String])])
  func declared(_ declaration: String, _ wanted: [String]) {
    let found = Shop(fields: Self.fields, declarations: Self.declarations + [declaration]).findings
    #expect(
      found.filter { !["T5008", "T1014", "T1015"].contains(String($0.prefix(5))) && ($0.hasPrefix("T1") || $0.hasPrefix("T2")) }
        == wanted)
  }

  @Test(
    "the unit of `in_unit`",
    arguments: [
      ("in_unit(d, eur) > 1", []), ("in_unit(d, EUR) > 1", []), ("in_unit(d, currency) > 1", []),
      ("in_unit(d, rate.set.unit) > 1", []),
      ("in_unit(d, place) > 1", ["T2002 `place`"]), ("in_unit(net, currency) > 1", ["T2003 `net`"]),
      ("in_unit(d, eur) > net", ["T2003 `in_unit(d, eur) > net`"]),
      ("in_unit(d, \"EUR\") > in_unit(d, eur)", ["T2003 `in_unit(d, \"EUR\") > in_unit(d, eur)`"]),
    ] as [(String, [String])])
  func units(_ clause: String, _ wanted: [String]) {
    let found = Self.findings(clause)
    #expect(found.filter { $0.hasPrefix("T1") || $0.hasPrefix("T2") } == wanted)
  }

  @Test("a look-up of an amount is a negative reading, and is read anew by `old`")
  func readings() {
    let cycle = """
      fact sum.made:
        key: [place]
        fields:
          place: text
          fee: decimal in unit
          unit: money

      truth summing:
        when:
          - fact: rate.set
          - if: sum.made.fee > 1
        produces:
          - fact.sum.made:
              fee: fee
          - trace.summing
      """
    let found = Shop(declarations: Self.declarations + [cycle]).findings
    #expect(found.contains("T4101 `sum.made.fee`"), "\(found)")
    let shop = Shop(
      fields: ["place: text"], requires: ["place exists"], ensures: ["rate.set.fee == old(rate.set.fee) else \"x\""],
      declarations: Self.declarations)
    #expect(!shop.findings.contains { $0.hasPrefix("T1") }, "\(shop.findings)")
  }
}
