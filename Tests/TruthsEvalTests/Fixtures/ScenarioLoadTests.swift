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
    #"{"advance": {"seconds": 2678400}}"#, #"{"advance": "P30D"}"#, #"{"advance": "P36525D"}"#, #"{"advance": "PT0.5S"}"#,
    #"{"update_budget": {"max_seconds": null}}"#,
    #"{"connect": {"as": "bob"}, "as": "bob"}"#, #"{"fault": {"kind": "delay", "seconds": 3, "client": "ada", "count": 2}}"#,
    #"{"expect": {"capabilities": {"packs": ["demo"], "budgets": {"max_cost": null}, "error": null}}}"#,
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
    (#"{"advance": {"seconds": 2678401}}"#, "T8200 2678401"),
    (#"{"advance": {}}"#, "T8202 {"), (#"{"advance": "P1M"}"#, #"T8200 "P1M""#), (#"{"advance": "-P1D"}"#, #"T8200 "-P1D""#),
    (#"{"advance": "P36525DT1S"}"#, #"T8200 "P36525DT1S""#), (#"{"advance": 60}"#, "T8200 60"),
    (#"{"connect": {"as": "bob", "transport": "carrier pigeon"}}"#, #"T8210 "carrier pigeon""#),
    (#"{"connect": {}}"#, #"T8202 "connect""#), (#""connect""#, #"T8202 "connect""#),
    (#"{"as": "bob", "connect": {"as": "ben"}}"#, #"T8212 "ben""#),
    (#"{"fault": {"kind": "dorp"}}"#, #"T8210 "dorp""#), (#"{"fault": {"kind": "dly"}}"#, #"T8210 "dly""#),
    (#"{"fault": {}}"#, "T8202 {"), (#"{"fault": {"kind": "drop", "evnt": "fact"}}"#, #"T8201 "evnt""#),
    (#"{"fault": {"kind": "drop", "event_type": "fct"}}"#, #"T8212 "fct""#),
    (#"{"fault": {"kind": "cut", "seconds": 2678401}}"#, "T8212 2678401"),
    (#"{"update_budget": {"max_cycle": 5}}"#, #"T8201 "max_cycle""#), (#"{"update_budget": {}}"#, "T8212 {}"),
    (#"{"update_budget": {"max_cycles": -1}}"#, "T8212 -1"),
    (#"{"handshake": {"devce_id": "x"}}"#, #"T8201 "devce_id""#), (#"{"handshake": {"device_id": 3}}"#, "T8200 3"),
    (#"{"expect": {"capabilities": {"pcks": null}}}"#, #"T8201 "pcks""#),
    (#"{"expect": {"capabilities": {"budgets": {"max_cycls": null}}}}"#, #"T8201 "max_cycls""#),
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
