extension Generator {
  /// Facts in short form, few enough to meet and many enough to differ.
  mutating func context() -> [String] {
    var lines: [String] = []
    var keys = Set<String>()
    for fact in facts where !fact.isDerived || !produced.contains(fact.name) {
      let isHistory = produced.contains(fact.name)
      if isHistory, features.contains(.monotone) { continue }
      for _ in 0..<chance.below(isHistory ? 2 : 4) {
        let payload = payload(fact)
        // Facts that arrive one by one may not repeat a key: the second would be refused.
        if !features.contains(.monotone) || keys.insert(payload.identity).inserted { lines.append(payload.text) }
      }
    }
    for lifecycle in lifecycles {
      for key in ["a", "b"] where chance.percent(50) {
        for state in ["draft", "sent", "paid"].prefix(1 + chance.below(3)) {
          lines.append("{\"type\": \"\(lifecycle.name).entered\", \"k\": \"\(key)\", \"state\": \"\(state)\"}")
        }
      }
    }
    for policy in policies where chance.percent(25) {
      lines.append(
        "{\"type\": \"policy.set\", \"policy\": \"\(policy.pack).\(policy.name)\", \"value\": \(policy.kind.json(&chance))}")
    }
    return lines + CalendarText.settings(of: packs[0], &chance)
  }

  private mutating func payload(_ fact: FactPlan) -> (text: String, identity: String) {
    var members = ["\"type\": \"\(fact.name)\""]
    for slot in fact.key { members.append("\"\(Pool.jsonName(slot.name))\": \(slot.kind.key(&chance))") }
    let identity = members.joined()
    for slot in fact.fields where !slot.isOptional || chance.percent(60) {
      members.append("\"\(Pool.jsonName(slot.name))\": \(slot.kind.json(&chance))")
    }
    return ("{\(members.joined(separator: ", "))}", fact.key.isEmpty ? members.joined() : identity)
  }

  /// A proposal: mostly whole and well-formed, sometimes not.
  mutating func proposal(_ index: Int) -> String {
    let intent = chance.pick(intents)
    var fields: [String] = []
    for slot in intent.slots where chance.percent(88) {
      let kind = chance.below(400) == 0 ? Kind.lines : slot.kind
      let isKey = Pool.keys.contains { $0.name == slot.name } && kind == slot.kind
      var value = isKey ? kind.key(&chance) : kind.json(&chance)
      if kind.isMap, chance.percent(20) { value = "{\"n\": null\(value == "{}" ? "" : ", ")\(value.dropFirst())" }
      fields.append("\"\(Pool.jsonName(slot.name))\": \(chance.percent(2) ? "null" : value)")
    }
    if chance.below(intent.isOpen ? 4 : 200) == 0 { fields.append("\"zz\": 1") }
    var members = ["\"action\": \"\(intent.name)\"", "\"proposal_id\": \"prop_\(index)\""]
    if chance.percent(20) { members.append("\"pack\": \"\(chance.pick(packs))\"") }
    if chance.percent(20) { members.append("\"truth_id\": \"\(chance.pick(ids + ["any text"]))\"") }
    if chance.percent(10) { members.append("\"confidence\": 0.\(1 + chance.below(9))") }
    if chance.percent(4) { members.append("\"requires_consent\": \"explicit\"") }
    if chance.percent(8) { members.append("\"consent\": true") }
    if index % 13 == 5 { members.append("\"on_behalf_of\": \"ann\"") }
    if chance.percent(70) { members.append("\"actor\": \(actor())") }
    if chance.percent(12) {
      let named = chance.percent(93) && !ids.isEmpty ? chance.pick(ids) : "no.such.truth"
      members.append("\"override\": {\"truth_id\": \"\(named)\", \"reason\": \"fire\"}")
    }
    // The default of the record's list fills in left-out members.
    if chance.percent(50) {
      fields = fields.map { $0.split(separator: ", \"y\": []", omittingEmptySubsequences: false).joined() }
    }
    if chance.percent(intent.isOpen ? 95 : 20) {
      members.append("\"payload\": {\(fields.joined(separator: ", "))}")
    } else {
      members += fields
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func actor() -> String {
    let roles = chance.pick(["", "\"break_glass\"", "\"lead\", \"break_glass\""])
    return
      "{\"type\": \"\(chance.pick(["user", "user", "agent"]))\", \"user_id\": \"\(chance.pick(["a", "ann"]))\", \"roles\": [\(roles)]}"
  }
}
