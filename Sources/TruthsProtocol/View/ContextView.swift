package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// The state derived from a stream's events: facts, runs, and an audit of the entries.
///
/// It depends on the events only: the same events give the same view, on a client and in the session.
package struct ContextView: Hashable, Sendable {
  /// Facts of the ledger, newest versions, in the order of their entries.
  package private(set) var facts: [FactView] = []
  /// Facts known before their entries: provisional until their run is decided.
  package private(set) var earlyFacts: [FactView] = []
  /// Provisional facts that were withdrawn, with the reason.
  package private(set) var droppedFacts: [FactView] = []
  /// Runs in the order of their first events.
  package private(set) var runs: [RunView] = []
  /// Index of each run in ``runs``.
  private var runIndices: [String: Int] = [:]
  /// Number of runs that are not done.
  private(set) var openCount = 0
  /// Audits of the entries, by owner, because a reader gets only some.
  private var audits: [ReadSubject: Audit] = [:]
  /// Audit of all entries seen.
  package var audit: Audit { audits.values.reduce(into: Audit()) { $0.add($1) } }
  /// Number of ledger entries that the events have reported.
  package private(set) var contextVersion = 0
  /// Numbers of revisions, by owner.
  private var revised: [ReadSubject: Int] = [:]
  /// Number of shown facts that were revised since: provisional ones withdrawn, and facts corrected.
  package var revisions: Int { revised.values.reduce(0, +) }

  package init() {}

  /// Maximum numbers of facts, withdrawn facts and ended runs to keep; up to twice as many are kept before old ones are dropped.
  static let (mostFacts, mostDropped, mostDone) = (10_000, 1_000, 1_000)

  /// Applies one event. Events must come in the order of their `seq`, each once.
  package mutating func apply(_ event: Event) { apply(event, of: ReadSubject()) }

  /// Applies one event whose owner is known.
  ///
  /// - Parameter subject: the owner of the event.
  mutating func apply(_ event: Event, of subject: ReadSubject) {
    contextVersion = max(contextVersion, event.contextVersion)
    guard let runID = event.runID else { return }
    let index = runIndex(runID, event, subject)
    if event.payload.text("entry_id") != nil { countEntry(event, run: index, subject) }
    switch event.type {
    case .fact: applyFact(event, runID: runID, subject)
    case .proposal: applyProposal(event, run: index)
    case .decision: applyDecision(event, run: index)
    case .status: applyStatus(event, run: index)
    case .trace: audits[subject, default: Audit()].countTrace(event.payload)
    }
    leaveOutOld()
  }

  /// Drops the oldest facts and ended runs, once there are twice as many as the maximum.
  private mutating func leaveOutOld() {
    if facts.count > 2 * Self.mostFacts { facts.removeFirst(facts.count - Self.mostFacts) }
    if droppedFacts.count > 2 * Self.mostDropped { droppedFacts.removeFirst(droppedFacts.count - Self.mostDropped) }
    guard runs.count - openCount > 2 * Self.mostDone else { return }
    var surplus = runs.count - openCount - Self.mostDone
    runs.removeAll { run in
      guard run.isDone, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
    runIndices = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.runID, $0) })
  }

  /// Leaves out the oldest early facts and unfinished runs, once there are more than twice `most` of either.
  ///
  /// Only clients call it, since a session may send any number of them. A session itself keeps all.
  package mutating func leaveOutOpen(beyond most: Int) {
    if earlyFacts.count > 2 * most { earlyFacts.removeFirst(earlyFacts.count - most) }
    guard openCount > 2 * most else { return }
    var surplus = openCount - most
    runs.removeAll { run in
      guard !run.isDone, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
    openCount = most
    runIndices = Dictionary(uniqueKeysWithValues: runs.enumerated().map { ($1.runID, $0) })
  }

  package func run(_ runID: String) -> RunView? { runIndices[runID].map { runs[$0] } }

  /// Records that the present screen was shown: a running run with a shown fact was rendered before it was done.
  package mutating func render() {
    for runID in Set(earlyFacts.map(\.runID)) {
      guard let index = runIndices[runID], runs[index].status == RunState.Status.running.rawValue else { continue }
      runs[index].isRenderedBeforeDone = true
    }
  }

  private mutating func runIndex(_ runID: String, _ event: Event, _ subject: ReadSubject) -> Int {
    if let place = runIndices[runID] { return place }
    var run = RunView(runID: runID, jobID: event.jobID, correlationID: event.correlationID)
    run.subject = ReadSubject(organisation: subject.organisation)
    // Entries of a context's history have no status events; their runs have ended.
    if event.type != .status { run.status = RunState.Status.converged.rawValue }
    if !run.isDone { openCount += 1 }
    runIndices[runID] = runs.count
    runs.append(run)
    return runs.count - 1
  }

  private mutating func set(status: String, run index: Int) {
    let wasDone = runs[index].isDone
    runs[index].status = status
    openCount += (wasDone ? 1 : 0) - (runs[index].isDone ? 1 : 0)
  }

  private mutating func countEntry(_ event: Event, run index: Int, _ subject: ReadSubject) {
    runs[index].entries += 1
    audits[subject, default: Audit()].countEntry(
      event.payload, runCorrelation: runs[index].correlationID, isFirstOfRun: runs[index].entries == 1)
  }

  private mutating func applyProposal(_ event: Event, run index: Int) {
    let payload = event.payload.object("payload")
    let inner = payload?.object("proposal")
    runs[index].action = payload?.text("action") ?? inner?.text("action")
    runs[index].proposalID = event.payload.text("proposal_id") ?? payload?.text("proposal_id") ?? inner?.text("proposal_id")
    runs[index].proposer = event.payload.object("actor")
  }

  private mutating func applyStatus(_ event: Event, run index: Int) {
    set(status: event.payload.text("status") ?? runs[index].status, run: index)
    runs[index].waitingFor = RecordedWait(event.payload).awaited
    if let truthID = event.payload.text("halt_truth_id") { runs[index].truthID = truthID }
    if let reason = event.payload.text("halt_reason") { runs[index].reason = reason }
  }

  private mutating func applyDecision(_ event: Event, run index: Int) {
    guard let payload = event.payload.object("payload") else { return }
    set(status: payload.text("status") ?? runs[index].status, run: index)
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

  private mutating func applyFact(_ event: Event, runID: String, _ subject: ReadSubject) {
    guard let payload = event.payload.object("payload") else { return }
    let bytes = JSONValue.object(payload).canonical()
    let early = earlyFacts.firstIndex { $0.runID == runID && JSONValue.object($0.payload).canonical() == bytes }
    if event.isDropped {
      if let early { drop(earlyFacts[early], because: event.payload.text("reason") ?? "") }
    } else if event.isProvisional {
      earlyFacts.append(FactView(runID: runID, entryID: nil, payload: payload, isProvisional: true, subject: subject))
    } else {
      if let early { earlyFacts.remove(at: early) }
      correct(event.payload.text("corrects"))
      let entryID = event.payload.text("entry_id")
      facts.append(FactView(runID: runID, entryID: entryID, payload: payload, isProvisional: false, subject: subject))
    }
  }

  private mutating func drop(_ fact: FactView, because reason: String) {
    guard let index = earlyFacts.firstIndex(of: fact) else { return }
    var dropped = earlyFacts.remove(at: index)
    dropped.droppedBecause = reason
    droppedFacts.append(dropped)
    revised[fact.subject, default: 0] += 1
  }

  /// Removes a corrected version from the view; the ledger keeps it.
  private mutating func correct(_ entryID: String?) {
    guard let entryID, let index = facts.firstIndex(where: { $0.entryID == entryID }) else { return }
    revised[facts.remove(at: index).subject, default: 0] += 1
  }
}

extension ContextView {
  /// Owners of everything in the view.
  var subjects: Set<ReadSubject> {
    var subjects = Set(audits.keys).union(runs.map(\.subject))
    for fact in facts + earlyFacts + droppedFacts { subjects.insert(fact.subject) }
    return subjects
  }

  /// Returns the part of the view that belongs to readable owners and passes a filter. Its facts and runs keep their owners.
  func seen(_ readable: Set<ReadSubject>, _ filter: StreamFilter) -> ContextView {
    var view = self
    let runsSeen = runs.filter { readable.contains($0.subject) && filter.includes($0) }
    let known = filter.isEmpty ? nil : Set(runsSeen.map(\.runID))
    func shows(_ fact: FactView) -> Bool {
      readable.contains(fact.subject) && (known?.contains(fact.runID) ?? true) && (filter.entryTypes?.contains(.fact) ?? true)
    }
    view.facts = facts.filter(shows)
    view.earlyFacts = earlyFacts.filter(shows)
    view.droppedFacts = droppedFacts.filter(shows)
    view.runs = runsSeen
    view.openCount = runsSeen.count { !$0.isDone }
    view.runIndices = Dictionary(uniqueKeysWithValues: runsSeen.enumerated().map { ($1.runID, $0) })
    let counted = audits.filter { readable.contains($0.key) }.values.reduce(into: Audit()) { $0.add($1) }
    view.audits = [ReadSubject(): counted]
    view.revised = [ReadSubject(): revised.filter { readable.contains($0.key) }.values.reduce(0, +)]
    return view
  }

  /// Returns a copy of the view with a change applied to each of its facts and each of its runs; masking uses it.
  func telling(fact change: (inout FactView) -> Void, run changeRun: (inout RunView) -> Void) -> ContextView {
    var view = self
    for place in facts.indices { change(&view.facts[place]) }
    for place in earlyFacts.indices { change(&view.earlyFacts[place]) }
    for place in droppedFacts.indices { change(&view.droppedFacts[place]) }
    for place in runs.indices { changeRun(&view.runs[place]) }
    return view
  }

  /// The view without the owners of its facts and runs, which clients must not learn.
  var withoutOwners: ContextView {
    telling(fact: { $0.subject = ReadSubject() }, run: { $0.subject = ReadSubject() })
  }

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
    revised = [ReadSubject(): revisions]
    audits = [ReadSubject(): audit]
    self.facts = facts.compactMap { FactView(json: $0) }
    self.earlyFacts = early.compactMap { FactView(json: $0) }
    self.droppedFacts = dropped.compactMap { FactView(json: $0) }
    self.runs = runs.compactMap { RunView(json: $0) }
    for (place, run) in self.runs.enumerated() { runIndices[run.runID] = place }
    openCount = self.runs.count { !$0.isDone }
  }
}

/// The journal's form of a view: with the owners of its content, which clients must not learn.
extension ContextView {
  var keptJSON: JSONObject {
    func organisations(_ subjects: [ReadSubject]) -> JSONValue {
      .array(subjects.map { $0.organisation.map { .text($0) } ?? .null })
    }
    func owned<Value>(_ values: [ReadSubject: Value], _ name: Text, _ json: (Value) -> JSONValue) -> JSONValue {
      let objects = values.map { subject, value in
        var object = JSONObject([JSONObject.Member(name: name, value: json(value))])
        object["organisation"] = subject.organisation.map { .text($0) }
        object["fact_type"] = subject.factType.map { .text($0) }
        return JSONValue.object(object)
      }
      return .array(objects.sorted { $0.canonical().lexicographicallyPrecedes($1.canonical()) })
    }
    return json.with("audits", owned(audits, "audit") { JSONValue.object($0.json) })
      .with("revised", owned(revised, "revisions") { JSONValue.integer($0) })
      .with("fact_organisations", organisations((facts + earlyFacts + droppedFacts).map(\.subject)))
      .with("run_organisations", organisations(runs.map(\.subject)))
  }

  init?(stored object: JSONObject) {
    guard let ofFacts = object["fact_organisations"]?.arrayValue, let ofRuns = object["run_organisations"]?.arrayValue,
      let auditValues = object["audits"]?.arrayValue
    else { return nil }
    self.init(json: .object(object))
    guard ofFacts.count == facts.count + earlyFacts.count + droppedFacts.count, ofRuns.count == runs.count else { return nil }
    var rest = ofFacts[...]
    func owned(_ facts: [FactView]) -> [FactView] {
      facts.map { fact in
        var fact = fact
        fact.subject = ReadSubject(organisation: rest.popFirst()?.stringValue, factType: fact.payload.text("type"))
        return fact
      }
    }
    (facts, earlyFacts, droppedFacts) = (owned(facts), owned(earlyFacts), owned(droppedFacts))
    for place in runs.indices { runs[place].subject = ReadSubject(organisation: ofRuns[place].stringValue) }
    func subject(of value: JSONValue) -> ReadSubject {
      ReadSubject(organisation: value["organisation"]?.stringValue, factType: value["fact_type"]?.stringValue)
    }
    audits = [:]
    for value in auditValues {
      guard let audit = value["audit"].flatMap({ Audit(json: $0) }) else { return nil }
      audits[subject(of: value)] = audit
    }
    // A journal of an earlier server has their number alone.
    guard let owned = object["revised"]?.arrayValue else { return }
    revised = [:]
    for value in owned { revised[subject(of: value)] = value["revisions"]?.integerValue }
  }
}
