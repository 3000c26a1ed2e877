import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// Help for a value that is written as people write it shows the value that was meant.
@Suite struct MeantValueTests {
  private static let fields = [
    "day: date", "at: timestamp", "early: time", "wait: duration", "months: period", "total: decimal in eur",
    "share: decimal in percent",
  ]

  private static func fixes(_ loaded: LoadedSet) -> [String] {
    loaded.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.help ?? "-")" }
  }

  @Test(
    "in a clause",
    arguments: [
      ("day > \"2024-1-1\"", "T2006 write `\"2024-01-01\"`"), ("day > \"1.2.2024\"", "T2006 write `\"2024-02-01\"`"),
      ("day > \"2024/3/9\"", "T2006 write `\"2024-03-09\"`"), ("day > \"1/2/2024\"", "T2006 a date is written as `2026-03-31`"),
      ("day > date(\"2024-1-1\")", "T2006 write `\"2024-01-01\"`"),
      ("day > date(\"soon\")", "T2006 a date is written as `2026-03-31`"),
      ("at > \"2024-01-01\"", "T2006 write `\"2024-01-01T00:00:00Z\"`"),
      ("at > \"2024-01-01 9:30\"", "T2006 write `\"2024-01-01T09:30:00Z\"`"),
      ("early < \"17.30\"", "T2006 write `\"17:30\"`"), ("early < \"22\"", "T2006 write `\"22:00\"`"),
      ("wait > \"24h\"", "T2006 write `\"PT24H\"`"), ("wait > \"90 minutes\"", "T2006 write `\"PT90M\"`"),
      ("wait > \"2 weeks\"", "T2006 write `\"P14D\"`"), ("months > \"6M\"", "T2006 write `\"P6M\"`"),
      ("day + 1 > day", "T2007 write `day + days(1)`"), ("day - 2 > day", "T2007 write `day - days(2)`"),
      ("1 + day > day", "T2007 write `days(1) + day`"),
      ("proposal.total > 3", "T1001 write `total`"), ("total * share > 3", "T2003 write `total * number(share) / 100`"),
      ("share * total > 3", "T2003 write `total * number(share) / 100`"),
    ])
  func clauses(_ clause: String, _ help: String) {
    #expect(Self.fixes(Shop(fields: Self.fields, requires: [clause]).load()) == [help])
  }

  @Test(
    "as a default",
    arguments: [
      ("boolean", "yes", "T2011 write `true`"), ("boolean", "off", "T2011 write `false`"),
      ("duration", "hours(24)", "T2011 write `\"PT24H\"`"), ("period", "months(3)", "T2011 write `\"P3M\"`"),
      ("integer", "ten", "T2011 write `10`"), ("text", "urgent", "T2011 write `\"urgent\"`"), ("integer", "many", "T2011 -"),
      ("date", "\"2024-1-1\"", "T2006 write `\"2024-01-01\"`"),
    ])
  func defaults(_ type: String, _ value: String, _ help: String) {
    let policy = "policy limit:\n  type: \(type)\n  default: \(value)"
    #expect(Self.fixes(Shop(declarations: [policy]).load()) == [help])
  }

  @Test(
    "as a holiday", arguments: [("2026-4-3", "2026-04-03"), ("12/25", "12-25"), ("25/12", "12-25"), ("25.12.", "12-25")])
  func holidays(_ written: String, _ meant: String) {
    let calendar = "calendar office:\n  weekend: [sunday]\n  holidays: [\(written)]"
    #expect(Self.fixes(Shop(declarations: [calendar]).load()) == ["T2006 write `\(meant)`"])
  }

  @Test("a day and a month that cannot be told apart are not guessed", arguments: ["4/7", "11/12"])
  func ambiguousHolidays(_ written: String) {
    let calendar = "calendar office:\n  weekend: [sunday]\n  holidays: [\(written)]"
    let fixes = Self.fixes(Shop(declarations: [calendar]).load())
    #expect(fixes.count == 1 && fixes.allSatisfy { $0.hasPrefix("T2006 write a date") })
  }

  @Test("a range or default beside the type of a field is told where it belongs")
  func besideType() {
    #expect(
      Self.fixes(Shop(fields: ["n: {type: integer, min: 1, default: 2}"]).load())
        == ["T0026 write it after the type: `type: integer min 1`", "T0026 write it after the type: `type: integer = 2`"])
  }

  @Test("a condition beside `when` is told where it belongs")
  func conditions() {
    let truth = "truth more:\n  if: total > 3\n  when:\n    - intent: buy\n  produces:\n    - trace.more"
    #expect(
      Self.fixes(Shop(fields: Self.fields, declarations: [truth]).load()).contains(
        "T0026 write it under `when`: `- if: total > 3`"))
  }

  @Test(
    "a misspelt name in a text is told",
    arguments: [
      ("proposal.action == \"byu\"", "did you mean `\"buy\"`?"), ("proposal.pack == \"shopp\"", "did you mean `\"shop\"`?"),
      ("no d in decision.made satisfies d.action in [\"buyy\"]", "did you mean `\"buy\"`?"),
      ("proposal.action == \"wholly_else\"", nil), ("order_id == \"byu\"", nil),
    ] as [(String, String?)])
  func names(_ clause: String, _ help: String?) {
    let found = Shop(requires: [clause]).load().diagnostics.filter { $0.code == "T1069" }
    #expect(found.map(\.help) == (help.map { [$0] } ?? []))
  }

  @Test("an implied clause with a reason of its own is not to be removed for it")
  func reasons() {
    func help(_ clause: String) -> [String?] {
      Shop(fields: ["total: integer"], requires: [clause, "total > 5"]).load().diagnostics.filter { $0.code == "T4305" }.map(
        \.help)
    }
    #expect(help("total > 3") == ["remove this clause, or correct the clause that is too strict"])
    #expect(help("total > 3 else \"Too little\"").allSatisfy { $0?.contains("for its reason") == true })
  }
}
