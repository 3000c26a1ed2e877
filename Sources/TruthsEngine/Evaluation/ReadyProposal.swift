import Synchronization
package import TruthsJSON
import TruthsProgram
import TruthsText

/// Prepares proposals for any number of decisions on one store; the code of each intent is bound to the store once.
package final class ReadyEngine: Sendable {
  let engine: Engine
  let execution: ExecutionEnvironment
  /// The bound code by index of the intent.
  private let plans = Mutex<[Int: BoundIntent]>([:])

  /// Creates an engine for one store.
  ///
  /// - Parameter store: a settled store (``FactStore/settle()``), so that each look-up reads one layer.
  package init(_ engine: Engine, store: FactStore) {
    self.engine = engine
    execution = ExecutionEnvironment(engine.code, store)
  }

  /// Prepares a proposal.
  ///
  /// - Parameters:
  ///   - proposal: `nil` for a proposal that does not fit its intent.
  ///   - isPlain: whether the clauses alone decide it.
  /// - Complexity: O(size of the proposal); for the first one of an intent, O(code of its truths).
  package func ready(_ proposal: TypedProposal?, received: LocatedJSON, isPlain: Bool) -> ReadyProposal {
    guard let proposal else { return ReadyProposal(received, nil, clauses: [], execution, [], nil, pack: -1) }
    let plan = plan(proposal.intent)
    return ReadyProposal(
      received, isPlain && plan.isWhole ? plan : nil, clauses: plan.clauses, execution, proposal.fields, proposal.environment,
      pack: pack(of: proposal))
  }

  /// Returns the pack that a proposal names, as in ``ProposalCells/pack``.
  func pack(of proposal: TypedProposal) -> Int {
    proposal.pack.map { name in engine.program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
  }

  /// Returns whether this engine prepared a proposal. Its look-ups are valid for this store only.
  package func owns(_ proposal: ReadyProposal) -> Bool { proposal.execution === execution }

  /// Returns the clauses that apply to an intent, by number.
  package func clauses(of intent: Int) -> [DecisiveClause] { plan(intent).clauses }

  func plan(_ intent: Int) -> BoundIntent {
    plans.withLock { plans in
      if let known = plans[intent] { return known }
      let plan = BoundIntent(engine, intent: intent, execution: execution)
      plans[intent] = plan
      return plan
    }
  }
}

/// A prepared proposal: its values are cells, its texts symbols.
///
/// `@unchecked Sendable`: the memory behind its pointers is immutable after `init`.
package final class ReadyProposal: @unchecked Sendable {
  /// The proposal as it was received.
  package let received: LocatedJSON
  /// The clauses that apply, by number; empty for a proposal that does not fit its intent.
  package let clauses: [DecisiveClause]
  fileprivate let execution: ExecutionEnvironment
  /// The bound code that decides the proposal; `nil` if the decision needs the whole procedure.
  private let plan: BoundIntent?
  private let cells: ProposalCells
  /// The owners of the cells.
  private let rows: [CellRow]

  fileprivate init(
    _ received: LocatedJSON, _ plan: BoundIntent?, clauses: [DecisiveClause], _ execution: ExecutionEnvironment,
    _ fields: [Value],
    _ environment: Environment?, pack: Int
  ) {
    self.received = received
    self.execution = execution
    self.plan = plan
    self.clauses = clauses
    var overlay = SymbolOverlay(over: execution.store.symbols)
    rows = [CellRow(fields.map { overlay.cell(of: $0) }), environment.map { $0.cells(&overlay) } ?? CellRow([])]
    cells = ProposalCells(fields: rows[0].cells, builtins: rows[1].cells, symbols: plain([overlay]), pack: pack)
  }

  deinit {
    cells.symbols.deinitialize(count: 1)
    cells.symbols.deallocate()
  }

  /// Returns the verdict of the clauses; `nil` where the decision needs the whole procedure.
  ///
  /// - Complexity: O(clauses of the intent), with look-ups by hash. Only texts and lists that clauses make are allocated.
  package func verdict() -> ClauseVerdict? { plan?.verdict(cells) }
}
