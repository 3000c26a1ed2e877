import Synchronization
import TruthsCheck
package import TruthsJSON
import TruthsText

/// Makes proposals ready to be decided on one store, as often as wanted: what each intent needs is bound to the store once.
package final class ReadyEngine: Sendable {
  private let engine: Engine
  private let ground: Ground
  /// By index of the intent.
  private let plans = Mutex<[Int: BoundIntent]>([:])

  /// - Parameter store: in one piece (``FactStore/settle()``).
  package init(_ engine: Engine, store: FactStore) {
    self.engine = engine
    ground = Ground(engine.code, store)
  }

  /// Makes a proposal ready.
  ///
  /// - Parameters:
  ///   - proposal: `nil` for one that does not fit its intent.
  ///   - isPlain: whether nothing but clauses decides about it.
  /// - Complexity: O(size of the proposal); for the first of an intent, O(code of its truths).
  package func ready(_ proposal: TypedProposal?, received: LocatedJSON, isPlain: Bool) -> ReadyProposal {
    guard let proposal else { return ReadyProposal(received, nil, clauses: [], ground, [], nil, pack: -1) }
    let plan = plan(proposal.intent)
    let pack = proposal.pack.map { name in engine.program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
    return ReadyProposal(
      received, isPlain && plan.isWhole ? plan : nil, clauses: plan.clauses, ground, proposal.fields, proposal.environment,
      pack: pack)
  }

  /// Whether a proposal was made ready here: what it knows of facts holds of this store alone.
  package func made(_ proposal: ReadyProposal) -> Bool { proposal.ground === ground }

  private func plan(_ intent: Int) -> BoundIntent {
    plans.withLock { plans in
      if let known = plans[intent] { return known }
      let plan = BoundIntent(engine, intent: intent, ground: ground)
      plans[intent] = plan
      return plan
    }
  }
}

/// A proposal made ready to be decided: its values as cells, its texts as symbols.
///
/// `@unchecked Sendable`: nothing is written behind its pointers once it is made.
package final class ReadyProposal: @unchecked Sendable {
  /// The proposal as it came.
  package let received: LocatedJSON
  /// The clauses that apply, by number; none for a proposal that does not fit its intent.
  package let clauses: [DecisiveClause]
  fileprivate let ground: Ground
  /// `nil` where only the whole procedure can tell what the proposal comes to.
  private let plan: BoundIntent?
  let symbols: UnsafeMutablePointer<SymbolOverlay>
  let fields: UnsafePointer<Cell>
  let builtins: UnsafePointer<Cell>
  /// In ``Program/packs``; -1 where the proposal names none, -2 where it names another.
  let pack: Int
  /// Keep the cells.
  private let rows: [CellRow]

  fileprivate init(
    _ received: LocatedJSON, _ plan: BoundIntent?, clauses: [DecisiveClause], _ ground: Ground, _ fields: [Value],
    _ environment: Environment?, pack: Int
  ) {
    self.received = received
    self.ground = ground
    self.plan = plan
    self.clauses = clauses
    self.pack = pack
    var overlay = SymbolOverlay(over: ground.store.symbols)
    rows = [CellRow(fields.map { overlay.cell(of: $0) }), environment.map { $0.cells(&overlay) } ?? CellRow([])]
    (self.fields, builtins) = (rows[0].cells, rows[1].cells)
    symbols = plain([overlay])
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }

  /// What the clauses come to; `nil` where only the whole procedure can tell.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash; nothing is allocated but for texts and lists that clauses make.
  package func verdict() -> ClauseVerdict? { plan?.verdict(self) }
}
