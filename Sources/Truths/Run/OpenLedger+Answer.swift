import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsReports
import TruthsRuntime
import TruthsText

/// Answers to waiting runs: approvals, denials and consents.
extension OpenLedger {
  /// An answer to a waiting run.
  public enum Answer: Sendable {
    case approve
    case deny(why: String)
    case consent
  }

  /// The error that an answer matches no waiting run, or several.
  public struct UnclearAnswer: Error, Sendable {
    /// The reason, for people.
    public let message: String
  }

  /// Answers a waiting run: proposes the built-in intent and, if it is accepted, evaluates the run again.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - subject: a request, `req_…`; or the proposal's id, its hash or its run, if that waits for one thing only.
  ///   - now: the current time, RFC 3339 in UTC.
  ///   - actor: the actor who answers.
  /// - Returns: the result of the answer, followed by that of the run.
  /// - Throws: ``UnclearAnswer``, or findings about the time and the actor; then nothing was decided.
  public mutating func answer(
    _ answer: Answer, to subject: String, now: String?, actor: RunActor?
  ) throws -> RunReport {
    let (proposal, runID) = try meant(answer, subject)
    let text = JSONValue.object(proposal.proposal).line
    let before = self
    var first = try append(SourceText(path: "answer", bytes: Array(text.utf8)), now: now, actor: actor)
    guard first.ending == .accepted else {
      first.remark = remark(on: proposal, runID, isAccepted: false)
      return first
    }
    do {
      var report = try reevaluate(runID, after: first)
      report.remark = remark(on: proposal, runID, isAccepted: true, by: first.context.ledger.lastEntry)
      return report
    } catch {
      // All or nothing: the answer is not kept without the result of the run.
      self = before
      throw error
    }
  }

  /// Returns a remark where the user had granted the request before.
  private func remark(
    on answer: LedgerAnswer, _ runID: String, isAccepted: Bool, by entry: Entry? = nil
  ) -> String? {
    guard case .approve(let request) = answer,
      let person = (entry ?? present.ledger.lastEntry)?.userID,
      let demand = present.approvals.requested(request)?.demand,
      let decision = present.runs.record(runID).flatMap({ present.decision(of: $0) })
    else { return nil }
    return Agreements(context: present).remark(
      on: request, demand, by: person, isAccepted: isAccepted, DecisionRecord(decision.payload).wait)
  }

  /// Returns who granted a request already; empty where no one did.
  private func granted(_ request: String) -> String {
    let grants = Agreements(context: present).grants(of: request)
    return grants.isEmpty ? "" : "\(Agreements.words(grants, "granted it already")); "
  }

  /// Explains why the answer does not match exactly one waiting run.
  private static func unclear(_ meant: [Inbox.Item], of waiting: [Inbox.Item]) -> String {
    if !meant.isEmpty { return "several runs wait under this name: \(meant.map(\.runID).joined(separator: ", "))" }
    let known = waiting.flatMap { $0.requests.filter(\.isOpen).map(\.id) + ($0.consenter == nil ? [] : [$0.proposalID]) }
    return known.isEmpty
      ? "nothing waits in this ledger" : "nothing waits under this name; these wait: \(known.joined(separator: ", "))"
  }

  private func meant(_ answer: Answer, _ subject: String) throws(UnclearAnswer) -> (LedgerAnswer, runID: String) {
    let waiting = Inbox.items(of: setup.procedure, in: present)
    let items = waiting.filter { item in
      [item.runID, item.proposalID, item.proposalHash].contains(subject) || item.requests.contains { $0.id == subject }
    }
    guard let item = items.first, items.count == 1 else {
      throw UnclearAnswer(message: granted(subject) + Self.unclear(items, of: waiting))
    }
    if case .consent = answer {
      if item.consenter != nil { return (.consent(proposalHash: item.proposalHash), item.runID) }
      let given = Agreements(context: present).consents(to: item.proposalHash, item.runID)
      let words = given.isEmpty ? "" : "\(Agreements.words(given, "consented already")); "
      throw UnclearAnswer(message: "\(words)this does not wait for a consent but for \(item.waitsFor)")
    }
    let named = item.requests.filter { $0.id == subject }
    let requests = named.isEmpty ? item.requests.filter(\.isOpen) : named
    if case .approve = answer, let granted = named.first, !granted.isOpen {
      throw UnclearAnswer(message: "\(self.granted(granted.id))the run waits for \(item.waitsFor)")
    }
    guard let request = requests.first, requests.count == 1 else {
      let ids = requests.map { "\($0.id) (\($0.demand.words))" }.joined(separator: ", ")
      throw UnclearAnswer(
        message: requests.isEmpty
          ? item.outdated ?? "this does not wait for an approval but for \(item.waitsFor)"
          : "say which request: \(ids)")
    }
    switch answer {
    case .deny(let why): return (.deny(request: request.id, why: why), item.runID)
    case .approve, .consent: return (.approve(request: request.id), item.runID)
    }
  }
}

extension Workspace {
  /// Whether any user may put other rules in force: these rules have no pack trust, and nothing names who may adopt (ledgers
  /// §6.2). `false` for a set with errors.
  public var isAdoptedByAnybody: Bool { adopters == .anybody }

  /// Whether these rules can never be replaced once they are in force, because their pack trust names no adopter (ledgers §6.2).
  /// `false` for a set with errors.
  package var isNeverReplaced: Bool { adopters == .nobody }

  private var adopters: AdoptionAuthority.Adopters? { (try? procedure()).map { AdoptionAuthority($0.program).adopters } }

  /// Returns the proposal that puts these rules into force in a ledger (ledgers §4), without its actor.
  ///
  /// - Parameters:
  ///   - label: name of the rules, such as `2.1.0`.
  ///   - note: why the rules change.
  /// - Throws: the findings of a set with errors.
  public func adoption(label: String?, note: String?) throws(Findings) -> SourceText {
    var proposal: JSONObject = ["action": .text("adopt_truths"), "hash": .text(try procedure().truthsHash)]
    if let label { proposal["version"] = .text(label) }
    if let note { proposal["note"] = .text(note) }
    return SourceText(path: "adoption", bytes: Array(JSONValue.object(proposal).line.utf8))
  }
}
