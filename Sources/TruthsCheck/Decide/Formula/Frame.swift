/// What the slots of one truth, invariant or table mean in a world.
struct Frame {
  /// A field that fills a slot from 0 on.
  struct Field {
    var source: Cell.Source
    var type: ValueType
    /// Whether it may be left out.
    var mayBeMissing: Bool
  }

  var fields: [Field]
  /// By slot.
  var lets: [Int: CheckedLet] = [:]
}

extension Frame {
  /// The frame of a table, whose inputs are there: it is not asked otherwise (language.md §4, "Missing").
  init(_ table: CheckedTable) {
    fields = table.inputs.enumerated().map { index, input in
      Field(source: .input(index), type: input.type, mayBeMissing: false)
    }
  }

  /// The frame of a truth, for one of its intents or for all of them.
  init(_ truth: CheckedTruth, intent: Int?, in tables: CheckTables) {
    self.init(truth.inputs, intents: intent.map { [$0] } ?? truth.intents, in: tables)
    lets = Dictionary(truth.lets.map { ($0.slot, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The frame of inputs that are fields of intents: one that every intent fills in by itself is always there.
  init(_ inputs: [Input], intents: [Int], in tables: CheckTables) {
    var alwaysThere: Set<String>?
    for intent in intents {
      let filled = tables.program.intents[intent].fields.filter { $0.initial?.isMissing == false }.map(\.name)
      alwaysThere = alwaysThere?.intersection(filled) ?? Set(filled)
    }
    fields = inputs.map { input in
      Field(source: .field(input.name), type: input.type, mayBeMissing: alwaysThere?.contains(input.name) != true)
    }
  }
}
