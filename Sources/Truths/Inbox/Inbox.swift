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
  /// Who asks; `nil` where everything is shown.
  let reader: JSONObject?

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
    /// The requests for approval, those that were granted among them.
    var requests: [Request]
    /// Who has to consent, as far as that is known; `nil` where it waits for no consent.
    var consenter: Consenter?
  }

  /// A request for approval.
  struct Request: Sendable {
    let id: String
    let role: String
    let reason: String
    /// Whether nobody granted it yet.
    let isOpen: Bool
    var canBeGranted: Bool
    var canBeDenied = true
  }

  /// Who has to consent.
  struct Consenter: Sendable {
    var userID: String?
    var role: String?
    var organisation: String?
  }

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: truths without errors.
  ///   - ledger: entries as JSON Lines.
  ///   - actor: shows only what this person can answer now; none: all of it.
  /// - Throws: the findings of a set with errors, or what is wrong with the data.
  /// - Complexity: O(size of the ledger), and for an actor two dry runs for each request.
  public init(_ workspace: Workspace, ledger: SourceText, actor: RunActor? = nil) throws(Findings) {
    let procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(ledger)
    let known = try data.origin(now: nil, actor: actor).actor?.known
    reader = known
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
      let asking = violations.filter { $0["kind"]?.stringValue == "acceptance" && $0["overridden"] == nil }
      let hash = record.proposalHash.prefixed
      let requests = context.ledger.entries.map(\.payload).compactMap { fact -> Request? in
        guard fact["type"]?.stringValue == "approval.requested", fact["proposal_hash"]?.stringValue == hash else { return nil }
        let clause = asking.first { $0["truth_id"] == fact["truth_id"] && $0["clause"] == fact["clause"] }
        return clause.map { clause in
          func text(_ name: String) -> String { fact[name]?.stringValue ?? "" }
          let isOpen = clause["approved_by"] == nil
          return Request(
            id: text("request"), role: text("role"), reason: text("reason"), isOpen: isOpen, canBeGranted: isOpen)
        }
      }
      let isForConsent = violations.contains { $0["truth_id"]?.stringValue == BuiltInTruth.consent.rawValue }
      return Item(
        runID: runID, proposalID: record.proposalID, proposalHash: hash,
        action: Self.member("action", of: record.entry.payload) ?? "", proposedBy: record.userID, since: decision.timestamp,
        waitingFor: decision.payload["waiting_for"]?.arrayValue?.compactMap(\.stringValue) ?? [],
        reason: decision.payload["reason"]?.stringValue ?? "", requests: requests,
        consenter: isForConsent ? Self.consenter(of: record, procedure) : nil)
    }
  }

  private static func consenter(of record: RunRecord, _ procedure: RunProcedure) -> Consenter {
    if record.entry.actor["type"]?.stringValue == "user" { return Consenter(userID: record.userID) }
    let payload = record.entry.payload
    return Consenter(
      userID: member("on_behalf_of", of: payload), role: procedure.consentRole(of: member("action", of: payload)),
      organisation: record.entry.actor["org_id"]?.stringValue)
  }

  private static func member(_ name: String, of proposal: JSONObject) -> String? {
    proposal[name]?.stringValue ?? proposal["proposal"]?[name]?.stringValue
  }

  /// What of an item somebody can answer: what the truths would accept of them now.
  private static func answerable(
    _ item: Item, by actor: JSONObject, _ procedure: RunProcedure, _ context: Context
  ) -> Item? {
    func accepts(_ answer: LedgerAnswer) -> Bool {
      let proposal = LocatedJSON(unlocated: .object(answer.proposal))
      let last = context.ledger.entry(sequence: context.ledger.size)?.timestamp
      let outcome = try? procedure.run(RunRequest(proposal: proposal, now: last, actor: actor), on: context)
      return outcome?.decision == .accepted
    }
    var item = item
    item.requests = item.requests.compactMap { request in
      var request = request
      request.canBeGranted = request.isOpen && accepts(.approve(request: request.id))
      request.canBeDenied = accepts(.deny(request: request.id, why: "not agreed to"))
      return request.isOpen && (request.canBeGranted || request.canBeDenied) ? request : nil
    }
    if item.consenter != nil, !accepts(.consent(proposalHash: item.proposalHash)) { item.consenter = nil }
    return item.requests.isEmpty && item.consenter == nil ? nil : item
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { items.isEmpty }
}
