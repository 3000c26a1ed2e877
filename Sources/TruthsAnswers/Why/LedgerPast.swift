import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A ledger, and the context at each place of it as some truths read it.
final class LedgerPast {
  let entries: RecordedEntries
  /// Over the truths at hand, one for each set and, behind these, for each older version of the language that decisions name.
  let procedures: [RunProcedure]
  /// How many sets are at hand: the first of ``procedures``, in the language of today.
  private let sets: Int
  /// All that is run and read takes no more work than one run may.
  let meter: WorkMeter
  /// Contexts at places that are whole multiples of ``stride``, by the truths.
  private var known: [[Int: Context]]
  private let stride: Int
  /// The context that was asked for last, by the truths.
  private var latest: [(place: Int, context: Context)?]
  /// Entries that may still be read again to make contexts.
  private var readsLeft: Int
  /// By run, the places of its proposals and decisions; by truth and run, traces of matches.
  private var proposals: [String: [Int]] = [:]
  private var decisions: [String: [Int]] = [:]
  private var matches: [String: [Int]] = [:]
  private var places: [String: Int] = [:]
  private var settings: [String: [Int]] = [:]
  private var corrections: [String: Int] = [:]
  private var granted: [String: [Int]] = [:]
  private var consented: [String: [Int]] = [:]

  /// - Parameters:
  ///   - entries: in sequence, from 1 on.
  ///   - given: procedures over the truths at hand, one for each set.
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

  /// The place of an entry by its id.
  func place(of id: String) -> Int? { places[id] }

  /// The place of an entry by its sequence.
  func place(_ sequence: Int) -> Int? {
    sequence > 0 && sequence <= entries.count ? sequence - 1 : nil
  }

  /// The proposal of a run as it was received last before a place, or at it.
  func proposal(of runID: String, upTo place: Int) -> Int? { proposals[runID]?.last { $0 <= place } }

  /// The last decision of a run before a place.
  func decision(of runID: String, before place: Int = .max) -> Int? { decisions[runID]?.last { $0 < place } }

  var lastDecision: Int? { entries.lastIndex { $0.type == .decision } }

  /// The traces of matches of a truth in a run.
  func matches(of truth: String, in runID: String) -> [Int] { matches["\(runID)/\(truth)"] ?? [] }

  /// What set a policy that counts at a place: of those of the highest step the last.
  func setting(of policy: String, before place: Int) -> Int? {
    var best: (step: Int, place: Int)?
    for candidate in settings[policy] ?? [] where candidate < place {
      let step = entries[candidate].payload.integer("step") ?? 0
      if step >= best?.step ?? .min { best = (step, candidate) }
    }
    return best?.place
  }

  /// The version that corrects an entry.
  func correction(of id: String) -> Int? { corrections[id] }

  func grants(of request: String, before place: Int) -> [Int] { granted[request]?.filter { $0 < place } ?? [] }

  func consents(to proposalHash: String, before place: Int) -> [Int] { consented[proposalHash]?.filter { $0 < place } ?? [] }

  /// Which of the truths at hand a decision was made under; else the first, in the language of the decision where it is spoken.
  func procedure(of decision: Entry) -> (index: Int, isRecorded: Bool)? {
    let record = DecisionRecord(decision.payload)
    let (hash, language) = (record.truthsHash, record.language ?? .current)
    let speaking = procedures.indices.filter { procedures[$0].language == language }
    if let index = speaking.first(where: { procedures[$0].truthsHash == hash }) { return (index, true) }
    return speaking.first.map { ($0, false) }
  }

  /// Which of the sets at hand a procedure is over.
  func set(of index: Int) -> Int { index % sets }

  /// What stands before a place, as some of the truths read it: what fits none of their types is not looked up.
  ///
  /// - Complexity: O(entries since the place that was asked for last, or since the last multiple of ``stride``); the first time
  ///   all before.
  func context(before place: Int, _ index: Int) -> Context {
    var start = known[index].keys.filter { $0 <= place }.max() ?? 0
    var context = known[index][start] ?? procedures[index].emptyContext
    if let latest = latest[index], (start...place).contains(latest.place) { (start, context) = (latest.place, latest.context) }
    for next in start..<place {
      if next.isMultiple(of: stride), known[index][next] == nil {
        // What is closed here is not searched again by whoever goes on from here.
        _ = procedures[index].close(context, now: entries[next].timestamp)
        known[index][next] = context
      }
      append(next, to: &context, index)
    }
    readsLeft -= place - start
    latest[index] = (place, context)
    return context
  }

  /// Whether as much was read and run as one answer may take.
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
