import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Explains a fact in a proof. The sources of the fact are the decision that left it, or the facts from which it follows. Each
/// field gets a node with its own sources.
struct FactProof {
  private let maker: ProofMaker
  private let id: Int
  private let entryIndex: Int
  private let entry: Entry

  init(_ maker: ProofMaker, _ id: Int, at entryIndex: Int) {
    self.maker = maker
    self.id = id
    self.entryIndex = entryIndex
    entry = maker.past.entries[entryIndex]
  }

  private var past: LedgerPast { maker.past }

  func make() {
    let decision = past.decision(of: entry.runID, before: entryIndex)
    defer { if let decision { maker.lead([maker.node(at: decision)], to: id) } }
    guard let truthID = entry.truthID else { return }
    let matches = past.matches(of: truthID, in: entry.runID)
    let basis = decision.map { past.procedure(of: past.entries[$0]) } ?? closer
    guard let index = basis?.index, let truth = past.procedures[index].program.truths.first(where: { $0.id == truthID }) else {
      return follow(matches.first.map { [$0] } ?? [])
    }
    if truth.matches.isEmpty {
      if let decision { tell(truth, decision, index) }
    } else {
      tell(truth, matches, index)
    }
  }

  /// The truths that derived the fact when the context was closed: the truths of the next decision or, without one, of the last
  /// decision.
  private var closer: (index: Int, isRecorded: Bool)? {
    let next = past.entries[entryIndex...].first { $0.type == .decision } ?? past.lastDecision.map { past.entries[$0] }
    return next.flatMap { past.procedure(of: $0) } ?? (past.procedures.isEmpty ? nil : (0, false))
  }

  /// Adds the facts for which a truth fired, as the traces name them. Only facts before the explained fact are added.
  private func follow(_ matches: [Int]) {
    for match in matches {
      let facts = (past.entries[match].follows ?? []).compactMap { past.index(ofEntry: $0) }.filter { $0 < entryIndex }
      maker.lead(facts.map { maker.node(at: $0) }, to: id)
    }
    if matches.isEmpty, past.decision(of: entry.runID, before: entryIndex) == nil {
      maker.lead([maker.add(ProofNode(.recorded, "its entry alone"))], to: id)
    }
  }

  // MARK: Fields

  /// Explains a fact that a truth made for a proposal, on the context of the decision.
  private func tell(_ truth: CheckedTruth, _ decision: Int, _ index: Int) {
    let procedure = past.procedures[index]
    guard let proposal = past.proposal(of: entry.runID, upTo: decision) else { return }
    let context = past.context(before: proposal == decision - 1 ? proposal : decision, index)
    let now = past.entries[decision].timestamp
    let frames = ProposalFrames(
      procedure: procedure, readable: maker.readable(past.entries[proposal], procedure), now: now,
      beginning: context.beginning(ofRun: entry.runID) ?? now, truths: index, proposal: maker.node(at: proposal),
      limit: past.entries[decision].sequence)
    let frame = frames.frame(of: truth, on: context.working(past.meter).store, ViewNodes())
    _ = tellFields(truth, frame)
  }

  /// Explains a fact that a truth derived from other facts. Searches the run's matches for the match that gives the fact.
  private func tell(_ truth: CheckedTruth, _ matches: [Int], _ index: Int) {
    let procedure = past.procedures[index]
    let store = past.context(before: entryIndex, index).working(past.meter).store
    for match in matches.prefix(ProofMaker.mostTried) where past.meter.exceeded == nil {
      let facts = (past.entries[match].follows ?? []).compactMap { past.index(ofEntry: $0) }
      guard facts.count == truth.matches.count, facts.allSatisfy({ $0 < entryIndex }) else { continue }
      var environment = Environment([:])
      environment[.now] = .timestamp(entry.timestamp)
      let reader = procedure.engine.reader(
        of: truth.expressions, on: store, environment, frameSize: truth.frameSize, now: entry.timestamp)
      let frame = ProofFrame(
        procedure.engine, reader, environment, now: entry.timestamp, truths: index, proposal: nil,
        limit: entry.sequence, views: ViewNodes())
      guard fill(frame, truth, facts) else { continue }
      if tellFields(truth, frame) { return follow([match]) }
    }
    follow(matches.first.map { [$0] } ?? [])
  }

  private func fill(_ frame: ProofFrame, _ truth: CheckedTruth, _ facts: [Int]) -> Bool {
    for (match, fact) in zip(truth.matches, facts) {
      let store = frame.evaluator.store
      guard let at = store.factIndex(of: past.entries[fact].sequence, type: match.fact) else { return false }
      frame.set(match.slot, to: store.record(match.fact, at: at), at: at)
    }
    frame.work(out: truth.lets)
    return true
  }

  /// Adds nodes for the fields of the fact, from the output or move of a truth that produces the fact.
  ///
  /// - Returns: whether the truth has such an output or move.
  private func tellFields(_ truth: CheckedTruth, _ frame: ProofFrame) -> Bool {
    let program = frame.program
    guard let type = program.facts.firstIndex(where: { $0.name == entry.payload.factType }) else { return false }
    if program.facts[type].lifecycle != nil { return tellMove(truth, type, frame) }
    let outputs = truth.outputs.filter { $0.fact == type && $0.isCorrection == (entry.corrects != nil) }
    for output in outputs where OutputReading(output, frame).gives(entry.payload) {
      maker.change(id) { $0.place = ProofNode.Location(frame.truths, output.span) }
      let labels = output.terms.labels
      for (field, node) in zip(program.facts[type].fields, output.fields) {
        guard let value = entry.payload[field.jsonName] else { continue }
        var attribute = ProofNode(.attribute, field.name)
        attribute.value = value
        attribute.displayType = program.displayType(of: field.jsonName, in: entry.payload, with: program.facts[type].fields)
        attribute.place = ProofNode.Location(frame.truths, output.span)
        if let node, !isKept(node, frame) {
          attribute.isChosen = node.isChoice
          attribute.because = maker.grounds(of: node, frame, labels)
          if attribute.because.isEmpty { attribute.kind = .constant }
        } else if let before = entry.corrects.flatMap({ past.index(ofEntry: $0) }) {
          attribute.kind = .kept
          attribute.because = [maker.node(at: before)]
        }
        maker.lead([maker.add(attribute)], to: id)
      }
      if let filter = output.filter { maker.lead(maker.grounds(of: filter, frame, labels), to: id) }
      return true
    }
    return false
  }

  /// Returns whether a correction keeps the old value of a field, because the new value is missing.
  private func isKept(_ node: Node, _ frame: ProofFrame) -> Bool { entry.corrects != nil && frame.value(node).isMissing }

  /// Returns whether a move enters the state of the entry, for its instance. One truth may move several instances.
  private func isMade(by move: CheckedMove, _ frame: ProofFrame) -> Bool {
    let lifecycle = frame.program.lifecycles[move.key.lifecycle]
    let states = frame.program.enums[lifecycle.states].jsonNames
    return move.path.contains { .string(states[$0]) == entry.payload["state"] }
      && zip(lifecycle.key, move.key.keys).allSatisfy { field, node in
        frame.program.json(of: frame.value(node)) == entry.payload[field.jsonName]
      }
  }

  private func tellMove(_ truth: CheckedTruth, _ type: Int, _ frame: ProofFrame) -> Bool {
    guard let lifecycle = frame.program.facts[type].lifecycle,
      let move = truth.moves.first(where: { $0.key.lifecycle == lifecycle && isMade(by: $0, frame) })
    else { return false }
    maker.change(id) { $0.place = ProofNode.Location(frame.truths, move.clause.span) }
    for (field, node) in zip(frame.program.lifecycles[lifecycle].key, move.key.keys) {
      var told = ProofNode(.attribute, field.name)
      told.value = entry.payload[field.jsonName]
      told.because = maker.grounds(of: node, frame)
      if told.because.isEmpty { told.kind = .constant }
      maker.lead([maker.add(told)], to: id)
    }
    var state = ProofNode(.constant, "state")
    state.value = entry.payload["state"]
    state.text = move.clause.text
    state.place = ProofNode.Location(frame.truths, move.clause.span)
    maker.lead([maker.add(state)], to: id)
    return true
  }
}

extension FactStore {
  /// Returns the index of an entry's fact among the facts of its type; `nil` if the entry has no such fact. The facts are in
  /// ledger order, so the search is binary.
  fileprivate func factIndex(of sequence: Int, type: Int) -> Int? {
    var (low, high) = (0, count(type))
    while low < high {
      let middle = (low + high) / 2
      if self.sequence(type, at: middle) < sequence { low = middle + 1 } else { high = middle }
    }
    return low < count(type) && self.sequence(type, at: low) == sequence ? low : nil
  }
}

/// Checks whether an output of a truth produces a given fact. If it does, the frame keeps the loop's element that gives the
/// fact.
struct OutputReading {
  private let output: CheckedOutput
  private let frame: ProofFrame

  init(_ output: CheckedOutput, _ frame: ProofFrame) {
    self.output = output
    self.frame = frame
  }

  func gives(_ payload: JSONObject) -> Bool {
    guard let loop = output.loop else { return isGiven(payload) }
    switch loop.source {
    case .facts(let type):
      let store = frame.evaluator.store
      return store.orderedPlaces(type, in: frame.program).prefix(ProofMaker.mostTried).contains { place in
        frame.set(loop.slot, to: store.record(type, at: place), at: place)
        return isGiven(payload)
      }
    case .list(let list):
      guard case .list(let elements) = frame.evaluator.value(list) else { return false }
      return elements.prefix(ProofMaker.mostTried).contains { element in
        frame.set(loop.slot, to: element, from: .element(list))
        return isGiven(payload)
      }
    case .instances: return false
    }
  }

  private func isGiven(_ payload: JSONObject) -> Bool {
    if let filter = output.filter, frame.evaluator.value(filter) != .boolean(true) { return false }
    return zip(frame.program.facts[output.fact].fields, output.fields).allSatisfy { field, node in
      guard let node else { return output.isCorrection || payload[field.jsonName] == nil }
      let value = frame.value(node)
      if value.isMissing { return output.isCorrection || payload[field.jsonName] == nil }
      return frame.program.json(of: value) == payload[field.jsonName]
    }
  }
}
