package import TruthsProgram
package import TruthsText

/// Evaluation of single expressions of a truth, for explanations.
extension Engine {
  /// Returns an evaluator for some expressions on one store, including the views that they read.
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
