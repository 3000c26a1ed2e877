package import TruthsProgram

/// Decides proposals of one intent whose values are cells already, such as rows of a table in columns.
///
/// One thread may use it at a time. Texts become symbols of an overlay that many rows share until ``forgetSymbols()``.
package final class ReadyRows {
  private let plan: BoundIntent
  private let execution: ExecutionEnvironment
  private let pack: Int
  /// The field values of a proposal without fields: the defaults.
  package let initial: [Cell]
  /// The fields that a row must have so that the clauses alone decide it, as indices of its cells.
  package let required: [Int]
  /// The symbols shared by all rows.
  private var common: SymbolOverlay
  private let overlay: UnsafeMutablePointer<SymbolOverlay>
  private let builtins: UnsafeMutablePointer<Cell>

  init(_ plan: BoundIntent, _ execution: ExecutionEnvironment, _ proposal: TypedProposal, required: [Int], pack: Int) {
    self.plan = plan
    self.execution = execution
    self.required = required
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

  /// Whether any clause or output reads the proposal's id; then each row must set it.
  package var readsIdentity: Bool { plan.readsIdentity }

  /// The symbols for the values of rows.
  package var symbols: SymbolOverlay {
    _read { yield overlay.pointee }
    _modify { yield &overlay.pointee }
  }

  /// Keeps the present symbols for all later rows.
  package func keepSymbols() { common = overlay.pointee }

  /// Drops the symbols of rows; their cells are invalid from then on.
  package func forgetSymbols() { overlay.pointee = common }

  /// Sets a builtin for this row and all later rows.
  package func set(_ builtin: Builtin, to cell: Cell) { builtins[builtin.place] = cell }

  /// Returns the verdict of the clauses; `nil` where the clauses alone do not decide the proposal.
  ///
  /// - Parameter fields: as many cells as ``initial`` has.
  /// - Complexity: O(clauses of the intent), with look-ups by hash.
  package func verdict(_ fields: UnsafePointer<Cell>) -> ClauseVerdict? {
    plan.verdict(ProposalCells(fields: fields, builtins: builtins, symbols: overlay, pack: pack))
  }
}

extension ReadyEngine {
  /// Prepares for rows of an intent; `nil` where the clauses alone do not decide them.
  ///
  /// - Parameter proposal: the part common to all rows: the envelope, without fields.
  package func rows(of proposal: TypedProposal) -> ReadyRows? {
    let plan = plan(proposal.intent)
    guard plan.isWhole else { return nil }
    return ReadyRows(
      plan, execution, proposal, required: engine.program.intents[proposal.intent].present, pack: pack(of: proposal))
  }
}

/// The values of a proposal as the code of clauses reads them.
struct ProposalCells: BitwiseCopyable {
  let fields: UnsafePointer<Cell>
  /// The builtins, in the order of ``TruthsProgram/Builtin/place``.
  let builtins: UnsafePointer<Cell>
  let symbols: UnsafeMutablePointer<SymbolOverlay>
  /// The index in ``Program/packs``; -1 where the proposal names no pack, -2 where it names an unknown one.
  let pack: Int
}
