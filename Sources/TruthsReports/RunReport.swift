import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
public import TruthsFindings
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsRuntime
package import TruthsText

/// The result of a run, or of a batch of runs.
public struct RunReport: Sendable {
  package let outcomes: [RunOutcome]
  package let isBatch: Bool
  let isRecorded: Bool
  /// Formats a location in a truth file for the member `source`.
  package let source: @Sendable (Span) -> String
  /// The number of entries that the given context has.
  package let givenSize: Int
  /// The context after the last run, if the runs are appended to the given context.
  package let context: Context
  package let procedure: RunProcedure
  /// The work limit, in steps, for deriving the facts of a view after a run.
  let maxWork: Int
  /// The warnings about the given context.
  public let warnings: Findings
  /// A remark for a person who had already given the same answer, with the answers still needed; `nil` without a remark. It is
  /// not part of the record.
  public package(set) var remark: String?
  /// The changes that would make the single run accepted, printed after the run; `nil` if not requested.
  public package(set) var ways: WhyNotReport?

  package init(
    outcomes: [RunOutcome], isBatch: Bool, isRecorded: Bool, source: @escaping @Sendable (Span) -> String, givenSize: Int,
    context: Context, procedure: RunProcedure, maxWork: Int = WorkMeter.standard, warnings: Findings,
    remark: String? = nil, ways: WhyNotReport? = nil
  ) {
    self.outcomes = outcomes
    self.isBatch = isBatch
    self.isRecorded = isRecorded
    self.source = source
    self.givenSize = givenSize
    self.context = context
    self.procedure = procedure
    self.maxWork = maxWork
    self.warnings = warnings
    self.remark = remark
    self.ways = ways
  }

  /// The context after the single run; `nil` for a batch, and without a run.
  var after: Context? { isBatch ? nil : outcomes.first?.context }

  /// The result of a run. Cases are ordered from best to worst, as a batch ranks results.
  public enum Ending: Int, Sendable, Comparable {
    /// The proposal was accepted.
    case accepted
    /// The proposal was rejected, or the run halted.
    case refused
    /// The run exhausted its budget.
    case outOfBudget
    /// The run waits, for example for an approval.
    case waiting
    /// A line of a batch cannot be read as a proposal.
    case faulty

    /// Whether the left result is better than the right one.
    public static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether nothing was decided, as in a batch without proposals.
  public var isEmpty: Bool { outcomes.isEmpty }

  /// The result of the run; for a batch, the worst result of its runs.
  public var ending: Ending { outcomes.map(Self.ending).max() ?? .accepted }

  /// The decision of the first run and its reason in one line: `halted: Period is closed`; empty without a run.
  public var summary: String { outcomes.first.map { "\($0.decision.rawValue): \($0.reason)" } ?? "" }

  /// Each run as a JSON object (runs §10.5). A single run takes several lines, a run of a batch one line.
  public var json: String {
    let objects = outcomes.map { outcome in
      var object = outcome.json(source: source)
      for member in ways.map(WhyNotReport.advice.object)?.members ?? [] { object[member.name.string] = member.value }
      return JSONValue.object(object)
    }
    return objects.map { isBatch ? $0.line : $0.lines }.joined()
  }

  /// The events of each run as JSON, one per line, in the order in which they happened (contract §13.3).
  public var events: String {
    var buffer = ByteBuffer()
    for outcome in outcomes { RunEvents.write(outcome, to: &buffer) }
    return buffer.string
  }

  /// Returns the explanation of each run, followed by the changes that would make it accepted, if requested.
  public func explanation(_ detail: ExplanationDetail = ExplanationDetail()) -> String {
    explanations(detail).map { $0.text + (ways.map { "\n" + $0.waysText(isColored: detail.isColored) } ?? "") }
      .joined(separator: "\n")
  }

  package func explanations(_ detail: ExplanationDetail = ExplanationDetail()) -> [Explanation] {
    outcomes.map { outcome in
      Explanation(
        outcome, source: source, in: context, isRecorded: isRecorded, detail, display: FieldDisplay(procedure.program))
    }
  }

  /// The entries to append to a ledger, which are those after the given context. Each is a line of canonical JSON. A repeated
  /// answer appends nothing, even if policies were set for it.
  public var appended: String {
    isReplay ? "" : context.ledger.lines(from: givenSize + 1).string
  }

  /// The reason why no ledger accepts the single proposal of a dry run. `nil` if a ledger accepts the proposal, and for a
  /// batch.
  package var refusalByLedger: String? { isBatch ? nil : explanations().first?.refusalByLedger }

  /// The number of appended entries, and the size and head of the ledger after them.
  package var growth: LedgerGrowth {
    LedgerGrowth(appended: isReplay ? 0 : context.ledger.size - givenSize, size: context.ledger.size, head: context.head)
  }

  /// Whether every answer repeats an earlier one, so that nothing is recorded.
  package var isReplay: Bool { outcomes.allSatisfy(\.isReplay) }

  /// The whole ledger, which is the entries of the given context and of the runs. Each is a line of canonical JSON.
  public var ledger: String { context.ledger.lines().string }

  /// Whether lines of a ledger are nested deeper than the limit at which a ledger can be read.
  public static func areTooDeep(_ lines: [UInt8]) -> Bool { JSONNesting.depth(of: lines) > JSONLimits.ledger.depth }

  package static func ending(_ outcome: RunOutcome) -> Ending {
    if outcome.isOutOfBudget { return .outOfBudget }
    switch outcome.ending {
    case .accepted: return .accepted
    case .rejected, .halted: return .refused
    case .waiting: return .waiting
    }
  }
}

/// The growth of a ledger in a run, as a message for callers that get no other output.
package struct LedgerGrowth: Sendable {
  let appended: Int
  let size: Int
  package let head: String

  package init(appended: Int, size: Int, head: String) {
    self.appended = appended
    self.size = size
    self.head = head
  }

  /// Returns the growth as a sentence.
  ///
  /// - Parameter ledger: the name of the ledger's file.
  package func text(ledger: String) -> String {
    let what = appended == 0 ? "nothing was" : appended == 1 ? "1 entry was" : "\(appended) entries were"
    return "\(what) appended to \(ledger), which has \(size == 1 ? "1 entry" : "\(size) entries") and the head \(head)"
  }
}

extension Explanation {
  /// - Parameters:
  ///   - context: the context, with the requests and consents known now.
  ///   - isRecorded: whether the run is in a ledger.
  package init(
    _ outcome: RunOutcome, source: @escaping (Span) -> String, in context: Context, isRecorded: Bool, _ detail: ExplanationDetail,
    display: FieldDisplay
  ) {
    let hash = outcome.proposalHash
    self.init(
      ExplainedRun(outcome, source: source), evaluated: outcome.evaluated, isRecorded: isRecorded, detail: detail,
      display: display,
      askedBefore: outcome.run.status == .waiting ? context.approvals.requests(about: hash) : [])
    guard outcome.violations.contains(where: { !$0.approvers.isEmpty }) else { return }
    consenters = ConsentRecord.people(context.approvals.consents(to: hash))
    if let record = context.runs.record(outcome.run.runID) { consenters.insert(record.userID) }
  }
}

extension RunReport {
  /// The result of a query for the facts of a type after a run.
  public enum Facts: Sendable {
    /// The facts as JSON fields: one fact over several lines, several facts in one line each.
    case found(String)
    /// No pack declares the type. `nearest` is the declared name closest to it; `nil` if none is close.
    case unknown(nearest: String?)
    /// The truths that derive the facts contradict each other, or read a missing value. The text says how.
    case faulty(String)
    /// The report has several runs, so that "after the run" is ambiguous.
    case severalRuns
  }

  /// Returns the facts of a type after the single run, whatever its decision. Derived facts are computed within the work limit.
  public func facts(ofType name: String) -> Facts {
    guard let after, let outcome = outcomes.first else { return .severalRuns }
    let context = after.working(WorkMeter(limit: maxWork))
    return procedure.facts(ofType: name, in: context, now: outcome.run.lastActivity)
  }
}

extension RunProcedure {
  /// Returns the current facts of a type in a context. Derived facts are computed.
  ///
  /// - Parameters:
  ///   - name: the type: alone, with its pack before it, or with `fact.` before it.
  ///   - now: the moment that the truths read as the current one.
  package func facts(ofType name: String, in context: Context, now: Timestamp) -> RunReport.Facts {
    let types = program.facts
    let bare = name.hasPrefix("fact.") ? String(name.dropFirst(5)) : name
    guard let type = types.firstIndex(where: { $0.name == bare || "\($0.pack).\($0.name)" == bare }) else {
      return .unknown(nearest: nearestName(to: bare, among: types.map(\.name)))
    }
    let (facts, faults) = contents(of: type, in: context, now: now)
    if let exceeded = context.store.work?.exceeded { return .faulty(exceeded.description) }
    if let fault = faults.first { return .faulty(fault) }
    let values = facts.map { JSONValue.object($0) }
    return .found(values.map { values.count == 1 ? $0.lines : $0.line }.joined())
  }
}

/// An output format of a run.
public enum RunForm: Sendable {
  /// The explanation, for people.
  case explanation(ExplanationDetail)
  /// The object of runs §10.5, one per line.
  case json
  /// The events in the order in which they happened, one per line (contract §13.3).
  case events
}

extension RunReport {
  /// The JSON shape of a run's output, or of the error that a line of a batch gives.
  package static let shape = answer(
    .members(RunOutcome.members + WhyNotReport.advice.members.map { .optional($0.name, $0.shape, $0.summary) }))

  /// The JSON shape of an event of a run.
  package static let eventShape = answer(RunShape.event)

  private static func answer(_ shape: JSONShape) -> JSONShape {
    .choice(if: .open([.required("error", .anything, "")]), then: faultRecord.shape, else: shape)
  }

  /// The JSON object that replaces a run's output if a line of a batch is malformed.
  package static let faultRecord = JSONRecord<(line: Int, message: String)>([
    .required("error", of: lineRecord, "A line that is no proposal.") { $0 }
  ])

  private static let lineRecord = JSONRecord<(line: Int, message: String)>([
    .required("line", .count(from: 1), "The line of the batch.") { $0.line },
    .required("message", .text, "The problem.") { $0.message },
  ])
}
