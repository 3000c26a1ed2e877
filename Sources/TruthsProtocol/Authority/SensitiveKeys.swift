import TruthsProgram

extension Program {
  /// The program, in which the sensitive keys of lifecycles are marked.
  ///
  /// A key is sensitive if a sensitive field of the pack has its name, or if a move fills it with a sensitive value.
  ///
  /// A lifecycle cannot mark its keys with `sensitive` itself, and its history shows the key of each move.
  ///
  /// - Complexity: O(nodes) for each key that is found, at most the number of keys.
  var withSensitiveKeys: Program {
    var program = self
    for (index, lifecycle) in lifecycles.enumerated() {
      for (place, key) in lifecycle.key.enumerated() where hasSensitiveField(key.name, inPack: lifecycle.pack) {
        program.markSensitive(key: place, of: index)
      }
    }
    var isChanged = !lifecycles.isEmpty
    // A move may read the history of another lifecycle.
    while isChanged {
      isChanged = false
      var flow = SensitiveFlow(program)
      for truth in truths where !truth.moves.isEmpty {
        let frame = flow.frame(of: truth)
        for move in truth.moves {
          for (place, node) in move.key.keys.enumerated()
          where !program.lifecycles[move.key.lifecycle].key[place].isSensitive && flow.maskedPart(of: node, in: frame) != nil {
            program.markSensitive(key: place, of: move.key.lifecycle)
            isChanged = true
          }
        }
      }
    }
    return program
  }

  private func hasSensitiveField(_ name: String, inPack pack: String) -> Bool {
    let owners = facts.map { ($0.pack, $0.fields) } + intents.map { ($0.pack, $0.fields) } + records.map { ($0.pack, $0.fields) }
    return owners.contains { owner, fields in owner == pack && fields.contains { $0.isSensitive && $0.name == name } }
  }

  /// Marks a key in the lifecycle, and in the types whose first fields are the key.
  private mutating func markSensitive(key place: Int, of index: Int) {
    lifecycles[index].key[place].isSensitive = true
    let (history, instance) = (lifecycles[index].history, lifecycles[index].instance)
    facts[history].fields[place].isSensitive = true
    for record in [instance, factRecords[history]] { records[record].fields[place].isSensitive = true }
  }
}
