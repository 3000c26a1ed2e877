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
  /// Reads facts against its vocabulary.
  package let factReader: FactReader
  let governing: GoverningHash
  /// By intent, the packs that a proposal of it may name: the intent's own, and those that truths on it name in `when`, in order.
  let packs: [[String]]
  /// The places of policies in ``Program/policies``, by their qualified names: each clause that wants an approval asks for some.
  let policyPlaces: [String: Int]
  /// Hashers that nobody works with at the moment.
  private let hashers = Mutex<[EntryHasher]>([])

  /// The version of the language that it decides by.
  package var language: LanguageVersion { engine.language }

  /// Whether the names have a limit among which near names are looked for: what a proposal is rejected for is recorded, and older
  /// versions had none.
  var limitsNames: Bool { language >= .three }

  /// - Parameters:
  ///   - language: the version of the language that it decides by; an older one only to make old decisions again.
  ///   - lookUpThreshold: see ``TruthsEngine/Engine``.
  /// - Complexity: O(size of the program): its declarations are hashed once.
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

  /// The procedure over the same truths in a version of the language; itself where that is its own.
  ///
  /// Its contexts are its own: what an entry says differs by the version. One of another procedure is reread for it.
  package func speaking(_ language: LanguageVersion) -> RunProcedure {
    language == self.language ? self : RunProcedure(program: program, language: language)
  }

  /// Procedures over some truths, and behind them those that make decisions of older versions of the language again.
  ///
  /// - Parameter languages: those of the decisions at hand; of an older one that is none of them nothing is made.
  package static func speakers(_ procedures: [RunProcedure], of languages: Set<LanguageVersion>) -> [RunProcedure] {
    procedures + languages.sorted().filter { $0 < .current }.flatMap { older in procedures.map { $0.speaking(older) } }
  }

  /// The hash over the declarations that can be reached from the truths and invariants of an intent.
  package func governingHash(of intent: String?) -> String { governing.hash(of: intent) }

  /// SHA-256 over the values that the policies have now which the declarations of an intent's governing hash read: a map from
  /// qualified name to value, in canonical JSON.
  ///
  /// - Complexity: O(these policies), after the first time.
  package func policiesHash(of intent: String?, in context: Context) -> String {
    let members = governing.policies(of: intent).map { place in
      JSONObject.Member(
        name: Text(program.policies[place].qualifiedName), value: program.json(of: context.store.policies[place]))
    }
    return Digest(canonical: .object(JSONObject(members))).prefixed
  }

  /// Keys of the declarations that the governing hash of an intent is over, so that others can recompute it from a bundle.
  package func governingKeys(of intent: String?) -> [DeclarationKey] { governing.keys(of: intent) }

  /// A context without entries.
  package let emptyContext: Context

  /// Decides a proposal.
  ///
  /// - Throws: where it takes more work than the budget has: there is no decision then (limits §4).
  /// - Complexity: O(clauses of the intent's truths + what they look up + facts produced); hashing is linear in what is printed.
  package func run(_ request: RunRequest, on context: Context) throws(WorkExceeded) -> RunOutcome {
    try run(request, on: context, within: WorkMeter(limit: request.budget.maxWork))
  }

  /// The same with a meter of the caller's, for many runs that together may take no more work than one.
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
      return evaluation.decide()
    }
    if let exceeded = work.exceeded { throw exceeded }
    return outcome
  }

  /// Works with a hasher that nobody else has meanwhile; it is used again and again.
  func withHasher<Result>(_ work: (EntryHasher) -> Result) -> Result {
    let hasher = hashers.withLock { $0.popLast() } ?? EntryHasher()
    defer { hashers.withLock { $0.append(hasher) } }
    return work(hasher)
  }

  /// Evaluates a waiting run again, as a session does when something that it read has changed (``WaitingRuns``).
  ///
  /// - Parameter notesReads: whether the outcome tells what was read, if the run goes on waiting.
  /// - Returns: `nil` when no run of this id waits; without `entries` when the outcome is as before.
  /// - Throws: where it takes more work than the budget has: it waits as before then.
  package func reevaluate(
    runID: String, on context: Context, now: Timestamp, budget: Budget = .standard, isExplained: Bool = false,
    notesReads: Bool = false
  ) throws(WorkExceeded) -> RunOutcome? {
    let work = WorkMeter(limit: budget.maxWork)
    return try reevaluate(
      runID: runID, on: context, now: now, budget: budget, isExplained: isExplained, notesReads: notesReads, within: work)
  }

  /// The same with a meter of the caller's.
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

  /// Ids of the runs that wait, in the order in which they began.
  package func waitingRuns(in context: Context) -> [String] { context.runs.waiting }

  /// The place of an intent in ``Program/intents``, by its bare or qualified name.
  package func intent(named name: String) -> Int? { governing.place(of: name) }

  private static func packs(of program: Program) -> [[String]] {
    var packs = program.intents.map { Set([$0.pack]) }
    for truth in program.truths where truth.namesPack {
      for intent in truth.intents { packs[intent].insert(truth.pack) }
    }
    return packs.map { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }
}
