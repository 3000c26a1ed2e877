import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The input shared by all runs, read and checked against the vocabulary before anything runs.
package struct RunSetup: Sendable {
  package let procedure: RunProcedure
  /// Number of entries in the given context.
  package private(set) var givenSize: Int
  /// Warnings about the context. They do not prevent the runs.
  let warnings: Findings
  /// The context with facts from documents and the given policies, as a dry run uses it.
  package private(set) var start: Context
  /// The given context with documents and policies that are not recorded yet; `nil` once they are.
  private var pending: Pending?
  let origin: RunOrigin
  package let budget: Budget
  private let isExplained: Bool
  /// Time of all runs; `nil` uses each proposal's own.
  package var moment: Timestamp? { origin.moment?.knownValue }
  private let isForced: Bool
  /// Whether the context is recorded with the first run that is appended.
  private let beginsLedger: Bool

  /// The data that is recorded with the first run that is appended.
  private struct Pending: Sendable {
    var context: Context
    var documents: [Document]
    var policies: [PolicyAssignment]
    var sources: SourceMap
  }

  /// - Throws: the findings of a set with errors, or findings about the context, the policies and other settings.
  package init(_ input: RunInput, in workspace: Workspace) throws(Findings) {
    procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    budget = try data.budget(input)
    origin = try data.origin(now: input.now, actor: input.actor)
    let (context, warnings) = try data.contextWithWarnings(input.context, isAppendedTo: input.isAppending)
    self.warnings = warnings
    givenSize = context.ledger.size
    let policies = data.settings(input.policies)
    let documents = try data.read(input.documents)
    let isNothing = policies.isEmpty && documents.isEmpty && !context.hasUnsealedShortForms
    pending =
      isNothing || !input.isAppending
      ? nil : Pending(context: context, documents: documents, policies: policies, sources: data.sources)
    let taken = try data.take(
      documents, policies, arrivingAt: origin.moment?.knownValue ?? ReceivedProposal.defaultTimestamp, maxWork: budget.maxWork,
      on: context)
    start = Self.ready(taken, procedure, budget, now: origin.moment?.knownValue)
    isExplained = input.isExplained
    isForced = input.isForced
    beginsLedger = input.beginsLedger && input.isAppending
  }

  /// Returns this setup with further entries appended to its context.
  ///
  /// - Throws: findings about the entries.
  /// - Complexity: O(size of the entries), plus the size of the context where there are documents or policies.
  package func reading(_ entries: SourceText, in workspace: Workspace) throws(Findings) -> RunSetup {
    var data = RunData(sources: pending?.sources ?? workspace.loaded.sources, procedure: procedure)
    let context = try data.contextWithWarnings(entries, behind: pending?.context ?? start, isAppendedTo: true).context
    let (documents, policies) = (pending?.documents ?? [], pending?.policies ?? [])
    var setup = self
    setup.givenSize = context.ledger.size
    if pending != nil || context.hasUnsealedShortForms {
      setup.pending = Pending(context: context, documents: documents, policies: policies, sources: data.sources)
    }
    setup.start =
      documents.isEmpty && policies.isEmpty
      ? context
      : try data.take(
        documents, policies, arrivingAt: moment ?? ReceivedProposal.defaultTimestamp, maxWork: budget.maxWork, on: context)
    return setup
  }

  private static func ready(_ context: Context, _ procedure: RunProcedure, _ budget: Budget, now: Timestamp?) -> Context {
    procedure.ready(context.reading(within: budget), now: now ?? ReceivedProposal.defaultTimestamp, budget: budget)
  }

  /// Decides one proposal.
  ///
  /// - Parameter origin: time and actor of this run, where they differ from the input's.
  /// - Throws: an error where the run exceeds its work limit.
  func outcome(
    of proposal: LocatedJSON, on context: Context, from origin: RunOrigin? = nil
  ) throws(WorkExceeded) -> RunOutcome {
    let origin = origin ?? self.origin
    return try procedure.run(
      RunRequest(
        proposal: isForced ? proposal.forced : proposal, now: origin.moment?.knownValue, actor: origin.actor?.knownValue,
        budget: budget,
        isExplained: isExplained), on: context)
  }

  /// Returns the scenario of a proposal on the initial context.
  func scenario(of proposal: LocatedJSON) -> ReceivedScenario {
    ReceivedScenario(
      proposal: (isForced ? proposal.forced : proposal).value.objectValue ?? [:], now: origin.moment?.knownValue,
      actor: origin.actor?.knownValue)
  }

  /// The procedure, context and budget for deciding scenarios.
  var basis: ScenarioBasis { ScenarioBasis(procedure: procedure, context: start, budget: budget) }

  /// Decides a proposal, or a batch that is in memory.
  ///
  /// - Parameters:
  ///   - context: context before the first run; `nil` for the initial one.
  ///   - givenSize: number of ledger entries that the caller has.
  ///   - now: time of these runs, where it differs from the input's.
  ///   - actor: the proposing actor, where it differs from the input's.
  ///   - isAppending: whether each proposal is decided after those before it.
  package func report(
    on proposals: SourceText, in workspace: Workspace, from context: Context?, givenSize: Int, now: String? = nil,
    actor: RunActor? = nil, isAppending: Bool
  ) throws(Findings) -> RunReport {
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    var origin = origin
    let own = try data.origin(now: now, actor: actor)
    (origin.moment, origin.actor) = (own.moment ?? origin.moment, own.actor ?? origin.actor)
    let place = Span(file: FileID(data.sources.files.count), start: 0, end: 0)
    let (proposals, isBatch) = try data.proposals(proposals)
    let faults = isAppending ? origin.faults(in: proposals, at: place) : []
    guard faults.isEmpty else { throw Findings(faults, in: data.sources) }
    var last: Context
    if let context { last = context } else { last = try initialContext(origin.facts(with: proposals.first)) }
    var outcomes: [RunOutcome] = []
    for proposal in proposals {
      var outcome: RunOutcome
      do throws(WorkExceeded) {
        outcome = try self.outcome(of: proposal, on: last, from: origin)
      } catch {
        throw Findings(error, at: proposal.span.atStart, in: data.sources)
      }
      if isAppending { last = outcome.context }
      if isAppending, isBatch { outcome.forgetContext() }
      outcomes.append(outcome)
    }
    return RunReport(
      outcomes: outcomes, isBatch: isBatch, isRecorded: isAppending, source: workspace.source, givenSize: givenSize,
      context: last,
      procedure: procedure, maxWork: budget.maxWork, warnings: warnings)
  }

  /// Returns the context of the first run, with documents and policies recorded under the run's time and actor.
  func initialContext(_ origin: FactOrigin?) throws(Findings) -> Context {
    if beginsLedger, start.ledger.size > 0, let who = origin?.whoBringsNothing {
      let file = pending?.sources.files.count ?? 0
      throw Findings(
        [RunOriginFault.bringsNoEntries(who, at: Span(file: FileID(file), start: 0, end: 0))], in: pending?.sources ?? SourceMap()
      )
    }
    guard let pending, let origin else { return start }
    if !pending.policies.isEmpty || !pending.documents.isEmpty, let who = origin.whoBringsNothing {
      let place = Span(file: FileID(pending.sources.files.count), start: 0, end: 0)
      throw Findings([RunOriginFault.bringsNothing(who, at: place)], in: pending.sources)
    }
    do {
      let sealed = procedure.seal(pending.context, actor: origin.actor, now: origin.timestamp)
      let taken = try procedure.take(
        pending.documents, policies: pending.policies, from: origin, arrivingAt: origin.timestamp, maxWork: budget.maxWork,
        on: sealed)
      return Self.ready(taken, procedure, budget, now: origin.timestamp)
    } catch {
      throw Findings(error.diagnostics, in: pending.sources)
    }
  }
}
