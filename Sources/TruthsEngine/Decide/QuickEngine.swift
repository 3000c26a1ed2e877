import Synchronization
import TruthsCheck
package import TruthsJSON
import TruthsText

/// Decides many proposals on one store, as fast as can be: what each intent needs is bound to the store once.
package final class QuickEngine: Sendable {
  private let engine: Engine
  private let ground: Ground
  private let symbols: SymbolOverlay
  private let policies: CellRow
  private let state = Mutex(State())

  private struct State {
    /// By index of the intent.
    var plans: [Int: QuickPlan] = [:]
    /// Where the next proposal goes.
    var block = QuickBlock(cells: 0)
  }

  package init(_ engine: Engine, store: FactStore) {
    self.engine = engine
    var store = store
    store.settle()
    ground = engine.ground(on: store)
    symbols = SymbolOverlay(over: ground.store.symbols)
    policies = CellRow(ground.store.policyCells)
  }

  /// Makes a proposal ready.
  ///
  /// - Parameters:
  ///   - proposal: `nil` for one that does not fit its intent.
  ///   - isPlain: whether nothing but clauses decides about it.
  /// - Complexity: O(size of the proposal); for the first of an intent, O(code of its truths).
  package func ready(_ proposal: TypedProposal?, received: LocatedJSON, isPlain: Bool) -> QuickProposal {
    let plan = proposal.map { self.plan($0.intent) }
    var overlay = plan?.symbols ?? symbols
    let fields = proposal?.fields.map { overlay.cell(of: $0) } ?? []
    return add(
      fields, proposal?.environment, pack: proposal?.pack, overlay, plan, .read(received), isPlain: isPlain)
  }

  /// Reads the proposals of an intent from tapes; for one thread at a time.
  package func form(_ intent: Int) -> QuickForm { QuickForm(self, plan(intent), intent: intent, engine.program) }

  /// Puts a proposal behind those that were made ready before.
  func add(
    _ fields: [Cell], _ environment: Environment?, pack name: String?, _ symbols: consuming SymbolOverlay, _ plan: QuickPlan?,
    _ received: QuickNote.Received, isPlain: Bool
  ) -> QuickProposal {
    let cells = fields + (environment?.cells { symbols.cell(of: $0) } ?? [])
    let pack = name.map { name in engine.program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
    let note = QuickNote(plan, received, symbols)
    let code = plan.flatMap { isPlain && $0.code.pointee.isWhole ? $0.code : nil }
    let starts = code == nil ? nil : plan?.starts(of: fields)
    return state.withLock { state in
      if !state.block.hasRoom(for: cells.count) { state.block = QuickBlock(cells: cells.count) }
      return state.block.add(cells, fields: fields.count, starts: starts ?? (0, 0, 0, 0), pack, code, note)
    }
  }

  private func plan(_ intent: Int) -> QuickPlan {
    state.withLock { state in
      if let known = state.plans[intent] { return known }
      let plan = QuickPlan(engine, intent: intent, ground: ground, symbols: symbols, policies: policies)
      state.plans[intent] = plan
      return plan
    }
  }
}
