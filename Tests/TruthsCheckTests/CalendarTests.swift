import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsProgram
import TruthsText

/// Types, names and certain faults of dates, times, periods, zones and working days (dates §1).
@Suite struct CalendarTests {
  static let declarations = [
    "enum place: [\"Europe/Berlin\", \"America/New_York\"]", "enum mixed: [\"Europe/Berlin\", \"Europe/Berlyn\"]",
    "enum size: [small, large]", "policy home:\n  type: place\n  default: \"Europe/Berlin\"",
    "policy closing_days:\n  type: list of date\n  default: []",
    "calendar office:\n  weekend: [saturday, sunday]\n  holidays: [12-25, 2026-04-03, closing_days]",
  ]
  static let fields = [
    "day: date = \"2026-01-01\"", "at: timestamp = \"2026-01-01T00:00:00Z\"", "span: duration = \"P1D\"",
    "months: period = \"P1Y6M\"", "early: time = \"09:30\"", "late: time = \"17:00:00.500\"", "i: integer = 1", "d: decimal = 1",
    "t: text = \"\"", "spot: place = \"Europe/Berlin\"", "bad: mixed = \"Europe/Berlin\"", "size: size = small",
    "eur: decimal in eur = 1", "spans: list of duration = []", "periods: list of period = [\"P1M\"]", "times: list of time = []",
  ]

  static func findings(_ clause: String) -> [String] {
    Shop(
      fields: fields, requires: ["'\(clause)'", "'is_working_day(day, office) and date(now, home) exists'"],
      declarations: declarations
    ).findings
  }

  @Test(arguments: [
    // texts are read as the type of their place
    "months > \"P18M\"", "early < \"09:30:00.5\"", "early in [\"09:00\", \"10:00\"]", "periods contains \"P12M\"",
    "early between \"08:00\" and late", "at(day, \"12:00\") < now", "months == years(1) + months(6)",
    // arithmetic
    "day + months > day", "months + day > day", "day - months < day", "at + months > at", "at - years(1) < at",
    "months + months > months", "months - months < months", "months * 2 > months", "i * months > months",
    "months / months > 1.5", "-months < months", "abs(months) > months", "late - early < span", "early + span < late",
    "span + early < late", "late - hours(1) > early", "day + days(2) > day", "day + hours(24) > day",
    "sum(s for s in spans) < span", "sum(p for p in periods) < months", "max(months, \"P1M\") > months",
    "min(early, late) < late", "list(x for x in times by x) == times", "is_sorted(periods)",
    // parts
    "year(day) + month(day) + day(day) + quarter(day) > weekday(day) + week(day) + week_year(day)",
    "hour(at) + minute(early) == second(late)", "date_of(i, 2, 29) == start_of_month(day)",
    "time_of(i, d, 0) == time(at)", "end_of_week(day) > start_of_week(\"2026-01-01\")",
    "days_between(day, \"2026-12-31\") > months_between(day, day) + years_between(day, day)", "weeks(d) > span",
    // zones and calendars
    "date(at, \"Europe/Berlin\") == day", "time(at, spot) == early", "at(day, early, home) == at",
    "add_working_days(day, i, office) > day", "working_days_between(day, \"2026-12-31\", shop.office) > i",
  ])
  func rightUsesAreSilent(_ clause: String) { #expect(Self.findings(clause) == []) }

  @Test(arguments: [
    ("months > span", "T2002 `months > span`"), ("months > 3", "T2002 `months > 3`"), ("day == early", "T2002 `day == early`"),
    ("months > \"P1Y2D\"", "T2006 `\"P1Y2D\"`"), ("early < \"24:00\"", "T2006 `\"24:00\"`"),
    ("day < \"2023-02-29\"", "T2006 `\"2023-02-29\"`"), ("months * 1.5 > months", "T2007 `months * 1.5`"),
    ("months * d > months", "T2007 `months * d`"), ("months / 2 > months", "T2007 `months / 2`"),
    ("early + months < late", "T2007 `early + months`"), ("early + early < late", "T2007 `early + early`"),
    ("early - at < span", "T2007 `early - at`"), ("months + span > months", "T2007 `months + span`"),
    ("span + months > span", "T2007 `span + months`"), ("year(at) > 1", "T2002 `at`"), ("hour(day) > 1", "T2002 `day`"),
    ("months(eur) > months", "T2002 `eur`"), ("date_of(day, 1, 1) == day", "T2002 `day`"), ("at(at, early) == at", "T2002 `at`"),
    ("at(day) == at", "T2009 `at(day)`"), ("date(at, spot, spot) == day", "T2009 `date(at, spot, spot)`"),
    ("sum(x for x in times) == span", "T2002 `x`"), ("-early < late", "T2002 `early`"), ("abs(day) > day", "T2002 `day`"),
    // zones
    ("date(at, \"Europe/Berlyn\") == day", "T1036 `\"Europe/Berlyn\"`"),
    ("date(at, \"europe/berlin\") == day", "T1036 `\"europe/berlin\"`"),
    ("date(at, bad) == day", "T1036 `bad`"), ("date(at, t) == day", "T2025 `t`"), ("date(at, size) == day", "T2025 `size`"),
    ("date(at, \"{t}\") == day", "T2025 `\"{t}\"`"),
    // calendars
    ("is_working_day(day, offce)", "T1001 `offce`"), ("is_working_day(day, \"office\")", "T2002 `\"office\"`"),
    ("is_working_day(day, shop.bank)", "T1001 `shop.bank`"), ("is_working_day(at, office)", "T2002 `at`"),
    // what never has a value
    ("day + hours(3) > day", "T3019 `hours(3)`"), ("day - minutes(90) < day", "T3019 `minutes(90)`"),
    ("hours(25) + day > day", "T3019 `hours(25)`"), ("day + (days(1) + seconds(1)) > day", "T3019 `(days(1) + seconds(1))`"),
    ("day + \"PT36H\" > day", "T2007 `day + \"PT36H\"`"), ("months(1.5) > months", "T3019 `months(1.5)`"),
    ("years(0.5) > months", "T3019 `years(0.5)`"), ("date_of(2023, 2, 29) == day", "T3019 `date_of(2023, 2, 29)`"),
    ("time_of(24, 0, 0) == early", "T3019 `time_of(24, 0, 0)`"), ("months / months(0) > 1", "T3002 `months(0)`"),
  ])
  func wrongUseIsFoundOnceAndAtItsPlace(_ clause: String, _ finding: String) {
    #expect(Self.findings(clause) == [finding])
  }

  @Test(
    arguments: [
      ("calendar office:\n  weekend: []", []), ("calendar office:\n  weekend: [friday]\n  holidays: [02-29]", []),
      ("calendar office:\n  weekend: [samstag]", ["T1005 `samstag`"]),
      ("calendar office:\n  holidays: [12-25]", ["T0027 `calendar office`"]),
      ("calendar office:\n  weekend: []\n  holidays: [2023-02-29]", ["T2006 `2023-02-29`"]),
      ("calendar office:\n  weekend: []\n  holidays: [25.12.]", ["T2006 `25.12.`"]),
      ("calendar office:\n  weekend: []\n  holidays: [02-30]", ["T2006 `02-30`"]),
      ("calendar office:\n  weekend: []\n  holidays: [closing]", ["T1001 `closing`"]),
      (
        "policy limit:\n  type: date\n  default: \"2026-01-01\"\n\ncalendar office:\n  weekend: []\n  holidays: [limit]",
        ["T2002 `limit`"]
      ),
      ("calendar office:\n  weekend: [monday, tuesday, wednesday, thursday, friday, saturday, sunday]", ["T4611 `office`"]),
    ] as [(String, [String])])
  func declarations(_ declaration: String, _ findings: [String]) {
    let shop = Shop(
      fields: ["day: date = \"2026-01-01\""], requires: ["is_working_day(day, office)"], declarations: [declaration])
    #expect(shop.findings.filter { !$0.hasPrefix("T1001 `office`") } == findings)
  }

  @Test("a table with the name of a new function is the one that is called, with a warning")
  func ownTable() {
    let table = "table quarter:\n  inputs:\n    x: decimal\n  output: text\n  rows:\n    - otherwise → \"q\""
    let own = Shop(fields: ["x: decimal = 1"], requires: ["quarter(x) == \"q\""], declarations: [table])
    #expect(own.findings == ["T1037 `quarter`"])
    let old = Shop(declarations: ["table trim:\n  inputs:\n    x: decimal\n  output: text\n  rows:\n    - otherwise → \"q\""])
    #expect(old.findings.contains("T1014 `trim`"))
  }

  @Test("a calendar's holidays may be those of a policy that is not set, which the clause may then lack")
  func missingHolidays() {
    let shop = Shop(
      fields: ["day: date = \"2026-01-01\""], invariants: ["is_working_day(day, office)"],
      declarations: ["policy closing:\n  type: list of date", "calendar office:\n  weekend: []\n  holidays: [closing]"])
    #expect(shop.findings == ["T3001 `office`"])
  }

  @Test("what is named belongs to the canonical declarations, with the rules of each zone")
  func canonical() throws {
    let shop = Shop(
      fields: ["at: timestamp = \"2026-01-01T00:00:00Z\"", "spot: place = \"Asia/Kathmandu\""],
      requires: ["is_working_day(date(at, spot), office) and date(at, \"Etc/UTC\") exists"],
      declarations: [
        "enum place: [\"Asia/Kathmandu\"]", "policy closing:\n  type: list of date\n  default: []",
        "calendar office:\n  weekend: [sunday, saturday]\n  holidays: [closing, 2026-04-03, 12-25, 12-25]",
      ])
    let declarations = shop.load().program.declarations
    func body(_ key: String) -> String? {
      declarations.first { $0.key.text == key }.map { String(decoding: $0.body.canonical(), as: UTF8.self) }
    }
    #expect(
      body("calendar shop.office") == #"{"holidays":["12-25","2026-04-03","closing"],"weekend":["saturday","sunday"]}"#)
    // Nepal was 5:30 ahead of UTC until the end of 1985, and has been 5:45 ahead since.
    #expect(body("zone Asia/Kathmandu") == #"[[[0,19800],[504901800,20700]],"X-5:45"]"#)
    #expect(body("zone Etc/UTC") == #"[[[0,0]],"X0"]"#)
    let truth = try #require(declarations.first { $0.key.text == "truth shop.buying" })
    for key in ["calendar shop.office", "zone Asia/Kathmandu", "zone Etc/UTC", "policy shop.closing"] {
      #expect(truth.references.map(\.text).contains(key), "\(key)")
    }
    #expect(declarations.first { $0.key.text == "calendar shop.office" }?.references.map(\.text) == ["policy shop.closing"])
  }

  @Test("calendar functions are compared with constants, and nothing else is decided of them")
  func decided() {
    func codes(_ requires: [String]) -> [String] {
      let shop = Shop(fields: ["day: date = \"2026-01-01\"", "at: timestamp = \"2026-01-01T00:00:00Z\""], requires: requires)
      return shop.load().findings.filter { $0.hasPrefix("T43") }.map { String($0.prefix(5)) }
    }
    #expect(codes(["year(day) > 2024", "year(day) < 2024"]) != [])
    #expect(codes(["month(day) > 3 and month(day) < 3"]) == ["T4302"])
    #expect(codes(["year(day) > 2024", "year(day) > 2023"]) == ["T4305"])
    #expect(codes(["year(day) > 2024", "month(day) < 12"]) == [])
    #expect(codes(["year(day) > 2024", "month(day) < 2024"]) == ["T4304"])
    for never in [
      "weekday(day) == 8", "weekday(day) < 1", "month(day) == 13", "month(day) in [0, 13]", "day(day) == 32", "quarter(day) > 4",
      "week(day) == 54", "hour(at) == 24", "minute(at) > 59", "second(at) == 60", "year(day) == 0",
    ] {
      #expect(codes([never]) == ["T4302"], "\(never)")
    }
    #expect(codes(["weekday(day) == 7", "week(day) < 53", "hour(at) > 0", "week_year(day) > 1"]) == [])
    #expect(codes(["date(at(day, \"12:00\", \"Europe/Berlin\"), \"Europe/Berlin\") == day"]) == [])
    #expect(codes(["start_of_month(day) <= day"]) == [])
    #expect(codes(["year(day) > 2020", "day > \"2024-01-01\""]) == [])
  }
}
