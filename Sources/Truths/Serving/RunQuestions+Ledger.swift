import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsReports
import TruthsRuntime
import TruthsText

/// Answers questions about the ledger.
extension RunQuestions {
  /// Explains a decision or a fact: the object of `truths why --format json`, with `truths`, `head` and `decision_id`.
  ///
  /// - Parameter subject: the id or sequence of an entry, the id of a proposal or a run, or a fact as `type:key`.
  /// - Returns: `nil` where the subject does not exist, or the actor may not read it.
  /// - Complexity: O(ledger); at most 5,000 nodes, and runs that together take no more work than one may.
  public func why(_ subject: String) -> [UInt8]? {
    let ledger = view.context.ledger
    let maker = ProofMaker(RecordedEntries(ledger), [procedure], maxWork: view.budget.maxWork)
    guard case .success(let sequence) = maker.sequence(of: subject), let entry = ledger.entry(sequence: sequence),
      view.mayRead(entry)
    else { return nil }
    let undo = maker.undo(of: sequence)
    let tree = maker.proof(of: sequence)
    let proposed = proposed(in: tree)
    func isRead(_ sequence: Int) -> Bool { ledger.entry(sequence: sequence).map { view.mayRead($0) } ?? false }
    let seen = tree.seen(mask: .text(Masking.mask), isRead, factsOfType: view.mayReadAll(factsOfType:)) { id, explained in
      proposed.contains(id) ? tree.nodes[id] : masked(tree.nodes[id], explaining: explained)
    }
    let report = WhyReport(
      tree: seen, undo: undo?.seen(isRead) { masked($0, of: $1) }, display: FieldDisplay(procedure.program),
      sources: [workspace.source], lines: [])
    var answer = report.object
    if entry.type == .decision { answer["decision_id"] = .text(entry.entryID) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }

  /// Returns the nodes whose values the actor proposed, or which rules made only from such values (sessions §10.2).
  private func proposed(in tree: ProofTree) -> Set<Int> {
    if view.masking.isEmpty { return [] }
    let explained = tree.explained
    var computed: [Int] = []
    var clauses: [Int] = []
    for (id, node) in tree.nodes.enumerated() {
      guard node.kind == .clause && !node.isReason || node.kind == .fact,
        let entry = view.context.ledger.entry(sequence: explained[id]), view.reader(of: entry) == .proposer
      else { continue }
      if node.kind == .clause {
        if view.masking.showsProposed(clause: node.clause ?? "", of: node.name) { clauses.append(id) }
      } else if let type = procedure.program.facts.first(where: { $0.name == node.name }) {
        let fields = type.fields.filter { view.masking.showsProposed($0, ofFact: type.name) }.map(\.name)
        computed += node.because.filter { tree.nodes[$0].entry == nil && fields.contains(tree.nodes[$0].name) }
      }
    }
    return tree.parts(of: clauses + computed).union(computed)
  }

  /// Returns a node of a proof as the actor may see it.
  ///
  /// - Parameter sequence: sequence of the decision or fact that the node explains or stands for.
  private func masked(_ node: ProofNode, explaining sequence: Int) -> ProofNode {
    guard let entry = view.context.ledger.entry(sequence: sequence) else { return node }
    let reader = view.reader(of: entry)
    if reader == .ofEverything { return node }
    var shown = node
    switch node.kind {
    case .fact where node.entry != nil:
      guard let payload = node.value?.objectValue else { return node }
      shown.value = .object(view.masking.masked(fact: payload, for: reader))
    case .decision, .clause:
      // A clause as it is written has no value.
      guard node.isReason else { break }
      shown.text = node.text.map { view.masking.masked(reason: $0, truthID: node.name, for: reader) }
    case .field where reader == .proposer && isSent(node, by: entry):
      break
    default:
      shown.value = node.value.map { view.masking.masked($0, named: node.name) }
      if let text = node.text { shown.value = shown.value.map { view.masking.masked($0, named: text) } }
    }
    shown.key = node.key.map { key in
      JSONObject(
        key.members.map { .init(name: $0.name, value: view.masking.masked($0.value, named: $0.name.string)) })
    }
    return shown
  }

  /// Whether a node shows a field of a decision's proposal as it was sent.
  private func isSent(_ node: ProofNode, by decision: Entry) -> Bool {
    guard decision.type == .decision, let proposal = view.context.proposal(ofRun: decision.runID), let value = node.value else {
      return false
    }
    return ProposalRecord(proposal.payload).fields.contains { $0.name.string == node.name && $0.value == value }
  }

  /// Returns the payload or the key of a fact that may be undone, as the actor may see it.
  private func masked(_ members: JSONObject, of fact: Undo.Fact) -> JSONObject {
    guard let entry = view.context.ledger.entry(sequence: fact.entry) else { return members }
    let type = fact.payload["type"]
    let typed = type.map { JSONObject(members.members).merging(["type": $0]) } ?? members
    var told = view.masking.masked(fact: typed, for: view.reader(of: entry))
    if members["type"] == nil { told["type"] = nil }
    return told
  }

  /// Lists what waits: `{"inbox": […]}` as `truths inbox --format json` prints it, with `job_id` instead of `commands`, and
  /// `truths` and `head`.
  ///
  /// - Parameter isAll: whether to list everything that the actor may read, and not only what it may answer.
  /// - Complexity: O(waiting runs, at most 1,000 of them); two runs for each request, which together take no more work than one
  ///   may. Where this limit ends it, the answer has `exhausted`.
  public func inbox(all isAll: Bool) -> [UInt8] {
    let (context, work) = (view.context, WorkMeter(limit: view.budget.maxWork))
    var items: [JSONValue] = []
    var isExhausted = false
    for runID in procedure.waitingRuns(in: context) {
      guard let proposal = context.proposal(ofRun: runID), view.mayRead(of: proposal.actor),
        let waiting = Inbox.item(ofRun: runID, procedure, in: context)
      else { continue }
      if items.count == Self.mostWaiting || work.isExceeded {
        isExhausted = true
        break
      }
      var shown: Inbox.Item? = waiting
      if !isAll {
        shown = Inbox.answerable(waiting, by: view.actor, at: view.now, procedure, context, within: work)
      }
      guard var item = shown else { continue }
      let reader = view.reader(of: proposal)
      item.reason = view.masking.masked(reason: item.reason, truthID: item.truthID, for: reader)
      for place in item.requests.indices {
        let request = item.requests[place]
        item.requests[place].reason = view.masking.masked(reason: request.reason, truthID: request.truthID, for: reader)
      }
      let told: JSONObject = ["job_id": .text(Identity.job(ofRun: runID))]
      items.append(.object(told.merging(Inbox.waiting.object(of: item))))
    }
    var answer: JSONObject = ["inbox": .array(items)]
    if isExhausted || work.isExceeded { answer["exhausted"] = .boolean(true) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }

  /// Lists decisions in the order of the ledger: `{"decisions": […], "next": …}`, with `truths` and `head`.
  ///
  /// - Parameter most: maximum number of decisions.
  /// - Throws: ``RunQueryFault`` where the page is invalid.
  /// - Complexity: at most 20,000 entries are read. A page that ends there has fewer decisions, and `next`.
  public func decisions(_ filter: RunDecisionFilter, page: String? = nil, most: Int) throws(RunQueryFault) -> [UInt8] {
    var start = 0
    if let page {
      guard let number = Int(page), number > 0, number <= view.context.ledger.size else {
        throw RunQueryFault("`page` is `\(visible(page))`; it is the `next` of the page before, or left out")
      }
      start = number
    }
    let found = view.decisions(filter.filter, after: start, most: most)
    var answer: JSONObject = ["decisions": .array(found.decisions.map { .object($0) })]
    answer["next"] = found.next.map { .text(String($0)) }
    return JSONValue.object(answer.merging(proof)).canonical()
  }
}

/// A filter of decisions; omitted criteria match all.
public struct RunDecisionFilter: Sendable {
  let filter: DecisionFilter

  /// - Parameters:
  ///   - actor: the `user_id` of the proposing actor.
  ///   - truth: the id of the truth that decided.
  ///   - intent: the bare or qualified name of the intent.
  ///   - outcome: `accepted`, `rejected`, `halted` or `waiting`.
  ///   - since: earliest time, RFC 3339, inclusive.
  ///   - until: latest time, exclusive.
  /// - Throws: a fault of one of them.
  public init(
    actor: String? = nil, truth: String? = nil, intent: String? = nil, outcome: String? = nil, since: String? = nil,
    until: String? = nil
  ) throws(RunQueryFault) {
    var filter = DecisionFilter()
    (filter.userID, filter.truthID, filter.intent) = (actor, truth, intent)
    if let outcome {
      guard let ending = RunEnding(rawValue: outcome) else {
        let words = RunEnding.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw RunQueryFault("`outcome` is `\(visible(outcome))`; it is one of \(words)")
      }
      filter.ending = ending
    }
    filter.since = try Self.moment(since, "since")
    filter.until = try Self.moment(until, "until")
    self.filter = filter
  }

  private static func moment(_ text: String?, _ name: String) throws(RunQueryFault) -> Timestamp? {
    guard let text else { return nil }
    guard let moment = Timestamp(text: text) else {
      throw RunQueryFault("`\(name)` is `\(visible(text))`; it is a moment such as \(name)=2026-01-31T12:00:00Z")
    }
    return moment
  }
}
