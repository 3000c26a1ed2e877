import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

@Suite("Clauses decided together, declarations §5.4")
struct TogetherTests {
  private func check(_ shop: DecideShop, _ codes: [String], _ comment: Comment? = nil, line: Int = #line) {
    let found = shop.findings
    let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    #expect(found.codes == codes, comment, sourceLocation: place)
    #expect(found.broken == [], comment, sourceLocation: place)
  }

  @Test(
    "clauses of one truth that cannot hold together",
    arguments: [
      ["d > 10", "d < 5"], ["d > e", "e > given", "given > d"], ["hue == red", "b", "b → hue == green"],
      ["period.closed", "not period.closed"], ["name == \"a\"", "other == name", "other != \"a\""],
      ["d + e == 10", "d - e == 4", "d != 7"], ["n > 1", "n < 2"], ["d > limit", "d < limit"],
      ["b or c", "not b", "not c"], ["where_to.city == \"x\"", "where_to missing or where_to.city == \"y\""],
    ])
  func contradictions(_ requires: [String]) {
    check(DecideShop(requires: requires), ["T4301"])
    check(DecideShop(invariants: requires), ["T4301"])
  }

  @Test("a contradiction is told at its last clause, and names the others")
  func place() throws {
    let loaded = DecideShop(requires: ["d > 10", "e > 0", "d < 5"]).load()
    let finding = try #require(loaded.diagnostics.first { $0.code == "T4301" })
    #expect(loaded.sources.file(finding.span.file)?.text(finding.span) == "d < 5")
    #expect(finding.message == "`d < 5` cannot hold together with `d > 10`")
    #expect(finding.severity == .error)
    #expect(finding.notes.map { loaded.sources.file($0.span.file)?.text($0.span) } == ["d > 10", "d < 5"])
    #expect(finding.notes.last?.message == "for example, with `d` 11, `d > 10` holds and this does not")
  }

  @Test("guards, approvals and warnings contradict only as far as they stop anything")
  func kinds() {
    check(DecideShop(requires: ["d > 10"], invariants: ["d > 5 → reject(\"No\")"]), ["T4301"])
    check(DecideShop(requires: ["d > 10"], invariants: ["d > 5 → requires_approval"]), [])
    check(DecideShop(requires: ["d > 10"], invariants: ["d > 5 → warn(\"Hm\")"]), [])
    check(DecideShop(requires: ["d > 10"], invariants: ["d < 5 else requires_approval"]), [])
    check(DecideShop(requires: ["d > 10 or d < 5"], invariants: ["d > 10 → reject(\"No\")"]), [])
  }

  @Test("truths that one intent always fires are decided together")
  func truths() {
    let other = """
      truth other:
        when:
          - intent: act
        requires:
          - d < 5
        produces:
          - trace.other
      """
    check(DecideShop(requires: ["d > 10"], declarations: [other]), ["T4301"])
    check(DecideShop(requires: ["d > 4"], declarations: [other]), [])
    let conditional = other.split(separator: "\n").map(String.init).joined(separator: "\n")
      .replacing("- intent: act", with: "- intent: act\n    - if: b")
    check(DecideShop(requires: ["d > 10"], declarations: [conditional]), ["T4301"])
    check(DecideShop(conditions: ["c"], requires: ["d > 10"], declarations: [conditional]), [])
    check(DecideShop(conditions: ["d > 10"], declarations: [other]), [])
  }

  @Test("an `if` and a clause of its truth contradict each other")
  func conditions() {
    check(DecideShop(conditions: ["d > 1000"], requires: ["d < 500"]), ["T4301"])
    check(DecideShop(conditions: ["d > 1000"], requires: ["d < 5000"]), [])
  }

  @Test("the state that a move leaves counts beside the other clauses")
  func moves() {
    check(DecideShop(requires: ["ticket.state == done"], moves: ["ticket: open → busy"]), ["T4301"])
    check(DecideShop(requires: ["ticket.state == done"], moves: ["ticket: any → dropped"]), ["T4301"])
    check(DecideShop(requires: ["ticket.state == busy"], moves: ["ticket: any → dropped"]), [])
    check(DecideShop(requires: ["item exists"], moves: ["ticket: open → busy"]), [])
  }

  @Test("invariants of their own count for the intents that they name")
  func invariants() {
    let rule = "invariant small:\n  applies_to: [act]\n  rule: d < 5"
    check(DecideShop(requires: ["d > 10"], declarations: [rule]), ["T4301"])
    let all = "invariant calm:\n  applies_to: all\n  rule: limit < 5"
    check(DecideShop(requires: ["limit > 10"], declarations: [all]), ["T4301"])
  }

  @Test("clauses that follow from others of their truth")
  func implied() {
    check(DecideShop(requires: ["d > 0", "d > 100"]), ["T4305"])
    check(DecideShop(requires: ["d > 100", "d > 0"]), ["T4305"])
    check(DecideShop(requires: ["d > 100", "d > 100"]), ["T4305"])
    check(DecideShop(requires: ["d > e", "e > given", "d > given"]), ["T4305"])
    check(DecideShop(invariants: ["d > 1000 → reject(\"a\")", "d > 5000 → reject(\"b\")"]), ["T4305"])
    check(DecideShop(requires: ["d > 100"], invariants: ["d > 50"]), ["T4305"])
    check(
      DecideShop(invariants: ["d > 1000 → requires_approval(chief)", "d > 5000 → requires_approval(chief)"]), ["T4305"])
    check(DecideShop(invariants: ["requires_approval(chief)", "requires_approval(chief)"]), ["T4305"])
    check(DecideShop(invariants: ["requires_approval(chief)", "d > 5 → requires_approval(chief)"]), ["T4305"])
    check(DecideShop(invariants: ["d > 5 → requires_approval(chief)", "requires_approval(chief)"]), ["T4305"])
    check(DecideShop(conditions: ["d > 5"], invariants: ["requires_approval(a)", "requires_approval(a)"]), ["T4305"])
  }

  @Test("what is there for its own reason is not said to follow")
  func notImplied() {
    check(DecideShop(requires: ["d exists", "d > 100"]), [])
    check(DecideShop(requires: ["stock.counted", "stock.counted.amount > 5"]), [])
    check(DecideShop(requires: ["d > 0", "d < 100"]), [])
    check(DecideShop(requires: ["d > 50"], invariants: ["d > 100"]), [])
    check(DecideShop(invariants: ["d > 1000 → warn(\"a\")", "d > 5000 → warn(\"b\")"]), [])
    check(DecideShop(invariants: ["d > 1000 → requires_approval(a)", "d > 5000 → requires_approval(b)"]), [])
    check(DecideShop(requires: ["d > 0"], invariants: ["d > 1000 → requires_approval"]), [])
    check(DecideShop(invariants: ["requires_approval(a)", "d > 5 → requires_approval(b)"]), [])
    check(DecideShop(invariants: ["requires_approval(a)", "requires_consent(\"Do you want this?\")"]), [])
  }

  @Test("an approval that other clauses make useless")
  func ruledOut() {
    check(DecideShop(requires: ["d < 100"], invariants: ["d > 1000 → requires_approval"]), ["T4303"])
    check(DecideShop(invariants: ["d > 500 → reject(\"x\")", "d > 1000 → requires_approval"]), ["T4303"])
    check(DecideShop(requires: ["d < 100"], invariants: ["d > 50 → requires_approval"]), [])
    // The graver answer is one worth having.
    check(DecideShop(requires: ["d < 100"], invariants: ["d > 1000 → reject(\"x\")"]), ["T4305"])
  }

  @Test("one condition with two consequences")
  func consequences() {
    let approval = "d > 1000 → requires_approval(a)"
    check(DecideShop(invariants: [approval, "d > 1000 → reject(\"x\")"]), ["T4306"])
    check(DecideShop(invariants: [approval, "1000 < d → reject(\"x\")"]), ["T4306"])
    check(DecideShop(invariants: [approval, "not (d <= 1000) → warn(\"x\")"]), ["T4306"])
    check(DecideShop(invariants: [approval, "d > 1000 → requires_approval(b)"]), ["T4306"])
    check(DecideShop(invariants: [approval, "d >= 1000 → reject(\"x\")"]), ["T4303"])
    check(DecideShop(invariants: [approval, "d > 1001 → reject(\"x\")"]), [])
    check(DecideShop(invariants: ["b → d > 5", "b → e > 5"]), [])
    let alone = ["requires_approval(a)", "requires_approval(b)", "requires_consent(\"Do you want this?\")"]
    check(DecideShop(conditions: ["d > 10"], invariants: alone), [])
    let other = "invariant other:\n  applies_to: [act]\n  rule: d > 1000 → reject(\"x\")"
    check(DecideShop(invariants: [approval], declarations: [other]), ["T4306"])
  }

  @Test("limits that two packs set differently")
  func thresholds() {
    func audit(_ rule: String, _ more: String = "") -> (path: String, text: String) {
      (
        "truths/audit/audit.truths",
        """
        pack audit:
          version: 1.0.0
          uses: [demo]
        \(more)
        invariant other:
          applies_to: [act]
          rule: \(rule)

        """
      )
    }
    let own = ["d > 1000 → requires_approval"]
    check(DecideShop(invariants: own, files: [audit("d > 5000 → requires_approval")]), ["T4307"])
    check(DecideShop(invariants: own, files: [audit("5000 <= d → requires_approval")]), ["T4307"])
    check(DecideShop(invariants: own, files: [audit("d > 1000 → requires_approval")]), [])
    check(DecideShop(invariants: own, files: [audit("e > 5000 → requires_approval")]), [])
    check(DecideShop(invariants: own, files: [audit("d < 5000 → requires_approval")]), [])
    check(DecideShop(invariants: own, files: [audit("d > 5000 → reject(\"x\")")]), [])
    check(DecideShop(invariants: own + ["d > 5000 → requires_approval(chief)"]), [])
    let policy = "policy ceiling:\n  type: decimal\n  default: 2000\n"
    let byPolicy = ["d > limit → requires_approval"]
    check(DecideShop(invariants: byPolicy, files: [audit("d > ceiling → requires_approval", policy)]), ["T4307"])
    check(DecideShop(invariants: byPolicy, files: [audit("d > limit → requires_approval")]), [])
    check(DecideShop(invariants: byPolicy, files: [audit("d > 1000 → requires_approval")]), [])
  }
}
