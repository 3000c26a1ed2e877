import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A ledger with tables for proofs, and the context before each entry as the truths read it. A place is the index of an entry.
final class LedgerPast {
  let entries: RecordedEntries
  /// First one procedure for each truth set, in the current language version. Then, for each older version that decisions name,
  /// one procedure for each truth set.
  let procedures: [RunProcedure]
  /// The number of truth sets.
  private let sets: Int
  /// The meter for all runs and reads together. Its limit is the work limit of a single run.
  let meter: WorkMeter
  /// Contexts that are kept for reuse. The index is that of the procedure; the contexts are keyed by the place before which
  /// they are, a multiple of ``stride``.
  private var keptContexts: [[Int: Context]]
  private let stride: Int
  /// The last requested context and its place. The index is that of the procedure.
  private var latest: [(place: Int, context: Context)?]
  /// The number of entries that may still be read again in order to build contexts.
  private var readsLeft: Int
  /// The places of the proposals of each run, keyed by run id.
  private var proposals: [String: [Int]] = [:]
  /// The places of the decisions of each run, keyed by run id.
  private var decisions: [String: [Int]] = [:]
  /// The places of the traces that truths left when they fired for facts, keyed by run id and truth id, such as
  /// `run_1/shop.totals`.
  private var matches: [String: [Int]] = [:]
  /// The place of each entry, keyed by entry id.
  private var indexOfID: [String: Int] = [:]
  /// The places of the facts that set a policy, keyed by the policy's qualified name.
  private var settings: [String: [Int]] = [:]
  /// The place of the entry that corrects an entry, keyed by the id of the corrected entry.
  private var corrections: [String: Int] = [:]
  /// The places of grants, keyed by the id of the request.
  private var granted: [String: [Int]] = [:]
  /// The places of consents, keyed by the proposal hash.
  private var consented: [String: [Int]] = [:]

  /// - Parameters:
  ///   - entries: the ledger's entries, beginning with sequence 1.
  ///   - given: a procedure for each truth set that is available.
  init(_ entries: RecordedEntries, _ given: [RunProcedure], maxWork: Int) {
    self.entries = entries
    let languages = entries.compactMap { $0.type == .decision ? DecisionRecord($0.payload).language : nil }
    let procedures = RunProcedure.speakers(given, of: Set(languages))
    sets = given.count
    self.procedures = procedures
    meter = WorkMeter(limit: maxWork)
    keptContexts = procedures.map { _ in [:] }
    stride = max(256, entries.count / 32)
    latest = procedures.map { _ in nil }
    readsLeft = 8 * entries.count + 100_000
    for (place, entry) in entries.enumerated() { note(entry, at: place) }
  }

  private func note(_ entry: Entry, at index: Int) {
    indexOfID[entry.entryID] = index
    if let corrected = entry.corrects { corrections[corrected] = index }
    switch entry.type {
    case .proposal: proposals[entry.runID, default: []].append(index)
    case .decision: decisions[entry.runID, default: []].append(index)
    case .trace:
      if let truth = entry.truthID, entry.follows != nil { matches["\(entry.runID)/\(truth)", default: []].append(index) }
    case .fact:
      switch entry.builtInFact {
      case .policySet: settings[entry.payload.text("policy") ?? "", default: []].append(index)
      case .approvalGranted: granted[AssentRecord(entry, .grant).request ?? "", default: []].append(index)
      case .consentGiven: consented[AssentRecord(entry, .consent).proposalHash ?? "", default: []].append(index)
      default: break
      }
    }
  }

  /// Returns the place of the entry with an id; `nil` if there is no such entry.
  func index(ofEntry id: String) -> Int? { indexOfID[id] }

  /// Returns the place of the entry with a sequence; `nil` if there is no such entry.
  func index(ofSequence sequence: Int) -> Int? {
    sequence > 0 && sequence <= entries.count ? sequence - 1 : nil
  }

  /// Returns the place of the last proposal of a run that is not after a given place; `nil` if there is no such proposal.
  func proposal(of runID: String, upTo place: Int) -> Int? { proposals[runID]?.last { $0 <= place } }

  /// Returns the place of the last decision of a run before a given place; `nil` if there is no such decision.
  func decision(of runID: String, before place: Int = .max) -> Int? { decisions[runID]?.last { $0 < place } }

  /// The place of the last decision of the ledger; `nil` if the ledger has no decision.
  var lastDecision: Int? { entries.lastIndex { $0.type == .decision } }

  /// Returns the places of the traces that a truth left in a run when it fired for facts.
  func matches(of truth: String, in runID: String) -> [Int] { matches["\(runID)/\(truth)"] ?? [] }

  /// Returns the place of the fact that sets a policy before a given place: the last one with the highest step. `nil` if no fact
  /// sets the policy.
  func setting(of policy: String, before end: Int) -> Int? {
    var best: (step: Int, place: Int)?
    for candidate in settings[policy] ?? [] where candidate < end {
      let step = entries[candidate].payload.integer("step") ?? 0
      if step >= best?.step ?? .min { best = (step, candidate) }
    }
    return best?.place
  }

  /// Returns the place of the entry that corrects the entry with an id; `nil` if no entry corrects it.
  func correction(of id: String) -> Int? { corrections[id] }

  /// Returns the places of the grants of a request before a given place.
  func grants(of request: String, before place: Int) -> [Int] { granted[request]?.filter { $0 < place } ?? [] }

  /// Returns the places of the consents to a proposal hash before a given place.
  func consents(to proposalHash: String, before place: Int) -> [Int] { consented[proposalHash]?.filter { $0 < place } ?? [] }

  /// Returns the index of the procedure with which a decision was made. If its truths are not available, returns the first
  /// procedure in the decision's language version, and `isRecorded` is `false`. `nil` if no procedure has that version.
  func procedure(of decision: Entry) -> (index: Int, isRecorded: Bool)? {
    let record = DecisionRecord(decision.payload)
    let (hash, language) = (record.truthsHash, record.language ?? .current)
    let speaking = procedures.indices.filter { procedures[$0].language == language }
    if let index = speaking.first(where: { procedures[$0].truthsHash == hash }) { return (index, true) }
    return speaking.first.map { ($0, false) }
  }

  /// Returns the index of the truth set of the procedure with an index.
  func set(of index: Int) -> Int { index % sets }

  /// Returns the context before a place, as the procedure with an index reads it. Facts of types that it does not declare
  /// cannot be looked up.
  ///
  /// - Complexity: O(entries since the last requested place, or since the last multiple of ``stride``). The first call reads
  ///   all entries before the place.
  func context(before end: Int, _ index: Int) -> Context {
    var start = keptContexts[index].keys.filter { $0 <= end }.max() ?? 0
    var context = keptContexts[index][start] ?? procedures[index].emptyContext
    if let latest = latest[index], (start...end).contains(latest.place) { (start, context) = (latest.place, latest.context) }
    for next in start..<end {
      if next.isMultiple(of: stride), keptContexts[index][next] == nil {
        // Matches found here are not searched again by contexts made from this one.
        _ = procedures[index].close(context, now: entries[next].timestamp)
        keptContexts[index][next] = context
      }
      append(next, to: &context, index)
    }
    readsLeft -= end - start
    latest[index] = (end, context)
    return context
  }

  /// Whether the limit for the reads and runs of one answer is reached.
  var isExhausted: Bool { readsLeft < 0 || meter.exceeded != nil }

  private func append(_ entryIndex: Int, to context: inout Context, _ index: Int) {
    let entry = entries[entryIndex]
    let fact =
      entry.type == .fact ? try? procedures[index].factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(
      HashedEntry(entry: entry, leafHash: entry.leafHash), line: entries.line(at: entryIndex), fact: fact,
      program: procedures[index].program)
  }
}
