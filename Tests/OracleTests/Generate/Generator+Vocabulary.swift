extension Generator {
  mutating func write(_ file: String, _ declaration: String) { written[file, default: []].append(declaration) }

  func vocabularyFile(_ pack: String) -> String { "truths/\(pack)/\(pack).truths" }

  /// Writes packs, types, facts, intents, policies, tables and lifecycles. The truths come before, because they decide which
  /// facts are external.
  mutating func writeVocabulary() {
    for pack in packs {
      let uses = packs.prefix { $0 != pack }
      let list = uses.isEmpty ? "" : "  uses: [\(uses.joined(separator: ", "))]\n"
      write(vocabularyFile(pack), "pack \(pack):\n  version: 1.0.0\n\(list)")
    }
    let file = vocabularyFile(packs[0])
    write(file, "enum color: [red, green, \"3-way\"]\n")
    write(file, "enum grade:\n  ordered: [low, mid, high]\n")
    write(file, "enum coin: [eur, usd, \"chf\"]\n")
    write(
      file,
      "record line:\n  fields:\n    q: integer\n    g: decimal\n    z: text? named \"Z z\"\n    y: list of text = []\n"
        + "    cost: decimal in cur?\n    cur: coin?\n")
    for declaration in CalendarText.declarations { write(file, declaration) }
    for fact in facts { write(vocabularyFile(fact.pack), text(fact)) }
    for intent in intents { write(vocabularyFile(intent.pack), text(intent)) }
    for policy in policies {
      let value = policy.kind.literal(&chance)
      write(vocabularyFile(policy.pack), "policy \(policy.name):\n  type: \(policy.kind.written)\n  default: \(value)\n")
    }
    for pack in packs where chance.percent(10) {
      write(vocabularyFile(pack), "policy approver_role:\n  type: text\n  default: \"boss\"\n")
    }
    for table in tables { write(vocabularyFile(table.pack), text(table)) }
    for lifecycle in lifecycles { write(vocabularyFile(lifecycle.pack), text(lifecycle)) }
  }

  private func text(_ fact: FactPlan) -> String {
    var text = "fact \(fact.name):\n"
    if !fact.key.isEmpty { text += "  key: [\(fact.key.map(\.name).joined(separator: ", "))]\n" }
    if !produced.contains(fact.name) { text += "  external: true\n" }
    if fact.isImmutable { text += "  immutable: true\n" }
    if fact.isDerived, produced.contains(fact.name) { text += "  derived: true\n" }
    text += "  fields:\n"
    for slot in fact.slots {
      text += "    \(slot.name): \(Pool.written(slot.name, slot.kind.written + (slot.isOptional ? "?" : "")))\n"
    }
    return text
  }

  private func text(_ intent: IntentPlan) -> String {
    var text = "intent \(intent.name):\n\(intent.consent.map { "  consent: \($0)\n" } ?? "")"
    if intent.isOpen { text += "  open: true\n" }
    if !intent.required.isEmpty { text += "  required: [\(intent.required.joined(separator: ", "))]\n" }
    text += "  fields:\n"
    for slot in intent.slots {
      text +=
        "    \(slot.name): \(Pool.written(slot.name, slot.kind.written))\(intent.defaults[slot.name].map { " = \($0)" } ?? "")\n"
    }
    return text
  }

  private func text(_ table: TablePlan) -> String {
    let kind = table.isFunction ? "function" : "table"
    return "\(kind) \(table.name):\n  inputs:\n    x: \(table.input.written)\n\(table.inside)"
  }

  private func text(_ lifecycle: LifecyclePlan) -> String {
    """
    lifecycle \(lifecycle.name):
      key: [k]
      initial: draft
      transitions:
        - draft → sent
        - sent → paid
        - any → void
      terminal: [paid, void]

    """
  }
}
