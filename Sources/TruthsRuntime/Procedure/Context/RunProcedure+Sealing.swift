package import TruthsJSON
import TruthsLedger
package import TruthsText
import TruthsEngine

extension RunProcedure {
  /// Seals what stands in a ledger in short form, before the ledger is appended to for the first time (runtime-2.md §1): a short
  /// form has no id of its own, and the head in the trace shows every later change of it.
  ///
  /// - Parameters:
  ///   - actor: who appends.
  ///   - now: the moment of the append.
  /// - Returns: the context with the trace `ledger.sealed` in it; the same context where nothing is to be sealed.
  package func seal(_ context: Context, actor: JSONObject, now: Timestamp) -> Context {
    guard context.hasUnsealedShortForms else { return context }
    var sealed = context
    let entry = Self.seal(of: context.head, sequence: context.nextSequence, actor: actor, now: now)
    sealed.append(entry, fact: nil, program: program)
    sealed.markSealed()
    return sealed
  }

  /// The trace that seals a head.
  ///
  /// - Parameter sequence: its own, right behind what it seals.
  static func seal(of head: String, sequence: Int, actor: JSONObject, now: Timestamp) -> Entry {
    let truth = BuiltInTruth.sealing.rawValue
    let (runID, correlationID) = Hashes.sealing(context: head)
    let payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: truth, sequence: sequence)), "run_id": .text(runID),
      "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text("ledger.sealed"), "truth_id": .text(truth),
      "head": .text(head), "decision": .text(Decision.accepted.rawValue),
      "reason": .text("what stood here in short form is sealed under its head"), "timestamp": .text(now.text),
    ]
    return Entry.make(
      type: .trace, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: truth, payload: payload,
      sequence: sequence)
  }
}
