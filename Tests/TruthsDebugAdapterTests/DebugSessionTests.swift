import Testing
import TruthsJSON

@testable import TruthsDebugAdapter

@Suite("A session of a debugger (command-line §5.25)")
struct DebugSessionTests {
  @Test("a client steps over, into and out, sees the values, and gets the decision at the end")
  func walk() {
    let client = DebugClientStub.launched(["proposal": .text("order.json"), "stopOnEntry": .boolean(true)])
    #expect(client.events.map { $0["event"]?.stringValue } == ["initialized"])
    client.begin()
    #expect(client.stop?.reason == "entry")
    #expect(client.body("threads")["threads"]?.arrayValue?.count == 1)

    while let stop = client.move("next"), stop.name != "let total" {}
    #expect(client.frames.map { $0["name"]?.stringValue } == ["let total", "shop.ordering", "proposal place_order"])
    #expect(client.frames.first?["source"]?["path"]?.stringValue == "/project/truths/shop/shop.truths")
    #expect(client.scopes["Lets"] == ["count": "3", "total": "32.4 eur"])
    #expect(client.move("stepIn")?.name == "function with_tax")
    #expect(client.scopes["Arguments"] == ["net": "30 eur"])
    #expect(client.move("stepOut")?.name == "table discount_of")
    #expect(client.move("next")?.text == "the row does not hold")
    #expect(client.move("next")?.text == "the row holds and gives 0.1")
    #expect(client.move("next")?.name == "requires[0] order_id exists")
    #expect(client.move("next")?.text == "`amount > 0` holds")
    #expect(client.scopes["Step"] == ["amount": "30 eur"])
    #expect(client.scopes["Proposal"]?["order_id"] == "o1")
    #expect(client.scopes["Policies"] == ["limit": "100 eur"])
    client.move("next")
    #expect(client.move("stepIn")?.name == "l = sku a, quantity 2")
    #expect(client.scopes["Loop variables"] == ["l": "sku a, quantity 2"])
    #expect(client.move("next")?.name == "l = sku b, quantity 1")
    #expect(client.move("next")?.text == "`total > limit` does not apply")

    client.move("continue")
    #expect(client.hasEnded)
    #expect(client.output.hasPrefix("Accepted: "))
    #expect(client.fault("next") == "the run has ended")
    client.ask("disconnect")
    #expect(client.adapter.isDisconnected)
  }

  @Test("`let`s come in the order of the text, each after those that it reads")
  func lets() {
    let written = """
          late: early + 1
          other: 5
          early: count + 1
          count: sum(l.quantity for l in lines)

      """
    let truths = ShopCase.truths.replacing("    count: sum(l.quantity for l in lines)\n", with: written)
      .replacing("- amount > 0", with: "- amount > 0 and other > 0 and late > 0")
    let client = DebugClientStub.launched(changing: [ShopCase.path: truths])
    _ = client.setBreakpoints([["line": .int(ShopCase.line("truth ordering:"))]])
    client.begin()
    var names: [String] = []
    while let stop = client.move("next") { if stop.name.hasPrefix("let ") { names.append(stop.name) } }
    #expect(Array(names.prefix(5)) == ["count", "early", "late", "other", "total"].map { "let " + $0 })
  }

  @Test("stepping back goes where stepping over came from")
  func back() {
    let client = DebugClientStub.launched(["proposal": .text("order.json"), "stopOnEntry": .boolean(true)])
    client.begin()
    var stops: [DebugClientStub.Stop] = []
    while let stop = client.move("next") { stops.append(stop) }
    #expect(stops.count > 15)
    // The last step ended the run, so the walk is made again, up to the step before.
    let again = DebugClientStub.launched(["proposal": .text("order.json"), "stopOnEntry": .boolean(true)])
    again.begin()
    for _ in stops { again.move("next") }
    for stop in stops.dropLast().reversed() {
      let found = again.move("stepBack")
      #expect(found?.name == stop.name && found?.line == stop.line)
    }
    #expect(again.move("stepBack")?.reason == "entry")
    #expect(again.move("reverseContinue")?.reason == "entry")
  }

  @Test("the stages come in the order of the reference, with what follows from facts")
  func stages() {
    let client = DebugClientStub.launched([
      "proposal": .text("order.json"), "context": .text("known.jsonl"), "stopOnEntry": .boolean(true),
    ])
    client.begin()
    var (names, texts) = ([String](), [String]())
    while let stop = client.move("stepIn") {
      if names.last != stop.name { names.append(stop.name) }
      texts.append(stop.text)
    }
    let stages = [
      "views", "view order.count", "shop.ordering", "what the truths produce", "order.placed", "truths on facts", "shop.marking",
      "what truths on facts make", "order.large", "result", "ensures[0] order.placed exists", "decision: accepted",
    ]
    var rest = names[...]
    for stage in stages {
      guard let place = rest.firstIndex(of: stage) else {
        Issue.record("no \(stage) in \(rest)")
        return
      }
      rest = rest[(place + 1)...]
    }
    #expect(texts.contains("the view order.count has 1 fact"))
    #expect(texts.contains { $0.hasPrefix("shop.marking fires on o (order_id o1") }, "\(texts)")
  }

  @Test("facts are shown at the output or move that makes them, and elements with their unit")
  func places() {
    var places: [String: Int] = [:]
    var texts: [String] = []
    let client = DebugClientStub.launched(
      ["proposal": .text("order.json"), "stopOnEntry": .boolean(true)],
      changing: [ShopCase.path: LotCase.truths, "order.json": LotCase.proposal])
    client.begin()
    while let stop = client.move("stepIn") {
      texts.append(stop.text)
      if stop.text.contains(" makes ") { places[stop.text] = stop.line }
    }
    for (fact, source) in LotCase.places {
      let found = places.first { $0.key.contains(fact) }
      #expect(found?.value == LotCase.line(source), "\(fact): \(places)")
    }
    #expect(texts.contains { $0.hasSuffix("its value is 60 eur") }, "\(texts)")
    #expect(texts.contains { $0.hasSuffix(" applies: Lot a is large") }, "\(texts)")
    let lets = texts.filter { $0.hasPrefix("whole is") || $0.hasPrefix("part is") }
    // `whole` stands first in the text, and reads `part`.
    #expect(lets == ["part is 60 eur", "whole is 120 eur"])
  }

  @Test("expressions are evaluated with the values of the frame")
  func expressions() {
    let client = DebugClientStub.launched(["proposal": .text("order.json"), "context": .text("known.jsonl")])
    _ = client.setBreakpoints([["line": .int(ShopCase.line("amount > 0"))]])
    client.begin()
    let frames = client.frames
    func result(_ text: String, at frame: Int = 0) -> String {
      let answer = client.ask("evaluate", ["expression": .text(text), "frameId": frames[frame]["id"] ?? .null])
      return answer["body"]?["result"]?.stringValue ?? answer["message"]?.stringValue ?? ""
    }
    #expect(result("total") == "32.4 eur")
    #expect(result(" amount * 2 ") == "60 eur")
    #expect(result("count == 3 and total < limit") == "true")
    #expect(result("count(o in order.placed)") == "1")
    #expect(result("sum(c.n for c in order.count)") == "1")
    #expect(result("note") == "missing: note is missing: not sent")
    #expect(client.body("evaluate", ["expression": .text("note")])["variablesReference"] == .int(0))
    #expect(result("amuont").contains("amuont"))
    #expect(result(String(repeating: "1 + ", count: 3000) + "1") == "an expression has at most 10000 bytes")
    #expect(result("order_id", at: frames.count - 1) == "o1")
    client.move("next")
    client.move("stepIn")
    let inner = client.frames.first?["id"] ?? .null
    let answer = client.body("evaluate", ["expression": .text("l.quantity + 1"), "frameId": inner])
    #expect(answer["result"]?.stringValue == "3")
    #expect(client.fault("evaluate", ["expression": .text("1"), "frameId": .int(1_000_000)]).contains("no frame"))
  }

  @Test("lists and records are opened, and only those of the present step")
  func openValues() {
    let client = DebugClientStub.launched()
    _ = client.setBreakpoints([["line": .int(ShopCase.line("amount > 0"))]])
    client.begin()
    let answer = client.body("evaluate", ["expression": .text("lines")])
    let reference = answer["variablesReference"] ?? .null
    #expect(client.values(reference) == ["1": "sku a, quantity 2", "2": "sku b, quantity 1"])
    let second = client.body("variables", ["variablesReference": reference, "start": .int(1), "count": .int(1)])
    #expect(second["variables"]?.arrayValue?.compactMap { $0["name"]?.stringValue } == ["2"])
    client.move("next")
    for faulty in [reference, .int(0), .int(-1), .int(1_000_000_000)] {
      #expect(client.fault("variables", ["variablesReference": faulty]).contains("no values"))
      #expect(client.fault("scopes", ["frameId": faulty == reference ? .int(-1) : faulty]).contains("no frame"))
    }
  }

  @Test("lines and columns are counted as the client counts")
  func counting() {
    let line = ShopCase.line("amount > 0")
    let client = DebugClientStub.launched(client: ["linesStartAt1": .boolean(false), "columnsStartAt1": .boolean(false)])
    let found = client.setBreakpoints([["line": .int(line - 1)]])
    #expect(found.first?["line"]?.wholeNumber == line - 1)
    client.begin()
    #expect(client.frames.first?["line"]?.wholeNumber == line - 1)
    #expect(client.frames.first?["column"]?.wholeNumber == 6)
  }

  @Test("requests in the wrong order are refused, and the session goes on")
  func order() {
    let client = DebugClientStub(ShopCase.files)
    #expect(client.fault("launch") == "`launch` came before `initialize`")
    client.ask("initialize")
    #expect(client.fault("initialize") == "the adapter is initialized already")
    #expect(client.fault("next") == "`next` came before `launch`")
    #expect(client.fault("attach").contains("launches a proposal") || client.fault("attach").contains("before `launch`"))
    client.ask("launch", ["proposal": .text("order.json"), "stopOnEntry": .boolean(true)])
    #expect(client.fault("launch", ["proposal": .text("order.json")]) == "a proposal is launched already")
    #expect(client.fault("next") == "`next` came before `configurationDone`")
    #expect(client.fault("wonder") == "this adapter does not know the request `wonder`")
    #expect(client.take(Array("{".utf8)).first?["body"]?["category"]?.stringValue == "stderr")
    client.begin()
    #expect(client.stop?.reason == "entry")
    #expect(client.fault("configurationDone") == "the run has begun already")
    client.ask("terminate")
    #expect(client.hasEnded)
  }
}
