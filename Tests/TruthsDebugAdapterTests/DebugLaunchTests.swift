import Testing
import TruthsJSON

@testable import TruthsDebugAdapter

@Suite("What a debugger launches (command-line §5.25)")
struct DebugLaunchTests {
  private func fault(_ arguments: JSONObject, changing files: [String: String] = [:]) -> String {
    let client = DebugClientStub(ShopCase.files.merging(files) { $1 })
    client.ask("initialize")
    return client.fault("launch", arguments)
  }

  @Test("a launch names a proposal or a fixture")
  func arguments() throws {
    let launch = try DebugLaunch(
      .object([
        "program": .array([.text("a"), .text("b")]), "proposal": .text("p"), "context": .text("c"), "stopOnEntry": .boolean(true),
      ]))
    #expect(launch.program == ["a", "b"] && launch.proposal == "p" && launch.context == "c" && launch.stopsOnEntry)
    #expect(fault([:]) == "give a `proposal`, which is a file, or a `fixture`, which is an id")
    #expect(fault(["proposal": .text("p"), "fixture": .text("f")]) == "give either a `proposal` or a `fixture`, not both")
    #expect(fault(["fixture": .text("f"), "context": .text("c")]).hasPrefix("a fixture has a context of its own"))
    #expect(fault(["proposal": .int(1)]) == "`proposal` is a text")
    #expect(fault(["program": .int(1), "proposal": .text("p")]) == "`program` is a path or a list of paths")
    #expect(fault(["proposal": .text("-")]).hasPrefix("standard input"))
  }

  @Test("a fixture is launched by its id, and a near name is told")
  func fixtures() {
    let client = DebugClientStub.launched(["fixture": .text("shop.small"), "noDebug": .boolean(true)])
    client.begin()
    #expect(client.hasEnded && client.output.hasPrefix("Accepted"))
    #expect(fault(["fixture": .text("shop.smal")]).hasSuffix("did you mean `shop.small`?"))
  }

  @Test("a launch that fails has the findings with their places, and another may follow")
  func faults() {
    #expect(fault(["proposal": .text("none.json")]) == "none.json: there is no such file")
    #expect(fault(["proposal": .text("bad.json")], changing: ["bad.json": "{\"action\":\n  }"]).hasPrefix("bad.json:2:3: "))
    let broken = ShopCase.truths.replacing("- amount > 0", with: "- amuont > 0")
    let message = fault(["proposal": .text("order.json")], changing: [ShopCase.path: broken])
    #expect(message.hasPrefix("\(ShopCase.path):\(ShopCase.line("- amount > 0")):7: "), "\(message)")
    #expect(message.hasSuffix("(T1001)"), "\(message)")
    let context = fault(
      ["proposal": .text("order.json"), "context": .text("bad.jsonl")], changing: ["bad.jsonl": "{\"type\": \"order.plced\"}\n"])
    #expect(context.hasPrefix("bad.jsonl:1:"), "\(context)")
    let client = DebugClientStub(ShopCase.files)
    client.ask("initialize")
    #expect(client.fault("launch", ["proposal": .text("none.json")]) != "it succeeded")
    #expect(client.ask("launch", ["proposal": .text("order.json")])["success"] == .boolean(true))
  }
}
