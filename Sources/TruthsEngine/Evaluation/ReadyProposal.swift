import Synchronization
package import TruthsJSON
import TruthsProgram
import TruthsText

/// Prepares proposals for any number of decisions on one store. The code of each intent is bound to the store once.
package final class ReadyEngine: Sendable {
  private let engine: Engine
  let execution: ExecutionEnvironment
  /// By index of the intent.
  private let plans = Mutex<[Int: BoundIntent]>([:])

  /// - Parameter store: settled (``FactStore/settle()``), so that each look-up reads one layer.
  package init(_ engine: Engine, store: FactStore) {
    self.engine = engine
    execution = ExecutionEnvironment(engine.code, store)
  }

  /// Prepares a proposal.
  ///
  /// - Parameters:
  ///   - proposal: `nil` for one that does not fit its intent.
  ///   - isPlain: whether clauses alone decide it.
  /// - Complexity: O(size of the proposal); for the first of an intent, O(code of its truths).
  package func ready(_ proposal: TypedProposal?, received: LocatedJSON, isPlain: Bool) -> ReadyProposal {
    guard let proposal else { return ReadyProposal(received, nil, clauses: [], execution, [], nil, pack: -1) }
    let plan = plan(proposal.intent)
    return ReadyProposal(
      received, isPlain && plan.isWhole ? plan : nil, clauses: plan.clauses, execution, proposal.fields, proposal.environment,
      pack: pack(of: proposal))
  }

  /// The pack that a proposal names, as ``ProposalCells`` has it.
  func pack(of proposal: TypedProposal) -> Int {
    proposal.pack.map { name in engine.program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
  }

  /// Whether a proposal was prepared by this engine. Its look-ups are valid for this store alone.
  package func made(_ proposal: ReadyProposal) -> Bool { proposal.execution === execution }

  /// The clauses that apply to an intent, by number.
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
  /// The proposal as it came.
  package let received: LocatedJSON
  /// The clauses that apply, by number; none for a proposal that does not fit its intent.
  package let clauses: [DecisiveClause]
  fileprivate let execution: ExecutionEnvironment
  /// `nil` where the decision needs the whole procedure.
  private let plan: BoundIntent?
  private let cells: ProposalCells
  /// Keep the cells.
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

  /// The verdict of the clauses; `nil` where the decision needs the whole procedure.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash. Only texts and lists that clauses make are allocated.
  package func verdict() -> ClauseVerdict? { plan?.verdict(cells) }
}
