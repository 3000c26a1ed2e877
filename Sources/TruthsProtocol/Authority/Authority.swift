import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// Decides who may steer runs and the session, and who may read (sessions §10).
///
/// Where a truth of the set is about the intent, a dry run of it decides, of which nothing is recorded; else the default of the
/// table. A value without a clock. Verdicts about reading are kept until rules, or facts that the truths read, change.
package struct Authority: Sendable {
  private var procedure: RunProcedure
  /// The actor that a server was started with; may steer the session where no truth is about it.
  private let operatorActor: JSONObject?
  /// By intent.
  private var reads: [String: AuthorityReads] = [:]
  /// By intent and what was asked.
  private var kept: [String: [Question: AuthorityVerdict]] = [:]
  private var keptCount = 0

  /// An actor and the fields of the intent, as canonical JSON.
  private struct Question: Hashable {
    var actor: [UInt8]
    var fields: [UInt8]
  }

  /// As many verdicts are kept at most; then all are forgotten, so that what is kept does not depend on an order of use.
  package static let maxKept = 10_000

  /// Steps of work of one verdict: a twentieth of a run's. What takes more is not allowed.
  static let maxWork = WorkMeter.standard / 20

  /// - Parameter operator: the actor that a server was started with (`--actor`); `nil` where there is none.
  package init(procedure: RunProcedure, operator actor: JSONObject? = nil) {
    self.procedure = procedure
    operatorActor = actor
  }

  /// Whether an actor may do something.
  ///
  /// - Parameters:
  ///   - actor: who is known to ask.
  ///   - context: that of the ledger at this moment; ``contextChanged(by:)`` was called with all that came since the last call.
  package mutating func verdict(
    of actor: JSONObject, _ permission: Permission, on context: Context, now: Timestamp
  ) -> AuthorityVerdict {
    let reads = reads(of: permission.action)
    guard reads.isGoverned else { return defaultVerdict(of: actor, permission, on: context, now: now) }
    guard permission.isAskedOften, reads.isLasting else { return dryRun(actor, permission, on: context, now: now) }
    let question = Question(
      actor: JSONValue.object(actor).canonical(), fields: JSONValue.object(permission.fields).canonical())
    if let known = kept[permission.action]?[question] { return known }
    let verdict = dryRun(actor, permission, on: context, now: now)
    if keptCount >= Self.maxKept { forgetAll() }
    kept[permission.action, default: [:]][question] = verdict
    keptCount += 1
    return verdict
  }

  /// Whether an actor may propose that other truths come into force. Where the set has a pack trust, or names who adopts, the
  /// decision says it; else the actor may whom the server was started with.
  func mayAdopt(_ actor: JSONObject) -> Bool {
    let authority = AdoptionAuthority(procedure.program)
    return authority.hasPackTrust || authority.namesSomebody || isOperator(actor)
  }

  /// Forgets the verdicts that entries may change.
  ///
  /// - Complexity: O(entries), where verdicts are kept.
  package mutating func contextChanged(by entries: some Sequence<Entry>) {
    if keptCount == 0 { return }
    for entry in entries {
      for (action, verdicts) in kept where reads[action]?.areChanged(by: entry) ?? true {
        kept[action] = nil
        keptCount -= verdicts.count
      }
    }
  }

  /// Goes on with other truths; nothing of what was decided by those before holds.
  package mutating func rulesChanged(to procedure: RunProcedure) {
    self.procedure = procedure
    reads = [:]
    forgetAll()
  }

  private mutating func forgetAll() {
    kept = [:]
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

  /// Decides a proposal and forgets it.
  ///
  /// The proposal's id is made from the head of the ledger: one of an accepted proposal would be rejected as decided before, and
  /// nobody can have proposed what names the head of its own ledger.
  ///
  /// - Returns: `nil` where it takes too much work.
  func outcome(
    of action: String, _ fields: JSONObject, by actor: JSONObject, on context: Context, now: Timestamp, within work: WorkMeter
  ) -> RunOutcome? {
    var proposal: JSONObject = ["action": .text(action), "payload": .object(fields)]
    let identity: JSONObject = ["actor": .object(actor), "head": .text(context.head), "proposal": .object(proposal)]
    proposal["proposal_id"] = .text("prop_" + Identity.digest(JSONValue.object(identity).canonical()))
    let request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor)
    return try? procedure.run(request, on: context, within: work)
  }

  /// What is wrong with an actor, who then is nobody; `nil` where nothing is.
  static func fault(in actor: JSONObject) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: .object(actor)))
    return faults.isEmpty ? nil : faults.text
  }

  /// Whether an actor is the one that a server was started with.
  func isOperator(_ actor: JSONObject) -> Bool { operatorActor.map { KnownActor.areEqual($0, actor) } ?? false }
}
