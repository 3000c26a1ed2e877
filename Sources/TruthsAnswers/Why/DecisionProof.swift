import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Explains a decision in a proof: repeats it, and adds a node for each clause that was read, with the sources of its terms.
struct DecisionProof {
  private let maker: ProofMaker
  private let id: Int
  private let place: Int
  private let entry: Entry
  private let record: DecisionRecord

  init(_ maker: ProofMaker, _ id: Int, at place: Int) {
    self.maker = maker
    self.id = id
    self.place = place
    entry = maker.past.entries[place]
    record = DecisionRecord(entry.payload)
  }

  private var past: LedgerPast { maker.past }

  func make() {
    guard let proposal = past.proposal(of: entry.runID, upTo: place) else { return tellRecord(nil) }
    let proposed = maker.node(at: proposal)
    maker.lead([proposed], to: id)
    guard let (index, isRecorded) = past.procedure(of: entry) else {
      maker.remark("no truths are at hand: decisions are told as they are recorded (--truths)")
      return tellRecord(proposed)
    }
    guard let made = again(proposal, index) else {
      maker.remark("a decision takes more work than it may, or cannot be made again: it is told as it is recorded")
      return tellRecord(proposed)
    }
    guard record.tells(made) else {
      let hash = record.truthsHash ?? "of version 1"
      maker.remark(
        isRecorded
          ? "entry \(entry.sequence) comes out otherwise when it is made again: it is told as it is recorded (truths verify)"
          : "entry \(entry.sequence) was decided under the truths \(hash), and comes out otherwise under those at hand: "
            + "it is told as it is recorded (--truths)")
      return tellRecord(proposed)
    }
    if !isRecorded {
      maker.remark(
        "some decisions were made under other truths, which are not at hand; under those at hand they come out the same, and are "
          + "told by them")
    }
    maker.change(id) { $0.truths = past.procedures[index].truthsHash }
    tell(made, proposal, proposed, index)
  }

  /// Whether a proposal is directly before the decision. Then it was decided; otherwise a waiting run was continued.
  private func isProposed(_ proposal: Int) -> Bool { proposal == place - 1 }

  private func again(_ proposal: Int, _ index: Int) -> RunOutcome? {
    let procedure = past.procedures[index]
    guard past.meter.exceeded == nil else { return nil }
    guard isProposed(proposal) else {
      let context = past.context(before: place, index)
      return try? procedure.reevaluate(
        runID: entry.runID, on: context, now: entry.timestamp, budget: record.budget, isExplained: true, within: past.meter)
    }
    var request = RunRequest(again: past.entries[proposal], now: entry.timestamp, budget: record.budget)
    request.isExplained = true
    return try? procedure.run(request, on: past.context(before: proposal, index), within: past.meter)
  }

  // MARK: The record

  /// Adds the violations from the entry, for a decision that is not repeated.
  private func tellRecord(_ proposed: Int?) {
    for violation in record.violations {
      var node = ProofNode(.clause, violation.truthID ?? "")
      node.clause = violation.clause
      node.text = violation.reason
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

  private func tell(_ made: RunOutcome, _ proposal: Int, _ proposed: Int, _ index: Int) {
    let (procedure, program) = (past.procedures[index], past.procedures[index].program)
    let before = past.context(before: isProposed(proposal) ? proposal : place, index).working(past.meter).store
    let after = made.context.working(past.meter).store
    let readable = maker.readable(past.entries[proposal], procedure)
    let frames = ProposalFrames(
      procedure: procedure, readable: readable, now: entry.timestamp,
      beginning: past.context(before: place, index).beginning(ofRun: entry.runID) ?? entry.timestamp, truths: index,
      proposal: proposed, limit: entry.sequence)
    let (viewsBefore, viewsAfter) = (ViewNodes(), ViewNodes())
    var told = Set<String>()
    for truth in made.evaluated {
      let checked = program.truths.first { $0.id == truth.id }
      let invariant = program.invariants.first { $0.id == truth.id }
      let frame =
        checked.map { frames.frame(of: $0, on: before, viewsBefore) }
        ?? invariant.map { frames.frame(of: $0, on: before, viewsBefore) }
      var result: ProofFrame?
      let clauses = checked?.clauses ?? invariant.map { [$0.clause] } ?? []
      if let checked, let frame, let id = tell(checked, frame, index) { maker.lead([id], to: self.id) }
      if let unknown = made.violations.first(where: { $0.declaredBy == truth.id && $0.clause == "if" }) {
        told.insert("\(unknown.declaredBy)/\(unknown.clause)/\(unknown.reason)")
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
        let violation = made.violations.first { $0.declaredBy == truth.id && $0.clause == clause.clause }
        if let violation { told.insert("\(violation.declaredBy)/\(violation.clause)/\(violation.reason)") }
        let used = isOfResult ? result : frame
        maker.lead([tell(clause, written, of: truth.id, checked, violation, used, made, index)], to: id)
      }
    }
    for violation in made.violations where !told.contains("\(violation.declaredBy)/\(violation.clause)/\(violation.reason)") {
      var node = ProofNode(.clause, violation.truthID)
      node.clause = violation.clause
      node.text = violation.reason
      node.outcome = .clause(violation.kind == .unknown ? .unknown : .violated)
      node.place = violation.span.map { ProofNode.Place(index, $0) }
      node.because = [proposed]
      maker.lead([maker.add(node)], to: id)
    }
    let consents = past.consents(to: made.proposalHash, before: place)
    maker.lead(consents.prefix(ProofMaker.mostElements).map { maker.agreement(at: $0, .consent) }, to: id)
  }

  /// Adds the `if` condition of a truth on intents that fired.
  private func tell(_ truth: CheckedTruth, _ frame: ProofFrame, _ index: Int) -> Int? {
    guard let condition = truth.condition, truth.matches.isEmpty else { return nil }
    var node = ProofNode(.clause, truth.id)
    node.clause = "if"
    node.text = condition.text
    node.outcome = .clause(frame.evaluator.value(condition.test) == .boolean(true) ? .holds : .unknown)
    node.place = ProofNode.Place(index, condition.span)
    node.because = maker.nodes(of: condition.terms, frame)
    return maker.add(node)
  }

  private func tell(
    _ clause: EvaluatedClause, _ written: CheckedClause, of owner: String, _ truth: CheckedTruth?, _ violation: Violation?,
    _ frame: ProofFrame?, _ made: RunOutcome, _ index: Int
  ) -> Int {
    var node = ProofNode(.clause, owner)
    node.clause = clause.clause
    node.text = clause.text + written.effect
    node.outcome = .clause(clause.result)
    node.place = ProofNode.Place(index, written.span)
    if let frame, truth?.matches.isEmpty != false {
      node.because = maker.nodes(of: written.terms, frame)
    } else if let truth {
      node.because = matched(truth, clause)
    }
    if let violation {
      (node.approvers, node.isOverridden) = (violation.approvers, violation.isOverridden)
      node.because += approvals(of: violation, made)
    }
    return maker.add(node)
  }

  /// Returns the values recorded for a clause of a truth on facts, whose matched facts the run itself may have left.
  private func matched(_ truth: CheckedTruth, _ clause: EvaluatedClause) -> [Int] {
    var found: [Int] = []
    for member in clause.values.members.prefix(ProofMaker.mostElements) {
      var value = ProofNode(.recorded, member.name.string)
      value.value = member.value
      value.displayType = clause.displayTypes[member.name.string]
      found.append(maker.add(value))
    }
    return found
  }

  /// Returns the grants by which a clause counts as approved.
  private func approvals(of violation: Violation, _ made: RunOutcome) -> [Int] {
    guard !violation.approvers.isEmpty, let demand = violation.approval else { return [] }
    let request = Hashes.request(
      proposalHash: made.proposalHash, truthID: violation.truthID, clause: violation.clause, role: demand.text)
    let named = Set(violation.approvers)
    var found: [String: Int] = [:]
    for grant in past.grants(of: request, before: place) {
      let who = AssentRecord(past.entries[grant], .grant).userID ?? ""
      if named.contains(who), found[who] == nil { found[who] = maker.agreement(at: grant, .approval) }
    }
    return found.values.sorted()
  }
}

extension CheckedClause {
  /// Consequence of a violation, unless the clause's text already says it, such as ` → requires_approval(head)`.
  fileprivate var effect: String {
    let effect: String
    switch kind {
    case .acceptance(let approval): effect = "requires_approval\(approval.map { "(\($0.text))" } ?? "")"
    case .consent: effect = "requires_consent"
    case .advisory: effect = "warn"
    case .structural where violatedWhen: effect = "reject"
    case .structural, .requirement: return ""
    }
    return (violatedWhen ? " → " : " else ") + effect
  }
}

/// Makes the frames of truths and invariants for one proposal.
struct ProposalFrames {
  let procedure: RunProcedure
  /// Values of the proposal; `nil` if it is invalid.
  let readable: ReadableProposal?
  let now: Timestamp
  /// Moment when the proposal's run began.
  let beginning: Timestamp
  let truths: Int
  /// Node of the proposal.
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
  /// Reads the proposal of an entry against the vocabulary; `nil` if it is invalid.
  func readable(_ entry: Entry, _ procedure: RunProcedure) -> ReadableProposal? {
    var payload = entry.payload
    if payload["actor"] == nil { payload["actor"] = .object(entry.actor) }
    return try? procedure.readable(LocatedJSON(unlocated: .object(payload)))
  }
}
