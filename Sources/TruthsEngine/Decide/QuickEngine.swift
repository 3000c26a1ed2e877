import Synchronization
import TruthsCheck
import TruthsText

/// Decides many proposals on one store, as fast as can be: what each intent needs is bound to the store once.
package final class QuickEngine: Sendable {
  private let engine: Engine
  private let ground: Ground
  private let symbols: SymbolOverlay
  private let policies: CellRow
  private let plans = Mutex<[Int: QuickPlan]>([:])

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
  /// - Complexity: O(size of the proposal); for the first of an intent, O(code of its truths).
  package func ready(_ proposal: TypedProposal) -> QuickProposal { QuickProposal(proposal, plan: plan(proposal.intent)) }

  private func plan(_ intent: Int) -> QuickPlan {
    plans.withLock { plans in
      if let known = plans[intent] { return known }
      let plan = QuickPlan(engine, intent: intent, ground: ground, symbols: symbols, policies: policies)
      plans[intent] = plan
      return plan
    }
  }
}
