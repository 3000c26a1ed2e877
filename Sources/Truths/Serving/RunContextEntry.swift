import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A ledger entry as an actor may see it, with the members of contract §14.1; or a fact whose decision is still open.
public struct RunContextEntry: Hashable, Sendable {
  /// The entry's id; empty for a fact whose decision is still open.
  public let entryID: String
  /// `fact`, `proposal`, `trace` or `decision`.
  public let entryType: String
  /// The id shared by related runs.
  public let correlationID: String
  /// The run that the entry belongs to.
  public let runID: String
  /// The truth that the entry satisfies; empty for an entry without one.
  public let truthID: String
  /// The `user_id` of the actor; empty for a fact whose decision is still open.
  public let actorID: String
  /// Position of the entry in the ledger, from 1; 0 for a fact whose decision is still open.
  public let sequence: Int
  /// Time in milliseconds since 1970.
  public let timestamp: Int
  /// Canonical JSON. A fact whose decision is still open has `"provisional": true` among its fields. A withdrawn fact also has
  /// `"dropped": true` and the `reason`.
  public let payload: [UInt8]
  /// Number of ledger entries at the time `timestamp`, including this entry.
  public let ledgerSize: Int

  /// - Returns: `nil` for an event without a new entry: a status, a repeated answer, or a held proposal.
  init?(_ event: Event) {
    guard event.type != .status, !event.payload.isTrue("replay") else { return nil }
    self.init(event.payload, at: event.timestamp, ledgerSize: event.contextVersion)
  }

  /// - Parameter shown: the entry, as the actor may see it.
  init?(_ shown: JSONObject, at timestamp: Timestamp, ledgerSize: Int) {
    let isProvisional = shown.isTrue("provisional")
    guard let entryType = shown.text("entry_type"), isProvisional || shown.text("entry_id") != nil else { return nil }
    var payload = shown.object("payload") ?? JSONObject()
    if isProvisional {
      payload["provisional"] = .boolean(true)
      if shown.isTrue("dropped") {
        payload["dropped"] = .boolean(true)
        payload["reason"] = shown["reason"]
      }
    }
    self.entryID = shown.text("entry_id") ?? ""
    self.entryType = entryType
    correlationID = shown.text("correlation_id") ?? ""
    runID = shown.text("run_id") ?? ""
    truthID = shown.text("truth_id") ?? ""
    actorID = shown.object("actor")?.text("user_id") ?? ""
    sequence = isProvisional ? 0 : shown.integer("sequence") ?? 0
    self.timestamp = Int(timestamp.milliseconds)
    self.payload = JSONValue.object(payload).canonical()
    self.ledgerSize = ledgerSize
  }
}

/// The status of a run with the members of contract §14.1.
public struct RunProgress: Hashable, Sendable {
  /// The run's id.
  public let runID: String
  /// `running`, `converged`, `halted` or `waiting`.
  public let status: String
  /// The agreements or events that the run waits for, in words.
  public let waitingFor: [String]
  /// Number of facts in the ledger.
  public let factsCount: Int
  /// Number of waiting runs.
  public let pendingCount: Int
  /// Why the run was halted; empty if it was not halted.
  public let haltReason: String
  /// The truth that halted the run.
  public let haltTruthID: String

  /// Whether the run does not continue by itself (contract §1.3).
  public var isDone: Bool { status == RunState.Status.converged.rawValue || status == RunState.Status.halted.rawValue }

  /// - Parameters:
  ///   - state: the status object of runs §10.5.
  ///   - halt: the reason and the truth of a halt, where the status lacks them.
  init?(_ state: JSONObject, halt: (reason: String, truthID: String?)? = nil) {
    guard let runID = state.text("run_id"), let status = state.text("status") else { return nil }
    let halt = status == RunState.Status.halted.rawValue ? halt : nil
    self.runID = runID
    self.status = status
    waitingFor = state.texts("waiting_for")
    factsCount = state.integer("facts_count") ?? 0
    pendingCount = state.integer("pending_proposals") ?? 0
    haltReason = state.text("halt_reason") ?? halt?.reason ?? ""
    haltTruthID = state.text("halt_truth_id") ?? halt?.truthID ?? ""
  }

  init(_ run: RunView, in view: ContextView) {
    let isHalted = run.status == RunState.Status.halted.rawValue
    runID = run.runID
    status = run.status
    waitingFor = run.waitingFor.words
    factsCount = view.facts.count
    pendingCount = view.runs.count { $0.status == RunState.Status.waiting.rawValue }
    haltReason = isHalted ? run.reason ?? "" : ""
    haltTruthID = isHalted ? run.truthID ?? "" : ""
  }
}

/// The state of a ledger at one time, for a client that starts from this state (contract §14.1).
public struct RunContextSnapshot: Hashable, Sendable {
  /// Number of ledger entries.
  public let sequence: Int
  /// The latest entries that the actor may see.
  public let entries: [RunContextEntry]
  /// The runs of the state.
  public let runs: [RunProgress]
  /// The state of sessions §5 with all entries in it, as canonical JSON.
  public let state: [UInt8]

  init(_ snapshot: Snapshot) {
    var view = snapshot.state
    for event in snapshot.events { view.apply(event) }
    sequence = view.contextVersion
    entries = snapshot.events.compactMap { RunContextEntry($0) }
    runs = view.runs.map { RunProgress($0, in: view) }
    state = JSONValue.object(view.json).canonical()
  }
}

extension RunSession.Outgoing {
  /// The ledger entries that the message reports: those of its event, or of the events of a delta.
  public var contextEntries: [RunContextEntry] { toldEvents.compactMap { RunContextEntry($0) } }

  /// The run statuses that the message reports.
  public var progress: [RunProgress] { toldEvents.filter { $0.type == .status }.compactMap { RunProgress($0.payload) } }

  /// The state of the ledger, where the message is a snapshot.
  public var contextSnapshot: RunContextSnapshot? {
    if case .snapshot(let snapshot) = message { RunContextSnapshot(snapshot) } else { nil }
  }

  private var toldEvents: [Event] {
    switch message {
    case .event(let event): [event]
    case .delta(let delta): delta.events
    case .snapshot, .range, .checkpoint, .answer, .capabilities: []
    }
  }
}

/// A page of ledger entries, in ledger order.
public struct RunEntryPage: Sendable {
  /// The entries, as the actor may see them.
  public let entries: [RunContextEntry]
  /// Sequence of the last entry that was examined.
  public let last: Int
  /// Number of ledger entries.
  public let size: Int
}

extension RunQuestions {
  /// Returns the entries after a sequence that the actor may read.
  ///
  /// - Parameters:
  ///   - sequence: sequence of the last entry that was examined; 0 for none.
  ///   - entryTypes: the wanted types; empty for all.
  ///   - bytes: size of payloads at which a page ends; it has at least one entry.
  /// - Complexity: at most 20,000 entries are read.
  public func entries(
    after sequence: Int, correlationID: String? = nil, runID: String? = nil, entryTypes: [String] = [], bytes: Int = 1 << 20
  ) -> RunEntryPage {
    let ledger = view.context.ledger
    var entries: [RunContextEntry] = []
    var (last, bytesLeft) = (max(0, sequence), bytes)
    let end = ledger.size - last > ReaderView.entriesOfPage ? last + ReaderView.entriesOfPage : ledger.size
    while last < end, bytesLeft > 0 {
      last += 1
      guard let entry = ledger.entry(sequence: last), correlationID.map({ Text($0) == Text(entry.correlationID) }) ?? true,
        runID.map({ Text($0) == Text(entry.runID) }) ?? true, entryTypes.isEmpty || entryTypes.contains(entry.type.rawValue),
        let shown = view.shown(entry), let told = RunContextEntry(shown, at: entry.timestamp, ledgerSize: last)
      else { continue }
      entries.append(told)
      bytesLeft -= told.payload.count + 200
    }
    return RunEntryPage(entries: entries, last: last, size: ledger.size)
  }
}
