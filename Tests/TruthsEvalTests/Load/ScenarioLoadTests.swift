import Testing
import TruthsEval

@Suite struct ScenarioLoadTests {
  private func faults(_ steps: String) -> [String] {
    var world = World()
    return world.faults(#"{"id": "a", "scenario": [{"connect": {"as": "ada"}}, \#(steps)]}"#)
  }

  private let look = #"{"expect": {"run_status": "converged"}}"#

  @Test(arguments: [
    #"{"propose": {"action": "greet", "name": "x"}, "as": "ada"}"#, #"{"as": "ada", "disconnect": {}}"#, #""disconnect""#,
    #"{"disconnect": {"as": "ada"}}"#, #"{"reconnect": null}"#, #"{"replay": true}"#, #"{"advance": {"seconds": 0.5}}"#,
    #"{"inject_fact": {"type": "door.shut", "room": "r"}}"#, #"{"approve": {"proposal_id": "p", "truth_id": "demo.greeting"}}"#,
    #"{"reject": {"as": "ada", "proposal_id": "p", "why": "no"}}"#, #"{"update_budget": {"max_cycles": 1}}"#,
    #"{"fault": {"kind": "drop", "event_type": "fact"}}"#, #"{"handshake": {"as": "eve", "request": "capabilities"}}"#,
    #"{"connect": {"as": "bob", "transport": "sse", "actor": {"user_id": "bob", "roles": ["manager"]}}}"#,
  ]) func stepsThatStand(step: String) {
    #expect(faults("\(step), \(look)") == [])
  }

  @Test(arguments: [
    (#"{"porpose": {}}"#, #"T8212 "porpose""#), (#""dance""#, #"T8212 "dance""#), ("{}", "T8212 {}"), ("3", "T8200 3"),
    (#"{"pause": {}, "resume": {}}"#, #"T8212 {"pause": {}, "resume": {}}"#), (#"{"as": "ada"}"#, #"T8212 {"as": "ada"}"#),
    (#"{"as": "bob", "pause": {}}"#, #"T8213 "bob""#), (#"{"pause": {"as": "bob"}}"#, #"T8213 "bob""#),
    (#"{"propose": {"action": "grete"}}"#, #"T8206 "grete""#), (#"{"inject_fact": {"type": "door.sht"}}"#, #"T8207 "door.sht""#),
    (#"{"approve": {}}"#, "T8202 {"), (#"{"approve": {"proposal_id": "p", "why": "x"}}"#, #"T8201 "why""#),
    (#"{"reject": {"proposal_id": "p"}}"#, "T8202 {"), (#"{"advance": {"seconds": -1}}"#, "T8200 -1"),
    (#"{"advance": {}}"#, "T8202 {"),
    (#"{"connect": {"transport": "carrier pigeon"}}"#, #"T8210 "carrier pigeon""#),
    (#"{"fault": {"kind": "dorp"}}"#, "T8212 {\"kind\": \"dorp\"}"),
    (#"{"expect": {}}"#, "T8204 {}"), (#"{"expect": {"connection_state": "live"}}"#, #"T8210 "live""#),
    (#"{"expect": {"seen": 3}}"#, #"T8201 "seen""#), (#"{"expect": {"can_i_act": "yes"}}"#, #"T8200 "yes""#),
  ]) func stepsThatDoNotStand(step: String, wanted: String) {
    #expect(faults("\(step), \(look)") == [wanted])
  }

  @Test func aScenarioThatExpectsNothingIsAtFault() { #expect(faults(#"{"pause": {}}"#) == [#"T8204 "scenario""#]) }

  @Test func aStepBeforeAnyClientIsAtFault() {
    var world = World()
    #expect(world.faults(#"{"id": "a", "scenario": [{"pause": {}}, {"expect": {"seq": 1}}]}"#).first == #"T8213 "pause""#)
  }
}
