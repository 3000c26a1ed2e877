import TruthsDiagnostics
package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
package import TruthsText

/// The waiting runs of a ledger: for whom and since when they wait, and the commands that answer them (runs §3, steps 3 and 5).
public struct Inbox: Sendable {
  /// The waiting runs, in the order in which they began.
  package let items: [Item]
  /// The actor whose possible answers are shown; `nil` if everything is shown.
  let reader: JSONObject?

  /// A waiting run.
  package struct Item: Sendable {
    package let runID: String
    package let proposalID: String
    package let proposalHash: String
    package let action: String
    package let proposedBy: String
    /// The person on whose behalf the proposal was made, who may not approve it either; `nil` if there is no such person.
    let onBehalfOf: String?
    let since: Timestamp
    let wait: RecordedWait
    /// The truth that the run's last decision names.
    package let truthID: String?
    package var reason: String
    /// The reason of the run's last decision, formatted for readers.
    let shownReason: String
    /// The requests for approval, including those already granted.
    package var requests: [Request]
    /// The person or role that must consent, as far as known; `nil` if the run does not wait for consent.
    package var consenter: Consenter?
    /// A message if the run cannot be answered: an older language version made its requests for approval, which cover less than
    /// requests do now. `nil` if the run can be answered.
    package var outdated: String?

    /// The answers that the run waits for, in words.
    package var waitsFor: String { wait.awaited.words.joined(separator: ", ") }
  }

  /// A request for approval.
  package struct Request: Sendable {
    package let id: String
    /// The people who are asked.
    package let demand: ApprovalDemand
    package let truthID: String?
    package var reason: String
    /// Whether the request is not granted yet.
    package let isOpen: Bool
    package var canBeGranted: Bool
    var canBeDenied = true
  }

  /// The person or role that must consent.
  package struct Consenter: Sendable {
    package var userID: String?
    package var role: String?
    var organisation: String?
  }

  /// Creates the list of waiting runs in a context.
  ///
  /// - Parameters:
  ///   - actor: the person whose possible answers are shown; `nil` for everything.
  ///   - now: the moment of the answer; `nil` for that of the ledger's last entry.
  package init(_ procedure: RunProcedure, in context: Context, actor: JSONObject?, now: Timestamp?) {
    let moment = now ?? context.ledger.entry(sequence: context.ledger.size)?.timestamp
    reader = actor
    items = Self.items(of: procedure, in: context).compactMap { item in
      guard let actor else { return item }
      return Self.answerable(item, by: actor, at: moment, procedure, context)
    }
  }

  package static func items(of procedure: RunProcedure, in context: Context) -> [Item] {
    procedure.waitingRuns(in: context).compactMap { item(ofRun: $0, procedure, in: context) }
  }

  /// Returns the item of a run; `nil` if the run does not wait.
  package static func item(ofRun runID: String, _ procedure: RunProcedure, in context: Context) -> Item? {
    guard let record = context.runs.record(runID), record.status == .waiting, let entry = context.proposal(of: record),
      let decision = context.decision(of: record)
    else { return nil }
    let (decided, proposal) = (DecisionRecord(decision.payload), ProposalRecord(entry.payload))
    let asking = decided.violations.filter { $0.kind == .acceptance && !$0.isOverridden }
    let hash = record.proposalHash.prefixed
    let wait = decided.wait
    let requests = context.approvals.requests(about: hash).compactMap { request -> Request? in
      guard let clause = asking.first(where: { request.isOf($0) }) else { return nil }
      return Request(request, isOpen: clause.approvers.isEmpty, wait)
    }
    return Item(
      runID: runID, proposalID: record.proposalID, proposalHash: hash,
      action: proposal.action ?? "", proposedBy: record.userID, onBehalfOf: proposal.onBehalfOf, since: decision.timestamp,
      wait: wait, truthID: decided.truthID, reason: decided.reason ?? "", shownReason: shownReason(decided, procedure),
      requests: requests,
      consenter: wait.wantsConsent ? Self.consenter(of: entry, proposal, record.userID, procedure) : nil,
      outdated: wait.wantsApproval && requests.isEmpty ? decided.language.flatMap(Self.outdated) : nil)
  }

  private static func shownReason(_ decided: DecisionRecord, _ procedure: RunProcedure) -> String {
    let reason = visible(decided.reason ?? "")
    let deciding = decided.violations.first { $0.truthID == decided.truthID && $0.reason == decided.reason }
    return deciding.map { ReasonText($0.values, FieldDisplay(procedure.program).types(of: $0)).text(reason) } ?? reason
  }

  /// Returns a message for requests of an older language version, which cover less than requests do now; `nil` for the current
  /// version.
  private static func outdated(_ language: LanguageVersion) -> String? {
    guard language < .current else { return nil }
    return "the request was made under version \(language.rawValue) of the language, which records less: propose it again "
      + "unchanged; then the agreement is asked for again"
  }

  /// Whether a person already granted a request. A second grant by the same person does not count.
  private static func hasGranted(_ request: Request, _ actor: JSONObject, _ context: Context) -> Bool {
    context.approvals.grants(of: request.id).contains { entry in
      AssentRecord(entry, .grant).userID.map { Text($0) } == actor.text("user_id").map { Text($0) }
    }
  }

  private static func consenter(
    of entry: Entry, _ proposal: ProposalRecord, _ proposer: String, _ procedure: RunProcedure
  ) -> Consenter {
    if entry.isByPerson { return Consenter(userID: proposer) }
    return Consenter(
      userID: proposal.onBehalfOf, role: procedure.consentRole(of: proposal.action), organisation: entry.organisation)
  }

  /// Returns an item with the answers that the truths would accept from a person at a moment; `nil` if they would accept none.
  ///
  /// - Parameter work: the work limit for all trials together; `nil` gives each trial the limit of a run.
  package static func answerable(
    _ item: Item, by actor: JSONObject, at moment: Timestamp?, _ procedure: RunProcedure, _ context: Context,
    within work: WorkMeter? = nil
  ) -> Item? {
    func accepts(_ answer: LedgerAnswer) -> Bool {
      let proposal = LocatedJSON(unlocated: .object(answer.proposal))
      let request = RunRequest(proposal: proposal, now: moment, actor: actor)
      let outcome = try? procedure.run(request, on: context, within: work ?? WorkMeter(limit: request.budget.maxWork))
      return outcome?.decision == .accepted
    }
    var item = item
    item.requests = item.requests.compactMap { request in
      var request = request
      request.canBeGranted = request.isOpen && !hasGranted(request, actor, context) && accepts(.approve(request: request.id))
      request.canBeDenied = accepts(.deny(request: request.id, why: "not agreed to"))
      return request.isOpen && (request.canBeGranted || request.canBeDenied) ? request : nil
    }
    if item.consenter != nil, !accepts(.consent(proposalHash: item.proposalHash)) { item.consenter = nil }
    return item.requests.isEmpty && item.consenter == nil ? nil : item
  }

  /// Whether no run waits.
  public var isEmpty: Bool { items.isEmpty }
}

extension Inbox {
  /// Returns the waiting runs as text for a terminal, with the commands that answer them.
  ///
  /// - Parameters:
  ///   - ledger: the path of the ledger in the commands.
  ///   - truths: the paths of the truths in the commands; empty if the commands find the truths without a path.
  public func text(ledger: String, truths: [String] = []) -> String {
    items.map { item in
      var lines = ["\(item.action) \(item.proposalID), proposed by @\(item.proposedBy)"]
      let since = PlainValue.text(item.since.text, as: .moment)
      lines.append("  waits for \(ExplanationText.joined(item.wait.awaited.words)) since \(since)")
      lines.append("  \(item.shownReason)")
      if let outdated = item.outdated { lines.append("  \(outdated)") }
      lines += answers(to: item, ledger, truths).map { "  to \($0.verb): \($0.command)" }
      return lines.map { visible($0) + "\n" }.joined()
    }.joined(separator: "\n")
  }

  /// Returns the waiting runs as JSON, a list with one object for each run.
  ///
  /// - Parameters: the same as of ``text(ledger:truths:)``.
  public func json(ledger: String, truths: [String] = []) -> String {
    let given = items.map { ($0, answers(to: $0, ledger, truths).map(\.command)) }
    return JSONValue.array(Self.record.objects(of: given).map { .object($0) }).lines
  }

  /// Returns the commands that answer an item, each with its verb, such as `approve`. A text of a proposer is quoted unless it
  /// is a plain name.
  private func answers(to item: Item, _ ledger: String, _ truths: [String]) -> [(verb: String, command: String)] {
    let locations = truths.map { "--truths\(ShellWord.value($0)) " }.joined() + "--ledger\(ShellWord.value(ledger))"
    var answers: [(String, String)] = []
    func add(_ verb: String, _ subject: String, _ more: String = "", by consenter: Consenter) {
      var actor: JSONObject = [
        "type": .text("user"), "user_id": .text(consenter.userID ?? "YOU"),
        "roles": .array(consenter.role.map { [.text($0)] } ?? []),
      ]
      actor["org_id"] = consenter.organisation.map { .text($0) }
      let json = String(decoding: JSONValue.object(reader ?? actor).canonical(), as: UTF8.self)
      let options = "\(locations) --now clock --actor\(ShellWord.value(json))"
      answers.append((verb, "truths \(verb) " + ShellWord.line(subject, options: more + options)))
    }
    for request in item.requests where request.isOpen {
      let able = request.demand.approvers.first { $0.userID.map { item.admits($0, to: request.demand) } ?? true }
      let asked = (able ?? request.demand.approvers.first).map { Consenter(userID: $0.userID, role: $0.role) } ?? Consenter()
      if request.canBeGranted, able != nil { add("approve", request.id, by: asked) }
      if request.canBeDenied { add("deny", request.id, "--why 'WHY' ", by: asked) }
    }
    if let consenter = item.consenter {
      add("consent", ShellWord.isPlain(item.proposalID) ? item.proposalID : item.proposalHash, by: consenter)
    }
    return answers.map { (verb: $0.0, command: $0.1) }
  }
}

extension Inbox.Item {
  /// Whether a person may approve. The proposer, the person on whose behalf the proposal is made, and people whom the clause
  /// excludes may not.
  fileprivate func admits(_ person: String, to demand: ApprovalDemand) -> Bool {
    let barred = [proposedBy, onBehalfOf].compactMap(\.self) + demand.excluded
    return !barred.contains { Text($0) == Text(person) }
  }
}

extension Inbox.Request {
  /// - Parameters:
  ///   - request: the request as it was recorded.
  ///   - isOpen: whether the request's clause is not approved yet.
  ///   - wait: the answers that the run waits for. An open request that is not among them addresses people who are no longer
  ///     asked, and gives `nil`.
  fileprivate init?(_ request: RequestRecord, isOpen: Bool, _ wait: RecordedWait) {
    guard let demand = request.demand else { return nil }
    if isOpen, !wait.asks(demand) { return nil }
    self.init(
      id: request.id ?? "", demand: demand, truthID: request.truthID, reason: request.reason ?? "", isOpen: isOpen,
      canBeGranted: isOpen)
  }
}

extension Inbox {
  package static let shape = JSONShape.list(record.shape)

  private static let record = JSONRecord<(item: Item, commands: [String])>(
    waiting.fields { $0.item },
    [.required("commands", .list(.text), "The commands that answer the run.") { $0.commands }])

  /// The members of an item without the commands, which only readers with the ledger's file can use.
  package static let waiting = JSONRecord<Item>([
    .required("run_id", .text, "The run that waits.") { $0.runID },
    .required("proposal_id", .text, "The proposal.") { $0.proposalID },
    .required("proposal_hash", .hash, "The hash of the proposal.") { $0.proposalHash },
    .required("action", .text, "The intent.") { $0.action },
    .required("proposed_by", .text, "The proposer.") { $0.proposedBy },
    .required("since", EntryForm.timestamp, "The time since which the run waits.") { $0.since.text },
    .required("waiting_for", .list(.text), "The agreements or events that the run waits for.") { $0.wait.awaited.words },
    .required("reason", .text, "The reason.") { $0.reason },
    .required("requests", listOf: request, "Requests for approval that are open.") { $0.requests.filter(\.isOpen) },
    .required("consent", .boolean, "Whether the run waits for a consent.") { $0.consenter != nil },
  ])

  private static let request = JSONRecord<Request>([
    .required("request", .text, "The identity of the request.") { $0.id },
    .required("role", .text, "The people who are asked for the approval.") { $0.demand.text },
    .required("reason", .text, "The reason.") { $0.reason },
  ])
}
