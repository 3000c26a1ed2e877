import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsText

/// Writes what plain proposals come to on one context, each against that same context: the bytes of
/// ``RunOutcome/writeCompact(to:source:)``, or of its ``RunEvents``, without anything made in between, for batches of any length.
///
/// A proposal is plain where clauses alone decide about it: it has nothing to do with a run, consent, approval or override, and
/// nothing follows from it by itself. All others are left to ``RunProcedure/run(_:on:)``, whose words these are.
package final class RunRecorder: Sendable {
  let procedure: RunProcedure
  /// The runs of the context; `nil` where none began yet.
  let runs: RunIndex?
  let waitingCount: Int
  let hasApprovals: Bool
  let factsCount: Int
  let nextSequence: Int
  /// Written into every proposal's timestamp, where given.
  let now: Timestamp?
  /// The context's store in one piece.
  let store: FactStore
  let tree: MerkleTree
  /// `{"head":…,"size":…}` before the run, and the head alone.
  let before: [UInt8]
  let head: [UInt8]
  let truthsHash: [UInt8]
  /// The stream of events that begins with this context.
  let streamID: [UInt8]
  let source: @Sendable (Span) -> String

  /// - Parameter source: how a span reads in `source`.
  /// - Returns: `nil` where something follows from the context by itself, so that no proposal is decided on it as it is.
  package init?(
    _ procedure: RunProcedure, context: Context, now: Timestamp?, source: @escaping @Sendable (Span) -> String
  ) {
    guard context.store.observer == nil, procedure.isClosed(context, now: now ?? ReceivedProposal.defaultTimestamp)
    else { return nil }
    self.procedure = procedure
    runs = context.runs.isEmpty ? nil : context.runs
    waitingCount = context.runs.waitingCount
    hasApprovals = !context.approvals.isEmpty
    factsCount = context.factsCount
    nextSequence = context.nextSequence
    self.now = now
    self.source = source
    var store = context.store
    store.settle()
    self.store = store
    tree = context.ledger.tree
    var buffer = ByteBuffer()
    context.point.writeCompact(to: &buffer)
    before = buffer.bytes
    buffer.truncate()
    buffer.write(context.head)
    head = buffer.bytes
    buffer.truncate()
    buffer.write(procedure.truthsHash)
    truthsHash = buffer.bytes
    buffer.truncate()
    buffer.write(Identity.stream(head: context.point.head, truthsHash: procedure.truthsHash))
    streamID = buffer.bytes
  }

  /// The role whose approval a clause wants (runtime.md §3, step 5): its own, else the policy `approver_role` of its pack, else
  /// of trust, else `manager`.
  func role(of clause: RecordClause) -> String {
    if case .acceptance(let role?) = clause.checked.kind { return role }
    for pack in [String(clause.declaredBy.prefix { $0 != "." }), "trust"] {
      let policies = procedure.program.policies
      guard let place = policies.firstIndex(where: { $0.name == "approver_role" && $0.pack == pack }) else { continue }
      if case .text(let role) = store.policies[place] { return role.string }
      return "manager"
    }
    return "manager"
  }
}
