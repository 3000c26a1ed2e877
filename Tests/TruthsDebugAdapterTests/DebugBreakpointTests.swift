import Testing
import TruthsJSON

@testable import TruthsDebugAdapter

@Suite("Breakpoints of a debugger (command-line §5.25)")
struct DebugBreakpointTests {
  @Test("a breakpoint stands on its line, and moves to the next place from a line without one")
  func lines() {
    let client = DebugClientStub.launched()
    let wanted = [
      ShopCase.line("count > 1 →"), ShopCase.line("requires:"), ShopCase.line("ensures:") + 2, ShopCase.line("value: net * 1.2"),
    ]
    let found = client.setBreakpoints(wanted.map { ["line": .int($0)] })
    #expect(found.map { $0["verified"] == .boolean(true) } == [true, true, false, true])
    #expect(found[1]["line"]?.wholeNumber == ShopCase.line("- order_id exists"))
    client.begin()
    #expect(client.stop?.line == ShopCase.line("value: net * 1.2"))
    #expect(client.move("continue")?.line == ShopCase.line("count > 1 →"))
    #expect(client.move("continue")?.line == ShopCase.line("- order_id exists"))
    #expect(client.move("reverseContinue")?.line == ShopCase.line("count > 1 →"))
    // The list of a file replaces the one before.
    #expect(client.setBreakpoints([]).isEmpty)
    client.move("continue")
    #expect(client.hasEnded)
    let other = client.body(
      "setBreakpoints",
      ["source": .object(["path": .text("/elsewhere/a.truths")]), "breakpoints": .array([.object(["line": .int(1)])])])
    #expect(other["breakpoints"]?.arrayValue?.first?["verified"] == .boolean(false))
  }

  @Test("a condition is an expression of the language with the names of the place")
  func conditions() {
    func stop(_ condition: String) -> (stop: DebugClientStub.Stop?, output: String) {
      let client = DebugClientStub.launched()
      _ = client.setBreakpoints([["line": .int(ShopCase.line("amount > 0")), "condition": .text(condition)]])
      client.begin()
      return (client.stop, client.output)
    }
    #expect(stop("count > 2 and amount < 31").stop?.reason == "breakpoint")
    #expect(stop("count > 3").stop == nil)
    #expect(stop("note == \"x\"").stop == nil)
    let faulty = stop("cuont > 3")
    #expect(faulty.stop?.reason == "breakpoint")
    #expect(faulty.output.contains("cuont"), "\(faulty.output)")
    // Only what is true or false is a condition.
    for value in ["count", "amount * 2", "\"true\"", "lines"] {
      let found = stop(value)
      #expect(found.stop?.reason == "breakpoint", "\(value)")
      #expect(found.output.contains("breakpoint: \(value): a condition is true or false"), "\(found.output)")
    }
    #expect(stop("note").stop == nil)
  }

  @Test("a breakpoint or filter inside of what is stepped over or out of stops it", arguments: ["next", "stepOut"])
  func passed(_ move: String) {
    let client = DebugClientStub.launched()
    _ = client.setBreakpoints([
      ["line": .int(ShopCase.line("total: with_tax"))], ["line": .int(ShopCase.line("count > 1 →"))],
    ])
    client.begin()
    #expect(client.stop?.name == "let total")
    #expect(client.move(move)?.name == "row 2: count > 1 → 0.1")
    #expect(client.stop?.reason == "breakpoint")
    let large = DebugClientStub.launched(["proposal": .text("large.json")])
    _ = large.setBreakpoints([["line": .int(ShopCase.line("- order_id exists"))]])
    large.begin(stoppingAt: ["violated"])
    #expect(large.move("stepOut")?.text == "`total > limit` applies: Above the limit")
    #expect(large.stop?.reason == "exception")
  }

  @Test("a function breakpoint names a rule, function or table")
  func names() {
    let client = DebugClientStub.launched()
    let wanted: [JSONObject] = [["name": .text("discount_of")], ["name": .text("shop.ordering")], ["name": .text("nothing")]]
    let found = client.body("setFunctionBreakpoints", ["breakpoints": .array(wanted.map { .object($0) })])
    #expect(found["breakpoints"]?.arrayValue?.map { $0["verified"] == .boolean(true) } == [true, true, false])
    client.begin()
    #expect(client.stop?.name == "shop.ordering")
    #expect(client.move("continue")?.name == "table discount_of")
  }

  @Test("a request with a fault leaves the breakpoints as they are")
  func faulty() {
    let client = DebugClientStub.launched()
    _ = client.setBreakpoints([["line": .int(ShopCase.line("count > 1 →"))]])
    let lines: [JSONValue] = [.object(["line": .int(1)]), .object(["line": .text("2")])]
    let path = JSONValue.text("\(MemoryFiles.root)/\(ShopCase.path)")
    let asked: JSONObject = ["source": .object(["path": path]), "breakpoints": .array(lines)]
    #expect(client.fault("setBreakpoints", asked).contains("whole number `line`"))
    _ = client.body("setFunctionBreakpoints", ["breakpoints": .array([.object(["name": .text("shop.ordering")])])])
    #expect(client.fault("setFunctionBreakpoints", ["breakpoints": .array([.object([:])])]).contains("a text `name`"))
    client.begin()
    #expect(client.stop?.name == "shop.ordering")
    #expect(client.move("continue")?.line == ShopCase.line("count > 1 →"))
  }

  @Test("filters stop at what fails, what is unknown, and at a decision that is not accepted")
  func filters() {
    let large = DebugClientStub.launched(["proposal": .text("large.json")])
    large.begin(stoppingAt: ["halted", "violated", "unknown"])
    #expect(large.stop?.reason == "exception")
    #expect(large.stop?.text == "`total > limit` applies: Above the limit")
    #expect(large.body("exceptionInfo")["exceptionId"]?.stringValue == "violated")
    #expect(large.move("continue")?.text == "Halted: Above the limit")
    #expect(large.body("exceptionInfo")["exceptionId"]?.stringValue == "halted")
    let unknown = ["gap.json": ShopCase.order.replacing(#""amount": 30,"#, with: "")]
    let gap = DebugClientStub.launched(["proposal": .text("gap.json")], changing: unknown)
    gap.begin(stoppingAt: ["unknown"])
    #expect(gap.stop?.name == "let total")
    #expect(gap.stop?.text == "total is missing")
  }
}
