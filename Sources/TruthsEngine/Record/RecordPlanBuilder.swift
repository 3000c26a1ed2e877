import TruthsCheck
import TruthsText

/// Gathers what a ``RecordPlan`` is made of.
struct RecordPlanBuilder {
  let engine: Engine
  let intent: Int
  let ground: Ground
  var symbols: SymbolOverlay
  private(set) var entries: [RecordPlan.Entry] = []
  private(set) var clauses: [RecordClause] = []
  private(set) var isLast = true
  private(set) var registerCount = 1

  init(_ engine: Engine, intent: Int, store: FactStore) {
    self.engine = engine
    self.intent = intent
    ground = engine.ground(on: store)
    symbols = SymbolOverlay(over: store.symbols)
  }

  private var program: Program { engine.program }

  /// - Returns: whether the clauses can be told by a plan: no two of them report one id, and none reads a view.
  mutating func build() -> Bool {
    let dispatch = engine.dispatch[intent]
    let truths = dispatch.truths.map(\.index)
    guard engine.reads.examining(truths, dispatch.invariants.map(\.index)).isEmpty else { return false }
    var planned = QuickPlanBuilder(engine: engine, intent: intent, symbols: symbols)
    planned.build()
    guard planned.isWhole else { return false }
    let ranks = planned.weights.map(\.rank)
    isLast = planned.isLast
    var first = 0
    for entry in dispatch.truths {
      let truth = program.truths[entry.index]
      if !truth.moves.isEmpty || truth.outputs.contains(where: { !isPlain($0) }) { isLast = false }
      let code = engine.code.truths[entry.index]
      add(
        entry, code.unit, truth.requires + truth.invariants + truth.moves.map(\.clause), ranks[first...],
        declaredBy: truth.id, frameSize: max(truth.frameSize, truth.inputs.count, truth.matches.count))
      first += code.clauseCount + (truth.condition == nil ? 0 : 1)
    }
    for entry in dispatch.invariants {
      let invariant = program.invariants[entry.index]
      add(
        entry, engine.code.invariants[entry.index], [invariant.clause], ranks[first...], declaredBy: invariant.id,
        frameSize: max(invariant.frameSize, invariant.inputs.count))
      first += 1
    }
    return true
  }

  private func isPlain(_ output: CheckedOutput) -> Bool {
    output.loop == nil && !output.isCorrection && !program.facts[output.fact].isDerived
  }

  private mutating func add(
    _ place: IntentDispatch.Entry, _ unit: CompiledUnit, _ checked: [CheckedClause], _ ranks: ArraySlice<Int32>,
    declaredBy: String, frameSize: Int
  ) {
    var writer = CodeWriter(frameSize: frameSize)
    let first = clauses.count
    for (clause, rank) in zip(checked, ranks) {
      clauses.append(RecordClause(clause, declaredBy: declaredBy, rank: rank, &writer))
    }
    let words = CompiledUnit(writer.unit)
    registerCount = max(registerCount, unit.registerCount, words.registerCount)
    let truth = place.isTruth ? program.truths[place.index] : nil
    let pack = truth.flatMap { truth in truth.namesPack ? program.packs.firstIndex { $0.name == truth.pack } : nil }
    entries.append(
      RecordPlan.Entry(
        unit: unit, constants: CellRow(unit.constants { symbols.cell(of: $0) }), words: words,
        wordConstants: CellRow(words.constants { symbols.cell(of: $0) }), store: ground.store, fields: place.fields,
        reading: place.isTruth ? engine.code.truths[place.index].reading : 0, truth: place.isTruth ? place.index : -1,
        pack: pack ?? -1, clauses: first..<clauses.count, areRequirements: checked.map { $0.kind == .requirement },
        lets: place.isTruth ? engine.code.truths[place.index].lets : 0,
        outputs: truth.map { truth in
          zip(truth.outputs, engine.code.truths[place.index].outputs).map {
            RecordOutput($1, ground.store.tables[$0.fact], program.facts[$0.fact])
          }
        } ?? []))
  }
}
