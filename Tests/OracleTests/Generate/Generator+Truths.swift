extension Generator {
  mutating func writeTruths(_ pack: String) {
    for intent in intents where visible(from: pack).contains(intent.pack) {
      for _ in 0..<(intent.pack == pack ? 1 + chance.below(2) : chance.below(2)) { writeTruth(on: intent, pack) }
    }
    for _ in 0..<chance.below(2) { writeInvariant(pack) }
  }

  private mutating func writeTruth(on intent: IntentPlan, _ pack: String) {
    truths += 1
    let name = "rule\(truths)"
    let others = intents.filter { $0.name != intent.name && visible(from: pack).contains($0.pack) }
    let fired = chance.percent(15) ? [intent] + others : [intent]
    let slots = common(fired)
    var terms = terms(in: pack)
    if chance.percent(20) {
      terms.terms.append(Term(text: "proposal.confidence", kind: .decimal, isOptional: true))
      terms.terms.append(Term(text: "proposal.pack", kind: .text, isOptional: true))
    }
    terms.readsDecisions = true
    var author = Author(terms: terms, trigger: slots, pack: pack)
    var text = "truth \(name):\n"
    let id = chance.percent(20) ? "\(pack).own.\(name)" : "\(pack).set.\(name)"
    if id.contains(".own.") { text += "  id: \(id)\n" }
    ids.append(id)
    text += "  when:\n    - intent: \(fired.count == 1 ? intent.name : "[\(fired.map(\.name).joined(separator: ", "))]")\n"
    if chance.percent(25) { text += "    - pack: \(pack)\n" }
    if chance.percent(20) { text += "    - if: \(author.clause(author.terms.condition(depth: 1)))\n" }
    text += author.lets()
    text += author.requires(slots)
    text += author.invariants(roles: true, consents: true)
    text += moves(pack, slots)
    text += produces(&author, pack, name)
    text += author.ensures()
    write("truths/\(pack)/\(pack).set.truths", text)
  }

  private mutating func moves(_ pack: String, _ slots: [Slot]) -> String {
    guard let lifecycle = lifecycles.first(where: { $0.pack == pack }), slots.contains(where: { $0.name == "k" }),
      chance.percent(35)
    else { return "" }
    let chain = chance.pick([
      "start → draft", "start → draft", "draft → sent", "sent → paid", "any → void", "any → void", "start → draft → sent",
    ])
    return "  moves:\n    - \(lifecycle.name): \(chain)\n"
  }

  /// The outputs of a truth on an intent.
  private mutating func produces(_ author: inout Author, _ pack: String, _ name: String) -> String {
    var text = "  produces:\n    - trace.\(name)\n"
    let own = facts.filter { fact in
      fact.pack == pack && !fact.isDerived && fact.name != "link.far" && !fact.slots.contains { $0.kind == .line }
    }
    guard !own.isEmpty else { return text }
    for _ in 0..<chance.below(3) {
      // Facts of low levels are what truths on facts fire on.
      let fact = [chance.pick(own), chance.pick(own)].min { $0.level < $1.level } ?? own[0]
      let isCorrection = chance.percent(25) && !features.contains(.lasting) && !fact.isImmutable && !fact.key.isEmpty
      produced.insert(fact.name)
      text += isCorrection ? author.correction(of: fact) : chance.percent(50) ? author.plainOutput(fact) : author.output(fact)
    }
    return text
  }

  private mutating func writeInvariant(_ pack: String) {
    truths += 1
    let visible = visible(from: pack)
    let readable = intents.filter { visible.contains($0.pack) }
    let isOfState = chance.percent(30)
    let isOfAll = chance.percent(30)
    let slots = isOfState || isOfAll || readable.isEmpty ? [] : common(readable)
    var author = Author(terms: terms(in: pack), trigger: slots, pack: pack)
    if slots.isEmpty && author.terms.facts.isEmpty { return }
    let names = "[\(readable.map(\.name).joined(separator: ", "))]"
    let applies = isOfState ? "state" : isOfAll || slots.isEmpty ? "all" : names
    let rule = author.invariant(roles: true)
    ids.append("\(pack).set.law\(truths)")
    write("truths/\(pack)/\(pack).set.truths", "invariant law\(truths):\n  applies_to: \(applies)\n  rule: \(rule)\n")
  }

  /// The fields that all intents declare; in generated programs one name has one type.
  private func common(_ intents: [IntentPlan]) -> [Slot] {
    guard let first = intents.first else { return [] }
    return first.slots.filter { slot in intents.allSatisfy { $0.slots.contains { $0.name == slot.name } } }
  }
}
