import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// The built-in history `decision.made`: one fact for each decision entry of a context (declarations §16).
struct DecisionHistory: Sendable {
  /// The index of the type `decision.made` in ``Program/facts``.
  let type: Int
  private let fields: [Field]
  private let program: Program
  /// The names of intents in JSON, keyed by the names with their pack. Both names are one action (types §12.1).
  private let actions: [String: String]
  /// The number of decisions of each run, keyed by the run's id.
  private var steps = SharedTable<PackedID, Int>()
  /// The proposals about which some decision waited, keyed by proposal hash.
  private var waited = SharedTable<Digest, Bool>()

  /// Creates an empty history.
  ///
  /// - Parameter language: the language version. Before version 3 an action is the text that was sent.
  /// - Returns: `nil` if the program has no type `decision.made`.
  init?(_ program: Program, language: LanguageVersion) {
    guard let type = program.facts.firstIndex(where: { $0.name == BuiltInFact.decisionMade.rawValue && $0.isBuiltIn }) else {
      return nil
    }
    self.type = type
    self.program = program
    fields = program.facts[type].fields
    actions = language < .three ? [:] : Dictionary(first: program.intents.map { ($0.qualifiedJSONName, $0.jsonName) })
  }

  /// Returns the fact of a decision entry, and counts the decision; `nil` if the entry has unknown words.
  ///
  /// - Parameter record: the entry's run, with its proposal; `nil` if the context has no such run.
  mutating func fact(of entry: Entry, _ record: RunRecord?) -> FactRecord? {
    let step = nextStep(ofRun: entry.runID)
    steps.set(step, for: entry.packedRunID)
    var members: [String: JSONValue] = [
      "run_id": .text(entry.runID), "step": .number(Decimal(step)), "decided_at": .text(entry.timestamp.text),
    ]
    for name in ["decision", "status", "truth_id"] { members[name] = entry.payload[name] }
    members["user_id"] = entry.actor["user_id"]
    if let record {
      members["proposal_id"] = .text(record.proposalID)
      members["action"] = record.action.map { .text(actions[$0] ?? $0) }
      if members["status"] == .text(RunState.Status.waiting.rawValue) { waited.set(true, for: record.proposalHash) }
    }
    let values = fields.map { field in
      members[field.name].flatMap { program.value(of: $0, as: field.type) } ?? .missing(.absent)
    }
    // A decision with unknown words makes no fact; the loader reports it as a fault.
    if zip(fields, values).contains(where: { !$0.isOptional && $1.isMissing }) { return nil }
    let reference = EntryReference(
      id: entry.entryID, sequence: entry.sequence, timestamp: entry.timestamp, truthID: entry.truthID, actor: entry.actor,
      isCorrection: false)
    return FactRecord(type: type, fields: values, entry: reference)
  }

  /// Returns the step of the next decision of a run, counted from 1.
  func nextStep(ofRun id: String) -> Int { (steps[PackedID(id, "run_")] ?? 0) + 1 }

  /// Counts a decision that a fixture gives as a fact.
  mutating func note(_ values: [Value]) {
    guard case .text(let run)? = values.first, case .number(let number) = values[1], let step = number.intValue else { return }
    if step >= nextStep(ofRun: run.string) { steps.set(step, for: PackedID(run.string, "run_")) }
  }

  /// Returns whether some decision about the proposal with a hash was to wait.
  func hasWaited(_ hash: Digest) -> Bool { waited[hash] ?? false }

  /// Returns a store without the waiting decisions about the proposal with a hash. They do not count while that proposal is
  /// evaluated.
  ///
  /// - Complexity: O(decisions) if there are such decisions, otherwise O(1).
  func store(_ store: FactStore, evaluating hash: Digest, _ runs: RunIndex) -> FactStore {
    guard hasWaited(hash) else { return store }
    var result = store
    result.keep(type) { fact in
      guard case .text(let run)? = fact.fields.first, runs.record(run.string)?.proposalHash == hash,
        let place = fields.firstIndex(where: { $0.name == "status" }), case .enumeration(let status) = fact.fields[place]
      else { return true }
      return status.name.string != RunState.Status.waiting.rawValue
    }
    return result
  }
}
