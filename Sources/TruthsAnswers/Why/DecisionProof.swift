import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Explains a decision in a proof. It computes the decision again, and adds a node for each clause that was evaluated, with the
/// sources of the clause's terms.
struct DecisionProof {
  private let maker: ProofMaker
  private let id: Int
  private let entryIndex: Int
  private let entry: Entry
  private let record: DecisionRecord

  init(_ maker: ProofMaker, _ id: Int, at entryIndex: Int) {
    self.maker = maker
    self.id = id
    self.entryIndex = entryIndex
    entry = maker.past.entries[entryIndex]
    record = DecisionRecord(entry.payload)
  }

  private var past: LedgerPast { maker.past }

  func make() {
    guard let proposal = past.proposal(of: entry.runID, upTo: entryIndex) else { return tellRecord(nil) }
    let proposed = maker.node(at: proposal)
    maker.lead([proposed], to: id)
    guard let (index, isRecorded) = past.procedure(of: entry) else {
      maker.remark("no truths are given: decisions are shown as they are recorded (--truths)")
      return tellRecord(proposed)
    }
    guard let outcome = again(proposal, index) else {
      maker.remark("a decision takes more work than allowed, or cannot be repeated: it is shown as it is recorded")
      return tellRecord(proposed)
    }
    guard record.tells(outcome) else {
      let hash = record.truthsHash ?? "of version 1"
      maker.remark(
        isRecorded
          ? "entry \(entry.sequence) has another result when it is repeated: it is shown as it is recorded (truths verify)"
          : "entry \(entry.sequence) was decided under the truths \(hash), and has another result under the given ones: "
            + "it is shown as it is recorded (--truths)")
      return tellRecord(proposed)
    }
    if !isRecorded {
      maker.remark(
        "some decisions were made under other truths, which are not given; under the given ones they have the same result, "
          + "and are shown by them")
    }
    maker.change(id) { $0.truths = past.procedures[index].truthsHash }
    tell(outcome, proposal, proposed, index)
  }

  /// Returns whether a proposal entry is directly before the decision. If so, that proposal was decided. If not, a waiting run
  /// was evaluated again.
  private func isProposed(_ proposal: Int) -> Bool { proposal == entryIndex - 1 }

  private func again(_ proposal: Int, _ index: Int) -> RunOutcome? {
    let procedure = past.procedures[index]
    guard past.meter.exceeded == nil else { return nil }
    guard isProposed(proposal) else {
      let context = past.context(before: entryIndex, index)
      return try? procedure.reevaluate(
        runID: entry.runID, on: context, now: entry.timestamp, budget: record.budget, isExplained: true, within: past.meter)
    }
    var request = RunRequest(again: past.entries[proposal], now: entry.timestamp, budget: record.budget)
    request.isExplained = true
    return try? procedure.run(request, on: past.context(before: proposal, index), within: past.meter)
  }

  // MARK: The record

  /// Adds the violations that the entry records, for a decision that cannot be computed again.
  private func tellRecord(_ proposed: Int?) {
    for violation in record.violations {
      var node = ProofNode(.clause, violation.truthID ?? "")
      node.clause = violation.clause
      (node.text, node.isReason) = (violation.reason, true)
      node.outcome = .clause(violation.kind == .unknown ? .unknown : .violated)
      node.approvers = violation.approvers
      node.isOverridden = violation.isOverridden
      for member in violation.values.members {
        var value = ProofNode(.recorded, member.name.string)
        value.value = member.value
        node.because.append(maker.add(value))
      }
      maker.lead([maker.add(node)], to: id)
    }
    if maker.tree.nodes[id].because.isEmpty { maker.lead([maker.add(ProofNode(.recorded, "its entry alone"))], to: id) }
  }

  // MARK: Clauses

  private func tell(_ outcome: RunOutcome, _ proposal: Int, _ proposed: Int, _ index: Int) {
    let (procedure, program) = (past.procedures[index], past.procedures[index].program)
    let before = past.context(before: isProposed(proposal) ? proposal : entryIndex, index).working(past.meter).store
    let after = outcome.context.working(past.meter).store
    let readable = maker.readable(past.entries[proposal], procedure)
    let frames = ProposalFrames(
      procedure: procedure, readable: readable, now: entry.timestamp,
      beginning: past.context(before: entryIndex, index).beginning(ofRun: entry.runID) ?? entry.timestamp, truths: index,
      proposal: proposed, limit: entry.sequence)
    let (viewsBefore, viewsAfter) = (ViewNodes(), ViewNodes())
    var shownViolations = Set<String>()
    for truth in outcome.evaluated {
      let checked = program.truths.first { $0.id == truth.id }
      let invariant = program.invariants.first { $0.id == truth.id }
      let frame =
        checked.map { frames.frame(of: $0, on: before, viewsBefore) }
        ?? invariant.map { frames.frame(of: $0, on: before, viewsBefore) }
      var result: ProofFrame?
      let clauses = checked?.clauses ?? invariant.map { [$0.clause] } ?? []
      if let checked, let frame, let id = tell(checked, frame, index) { maker.lead([id], to: self.id) }
      if let unknown = outcome.violations.first(where: { $0.declaredBy == truth.id && $0.clause == "if" }) {
        shownViolations.insert("\(unknown.declaredBy)/\(unknown.clause)/\(unknown.reason)")
      }
      for clause in truth.clauses {
        guard let written = clauses.first(where: { $0.name == clause.clause }) else { continue }
        let isOfResult = written.place == .ensures || invariant?.applies == .state
        if isOfResult, result == nil {
          result =
            checked.map { frames.frame(of: $0, on: after, viewsAfter) }
            ?? invariant.map { frames.frame(of: $0, on: after, viewsAfter) }
          result?.before = frame
        }
        let violation = outcome.violations.first { $0.declaredBy == truth.id && $0.clause == clause.clause }
        if let violation { shownViolations.insert("\(violation.declaredBy)/\(violation.clause)/\(violation.reason)") }
        let used = isOfResult ? result : frame
        maker.lead([tell(clause, written, of: truth.id, checked, violation, used, outcome, index)], to: id)
      }
    }
    for violation in outcome.violations
    where !shownViolations.contains("\(violation.declaredBy)/\(violation.clause)/\(violation.reason)") {
      var node = ProofNode(.clause, violation.truthID)
      node.clause = violation.clause
      (node.text, node.isReason) = (violation.reason, true)
      node.outcome = .clause(violation.kind == .unknown ? .unknown : .violated)
      node.place = violation.span.map { ProofNode.Location(index, $0) }
      node.because = [proposed]
      maker.lead([maker.add(node)], to: id)
    }
    let consents = past.consents(to: outcome.proposalHash, before: entryIndex)
    maker.lead(consents.prefix(ProofMaker.mostElements).map { maker.agreement(at: $0, .consent) }, to: id)
  }

  /// Adds a node for the `if` condition of a truth that fired for the proposal's intent. Returns the node; `nil` if the truth
  /// has no condition, or starts from facts.
  private func tell(_ truth: CheckedTruth, _ frame: ProofFrame, _ index: Int) -> Int? {
    guard let condition = truth.condition, truth.matches.isEmpty else { return nil }
    var node = ProofNode(.clause, truth.id)
    node.clause = "if"
    node.text = condition.text
    node.outcome = .clause(frame.evaluator.value(condition.test) == .boolean(true) ? .holds : .unknown)
    node.place = ProofNode.Location(index, condition.span)
    node.because = maker.nodes(of: condition.terms, frame)
    return maker.add(node)
  }

  private func tell(
    _ clause: EvaluatedClause, _ written: CheckedClause, of owner: String, _ truth: CheckedTruth?, _ violation: Violation?,
    _ frame: ProofFrame?, _ outcome: RunOutcome, _ index: Int
  ) -> Int {
    var node = ProofNode(.clause, owner)
    node.clause = clause.clause
    node.text = clause.text + written.consequence
    node.outcome = .clause(clause.result)
    node.place = ProofNode.Location(index, written.span)
    if let frame, truth?.matches.isEmpty != false {
      node.because = maker.nodes(of: written.terms, frame)
    } else if let truth {
      node.because = matched(truth, clause)
    }
    if let violation {
      (node.approvers, node.isOverridden) = (violation.approvers, violation.isOverridden)
      node.because += approvals(of: violation, outcome)
    }
    return maker.add(node)
  }

  /// Returns nodes with the recorded values for a clause of a truth that starts from facts. The run itself may have made these
  /// facts.
  private func matched(_ truth: CheckedTruth, _ clause: EvaluatedClause) -> [Int] {
    var nodes: [Int] = []
    for member in clause.values.members.prefix(ProofMaker.mostElements) {
      var value = ProofNode(.recorded, member.name.string)
      value.value = member.value
      value.displayType = clause.displayTypes[member.name.string]
      nodes.append(maker.add(value))
    }
    return nodes
  }

  /// Returns the nodes of the grants because of which a clause counts as approved.
  private func approvals(of violation: Violation, _ made: RunOutcome) -> [Int] {
    guard !violation.approvers.isEmpty, let demand = violation.approval else { return [] }
    let request = Hashes.request(
      proposalHash: made.proposalHash, truthID: violation.truthID, clause: violation.clause, role: demand.text)
    let named = Set(violation.approvers)
    var grants: [String: Int] = [:]
    for grant in past.grants(of: request, before: entryIndex) {
      let who = AssentRecord(past.entries[grant], .grant).userID ?? ""
      if named.contains(who), grants[who] == nil { grants[who] = maker.agreement(at: grant, .approval) }
    }
    return grants.values.sorted()
  }
}

/// Creates the frames of truths and invariants for one proposal.
struct ProposalFrames {
  let procedure: RunProcedure
  /// The values of the proposal; `nil` if the proposal is invalid.
  let readable: ReadableProposal?
  let now: Timestamp
  /// The time at which the proposal's run began.
  let beginning: Timestamp
  let truths: Int
  /// The proposal's node, as an index in ``ProofTree/nodes``; `nil` for none.
  let proposal: Int?
  let limit: Int

  func frame(of truth: CheckedTruth, on store: FactStore, _ views: ViewNodes) -> ProofFrame {
    let frame = frame(truth.inputs, truth.expressions, truth.frameSize, on: store, views)
    if truth.matches.isEmpty { frame.work(out: truth.lets) }
    return frame
  }

  func frame(of invariant: CheckedInvariant, on store: FactStore, _ views: ViewNodes) -> ProofFrame {
    frame(invariant.inputs, [invariant.clause.test], invariant.frameSize, on: store, views)
  }

  private func frame(
    _ inputs: [Input], _ nodes: [Node], _ size: Int, on store: FactStore, _ views: ViewNodes
  ) -> ProofFrame {
    var environment = readable?.environment ?? Environment([:])
    environment[.now] = .timestamp(now)
    environment[.proposalAt] = .timestamp(beginning)
    let reader = procedure.engine.reader(of: nodes, on: store, environment, frameSize: size, now: now)
    let frame = ProofFrame(
      procedure.engine, reader, environment, now: now, truths: truths, proposal: proposal, limit: limit,
      views: views)
    for (slot, input) in inputs.enumerated() {
      frame.set(slot, to: readable?.value(of: input.name, in: procedure.program) ?? .missing(.absent), from: .field(input))
    }
    return frame
  }
}

extension ProofMaker {
  /// Reads the proposal of an entry with the vocabulary of a procedure; `nil` if the proposal is invalid.
  func readable(_ entry: Entry, _ procedure: RunProcedure) -> ReadableProposal? {
    var payload = entry.payload
    if payload["actor"] == nil { payload["actor"] = .object(entry.actor) }
    return try? procedure.readable(LocatedJSON(unlocated: .object(payload)))
  }
}
