import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What waits in a ledger: for whom, since when, and what would answer it (runtime.md §3, steps 3 and 5).
public struct Inbox: Sendable {
  /// In the order in which the runs began.
  let items: [Item]

  /// A run that waits.
  struct Item: Sendable {
    let runID: String
    let proposalID: String
    let proposalHash: String
    let action: String
    let proposedBy: String
    let since: Timestamp
    let waitingFor: [String]
    let reason: String
    /// The requests for approval that are open.
    let requests: [Request]
    /// Whether it waits for a consent.
    let isForConsent: Bool
  }

  /// A request for approval.
  struct Request: Sendable {
    let id: String
    let role: String
    let reason: String
  }

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: truths without errors.
  ///   - ledger: entries as JSON Lines.
  ///   - actor: shows only what this person can answer now; none: all of it.
  /// - Throws: the findings of a set with errors, or what is wrong with the data.
  /// - Complexity: O(size of the ledger), and for an actor a dry run for each request.
  public init(_ workspace: Workspace, ledger: SourceText, actor: RunActor? = nil) throws(Findings) {
    let procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(ledger)
    let known = try data.origin(now: nil, actor: actor).actor?.known
    items = Self.items(of: procedure, in: context).compactMap { item in
      guard let known else { return item }
      return Self.answerable(item, by: known, procedure, context)
    }
  }

  /// Everything that waits.
  static func items(of procedure: RunProcedure, in context: Context) -> [Item] {
    procedure.waitingRuns(in: context).compactMap { runID in
      guard let record = context.runs.record(runID), let decision = record.decision else { return nil }
      let violations = decision.payload["violations"]?.arrayValue ?? []
      let open = violations.filter {
        $0["kind"]?.stringValue == "acceptance" && $0["approved_by"] == nil && $0["overridden"] == nil
      }
      let hash = record.proposalHash.prefixed
      let requests = context.ledger.entries.map(\.payload).filter { fact in
        guard fact["type"]?.stringValue == "approval.requested", fact["proposal_hash"]?.stringValue == hash else { return false }
        return open.contains { $0["truth_id"] == fact["truth_id"] && $0["clause"] == fact["clause"] }
      }
      let isForConsent = violations.contains { $0["truth_id"]?.stringValue == BuiltInTruth.consent.rawValue }
      return Item(
        runID: runID, proposalID: record.proposalID, proposalHash: hash,
        action: Self.action(of: record.entry.payload), proposedBy: record.userID, since: decision.timestamp,
        waitingFor: decision.payload["waiting_for"]?.arrayValue?.compactMap(\.stringValue) ?? [],
        reason: decision.payload["reason"]?.stringValue ?? "",
        requests: requests.map { fact in
          func text(_ name: String) -> String { fact[name]?.stringValue ?? "" }
          return Request(id: text("request"), role: text("role"), reason: text("reason"))
        }, isForConsent: isForConsent)
    }
  }

  private static func action(of proposal: JSONObject) -> String {
    proposal["action"]?.stringValue ?? proposal["proposal"]?["action"]?.stringValue ?? ""
  }

  /// What of an item somebody can answer: what the truths would accept of them now.
  private static func answerable(
    _ item: Item, by actor: JSONObject, _ procedure: RunProcedure, _ context: Context
  ) -> Item? {
    func accepts(_ answer: LedgerAnswer) -> Bool {
      let proposal = LocatedJSON(unlocated: .object(answer.proposal))
      let last = context.ledger.entry(sequence: context.ledger.size)?.timestamp
      return procedure.run(RunRequest(proposal: proposal, now: last, actor: actor), on: context).decision == .accepted
    }
    let requests = item.requests.filter {
      accepts(.approve(request: $0.id)) || accepts(.deny(request: $0.id, why: "not agreed to"))
    }
    let isForConsent = item.isForConsent && accepts(.consent(proposalHash: item.proposalHash))
    guard !requests.isEmpty || isForConsent else { return nil }
    return Item(
      runID: item.runID, proposalID: item.proposalID, proposalHash: item.proposalHash, action: item.action,
      proposedBy: item.proposedBy, since: item.since, waitingFor: item.waitingFor, reason: item.reason, requests: requests,
      isForConsent: isForConsent)
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { items.isEmpty }
}

extension Inbox {
  /// For people: what waits, and the commands that answer it.
  ///
  /// - Parameter ledger: its path, as the commands are to name it.
  public func text(ledger: String) -> String {
    items.map { item in
      var lines = ["\(item.action) \(item.proposalID), proposed by @\(item.proposedBy)"]
      lines.append("  waits for \(StoryText.joined(item.waitingFor)) since \(item.since.text)")
      lines.append("  \(item.reason)")
      for request in item.requests {
        let how = Self.origin(ledger, roles: "\"\(request.role)\"")
        lines.append("  to approve: truths approve \(request.id) \(how)")
        lines.append("  to deny: truths deny \(request.id) --why 'WHY' \(how)")
      }
      if item.isForConsent { lines.append("  to consent: truths consent \(item.proposalID) \(Self.origin(ledger, roles: ""))") }
      return lines.map { visible($0) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// What the commands take besides: where, when and who.
  private static func origin(_ ledger: String, roles: String) -> String {
    "--ledger \(ledger) --now clock --actor '{\"type\":\"user\",\"user_id\":\"YOU\",\"roles\":[\(roles)]}'"
  }

  /// The same as JSON: a list of objects, one for each run.
  public var json: String {
    let list = items.map { item -> JSONValue in
      .object([
        "run_id": .text(item.runID), "proposal_id": .text(item.proposalID), "proposal_hash": .text(item.proposalHash),
        "action": .text(item.action), "proposed_by": .text(item.proposedBy), "since": .text(item.since.text),
        "waiting_for": .array(item.waitingFor.map { .text($0) }), "reason": .text(item.reason),
        "requests": .array(
          item.requests.map { .object(["request": .text($0.id), "role": .text($0.role), "reason": .text($0.reason)]) }),
        "consent": .boolean(item.isForConsent),
      ])
    }
    return JSONValue.array(list).lines
  }
}
