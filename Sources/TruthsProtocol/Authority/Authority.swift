import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// Decides who may control runs and the session, and who may read (sessions §10).
///
/// If a truth of the set governs the intent, a dry run decides, which records nothing; otherwise the default of sessions §10
/// holds. The type reads no clock. Verdicts about reading are cached until the rules change, or facts that the truths read.
package struct Authority: Sendable {
  private var procedure: RunProcedure
  /// Actor that the server was started with. It may control the session if no truth governs that.
  private let operatorActor: JSONObject?
  /// Analysis of the governing truths, by intent.
  private var reads: [String: AuthorityReads] = [:]
  /// Cached verdicts, by intent and question.
  private var verdicts: [String: [Question: AuthorityVerdict]] = [:]
  private var keptCount = 0

  /// Key of a cached verdict: the actor and the fields of the intent, both as canonical JSON.
  private struct Question: Hashable {
    var actor: [UInt8]
    var fields: [UInt8]
  }

  /// Maximum number of cached verdicts. At this limit the whole cache is emptied, so that its content does not depend on an order
  /// of use.
  package static let maxKept = 10_000

  /// Work limit for one verdict, in steps: a twentieth of a run's. A question that needs more is refused.
  static let maxWork = WorkMeter.standard / 20

  /// - Parameter operator: the actor that the server was started with (`--actor`); `nil` if it has no such actor.
  package init(procedure: RunProcedure, operator actor: JSONObject? = nil) {
    self.procedure = procedure
    operatorActor = actor
  }

  /// Decides whether an actor has a permission.
  ///
  /// - Parameters:
  ///   - actor: the actor as the session knows it.
  ///   - context: the ledger's present context; ``contextChanged(by:)`` must have been called with all entries since the last
  ///     call.
  package mutating func verdict(
    of actor: JSONObject, _ permission: Permission, on context: Context, now: Timestamp
  ) -> AuthorityVerdict {
    let reads = reads(of: permission.action)
    guard reads.isGoverned else { return defaultVerdict(of: actor, permission, on: context, now: now) }
    guard permission.isAskedOften, reads.isLasting else { return dryRun(actor, permission, on: context, now: now) }
    let question = Question(
      actor: JSONValue.object(actor).canonical(), fields: JSONValue.object(permission.fields).canonical())
    if let known = verdicts[permission.action]?[question] { return known }
    let verdict = dryRun(actor, permission, on: context, now: now)
    if keptCount >= Self.maxKept { forgetAll() }
    verdicts[permission.action, default: [:]][question] = verdict
    keptCount += 1
    return verdict
  }

  /// Whether an actor may propose to put other truths into force.
  ///
  /// If the set has a pack trust or names who adopts, every actor may propose, and the decision gives the result. Otherwise only
  /// the actor that the server was started with may.
  func mayAdopt(_ actor: JSONObject) -> Bool {
    AdoptionAuthority(procedure.program).adopters != .anybody || isOperator(actor)
  }

  /// Removes the cached verdicts that new entries may change.
  ///
  /// - Complexity: O(entries) if verdicts are cached, else O(1).
  package mutating func contextChanged(by entries: some Sequence<Entry>) {
    if keptCount == 0 { return }
    for entry in entries {
      for (action, cached) in verdicts where reads[action]?.areChanged(by: entry) ?? true {
        verdicts[action] = nil
        keptCount -= cached.count
      }
    }
  }

  /// Replaces the truths and empties all caches.
  package mutating func rulesChanged(to procedure: RunProcedure) {
    self.procedure = procedure
    reads = [:]
    forgetAll()
  }

  private mutating func forgetAll() {
    verdicts = [:]
    keptCount = 0
  }

  private mutating func reads(of action: String) -> AuthorityReads {
    if let known = reads[action] { return known }
    let found = AuthorityReads(of: action, procedure.program)
    reads[action] = found
    return found
  }

  private func dryRun(
    _ actor: JSONObject, _ permission: Permission, on context: Context, now: Timestamp
  ) -> AuthorityVerdict {
    if let fault = Self.fault(in: actor) { return AuthorityVerdict(isAllowed: false, reason: fault) }
    let work = WorkMeter(limit: Self.maxWork)
    guard let outcome = outcome(of: permission.action, permission.fields, by: actor, on: context, now: now, within: work) else {
      return AuthorityVerdict(
        isAllowed: false, reason: "the truths about \(permission.action) take too much work to decide it")
    }
    return AuthorityVerdict(isAllowed: outcome.decision == .accepted, truthID: outcome.truthID, reason: outcome.reason)
  }

  /// Decides a proposal without recording it.
  ///
  /// The proposal's id is made from the head of the ledger. So the id cannot be that of an accepted proposal, which would be
  /// rejected as already decided: no proposal can name the head of the ledger that contains it.
  ///
  /// - Returns: `nil` if the decision takes too much work.
  func outcome(
    of action: String, _ fields: JSONObject, by actor: JSONObject, on context: Context, now: Timestamp, within work: WorkMeter
  ) -> RunOutcome? {
    var proposal: JSONObject = ["action": .text(action), "payload": .object(fields)]
    let identity: JSONObject = ["actor": .object(actor), "head": .text(context.head), "proposal": .object(proposal)]
    proposal["proposal_id"] = .text("prop_" + Identity.digest(JSONValue.object(identity).canonical()))
    let request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor)
    return try? procedure.run(request, on: context, within: work)
  }

  /// Returns a description of an actor's faults; `nil` for a valid actor. An invalid actor has no permissions.
  static func fault(in actor: JSONObject) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: .object(actor)))
    return faults.isEmpty ? nil : faults.text
  }

  /// Whether an actor equals the one that the server was started with.
  func isOperator(_ actor: JSONObject) -> Bool { operatorActor.map { KnownActor.areEqual($0, actor) } ?? false }
}
