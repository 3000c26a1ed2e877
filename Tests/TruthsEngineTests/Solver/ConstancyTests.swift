import Testing

@Suite("Clauses that are always or never true, declarations §5.4")
struct ConstancyTests {
  static let never: [String] = [
    "d > 10 and d < 5",
    "d > 5 and d <= 5",
    "d == 1 and d != 1",
    "d == 1 and d == 2",
    "n > 1 and n < 2",
    "n * 2 == 3",
    "2 * n == 2 * m + 1",
    "d < e and e < d",
    "d < e and e < given and given < d",
    "d + e > 10 and d < 3 and e < 5",
    "d > limit and d < limit",
    "d > limit and limit > e and e > d",
    "d > 999999999999999",
    "d - e > 0 and e - d > 0",
    "-d > 1 and d > -1",
    "d * 0.5 > 10 and d < 20",
    "name == \"a\" and name == \"b\"",
    "name == \"a\" and name != \"a\"",
    "name == other and name == \"a\" and other == \"b\"",
    "name > \"b\" and name < \"a\"",
    "name < \"\"",
    "name empty and name == \"a\"",
    "name in [\"a\", \"b\"] and name not in [\"a\", \"b\", \"c\"]",
    "name empty and name not empty",
    "hue == red and hue == green",
    "hue not in [red, green, blue]",
    "hue != red and hue != green and hue != blue",
    "size > large",
    "size < medium and size != small",
    "b and not b",
    "b == c and b and not c",
    "d exists and d missing",
    "d > 5 and d missing",
    "tags empty and tags not empty",
    "tags empty and length(tags) > 2",
    "period.closed and period.closed missing",
    "period.closed and not period.closed",
    "not period.closed and period.closed.closed_at exists",
    "period.closed(period_id = name) and period.closed(period_id = name) missing",
    "stock.counted.amount > 5 and stock.counted.amount < 5",
    "stock.counted.amount > 5 and not stock.counted",
    "stock.counted.item != item",
    "where_to.city == \"a\" and where_to.city == \"b\"",
    "where_to.city == \"a\" and where_to missing",
    "on > \"2024-01-01\" and on < \"2024-01-01\"",
    "on > \"2024-01-01\" and on < \"2024-01-02\"",
    "at > now and now > at",
    "at - now > hours(2) and at < now + hours(1)",
    "span > hours(2) and span < minutes(90)",
    "ticket.state == open and ticket.state == done",
    "ticket.state not in [start, open, busy, done, dropped]",
    "ticket.state == open and item missing",
    "actor.user_id == \"ann\" and actor.user_id == \"bob\"",
    "is_strict and not is_strict",
    "(d > 5 or e > 5) and d < 3 and e < 3",
    "not (d > 5 or d <= 5)",
    "false",
  ]

  @Test("a requirement that no values meet never holds", arguments: never)
  func neverHolds(_ clause: String) {
    let (codes, broken) = DecideShop(requires: [clause]).findings
    #expect(codes == ["T4302"], "\(clause)")
    #expect(broken == [])
  }

  @Test("a guard with such a condition is dead", arguments: never.filter { $0 != "false" })
  func dead(_ clause: String) {
    let (codes, broken) = DecideShop(invariants: ["\(clause) → reject(\"No\")"]).findings
    #expect(codes == ["T4303"], "\(clause)")
    #expect(broken == [])
  }

  @Test("an `if` like this never fires", arguments: never)
  func neverFires(_ clause: String) {
    let (codes, broken) = DecideShop(conditions: [clause], requires: ["d > 0"]).findings
    #expect(codes == ["T4308"], "\(clause)")
    #expect(broken == [])
  }

  static let open: [String] = [
    "d > 5 and d < 10", "d >= 5 and d <= 5", "d > 0.000000000001 and d < 0.000000000003", "n > 1 and n < 3",
    "d < e and e < 10", "d > limit", "d > limit and d < limit + 1", "name > \"a\" and name < \"b\"", "name != \"\"",
    "name == other", "hue != red", "size > small and size < large", "b and c", "b == c", "b != c", "d missing", "d exists",
    "d missing or d > 5", "tags empty", "length(tags) > 2", "length(name) == 3", "period.closed", "not period.closed",
    "period.closed and period.closed.closed_at exists", "stock.counted.amount > 5", "stock.counted and stock.counted.amount > 5",
    "period.closed and period.closed(period_id = name) missing", "d / 3 == 0.333333333333", "d * e > 4 and d < 0",
    "abs(d) > 5 and d < 0", "round(d) == 2 and d > 2", "where_to.street missing", "where_to.city exists",
    "on > \"2024-01-01\" and on < \"2024-01-03\"", "at > now", "span > hours(2)", "name like \"a*\" and name != \"a\"",
    "is_email(name) and name != \"\"", "every t in tags satisfies t == name",
    "proposal.pack missing or proposal.pack == \"demo\"",
    "d > 999999999999998", "d % 2 == 1 and d < 0", "stock.counted.note == \"x\"", "n / 2 == 0.5",
    "sum(n for t in tags) > 5 and n < 2", "tags + [name] not empty or d > 1", "lower(name) == \"A\"",
    "ticket.state == open", "ticket.state == start", "ticket.state in [start, done]", "rank(d) == large and d < 1",
    "rank(d) exists",
  ]

  @Test("nothing is said of what can be one way or the other", arguments: open)
  func silence(_ clause: String) {
    #expect(DecideShop(requires: [clause]).findings.codes == [])
    #expect(DecideShop(invariants: ["\(clause) → reject(\"No\")"]).findings.codes == [])
    #expect(DecideShop(conditions: [clause], requires: ["given != 77"]).findings.codes == [])
  }

  @Test(
    "a clause that nothing makes false is always true",
    arguments: [
      "given > 5 or given <= 5", "d > 5 or d <= 5", "d == d", "period.closed or not period.closed", "d exists or d missing",
      "hue in [red, green, blue]", "size <= large", "b or not b", "length(tags) >= 0", "d > 5 → d > 3", "true",
      "stock.counted → stock.counted.amount exists", "d <= 999999999999999", "name >= \"\"",
    ])
  func alwaysTrue(_ clause: String) {
    let required = DecideShop(requires: [clause]).findings
    #expect(required.codes == ["T4304"], "\(clause)")
    #expect(required.broken == [])
  }

  @Test("the effect says what it means that a condition is always true")
  func effects() {
    let condition = "given > 5 or given <= 5"
    #expect(DecideShop(invariants: ["\(condition) → reject(\"No\")"]).findings.codes == ["T4302"])
    #expect(DecideShop(invariants: ["\(condition) → requires_approval"]).findings.codes == ["T4304"])
    #expect(DecideShop(invariants: ["\(condition) → warn(\"Hm\")"]).findings.codes == ["T4304"])
    #expect(DecideShop(invariants: ["d > 5 and d < 3 else requires_approval"]).findings.codes == ["T4304"])
    #expect(DecideShop(conditions: [condition], requires: ["d > 0"]).findings.codes == ["T4308"])
  }

  @Test("an arrow is dead where its condition is, and true where its consequence is")
  func arrows() {
    #expect(DecideShop(invariants: ["d > 5 and d < 3 → e > 0"]).findings.codes == ["T4303"])
    #expect(DecideShop(invariants: ["d > 5 → (e > 0 or e <= 0)"]).findings.codes == ["T4304"])
    #expect(DecideShop(requires: ["(d exists or d missing) → (e > 5 and e < 3)"]).findings.codes == ["T4302"])
  }

  @Test("clauses are read where the `if` of their truth does not fail")
  func scope() {
    #expect(DecideShop(conditions: ["d > 1000"], invariants: ["d < 500 → reject(\"No\")"]).findings.codes == ["T4303"])
    #expect(DecideShop(conditions: ["d > 1000"], requires: ["d > 500"]).findings.codes == ["T4304"])
    #expect(DecideShop(conditions: ["d > 1000"], requires: ["d > 1500"]).findings.codes == [])
    #expect(DecideShop(conditions: ["d > 1000"], requires: ["false"]).findings.codes == [])
  }

  @Test("a `let` is what it stands for, within the limits of what leaves an expression")
  func lets() {
    #expect(DecideShop(lets: ["net: d - e"], requires: ["net > 5", "d < e"]).findings.codes == ["T4301"])
    #expect(DecideShop(lets: ["big: d > 10"], requires: ["big and d < 5"]).findings.codes == ["T4302"])
    // A difference may have more than 15 digits, and is missing then: the requirement can fail.
    #expect(DecideShop(lets: ["net: d - e"], requires: ["d exists and e exists → net exists"]).findings.codes == [])
  }

  @Test("what is read after the run is decided by itself")
  func results() {
    let found = DecideShop(ensures: ["stock.counted.amount > 5 and stock.counted.amount < 3"]).findings
    #expect(found.codes == ["T4302"])
    #expect(found.broken == [])
    let pair = DecideShop(requires: ["not stock.counted"], ensures: ["stock.counted"]).findings
    #expect(pair.codes == [])
    let both = DecideShop(ensures: ["stock.counted.amount > 5", "stock.counted.amount < 3"]).findings
    #expect(both.codes == ["T4301"])
    #expect(both.broken == [])
  }
}
