import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Types and units of expressions (types §1, clauses §9).
@Suite struct TypeTests {
  static let declarations = [
    "enum size: [small, large]",
    "enum wear:\n  ordered: [worn, tested, new]",
    "record line:\n  fields:\n    sku: text\n    price: decimal in eur\n    note: text?",
  ]
  static let fields = [
    "t: text = \"\"", "i: integer = 1", "d: decimal = 1", "b: boolean = true", "day: date = \"2026-01-01\"",
    "at: timestamp = \"2026-01-01T00:00:00Z\"", "span: duration = \"P1D\"", "extra: json", "size: size = small",
    "wear: wear = new",
    "eur: decimal in eur = 1", "cents: integer in eur = 1", "usd: decimal in usd = 1", "hours_left: integer in hours = 1",
    "texts: list of text = []", "numbers: list of decimal in eur = []", "sizes: list of size = []", "days_off: list of date = []",
    "lines: list of line",
  ]

  static func findings(_ clause: String) -> [String] {
    Shop(fields: fields, requires: ["'\(clause)'"], declarations: declarations).findings
  }

  @Test(arguments: [
    // literals and texts read as the type of their place
    "day < \"2026-01-01\"", "\"2026-01-01\" <= day", "at > \"2026-01-01T00:00:00Z\"", "span == \"P1DT2H\"", "size == large",
    "size != \"large\"", "large == size", "size in [small, large]", "wear >= tested", "sizes == [small]",
    "days_off contains \"2026-01-01\"",
    "\"2026-01-01\" in days_off", "days_off == [\"2026-01-01\"]", "d == 5.5", "i == 5.0", "-i < -3", "d in [1, 2.5]",
    "texts == []",
    // units
    "eur > 5", "eur + cents > 5", "eur * 2 > 5", "2 * eur > 5", "eur / cents > 0.5", "eur / 2 > 1", "eur * d > 1", "d * eur > 1",
    "eur - 1 == cents", "eur in [1, 2]", "eur % 2 == 0", "round(eur, 2) == eur", "abs(eur) > 1", "floor(eur) == cents",
    "-eur < 0",
    "sum(n for n in numbers) < eur", "min(n for n in numbers) < 5", "count(n in numbers) > 2", "numbers contains 5",
    "5 in numbers",
    "list(l.price for l in lines) == numbers", "hours(hours_left) < span", "eur > -1", "100 / eur > 1",
    // percentages
    "d > 40%", "eur * 40% > 5", "40% * eur > 5", "eur / 50% > 1", "i * 10% < 5", "span * 50% < span", "d == 100% - d",
    // time
    "at + span > now", "at - span < now", "span + at > now", "at - at < span", "day - day < span", "day + days(3) > day",
    "span * 2 > span",
    "2 * span > span", "span / 2 < span", "span / span > 1.5", "span + span > span", "span - span < span", "-span < span",
    "abs(span) > span",
    "date(at) == day", "days(i) > hours(d)", "minutes(1) < seconds(90)", "sum(l for l in [span, span]) < span",
    // texts and lists
    "length(t) > 3", "length(texts) > i", "lower(t) == upper(t)", "trim(t) like \"a*\"",
    "starts_with(t, \"a\") and ends_with(t, \"b\")",
    "t contains \"x\"", "texts contains t", "distinct(texts) == texts", "is_sorted(texts)", "first(texts, 2) == texts",
    "first(texts, d) == texts",
    "is_email(t)", "is_legible(t)",
    "texts + [\"a\"] == texts", "t empty", "texts not empty", "\"{t}{eur}{day}{size}{b}{texts}{lines}\" != t", "t < \"b\"",
    "round(d) == i",
    // the rest
    "b", "b == false", "not b", "extra exists", "extra missing", "lines == lines", "every l in lines satisfies l.note missing",
    "max(l.sku for l in lines) > t", "list(l.sku for l in lines where l.price > 1 by l.price desc, l.sku) == texts",
    "sum(l.price for l in lines for x in [l.sku] where x == l.sku) > eur", "some l in lines satisfies l.sku in texts",
  ])
  func rightTypesAreSilent(_ clause: String) {
    #expect(Self.findings(clause) == [])
  }

  @Test(arguments: [
    ("d > \"many\"", "T2002 `d > \"many\"`"), ("t == 5", "T2002 `t == 5`"), ("b == 1", "T2002 `b == 1`"),
    ("day == at", "T2002 `day == at`"),
    ("size == wear", "T2002 `size == wear`"), ("i == texts", "T2002 `i == texts`"),
    ("hours_left > span", "T2002 `hours_left > span`"),
    ("eur > usd", "T2003 `eur > usd`"), ("eur + usd > 1", "T2003 `eur + usd`"), ("eur > d", "T2003 `eur > d`"),
    ("eur * eur > 1", "T2003 `eur * eur`"), ("eur / usd > 1", "T2003 `eur / usd`"), ("d / eur > 1", "T2003 `d / eur`"),
    ("eur + d > 1", "T2003 `eur + d`"), ("eur in [d]", "T2003 `eur in [d]`"), ("usd in numbers", "T2003 `usd in numbers`"),
    ("eur > 40%", "T2003 `eur > 40%`"), ("eur + 10% > 1", "T2003 `eur + 10%`"), ("eur in [10%]", "T2003 `eur in [10%]`"),
    ("min(eur, 10%) > 1", "T2002 `10%`"),
    ("d", "T2004 `d`"), ("t and b", "T2004 `t`"), ("not i", "T2004 `i`"), ("b or \"x\"", "T2004 `\"x\"`"),
    ("extra", "T2004 `extra`"),
    ("size > small", "T2005 `size > small`"), ("b < false", "T2005 `b < false`"), ("texts < texts", "T2005 `texts < texts`"),
    ("is_sorted(sizes)", "T2005 `sizes`"), ("max(l for l in lines) == 1", "T2005 `l`"),
    ("list(l.sku for l in lines by l) == texts", "T2005 `l`"), ("min(x for x in sizes) == small", "T2005 `x`"),
    ("day < \"1.2.2026\"", "T2006 `\"1.2.2026\"`"), ("at < \"2026-01-01\"", "T2006 `\"2026-01-01\"`"),
    ("span > \"1 day\"", "T2006 `\"1 day\"`"),
    ("days_off contains \"2026-02-30\"", "T2006 `\"2026-02-30\"`"), ("size == \"huge\"", "T1005 `\"huge\"`"),
    ("size == huge", "T1005 `huge`"),
    ("size in [small, huge]", "T1005 `huge`"), ("t + t == t", "T2007 `t + t`"), ("b + 1 > 2", "T2007 `b + 1`"),
    ("at + at > now", "T2007 `at + at`"), ("span * span > span", "T2007 `span * span`"), ("at * 2 > now", "T2007 `at * 2`"),
    ("span * eur > span", "T2007 `span * eur`"), ("i / span > 1", "T2007 `i / span`"), ("day + i > day", "T2007 `day + i`"),
    ("texts + numbers == texts", "T2007 `texts + numbers`"), ("some x in t satisfies b", "T2008 `t`"),
    ("count(x in d) > 1", "T2008 `d`"),
    ("sum(x for x in texts) > 1", "T2002 `x`"), ("starts_with(t) and b", "T2009 `starts_with(t)`"),
    ("round(d, 1, 2) > 1", "T2002 `2`"),
    ("round(d, 1, up, 2) > 1", "T2009 `round(d, 1, up, 2)`"),
    ("length(d) > 1", "T2002 `d`"), ("lower(d) == t", "T2002 `d`"), ("abs(t) == 1", "T2002 `t`"),
    ("first(texts, 1.5) == texts", "T3019 `1.5`"), ("date(day) == day", "T2002 `day`"), ("days(span) > span", "T2002 `span`"),
    ("days(eur) > span", "T2002 `eur`"), ("d empty", "T2002 `d`"), ("t like 5", "T2002 `5`"), ("t in t", "T2002 `t`"),
    ("d contains 1", "T2002 `d`"),
    ("extra == extra", "T2010 `extra`"), ("extra.size == 1", "T2010 `extra`"), ("\"{extra}\" == t", "T2010 `extra`"),
    ("[1, \"a\"] == texts", "T2002 `\"a\"`"), ("-t == t", "T2002 `t`"), ("is_email(d)", "T2002 `d`"),
    ("is_legible(texts)", "T2002 `texts`"),
    ("distinct(t) == t", "T2002 `t`"),
  ])
  func wrongTypeIsFoundOnceAndAtItsPlace(_ clause: String, _ finding: String) {
    #expect(Self.findings(clause) == [finding])
  }

  @Test(
    arguments: [
      ("x: decimal = 5", []), ("x: integer = 5.0", []), ("x: integer = 5.5", ["T2002 `5.5`"]),
      ("x: date = \"2026-02-30\"", ["T2006 `\"2026-02-30\"`"]),
      ("x: size = large", []), ("x: size = huge", ["T1005 `huge`"]), ("x: list of size = [small, large]", []),
      ("x: boolean = 1", ["T2002 `1`"]),
      ("x: text = 5", ["T2002 `5`"]), ("x: decimal = -5", []), ("x: decimal = 1 + 1", ["T2011 `1 + 1`"]),
      ("x: list of text = \"a\"", ["T2002 `\"a\"`"]),
      ("x: text in eur", ["T2003 `eur`"]), ("x: lines", ["T1006 `lines`"]), ("x: decimal in eur = 5", []),
      ("x: decimal = \"5\"", ["T2002 `\"5\"`"]), ("x: decimal = 40%", []), ("x: decimal = -40 %", []),
      ("x: decimal in eur = 40%", ["T2003 `40%`"]), ("x: integer = 100%", ["T2002 `100%`"]),
      ("x: decimal max 40%", ["T0051 `%`"]),
    ] as [(String, [String])])
  func fieldsAndDefaultsAreHeldToTheirTypes(_ field: String, _ findings: [String]) {
    #expect(Shop(fields: [field], declarations: Self.declarations).findings == findings)
  }

  @Test func defaultsAreReadAsTheirTypes() throws {
    let program = Shop(
      fields: ["size: size = large", "day: date = \"2026-01-02\"", "xs: list of integer = [1, 2]"],
      declarations: Self.declarations
    ).load().program
    let intent = try #require(program.intents.first { $0.name == "buy" })
    #expect(intent.fields[1].initial == .enumeration(EnumValue(type: 2, ordinal: 1, name: "large")))
    #expect(intent.fields[2].initial == CivilDate(year: 2026, month: 1, day: 2).map(Value.date))
    #expect(intent.fields[3].initial == .list([.number(Decimal(1)), .number(Decimal(2))]))
  }

  @Test func recordsThatHoldJSONAreNotCompared() {
    let shop = Shop(
      fields: ["a: box", "b: box"], requires: ["a == b"],
      declarations: ["record box:\n  fields:\n    inner: list of box\n    extra: json?"])
    #expect(shop.findings == ["T2010 `a`"])
  }

  @Test func builtInTypesAreNotDeclared() {
    #expect(Shop(fields: ["x: text"], declarations: ["enum text: [a]"]).findings == ["T1014 `text`"])
    #expect(Shop(declarations: ["record date:\n  fields:\n    day: integer"]).findings == ["T1014 `date`"])
  }

  @Test func policyWithAUnitTakesAPlainDefault() {
    let shop = Shop(
      fields: ["eur: decimal in eur"], requires: ["eur < limit"],
      declarations: ["policy limit:\n  type: decimal in eur\n  default: 1000.50"])
    #expect(shop.findings == [])
  }

  /// A value that is no word is proposed as a clause can write it.
  @Test func proposedValuesCanBeWritten() throws {
    let door = "enum door: [\"half-open\", shut, \"missing\"]"
    func found(_ clause: String) throws -> Diagnostic {
      let shop = Shop(fields: ["d: door"], requires: ["d exists", clause], declarations: [door])
      return try #require(shop.load().diagnostics.first { $0.code == "T1005" })
    }
    #expect(try found("d == half_open").fixes.first?.edits.map(\.replacement) == ["\"half-open\""])
    #expect(try found("d == shot").fixes.first?.edits.map(\.replacement) == ["shut"])
    #expect(try found("d == xyz").help == "its values are `\"half-open\"`, `shut`, `\"missing\"`")
  }

  @Test func longNamesAreQuotedShortly() {
    let shop = Shop(requires: [String(repeating: "a", count: 10_000) + " > 1"])
    #expect(shop.load().diagnostics.allSatisfy { $0.message.utf8.count < 400 })
  }
}
