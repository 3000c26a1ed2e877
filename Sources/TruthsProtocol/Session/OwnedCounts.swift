import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
import TruthsText

/// Numbers of facts and of waiting runs by owner, at each kept event of a stream.
///
/// A status counts what its reader may read (sessions §10.1), and has to be the same whenever it is read. So the numbers of past
/// moments are kept as long as their events.
struct OwnedCounts: Hashable, Sendable {
  /// The numbers of facts, by owner and fact type.
  private var facts: [ReadSubject: CountHistory] = [:]
  /// The numbers of waiting runs, by organisation.
  private var waiting: [ReadSubject: CountHistory] = [:]
  /// The waiting runs with their owners.
  private var waitingRuns: [String: ReadSubject] = [:]

  init() {}

  mutating func note(_ logged: LoggedEvent) {
    let (event, payload) = (logged.event, logged.event.payload)
    guard let runID = event.runID else { return }
    switch event.type {
    case .fact where event.isOfEntry: facts[logged.subject, default: CountHistory()].add(1, at: event.seq)
    case .status: note(runID, logged, status: payload.text("status"))
    case .decision: note(runID, logged, status: payload.object("payload")?.text("status"))
    case .trace where payload.text("truth_id") == BuiltInTruth.cancelled.rawValue: note(runID, logged, status: nil)
    case .fact, .proposal, .trace: break
    }
  }

  private mutating func note(_ runID: String, _ logged: LoggedEvent, status: String?) {
    // A run that is evaluated again waits on meanwhile.
    if status == RunState.Status.running.rawValue { return }
    let isWaiting = status == RunState.Status.waiting.rawValue
    guard isWaiting != (waitingRuns[runID] != nil) else { return }
    let owner = waitingRuns[runID] ?? ReadSubject(organisation: logged.subject.organisation)
    waitingRuns[runID] = isWaiting ? owner : nil
    waiting[owner, default: CountHistory()].add(isWaiting ? 1 : -1, at: logged.event.seq)
  }

  /// Returns how many facts and waiting runs a reader may not read, up to and including an event.
  ///
  /// - Complexity: O(owners and fact types).
  func hidden(at seq: Int, isReadable: (ReadSubject) -> Bool) -> HiddenCounts {
    func hidden(_ counts: [ReadSubject: CountHistory]) -> Int {
      counts.reduce(0) { $0 + (isReadable($1.key) ? 0 : $1.value.total(at: seq)) }
    }
    return HiddenCounts(facts: hidden(facts), waiting: hidden(waiting))
  }

  /// Returns those who own facts of a type.
  func owners(ofFactType type: String) -> [ReadSubject] { facts.keys.filter { $0.factType == type } }

  /// Counts what a journal of an earlier server has not counted.
  ///
  /// - Parameters:
  ///   - events: the kept events.
  ///   - droppedSeq: the `seq` before the first of them.
  ///   - entries: the entries of the ledger before the first of them.
  /// - Complexity: O(entries and events).
  init(_ events: [LoggedEvent], behind droppedSeq: Int, _ entries: some Sequence<Entry>, in context: Context) {
    var stream = EventStream(streamID: "")
    for entry in entries {
      var event = stream.event(of: entry, traceID: "")
      event.seq = droppedSeq
      note(LoggedEvent(event: event, subject: ReadSubject(of: entry, in: context)))
    }
    for logged in events { note(logged) }
  }

  /// Drops the numbers before a `seq`, because nothing asks for them any more.
  mutating func leaveOut(before seq: Int) {
    for key in facts.keys { facts[key]?.leaveOut(before: seq) }
    for key in waiting.keys { waiting[key]?.leaveOut(before: seq) }
  }
}

/// A number that changes along a stream.
private struct CountHistory: Hashable, Sendable {
  private struct Step: Hashable {
    var seq: Int
    var total: Int
  }

  private var steps: [Step] = []

  mutating func add(_ change: Int, at seq: Int) {
    let total = (steps.last?.total ?? 0) + change
    if steps.last?.seq == seq { steps.removeLast() }
    steps.append(Step(seq: seq, total: total))
  }

  /// Returns the number at a `seq`.
  ///
  /// - Complexity: O(log steps).
  func total(at seq: Int) -> Int {
    let end = end(upTo: seq)
    return end > 0 ? steps[end - 1].total : 0
  }

  /// Drops all steps before a `seq` except the last one, which is the total that later steps begin with.
  mutating func leaveOut(before seq: Int) {
    let end = end(upTo: seq)
    if end > 1 { steps.removeFirst(end - 1) }
  }

  /// The number of steps up to and including a `seq`.
  private func end(upTo seq: Int) -> Int {
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].seq <= seq { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var json: JSONValue { .array(steps.map { .array([.integer($0.seq), .integer($0.total)]) }) }

  init() {}

  init?(json value: JSONValue?) {
    guard let given = value?.arrayValue else { return nil }
    for step in given {
      guard let numbers = step.arrayValue, numbers.count == 2, let seq = numbers[0].integerValue,
        let total = numbers[1].integerValue
      else { return nil }
      steps.append(Step(seq: seq, total: total))
    }
  }
}

/// The journal's form of the counts.
extension OwnedCounts {
  var json: JSONObject {
    [
      "facts": Self.json(facts), "waiting": Self.json(waiting),
      "waiting_runs": .object(
        JSONObject(
          waitingRuns.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { runID, owner in
            JSONObject.Member(name: Text(runID), value: owner.organisation.map { .text($0) } ?? .null)
          })),
    ]
  }

  private static func json(_ counts: [ReadSubject: CountHistory]) -> JSONValue {
    let counts = counts.map { owner, history in
      var object: JSONObject = ["counts": history.json]
      object["organisation"] = owner.organisation.map { .text($0) }
      object["fact_type"] = owner.factType.map { .text($0) }
      return JSONValue.object(object)
    }
    return .array(counts.sorted { $0.canonical().lexicographicallyPrecedes($1.canonical()) })
  }

  init?(json object: JSONObject) {
    guard let facts = Self.counts(object["facts"]), let waiting = Self.counts(object["waiting"]),
      let runs = object.object("waiting_runs")
    else { return nil }
    (self.facts, self.waiting) = (facts, waiting)
    for run in runs.members { waitingRuns[run.name.string] = ReadSubject(organisation: run.value.stringValue) }
  }

  private static func counts(_ value: JSONValue?) -> [ReadSubject: CountHistory]? {
    guard let given = value?.arrayValue else { return nil }
    var counts: [ReadSubject: CountHistory] = [:]
    for element in given {
      guard let history = CountHistory(json: element["counts"]) else { return nil }
      let owner = ReadSubject(
        organisation: element["organisation"]?.stringValue, factType: element["fact_type"]?.stringValue)
      counts[owner] = history
    }
    return counts
  }
}

/// The numbers of facts and waiting runs that a reader may not read.
package struct HiddenCounts: Sendable {
  var facts: Int
  var waiting: Int

  /// Returns a status with the numbers of what the reader may read.
  package func taken(from state: RunState) -> RunState {
    var state = state
    state.factsCount = Self.rest(state.factsCount, facts)
    state.pendingProposals = Self.rest(state.pendingProposals, waiting)
    return state
  }

  /// Returns the payload of a status event with these numbers.
  func taken(fromStatus payload: JSONObject) -> JSONObject {
    var payload = payload
    for (name, count) in [("facts_count", facts), ("pending_proposals", waiting)] where count > 0 {
      payload[name] = payload.integer(name).map { .integer(Self.rest($0, count)) }
    }
    return payload
  }

  private static func rest(_ count: Int, _ hidden: Int) -> Int { max(0, count - hidden) }
}

extension Session {
  /// Returns a run's status with the numbers of what an actor may read.
  mutating func seen(_ state: RunState, by actor: JSONObject) -> RunState {
    hiddenCounts(at: currentSeq, from: actor).taken(from: state)
  }

  /// Returns the numbers of what an actor may not read, up to and including an event.
  mutating func hiddenCounts(at seq: Int, from actor: JSONObject) -> HiddenCounts {
    let counts = counts
    return counts.hidden(at: seq) { mayRead($0, actor) }
  }
}
