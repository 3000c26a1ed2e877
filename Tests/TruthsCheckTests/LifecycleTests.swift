import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Findings about lifecycles and moves (declarations §12).
@Suite struct LifecycleTests {
  private func lifecycle(_ transitions: [String], terminal: String = "done", key: String = "order_id") -> String {
    (["lifecycle parcel:", "  key: [\(key)]", "  initial: open", "  transitions:"] + transitions.map { "    - \($0)" }
      + ["  terminal: [\(terminal)]"]).joined(separator: "\n")
  }

  private func moving(_ moves: [String]) -> String {
    (["truth moving:", "  when:", "    - intent: buy", "  moves:"] + moves.map { "    - \($0)" }
      + ["  produces:", "    - trace.moving"]).joined(separator: "\n")
  }

  private func findings(_ transitions: [String], terminal: String = "done", moves: [String]) -> [String] {
    Shop(declarations: [lifecycle(transitions, terminal: terminal), moving(moves)]).findings
  }

  @Test func wholeLifecycleIsClean() {
    #expect(findings(["open → sent", "sent → done"], moves: ["parcel: start → open → sent → done"]) == [])
    #expect(
      findings(["open → done", "any → lost"], terminal: "done, lost", moves: ["parcel: start → open → done"])
        == ["T4204 `any → lost`"])
  }

  @Test func oneInstance() {
    let parcel = lifecycle(["open → done"], key: "")
    let move = moving(["parcel: start → open → done else \"The parcel is {parcel.state}\""])
    #expect(Shop(requires: ["parcel.state == open"], declarations: [parcel, move]).findings == [])
    #expect(Shop(requires: ["parcel(order_id = \"a\").state == open"], declarations: [parcel, move]).findings.count == 1)
  }

  @Test func movesThatItDoesNotHave() {
    #expect(findings(["open → sent", "sent → done"], moves: ["parcel: start → open → done"]) == ["T4201 `open → done`"])
    #expect(findings(["open → done"], moves: ["parcel: start → opne"]) == ["T1020 `opne`"])
    #expect(findings(["open → done"], moves: ["parcle: start → open → done"]).contains("T1019 `parcle`"))
    #expect(findings(["open → done"], moves: ["parcel: open → any"]) == ["T1021 `any`"])
    let named = Shop(declarations: [lifecycle(["open → done"]), moving(["parcel.state: start → open → done"])]).load()
    #expect(named.diagnostics.filter { $0.severity == .error }.map(\.help) == ["did you mean `parcel`?"])
  }

  @Test func movesOfOtherInstances() {
    func found(_ instance: String) -> [String] { findings(["open → done"], moves: ["\(instance): start → open → done"]) }
    #expect(found("parcel(order_id = \"x\")") == [])
    #expect(found("parcel(order_id = \"{order_id}-2\")") == [])
    #expect(found("parcel(order_id = 5)").contains("T2002 `5`"))
    #expect(found("parcel(order_nr = \"x\")").contains { $0.hasPrefix("T10") })
    #expect(found("parcel(\"x\")").contains("T0051 `parcel(\"x\")`"))
    #expect(found("parcel(order_id = \"x\").state").contains("T0051 `parcel(order_id = \"x\").state`"))
    #expect(found("parcle(order_id = \"x\")").contains("T1019 `parcle`"))
  }

  @Test func reasonsOfMovesReadTheTrigger() {
    let move = "parcel: start → open → done else "
    #expect(findings(["open → done"], moves: [move + "\"Parcel {order_id} is {parcel.state}\""]) == [])
    #expect(findings(["open → done"], moves: [move + "\"Parcel {oder_id}\""]).first?.hasPrefix("T1001") == true)
  }

  @Test func statesThatCannotBeReachedOrLeft() {
    #expect(
      findings(["open → done", "held → done"], moves: ["parcel: start → open → done"])
        == ["T4202 `held`", "T4204 `held → done`"])
    #expect(
      findings(["open → done", "open → lost"], moves: ["parcel: start → open → lost"])
        == ["T4204 `open → done`", "T4203 `lost`"])
    #expect(findings(["open → done → open"], moves: ["parcel: start → open → done → open"]) == ["T4205 `done`"])
  }

  @Test("a state that is named once, and nearly like another, is misspelt there")
  func misspeltStates() {
    func fixes(_ transitions: [String], moves: [String]) -> [String] {
      Shop(declarations: [lifecycle(transitions), moving(moves)]).load().diagnostics.filter { $0.severity == .error }
        .map { "\($0.code) \($0.help ?? "")" }
    }
    #expect(
      fixes(["open → sent", "sent → done", "sent → donne"], moves: ["parcel: start → open → sent → done"])
        == ["T4203 did you mean `done`? If not, add `donne` to `terminal`, or add a transition from it"])
    #expect(
      fixes(["open → shelved", "any → shelfed", "shelved → done"], moves: ["parcel: start → open → shelved → done"])
        == ["T4203 did you mean `shelved`? If not, add `shelfed` to `terminal`, or add a transition from it"])
    #expect(
      fixes(["open → held1 → done", "held1 → done", "open → held2"], moves: ["parcel: start → open → held1 → done"])
        == ["T4203 add `held2` to `terminal`, or add a transition from it"])
  }

  @Test func keyHasTheOneTypeOfItsPack() {
    #expect(
      Shop(declarations: [lifecycle(["open → done"], key: "oder_id"), moving(["parcel: start → open → done"])]).findings
        .contains("T1022 `oder_id`"))
    let other = "record line:\n  fields:\n    order_id: decimal"
    #expect(
      Shop(declarations: [other, lifecycle(["open → done"])]).findings.contains("T1022 `order_id`"))
  }

  @Test func stateIsReadAsAnEnum() {
    let declarations = [lifecycle(["open → done"]), moving(["parcel: start → open → done"])]
    #expect(Shop(requires: ["parcel.state == open"], declarations: declarations).findings == [])
    #expect(Shop(requires: ["parcel.state in [open, start]"], declarations: declarations).findings == [])
    #expect(Shop(requires: ["parcel.state == opne"], declarations: declarations).findings == ["T1005 `opne`"])
    #expect(Shop(requires: ["parcel(order_id = order_id).state == open"], declarations: declarations).findings == [])
    #expect(Shop(requires: ["parcel.state(order_id = order_id) == open"], declarations: declarations).findings == [])
    #expect(Shop(requires: ["no p in parcel satisfies p.state == done"], declarations: declarations).findings == [])
    #expect(Shop(requires: ["parcel.status == open"], declarations: declarations).findings == ["T1010 `status`"])
    #expect(Shop(requires: ["parcel == open"], declarations: declarations).findings.first?.hasPrefix("T1018") == true)
  }

  @Test func artifactsAreStatesInOrder() {
    let declarations = [lifecycle(["open → sent", "sent → done"]), moving(["parcel: start → open → sent → done"])]
    func job(_ artifact: String) -> [String] {
      var shop = Shop(declarations: declarations)
      let text =
        "jtbd place:\n  verb: P\n  object: O\n  outcome: G\n  triggers:\n    - buy\n  artifacts:\n    - \(artifact)\n"
        + "  guardrails:\n    - must_not: break\n      enforced_by: shop.buying\n"
      shop.files.append(("jtbd/shop/shop.jtbd", text))
      return shop.findings
    }
    #expect(job("open_parcel → sent_parcel → done_parcel") == [])
    #expect(job("open_parcel → done_parcel") == ["T5010 `open_parcel → done_parcel`"])
    #expect(job("lost_parcel") == ["T5010 `lost_parcel`"])
  }

  @Test func tablesAreCalled() {
    let table = """
      table size_of:
        inputs:
          weight: decimal
        output: size
        rows:
          - weight < 5 → small
          - otherwise → large
      """
    let size = "enum size: [small, large]"
    #expect(Shop(requires: ["size_of(3) == small"], declarations: [size, table]).findings == [])
    #expect(Shop(requires: ["shop.size_of(3) == small"], declarations: [size, table]).findings == [])
    #expect(Shop(requires: ["size_of(3) == smal"], declarations: [size, table]).findings == ["T1005 `smal`"])
    #expect(Shop(requires: ["size_of(3, 4) == small"], declarations: [size, table]).findings.first?.hasPrefix("T2009") == true)
    #expect(Shop(requires: ["size_fo(3) == small"], declarations: [size, table]).findings.contains("T1016 `size_fo`"))
    #expect(Shop(declarations: [size, table]).findings == ["T5008 `table size_of`"])
    let wrong = table.replacing("→ small", with: "→ tiny")
    #expect(Shop(requires: ["size_of(3) == small"], declarations: [size, wrong]).findings == ["T1005 `tiny`"])
  }

  /// A step with two truths that have an `if` may fire either, so the move of one can prepare a later step for the other.
  @Test func stepsOfTruthsThatMayNotFireNeedNothingForCertain() {
    func truth(_ name: String, _ condition: String?, _ move: String) -> String {
      (["truth \(name):", "  when:", "    - intent: buy"] + (condition.map { ["  if: \($0)"] } ?? [])
        + ["  requires:", "    - order_id exists", "  moves:", "    - parcel: \(move)", "  produces:", "    - trace.\(name)"])
        .joined(separator: "\n")
    }
    let blueprint = "blueprint whole:\n  outcome: All\n  packs: [shop]\n  steps: [buy, buy]"
    let open = lifecycle(["open → done"])
    func findings(_ truths: [String]) -> [String] {
      Shop(fields: ["amount: decimal"], declarations: [open, blueprint] + truths).findings.filter { $0.hasPrefix("T5017") }
    }
    #expect(findings([truth("begin", "amount > 1", "start → open"), truth("finish", "amount <= 1", "open → done")]) == [])
    #expect(findings([truth("finish", nil, "open → done")]).count == 1)
  }
}
