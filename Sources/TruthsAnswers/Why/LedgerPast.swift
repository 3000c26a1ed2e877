import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A ledger with indices for proofs, and the context at each of its places, as the truths read it.
final class LedgerPast {
  let entries: RecordedEntries
  /// One procedure for each truth set, in the current language version; then those for each older version that decisions name.
  let procedures: [RunProcedure]
  /// Number of truth sets.
  private let sets: Int
  /// Limit for all runs and reads together: that of one run.
  let meter: WorkMeter
  /// Contexts at multiples of ``stride``, by procedure.
  private var known: [[Int: Context]]
  private let stride: Int
  /// The last requested context, by procedure.
  private var latest: [(place: Int, context: Context)?]
  /// Number of entries that may still be read again to make contexts.
  private var readsLeft: Int
  /// Places of a run's proposals.
  private var proposals: [String: [Int]] = [:]
  /// Places of a run's decisions.
  private var decisions: [String: [Int]] = [:]
  /// Places of the traces of matches, by run and truth.
  private var matches: [String: [Int]] = [:]
  private var places: [String: Int] = [:]
  private var settings: [String: [Int]] = [:]
  private var corrections: [String: Int] = [:]
  private var granted: [String: [Int]] = [:]
  private var consented: [String: [Int]] = [:]

  /// - Parameters:
  ///   - entries: the ledger's entries, from sequence 1 on.
  ///   - given: a procedure for each available truth set.
  init(_ entries: RecordedEntries, _ given: [RunProcedure], maxWork: Int) {
    self.entries = entries
    let languages = entries.compactMap { $0.type == .decision ? DecisionRecord($0.payload).language : nil }
    let procedures = RunProcedure.speakers(given, of: Set(languages))
    sets = given.count
    self.procedures = procedures
    meter = WorkMeter(limit: maxWork)
    known = procedures.map { _ in [:] }
    stride = max(256, entries.count / 32)
    latest = procedures.map { _ in nil }
    readsLeft = 8 * entries.count + 100_000
    for (place, entry) in entries.enumerated() { note(entry, at: place) }
  }

  private func note(_ entry: Entry, at place: Int) {
    places[entry.entryID] = place
    if let corrected = entry.corrects { corrections[corrected] = place }
    switch entry.type {
    case .proposal: proposals[entry.runID, default: []].append(place)
    case .decision: decisions[entry.runID, default: []].append(place)
    case .trace:
      if let truth = entry.truthID, entry.follows != nil { matches["\(entry.runID)/\(truth)", default: []].append(place) }
    case .fact:
      switch entry.builtInFact {
      case .policySet: settings[entry.payload.text("policy") ?? "", default: []].append(place)
      case .approvalGranted: granted[AssentRecord(entry, .grant).request ?? "", default: []].append(place)
      case .consentGiven: consented[AssentRecord(entry, .consent).proposalHash ?? "", default: []].append(place)
      default: break
      }
    }
  }

  /// Returns the place of an entry by its id.
  func place(of id: String) -> Int? { places[id] }

  /// Returns the place of an entry by its sequence.
  func place(_ sequence: Int) -> Int? {
    sequence > 0 && sequence <= entries.count ? sequence - 1 : nil
  }

  /// Returns the last proposal of a run at or before a place.
  func proposal(of runID: String, upTo place: Int) -> Int? { proposals[runID]?.last { $0 <= place } }

  func decision(of runID: String, before place: Int = .max) -> Int? { decisions[runID]?.last { $0 < place } }

  var lastDecision: Int? { entries.lastIndex { $0.type == .decision } }

  /// Returns the traces of a truth's matches in a run.
  func matches(of truth: String, in runID: String) -> [Int] { matches["\(runID)/\(truth)"] ?? [] }

  /// Returns the effective setting of a policy before a place: the last one with the highest step.
  func setting(of policy: String, before place: Int) -> Int? {
    var best: (step: Int, place: Int)?
    for candidate in settings[policy] ?? [] where candidate < place {
      let step = entries[candidate].payload.integer("step") ?? 0
      if step >= best?.step ?? .min { best = (step, candidate) }
    }
    return best?.place
  }

  func correction(of id: String) -> Int? { corrections[id] }

  func grants(of request: String, before place: Int) -> [Int] { granted[request]?.filter { $0 < place } ?? [] }

  func consents(to proposalHash: String, before place: Int) -> [Int] { consented[proposalHash]?.filter { $0 < place } ?? [] }

  /// Returns the procedure by which a decision was made; if unavailable, the first one in the decision's language version.
  func procedure(of decision: Entry) -> (index: Int, isRecorded: Bool)? {
    let record = DecisionRecord(decision.payload)
    let (hash, language) = (record.truthsHash, record.language ?? .current)
    let speaking = procedures.indices.filter { procedures[$0].language == language }
    if let index = speaking.first(where: { procedures[$0].truthsHash == hash }) { return (index, true) }
    return speaking.first.map { ($0, false) }
  }

  /// Returns the index of a procedure's truth set.
  func set(of index: Int) -> Int { index % sets }

  /// Returns the context before a place, as one procedure reads it. Facts of unknown types are not looked up.
  ///
  /// - Complexity: O(entries since the last requested place, or since the last multiple of ``stride``); the first time O(all
  ///   entries before).
  func context(before place: Int, _ index: Int) -> Context {
    var start = known[index].keys.filter { $0 <= place }.max() ?? 0
    var context = known[index][start] ?? procedures[index].emptyContext
    if let latest = latest[index], (start...place).contains(latest.place) { (start, context) = (latest.place, latest.context) }
    for next in start..<place {
      if next.isMultiple(of: stride), known[index][next] == nil {
        // Matches found here are not searched again by contexts made from this one.
        _ = procedures[index].close(context, now: entries[next].timestamp)
        known[index][next] = context
      }
      append(next, to: &context, index)
    }
    readsLeft -= place - start
    latest[index] = (place, context)
    return context
  }

  /// Whether the limit for reads and runs of one answer is reached.
  var isExhausted: Bool { readsLeft < 0 || meter.exceeded != nil }

  private func append(_ place: Int, to context: inout Context, _ index: Int) {
    let entry = entries[place]
    let fact =
      entry.type == .fact ? try? procedures[index].factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(
      HashedEntry(entry: entry, leafHash: entry.leafHash), line: entries.line(at: place), fact: fact,
      program: procedures[index].program)
  }
}
