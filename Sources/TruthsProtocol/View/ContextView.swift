package import TruthsJSON
package import TruthsRuntime

/// What a stream's events come to: facts, runs and what can be said of the entries. Derived from events and nothing else; the
/// same events give the same view, whoever folds them.
package struct ContextView: Hashable, Sendable {
  /// Facts of the ledger, newest versions, in the order of their entries.
  package private(set) var facts: [FactView] = []
  /// Facts known before their entries: provisional until their run is decided.
  package private(set) var earlyFacts: [FactView] = []
  /// Provisional facts that were taken back, with the reason.
  package private(set) var droppedFacts: [FactView] = []
  /// In the order in which they were first heard of.
  package private(set) var runs: [RunView] = []
  /// The place of each run in ``runs``.
  private var places: [String: Int] = [:]
  package private(set) var audit = Audit()
  /// Entries of the ledger that the events tell of.
  package private(set) var contextVersion = 0
  /// Facts shown before and revised since: provisional ones taken back, and facts corrected.
  package private(set) var revisions = 0

  package init() {}

  /// Takes one event in. Events come in the order of their `seq`, each once.
  package mutating func apply(_ event: Event) {
    contextVersion = max(contextVersion, event.contextVersion)
    guard let runID = event.runID else { return }
    let index = runIndex(runID, event)
    if event.payload.text("entry_id") != nil { countEntry(event, run: index) }
    switch event.type {
    case .fact: applyFact(event, runID: runID)
    case .proposal: applyProposal(event, run: index)
    case .decision: applyDecision(event, run: index)
    case .status: applyStatus(event, run: index)
    case .trace: audit.countTrace(event.payload)
    }
  }

  /// The run of an id, where it was heard of.
  package func run(_ runID: String) -> RunView? { places[runID].map { runs[$0] } }

  /// What stands on the screen now has been seen: runs still running of which a fact is shown were rendered before they were
  /// done.
  package mutating func render() {
    for index in runs.indices where runs[index].status == RunState.Status.running.rawValue {
      if earlyFacts.contains(where: { $0.runID == runs[index].runID }) { runs[index].isRenderedBeforeDone = true }
    }
  }

  private mutating func runIndex(_ runID: String, _ event: Event) -> Int {
    if let place = places[runID] { return place }
    var run = RunView(runID: runID, jobID: event.jobID, correlationID: event.correlationID)
    // Entries of a context's history come without a status; nothing runs there any more.
    if event.type != .status { run.status = RunState.Status.converged.rawValue }
    places[runID] = runs.count
    runs.append(run)
    return runs.count - 1
  }

  private mutating func countEntry(_ event: Event, run index: Int) {
    runs[index].entries += 1
    audit.countEntry(event.payload, runCorrelation: runs[index].correlationID, isFirstOfRun: runs[index].entries == 1)
  }

  private mutating func applyProposal(_ event: Event, run index: Int) {
    let payload = event.payload.object("payload")
    let inner = payload?.object("proposal")
    runs[index].action = payload?.text("action") ?? inner?.text("action")
    runs[index].proposalID = event.payload.text("proposal_id") ?? payload?.text("proposal_id") ?? inner?.text("proposal_id")
    runs[index].proposer = event.payload.object("actor")
  }

  private mutating func applyStatus(_ event: Event, run index: Int) {
    runs[index].status = event.payload.text("status") ?? runs[index].status
    runs[index].waitingFor = RecordedWait(event.payload).awaited
    if let truthID = event.payload.text("halt_truth_id") { runs[index].truthID = truthID }
    if let reason = event.payload.text("halt_reason") { runs[index].reason = reason }
  }

  private mutating func applyDecision(_ event: Event, run index: Int) {
    guard let payload = event.payload.object("payload") else { return }
    runs[index].status = payload.text("status") ?? runs[index].status
    runs[index].decision = payload.text("decision")
    runs[index].truthID = payload.text("truth_id")
    runs[index].reason = payload.text("reason")
    runs[index].waitingFor = RecordedWait(payload).awaited
    if payload.text("decision") == "accepted" {
      for place in earlyFacts.indices where earlyFacts[place].runID == runs[index].runID {
        earlyFacts[place].isProvisional = false
      }
    } else {
      for fact in earlyFacts where fact.runID == runs[index].runID { drop(fact, because: payload.text("reason") ?? "") }
    }
  }

  private mutating func applyFact(_ event: Event, runID: String) {
    guard let payload = event.payload.object("payload") else { return }
    let bytes = JSONValue.object(payload).canonical()
    let early = earlyFacts.firstIndex { $0.runID == runID && JSONValue.object($0.payload).canonical() == bytes }
    if event.isDropped {
      if let early { drop(earlyFacts[early], because: event.payload.text("reason") ?? "") }
    } else if event.isProvisional {
      earlyFacts.append(FactView(runID: runID, entryID: nil, payload: payload, isProvisional: true))
    } else {
      if let early { earlyFacts.remove(at: early) }
      correct(event.payload.text("corrects"))
      facts.append(FactView(runID: runID, entryID: event.payload.text("entry_id"), payload: payload, isProvisional: false))
    }
  }

  private mutating func drop(_ fact: FactView, because reason: String) {
    guard let index = earlyFacts.firstIndex(of: fact) else { return }
    var dropped = earlyFacts.remove(at: index)
    dropped.droppedBecause = reason
    droppedFacts.append(dropped)
    revisions += 1
  }

  /// A corrected version is shown no longer; the ledger keeps it.
  private mutating func correct(_ entryID: String?) {
    guard let entryID, let index = facts.firstIndex(where: { $0.entryID == entryID }) else { return }
    facts.remove(at: index)
    revisions += 1
  }
}

extension ContextView {
  /// As it stands in a snapshot.
  package var json: JSONObject {
    [
      "context_version": .integer(contextVersion), "revisions": .integer(revisions), "audit": .object(audit.json),
      "facts": .array(facts.map { .object($0.json) }), "early_facts": .array(earlyFacts.map { .object($0.json) }),
      "dropped_facts": .array(droppedFacts.map { .object($0.json) }), "runs": .array(runs.map { .object($0.json) }),
    ]
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let version = object.integer("context_version"),
      let revisions = object.integer("revisions"), let audit = object["audit"].flatMap(Audit.init(json:)),
      let facts = object["facts"]?.arrayValue, let early = object["early_facts"]?.arrayValue,
      let dropped = object["dropped_facts"]?.arrayValue, let runs = object["runs"]?.arrayValue
    else { return nil }
    self.init()
    self.contextVersion = version
    self.revisions = revisions
    self.audit = audit
    self.facts = facts.compactMap { FactView(json: $0) }
    self.earlyFacts = early.compactMap { FactView(json: $0) }
    self.droppedFacts = dropped.compactMap { FactView(json: $0) }
    self.runs = runs.compactMap { RunView(json: $0) }
    for (place, run) in self.runs.enumerated() { places[run.runID] = place }
  }
}
