package import TruthsProgram

/// Decides proposals of one intent whose values are cells already: rows of columns. For one thread at a time.
///
/// Texts become symbols of an overlay that many rows share, and that begins anew when it is told to.
package final class ReadyRows {
  private let plan: BoundIntent
  private let execution: ExecutionEnvironment
  private let pack: Int
  /// The values of a proposal that says nothing: defaults.
  package let initial: [Cell]
  /// Symbols that all rows have.
  private var common: SymbolOverlay
  private let overlay: UnsafeMutablePointer<SymbolOverlay>
  private let builtins: UnsafeMutablePointer<Cell>

  init(_ plan: BoundIntent, _ execution: ExecutionEnvironment, _ proposal: TypedProposal, pack: Int) {
    self.plan = plan
    self.execution = execution
    self.pack = pack
    var overlay = SymbolOverlay(over: execution.store.symbols)
    initial = proposal.fields.map { overlay.cell(of: $0) }
    let row = proposal.environment.cells(&overlay)
    builtins = plain((0..<row.count).map { row[$0] })
    common = overlay
    self.overlay = plain([overlay])
  }

  deinit {
    overlay.deinitialize(count: 1)
    overlay.deallocate()
    builtins.deallocate()
  }

  /// The clauses that decide, by number.
  package var clauses: [DecisiveClause] { plan.clauses }

  /// Whether what decides depends on what a proposal is called; then the rows must say it.
  package var readsIdentity: Bool { plan.readsIdentity }

  /// What the values of rows are made symbols of.
  package var symbols: SymbolOverlay {
    _read { yield overlay.pointee }
    _modify { yield &overlay.pointee }
  }

  /// Keeps the symbols that there are for all rows to come.
  package func keepSymbols() { common = overlay.pointee }

  /// Forgets the symbols of rows, whose cells mean nothing any more.
  package func forgetSymbols() { overlay.pointee = common }

  /// Sets what a proposal says beside its fields, for this row and those behind it.
  package func set(_ builtin: Builtin, to cell: Cell) { builtins[builtin.place] = cell }

  /// What the clauses come to; `nil` where they do not tell alone what becomes of the proposal.
  ///
  /// - Parameter fields: as many as ``initial`` has.
  /// - Complexity: O(clauses of the intent), look-ups by hash.
  package func verdict(_ fields: UnsafePointer<Cell>) -> ClauseVerdict? {
    plan.verdict(ProposalCells(fields: fields, builtins: builtins, symbols: overlay, pack: pack))
  }
}

extension ReadyEngine {
  /// Makes ready for rows of an intent; `nil` where clauses alone do not decide them.
  ///
  /// - Parameter proposal: what all rows say: the envelope, and no fields.
  package func rows(of proposal: TypedProposal) -> ReadyRows? {
    let plan = plan(proposal.intent)
    guard plan.isWhole else { return nil }
    return ReadyRows(plan, execution, proposal, pack: pack(of: proposal))
  }
}

/// The values of a proposal as the code of clauses reads them.
struct ProposalCells: BitwiseCopyable {
  let fields: UnsafePointer<Cell>
  /// In the order of ``TruthsProgram/Builtin/place``.
  let builtins: UnsafePointer<Cell>
  let symbols: UnsafeMutablePointer<SymbolOverlay>
  /// In ``Program/packs``; -1 where the proposal names none, -2 where it names another.
  let pack: Int
}
