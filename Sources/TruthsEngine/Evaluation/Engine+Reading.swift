package import TruthsProgram
package import TruthsText

/// For whoever explains what was read: expressions of a truth, one by one, on a store.
extension Engine {
  /// What some expressions are read with on one store, with the views that they read in it.
  ///
  /// - Parameter nodes: the expressions.
  /// - Complexity: that of the views (``views(of:wanted:_:)``).
  package func reader(
    of nodes: [Node], on store: FactStore, _ environment: Environment, frameSize: Int, now: Timestamp
  ) -> Evaluator {
    var reads = NodeReads(program)
    reads.add(nodes)
    let viewed = views(of: store, wanted: reads.views, now).store
    return evaluator(on: viewed, environment, frameSize: frameSize)
  }
}
