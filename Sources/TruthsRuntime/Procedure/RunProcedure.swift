import Synchronization
import TruthsDiagnostics
package import TruthsEngine
import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// The decision procedure of runs §3 over one program. Pure: the same program, context and request give the same outcome.
///
/// Propose → Consent → Check invariants → Execute → Record fact → Emit trace (contract §11). No step is skipped.
package final class RunProcedure: Sendable {
  package let program: Program
  /// SHA-256 over the canonical declarations, `sha256:…` (hashes §3).
  package let truthsHash: String
  package let engine: Engine
  /// Reads facts by the vocabulary.
  package let factReader: FactReader
  let governing: GoverningHash
  /// The packs that a proposal of each intent may name, sorted: the intent's own pack, and packs that truths on it name in
  /// `when`. The index is that of the intent.
  let packs: [[String]]
  /// The indices of policies in ``Program/policies``, keyed by qualified name. The table saves searches, because each clause
  /// that asks for an approval reads some policies.
  let policyPlaces: [String: Int]
  /// The free hashers, kept for reuse.
  private let hashers = Mutex<[EntryHasher]>([])

  /// The language version of the decisions that the procedure makes.
  package var language: LanguageVersion { engine.language }

  /// Whether the search for similar names is limited. Older language versions had no limit, and recorded rejections contain the
  /// names that they found.
  var limitsNames: Bool { language >= .three }

  /// Creates the procedure of a program.
  ///
  /// - Parameters:
  ///   - language: the language version of the decisions; choose an older version only to repeat old decisions.
  ///   - lookUpThreshold: see ``TruthsEngine/Engine``.
  /// - Complexity: O(size of the program). The declarations are hashed once.
  package init(
    program: Program, language: LanguageVersion = .current, lookUpThreshold: Int = Engine.lookUpThreshold
  ) {
    self.program = program
    engine = Engine(program: program, language: language, lookUpThreshold: lookUpThreshold)
    factReader = FactReader(program: program)
    emptyContext = Context(
      program: program, store: engine.emptyStore, readsDecisions: engine.readsDecisions, language: language)
    governing = GoverningHash(program: program)
    packs = Self.packs(of: program)
    policyPlaces = Dictionary(first: program.policies.enumerated().map { ($1.qualifiedName, $0) })
    truthsHash = Hashes.truths(JSONObject(program.declarations.map(\.member)))
  }

  /// Returns the procedure for the same truths in a language version; `self` if that is its own version.
  ///
  /// A context belongs to one procedure, because the meaning of an entry depends on the version. A context of another procedure
  /// must be reread.
  package func speaking(_ language: LanguageVersion) -> RunProcedure {
    language == self.language ? self : RunProcedure(program: program, language: language)
  }

  /// Returns the given procedures, followed by procedures for the same truths in older language versions.
  ///
  /// - Parameter languages: the versions of the decisions to repeat. Only older versions among them get procedures.
  package static func speakers(_ procedures: [RunProcedure], of languages: Set<LanguageVersion>) -> [RunProcedure] {
    procedures + languages.sorted().filter { $0 < .current }.flatMap { older in procedures.map { $0.speaking(older) } }
  }

  /// Returns the hash over the declarations that the truths and invariants of an intent refer to, directly or indirectly.
  package func governingHash(of intent: String?) -> String { governing.hash(of: intent) }

  /// Returns the hash of the current values of the policies that an intent's declarations read.
  ///
  /// It is the SHA-256 of a map from qualified names to values, in canonical JSON.
  ///
  /// - Complexity: O(the policies that are read), after the first use.
  package func policiesHash(of intent: String?, in context: Context) -> String {
    let members = governing.policies(of: intent).map { place in
      JSONObject.Member(
        name: Text(program.policies[place].qualifiedName), value: program.json(of: context.store.policies[place]))
    }
    return Digest(canonical: .object(JSONObject(members))).prefixed
  }

  /// Returns the keys of the declarations that an intent's governing hash covers. With them, others can recompute the hash from
  /// a bundle.
  package func governingKeys(of intent: String?) -> [DeclarationKey] { governing.keys(of: intent) }

  /// A context without entries.
  package let emptyContext: Context

  /// Decides a proposal.
  ///
  /// - Throws: an error if the run exceeds the budget's work limit; there is then no decision (limits §4).
  /// - Complexity: O(clauses of the intent's truths + their look-ups + facts produced). Hashing is linear in the output.
  package func run(_ request: RunRequest, on context: Context) throws(WorkExceeded) -> RunOutcome {
    try run(request, on: context, within: WorkMeter(limit: request.budget.maxWork))
  }

  /// Decides a proposal and counts its work in the caller's meter, so that several runs can share one work limit.
  package func run(_ request: RunRequest, on context: Context, within work: WorkMeter) throws(WorkExceeded) -> RunOutcome {
    let context = context.working(work)
    let outcome = withHasher { hasher in
      let received = request.actor.map { request.proposal.vouched(by: $0) } ?? request.proposal
      let given = ProposalReader.read(received, actor: request.actor, language: language, &hasher.scratch)
      var proposal = recorded(given, in: context, &hasher.scratch)
      proposal.looksForNames = request.looksForNames
      let now = request.now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp
      var evaluation = RunEvaluation(
        procedure: self, proposal: proposal, now: now, budget: request.budget, isExplained: request.isExplained, context: context,
        hasher: hasher)
      evaluation.notesReads = request.notesReads
      evaluation.isPrediction = request.isPrediction
      return evaluation.decide()
    }
    if let exceeded = work.exceeded { throw exceeded }
    return outcome
  }

  /// Calls `work` with a hasher that no other thread uses. Hashers are reused.
  func withHasher<Result>(_ work: (EntryHasher) -> Result) -> Result {
    let hasher = hashers.withLock { $0.popLast() } ?? EntryHasher()
    defer { hashers.withLock { $0.append(hasher) } }
    return work(hasher)
  }

  /// Evaluates a waiting run again, as a session does when data that the run has read has changed (``WaitingRuns``).
  ///
  /// - Parameter notesReads: whether the outcome includes the data that the run has read, if the run still waits.
  /// - Returns: the outcome, without `entries` if nothing changed; `nil` if no waiting run has this id.
  /// - Throws: an error if it exceeds the budget's work limit. The run then waits as before.
  package func reevaluate(
    runID: String, on context: Context, now: Timestamp, budget: Budget = .standard, isExplained: Bool = false,
    notesReads: Bool = false
  ) throws(WorkExceeded) -> RunOutcome? {
    let work = WorkMeter(limit: budget.maxWork)
    return try reevaluate(
      runID: runID, on: context, now: now, budget: budget, isExplained: isExplained, notesReads: notesReads, within: work)
  }

  /// Evaluates a waiting run again, and counts the work in the caller's meter.
  package func reevaluate(
    runID: String, on context: Context, now: Timestamp, budget: Budget, isExplained: Bool = false, notesReads: Bool = false,
    within work: WorkMeter
  ) throws(WorkExceeded) -> RunOutcome? {
    guard let record = context.runs.record(runID), record.status == .waiting,
      let entry = context.proposal(of: record)
    else { return nil }
    let context = context.working(work)
    let outcome = withHasher { hasher in
      let proposal = ProposalReader.read(
        LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: language, &hasher.scratch)
      var evaluation = RunEvaluation(
        procedure: self, proposal: proposal, now: now, budget: budget, isExplained: isExplained, context: context, hasher: hasher)
      evaluation.notesReads = notesReads
      return evaluation.resume(record)
    }
    if let exceeded = work.exceeded { throw exceeded }
    return outcome
  }

  /// Returns the ids of the waiting runs, in the order in which they began.
  package func waitingRuns(in context: Context) -> [String] { context.runs.waiting }

  /// Returns the index of an intent in ``Program/intents``, from its unqualified or qualified name in JSON; `nil` if none
  /// exists.
  package func intent(named name: String) -> Int? { governing.index(of: name) }

  private static func packs(of program: Program) -> [[String]] {
    var packs = program.intents.map { Set([$0.pack]) }
    for truth in program.truths where truth.namesPack {
      for intent in truth.intents { packs[intent].insert(truth.pack) }
    }
    return packs.map { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }
}
