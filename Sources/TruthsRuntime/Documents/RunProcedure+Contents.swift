import TruthsEngine
package import TruthsJSON
package import TruthsText

extension RunProcedure {
  /// The current facts of a type after a run, as JSON without their type; those of a derived type are worked out.
  ///
  /// - Parameter type: index in ``Program/facts``.
  /// - Returns: beside them what is wrong with the views that they come from.
  package func contents(of type: Int, in context: Context, now: Timestamp) -> (facts: [JSONObject], faults: [String]) {
    engine.contents(of: type, in: context.store, now: now)
  }
}
