import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A forger who rewrites a ledger and then recomputes everything that needs no new decision: ids, sequences, heads, hashes, and
/// the references between entries.
struct Forger {
  private var made: [Entry] = []
  private var heads: [String] = [Ledger().head]
  private var ledger = Ledger()
  /// The recomputed ids of runs, by the old ones.
  private var runs: [String: String] = [:]
  private var entryIDs: [String: String] = [:]
  /// The newest proposal of each run, by its new id.
  private var proposals: [String: JSONObject] = [:]
  private var lastHashes: [String: (input: JSONValue, output: JSONValue)] = [:]
  private let entries: [Entry]

  private init(_ entries: [Entry]) { self.entries = entries }

  /// Entries in their new order and with their new contents, as an honest writer would have written them.
  static func sealed(_ entries: [Entry]) -> [Entry] {
    var forger = Forger(entries)
    for place in entries.indices { forger.write(place) }
    return forger.made
  }

  private mutating func write(_ place: Int) {
    let entry = entries[place]
    var payload = entry.payload
    switch entry.type {
    case .proposal: begin(place)
    case .decision: payload = decision(at: place)
    case .trace:
      if isClosing(entry), !isFollowing(place) { nameClosing(place) }
      payload = trace(at: place)
    case .fact: if isClosing(entry), !isFollowing(place) { nameClosing(place) }
    }
    let runID = runs[entry.runID] ?? entry.runID
    if entry.type == .proposal { proposals[runID] = payload }
    let new = Entry.make(
      type: entry.type, timestamp: entry.timestamp,
      correlationID: isClosing(entry) ? runID.replacing("run_", with: "cor_") : entry.correlationID, runID: runID,
      actor: entry.actor, truthID: entry.truthID, payload: payload, sequence: place + 1,
      corrects: entry.corrects.map { entryIDs[$0] ?? $0 }, proposalID: entry.proposalID)
    entryIDs[entry.entryID] = new.entryID
    made.append(new)
    ledger.append(new)
    heads.append(ledger.head)
  }

  private func isClosing(_ entry: Entry) -> Bool { entry.actor["user_id"] == .text("converge") }

  private func isFollowing(_ place: Int) -> Bool { place > 0 && entries[place - 1].runID == entries[place].runID }

  private mutating func nameClosing(_ place: Int) {
    guard let decision = entries[place...].first(where: { $0.type == .decision }),
      let truths = decision.payload["truths_hash"]?.stringValue
    else { return }
    runs[entries[place].runID] = Hashes.closing(context: heads[place], truths: truths).runID
  }

  /// A run that its proposal gives no id has that of its first decision.
  private mutating func begin(_ place: Int) {
    let entry = entries[place]
    guard runs[entry.runID] == nil, entry.payload["run_id"] == nil, place + 1 < entries.count,
      entries[place + 1].type == .decision, entries[place + 1].runID == entry.runID
    else { return }
    let hash = inputHash(of: entries[place + 1], proposal: entry.payload, head: heads[start(of: place)])
    runs[entry.runID] = "run_" + hash.dropFirst(7).prefix(16)
  }

  /// Returns the index at which a run starts, given that of its proposal, or of its decision if it has no proposal. The entries
  /// that close the context come before both.
  private func start(of place: Int) -> Int {
    var start = place
    while start > 0, isClosing(entries[start - 1]), start == place || entries[start - 1].runID == entries[start].runID {
      start -= 1
    }
    return start
  }

  private func inputHash(of decision: Entry, proposal: JSONObject, head: String) -> String {
    var used = proposal
    used["timestamp"] = .text(decision.timestamp.text)
    var whole: JSONObject = [
      "context": .text(head), "proposal": .object(used), "truths": decision.payload["truths_hash"] ?? .null,
    ]
    whole["budget"] = decision.payload["budget"]
    return Digest(canonical: .object(whole)).prefixed
  }

  private mutating func decision(at place: Int) -> JSONObject {
    let entry = entries[place]
    let runID = runs[entry.runID] ?? entry.runID
    var payload = entry.payload
    let isProposed = place > 0 && entries[place - 1].type == .proposal && entries[place - 1].runID == entry.runID
    let head = heads[start(of: isProposed ? place - 1 : place)]
    if payload["context_head"] != nil { payload["context_head"] = .text(head) }
    if let proposal = proposals[runID] {
      payload["input_hash"] = .text(inputHash(of: entry, proposal: proposal, head: head))
    }
    let facts = entries[(place + 1)...].prefix { $0.type == .fact && $0.runID == entry.runID }.map(\.payload)
    payload["output_hash"] = .text(
      Hashes.output(
        decision: payload["decision"]?.stringValue ?? "", truthID: payload["truth_id"]?.stringValue ?? "",
        reason: payload["reason"]?.stringValue ?? "", violations: payload["violations"] ?? .array([]), facts: facts
      ).prefixed)
    lastHashes[runID] = (payload["input_hash"] ?? .null, payload["output_hash"] ?? .null)
    return payload
  }

  private func trace(at place: Int) -> JSONObject {
    var payload = entries[place].payload
    let runID = runs[entries[place].runID] ?? entries[place].runID
    if payload["run_id"] != nil { payload["run_id"] = .text(runID) }
    if isClosing(entries[place]) { payload["correlation_id"] = .text(runID.replacing("run_", with: "cor_")) }
    if payload["head"] != nil { payload["head"] = .text(heads[place]) }
    if payload["input_hash"] != nil, let hashes = lastHashes[runID] {
      (payload["input_hash"], payload["output_hash"]) = (hashes.input, hashes.output)
    }
    if let from = payload["from"]?.arrayValue {
      payload["from"] = .array(from.map { id in id.stringValue.flatMap { entryIDs[$0] }.map { .text($0) } ?? id })
    }
    if payload["trace_id"] != nil {
      payload["trace_id"] = .text(
        Hashes.traceID(runID: runID, truthID: payload["truth_id"]?.stringValue ?? "", sequence: place + 1))
    }
    return payload
  }
}
