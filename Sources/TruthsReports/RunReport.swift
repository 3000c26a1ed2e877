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
  /// Formats a place in a truth file for `source`.
  package let source: @Sendable (Span) -> String
  /// The number of entries of the given context.
  package let given: Int
  /// The context after the last run, if runs are appended.
  package let context: Context
  package let procedure: RunProcedure
  /// How much work the facts of a view may take that are asked for after a run.
  let maxWork: Int
  /// Warnings about the context as it was given.
  public let warnings: Findings
  /// What whoever answered should know: that they had answered already, and what is still open. For people; no part of the
  /// record.
  public package(set) var remark: String?
  /// What would have to be different for the one run to be accepted, where that was asked for; it is printed behind the run.
  public package(set) var ways: WhyNotReport?

  package init(
    outcomes: [RunOutcome], isBatch: Bool, isRecorded: Bool, source: @escaping @Sendable (Span) -> String, given: Int,
    context: Context, procedure: RunProcedure, maxWork: Int = WorkMeter.standard, warnings: Findings,
    remark: String? = nil, ways: WhyNotReport? = nil
  ) {
    self.outcomes = outcomes
    self.isBatch = isBatch
    self.isRecorded = isRecorded
    self.source = source
    self.given = given
    self.context = context
    self.procedure = procedure
    self.maxWork = maxWork
    self.warnings = warnings
    self.remark = remark
    self.ways = ways
  }

  /// The context after a single run; `nil` for a batch.
  var after: Context? { isBatch ? nil : outcomes.first?.context }

  /// How a run ended, from best to worst as a batch ranks it.
  public enum Ending: Int, Sendable, Comparable {
    /// The proposal was accepted.
    case accepted
    /// It was rejected, or the run halted.
    case refused
    /// The budget was exhausted.
    case outOfBudget
    /// The run waits.
    case waiting
    /// A line of a batch is not a proposal.
    case faulty

    /// Whether one is better than another.
    public static func < (left: Ending, right: Ending) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether there was nothing to decide: a batch without a proposal.
  public var isEmpty: Bool { outcomes.isEmpty }

  /// How it ended; of a batch, the worst.
  public var ending: Ending { outcomes.map(Self.ending).max() ?? .accepted }

  /// The decision of the first run and its reason, in one line: `halted: Period is closed`; empty without a run.
  public var summary: String { outcomes.first.map { "\($0.decision.rawValue): \($0.reason)" } ?? "" }

  /// The object of each run (runs §10.5): over several lines, or for a batch one per line.
  public var json: String {
    let objects = outcomes.map { outcome in
      var object = outcome.json(source: source)
      for member in ways.map(WhyNotReport.found.object)?.members ?? [] { object[member.name.string] = member.value }
      return JSONValue.object(object)
    }
    return objects.map { isBatch ? $0.line : $0.lines }.joined()
  }

  /// The events of each run in the order in which they happened, one per line (contract §13.3).
  public var events: String {
    var buffer = ByteBuffer()
    for outcome in outcomes { RunEvents.write(outcome, to: &buffer) }
    return buffer.string
  }

  /// The explanation of each run, for people.
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

  /// The entries to append to a ledger: those that were not in the given context, each a line of canonical JSON. A repeated
  /// answer appends nothing, even if policies were set for it.
  public var appended: String {
    isReplay ? "" : context.ledger.lines(from: given + 1).string
  }

  /// Why no ledger takes the one proposal of a dry run, for people; `nil` where one would, and of a batch.
  package var refusalByLedger: String? { isBatch ? nil : explanations().first?.refusalByLedger }

  /// What a ledger has once these lines are in it.
  package var growth: LedgerGrowth {
    LedgerGrowth(appended: isReplay ? 0 : context.ledger.size - given, size: context.ledger.size, head: context.head)
  }

  /// Whether every answer is a repeated one.
  package var isReplay: Bool { outcomes.allSatisfy(\.isReplay) }

  /// The whole ledger: the entries of the given context and those of the runs, each a line of canonical JSON.
  public var ledger: String { context.ledger.lines().string }

  /// Whether lines of a ledger are nested too deeply to be read again.
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

/// What was appended to a ledger, for whoever gets no other answer.
package struct LedgerGrowth: Sendable {
  let appended: Int
  let size: Int
  package let head: String

  package init(appended: Int, size: Int, head: String) {
    self.appended = appended
    self.size = size
    self.head = head
  }

  /// - Parameter ledger: how its file is named.
  package func text(ledger: String) -> String {
    let what = appended == 0 ? "nothing was" : appended == 1 ? "1 entry was" : "\(appended) entries were"
    return "\(what) appended to \(ledger), which has \(size == 1 ? "1 entry" : "\(size) entries") and the head \(head)"
  }
}

extension Explanation {
  /// - Parameters:
  ///   - context: what is known now of what was asked and consented to.
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
  /// The facts of a type after a run.
  public enum Facts: Sendable {
    /// Their fields as JSON: one fact over several lines, several facts one a line.
    case found(String)
    /// No pack declares the type.
    case unknown(nearest: String?)
    /// The truths that derive them contradict each other, or read a missing value.
    case faulty(String)
    /// The report has several runs, so "after the run" is ambiguous.
    case severalRuns
  }

  /// The facts of a type after the single run, whatever its decision. Derived facts are computed.
  public func facts(ofType name: String) -> Facts {
    guard let after, let outcome = outcomes.first else { return .severalRuns }
    let context = after.working(WorkMeter(limit: maxWork))
    return procedure.facts(ofType: name, in: context, now: outcome.run.lastActivity)
  }
}

extension RunProcedure {
  /// The current facts of a type in a context. Derived facts are computed.
  ///
  /// - Parameter name: bare, qualified by the pack, or with `fact.` before it.
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

/// How the outcome of a run is written.
public enum RunForm: Sendable {
  /// The explanation, for people.
  case explanation(ExplanationDetail)
  /// The object of runs §10.5, one per line.
  case json
  /// The events in the order in which they happened, one per line (contract §13.3).
  case events
}

extension RunReport {
  /// A run, or what is wrong with a line of a batch.
  package static let shape = answer(
    .members(RunOutcome.members + WhyNotReport.found.members.map { .optional($0.name, $0.shape, $0.summary) }))

  /// A line of the events of a run.
  package static let eventShape = answer(RunShape.event)

  private static func answer(_ shape: JSONShape) -> JSONShape {
    .choice(if: .open([.required("error", .anything, "")]), then: faultRecord.shape, else: shape)
  }

  /// What stands in place of the output of a line of a batch.
  package static let faultRecord = JSONRecord<(line: Int, message: String)>([
    .required("error", of: lineRecord, "A line that is no proposal.") { $0 }
  ])

  private static let lineRecord = JSONRecord<(line: Int, message: String)>([
    .required("line", .count(from: 1), "The line of the batch.") { $0.line },
    .required("message", .text, "What is wrong with it.") { $0.message },
  ])
}
