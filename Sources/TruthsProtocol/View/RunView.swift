package import TruthsJSON
package import TruthsRuntime

/// A run as a client shows it, derived from its events so far.
package struct RunView: Hashable, Sendable {
  package var runID: String
  package var jobID: String
  /// Intent that the proposal names.
  package var action: String?
  package var proposalID: String?
  package var proposer: JSONObject?
  /// Status: `running`, `converged`, `halted` or `waiting` (contract §1.8).
  package var status: String
  package var waitingFor: [Awaited] = []
  /// Outcome of the last decision; with its truth and reason it explains a halt.
  package var decision: String?
  package var truthID: String?
  package var reason: String?
  /// Correlation of the first entry.
  package var correlationID: String
  /// Number of the run's entries seen so far.
  package var entries = 0
  /// Whether one of the run's facts was on the screen while the run went on.
  package var isRenderedBeforeDone = false
  /// Owner of the run, which decides who may read the run.
  var subject = ReadSubject()

  /// `user_id` of the proposer; `""` if unknown.
  var proposedBy: String { proposer?.text("user_id") ?? "" }

  /// Organisation of the proposer: `""` if they have none, `nil` if the proposer is unknown.
  var proposerOrganisation: String? { proposer.map { $0.text("org_id") ?? "" } }

  init(runID: String, jobID: String, correlationID: String) {
    self.runID = runID
    self.jobID = jobID
    self.correlationID = correlationID
    status = RunState.Status.running.rawValue
  }

  /// Whether the run has ended: the contract's "done" (§1.3).
  package var isDone: Bool { status == RunState.Status.converged.rawValue || status == RunState.Status.halted.rawValue }

  /// Whether the run grants or denies an approval, or consents: a step of another run, which users do not follow by itself.
  var isAboutAnotherRun: Bool { ["grant_approval", "deny_approval", "give_consent"].contains(action) }

  /// The run as JSON, for views and snapshots.
  package var json: JSONObject {
    var object: JSONObject = ["run_id": .text(runID), "job_id": .text(jobID), "correlation_id": .text(correlationID)]
    object["action"] = action.map { .text($0) }
    object["proposal_id"] = proposalID.map { .text($0) }
    object["proposer"] = proposer.map { .object($0) }
    object["status"] = .text(status)
    object["waiting_for"] = .texts(waitingFor.words)
    object["decision"] = decision.map { .text($0) }
    object["truth_id"] = truthID.map { .text($0) }
    object["reason"] = reason.map { .text($0) }
    object["entries"] = .integer(entries)
    object["rendered_before_done"] = .boolean(isRenderedBeforeDone)
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let runID = object.text("run_id"), let jobID = object.text("job_id"),
      let correlationID = object.text("correlation_id"), let status = object.text("status"),
      let entries = object.integer("entries")
    else { return nil }
    self.init(runID: runID, jobID: jobID, correlationID: correlationID)
    self.action = object.text("action")
    self.proposalID = object.text("proposal_id")
    self.proposer = object.object("proposer")
    self.status = status
    self.waitingFor = RecordedWait(object).awaited
    self.decision = object.text("decision")
    self.truthID = object.text("truth_id")
    self.reason = object.text("reason")
    self.entries = entries
    self.isRenderedBeforeDone = object.isTrue("rendered_before_done")
  }
}

/// A fact as a client shows it.
package struct FactView: Hashable, Sendable {
  package var runID: String
  /// Id of the fact's entry; `nil` before the fact has one.
  package var entryID: String?
  /// The fact: `{"type": …, …fields}`.
  package var payload: JSONObject
  /// Whether the fact waits for the decision of its run.
  package var isProvisional: Bool
  /// Reason why the fact was withdrawn; `nil` for a fact that is still shown.
  package var droppedBecause: String?
  /// Owner of the fact, which decides who may read the fact.
  var subject = ReadSubject()

  /// The payload, marked with `"provisional": true` if it waits for the decision.
  package var marked: JSONObject { isProvisional ? payload.with("provisional", .boolean(true)) : payload }

  var json: JSONObject {
    var object: JSONObject = ["run_id": .text(runID)]
    object["entry_id"] = entryID.map { .text($0) }
    if isProvisional { object["provisional"] = .boolean(true) }
    object["dropped_because"] = droppedBecause.map { .text($0) }
    object["payload"] = .object(payload)
    return object
  }

  init(runID: String, entryID: String?, payload: JSONObject, isProvisional: Bool, subject: ReadSubject = ReadSubject()) {
    self.runID = runID
    self.entryID = entryID
    self.payload = payload
    self.isProvisional = isProvisional
    self.subject = subject
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let runID = object.text("run_id"), let payload = object.object("payload") else {
      return nil
    }
    self.init(
      runID: runID, entryID: object.text("entry_id"), payload: payload, isProvisional: object.isTrue("provisional"))
    droppedBecause = object.text("dropped_because")
  }
}

/// An audit of whether the entries seen are attributable (contract §4.2, §7.3).
///
/// A view says `true` only of what it has seen, so each of the three results is `false` before there is anything to check.
package struct Audit: Hashable, Sendable {
  private var entries = 0
  private var withoutActor = 0
  private var traces = 0
  private var withoutTruth = 0
  /// Number of entries that share their run with an earlier one.
  private var related = 0
  private var unlinked = 0

  init() {}

  /// Whether every trace seen names its truth, on its envelope and in its payload, and at least one trace was seen.
  package var areTruthIDsPresent: Bool { traces > 0 && withoutTruth == 0 }

  /// Whether every entry seen has an actor with a type and a user id, and at least one entry was seen.
  package var areActorsPresent: Bool { entries > 0 && withoutActor == 0 }

  /// Whether all entries of each run have one correlation id, and a run with two entries was seen.
  package var isCorrelationLinked: Bool { related > 0 && unlinked == 0 }

  mutating func countEntry(_ entry: JSONObject, runCorrelation: String, isFirstOfRun: Bool) {
    entries += 1
    let actor = entry.object("actor")
    if (actor?.text("type") ?? "").isEmpty || (actor?.text("user_id") ?? "").isEmpty { withoutActor += 1 }
    if !isFirstOfRun { related += 1 }
    let correlation = entry.text("correlation_id") ?? ""
    if correlation.isEmpty || correlation != runCorrelation { unlinked += 1 }
  }

  mutating func countTrace(_ entry: JSONObject) {
    traces += 1
    let ids = [entry.text("truth_id"), entry.object("payload")?.text("truth_id")]
    if ids.contains(where: { ($0 ?? "").isEmpty }) { withoutTruth += 1 }
  }

  mutating func add(_ other: Audit) {
    entries += other.entries
    withoutActor += other.withoutActor
    traces += other.traces
    withoutTruth += other.withoutTruth
    related += other.related
    unlinked += other.unlinked
  }

  var json: JSONObject {
    [
      "entries": .integer(entries), "without_actor": .integer(withoutActor), "traces": .integer(traces),
      "without_truth": .integer(withoutTruth), "related": .integer(related), "unlinked": .integer(unlinked),
    ]
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let entries = object.integer("entries"),
      let withoutActor = object.integer("without_actor"), let traces = object.integer("traces"),
      let withoutTruth = object.integer("without_truth"), let related = object.integer("related"),
      let unlinked = object.integer("unlinked")
    else { return nil }
    self.entries = entries
    self.withoutActor = withoutActor
    self.traces = traces
    self.withoutTruth = withoutTruth
    self.related = related
    self.unlinked = unlinked
  }
}
