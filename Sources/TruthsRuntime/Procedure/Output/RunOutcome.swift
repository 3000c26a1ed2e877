package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// One proposal to run.
package struct RunRequest: Sendable {
  /// The proposal as received, with its spans for messages.
  package var proposal: LocatedJSON
  /// The time that is written into the proposal, from `--now` or a session's clock; `nil` for the proposal's own time.
  package var now: Timestamp?
  /// The known proposer, from a session or `--actor`; `nil` to trust the actor that the proposal names.
  ///
  /// The actor is written into a proposal that names none. A proposal that names a different actor is rejected.
  package var actor: JSONObject?
  package var budget: Budget
  /// Whether the outcome is explained to people. Only then are the values of terms computed for clauses that hold.
  package var isExplained: Bool
  /// Whether similar names are searched for wrong names in the proposal. `false` saves work if many proposals are tried.
  package var looksForNames = true
  /// Whether the outcome of a waiting run includes its reads (``RunOutcome/reads``).
  package var notesReads = false
  /// Whether the proposal is a prediction that omits fields. If so, its clauses are evaluated even if required fields are
  /// missing.
  package var isPrediction = false

  package init(
    proposal: LocatedJSON, now: Timestamp? = nil, actor: JSONObject? = nil, budget: Budget = .standard, isExplained: Bool = false
  ) {
    self.proposal = proposal
    self.now = now
    self.actor = actor
    self.budget = budget
    self.isExplained = isExplained
  }
}

/// The limits of one run (runs §3.7).
package struct Budget: Hashable, Sendable {
  /// The largest number of rounds in which truths that start from facts run, until nothing new follows.
  package var maxCycles: Int
  /// The largest number of times that such truths may fire, each time for different facts.
  package var maxSteps: Int
  package var maxFacts: Int
  /// The largest number of steps of work. If a run exceeds it, there is no decision. It changes no decision, so it is not
  /// hashed.
  package var maxWork: Int

  package init(
    maxCycles: Int = 100_000, maxSteps: Int = 10_000_000, maxFacts: Int = 1_000_000, maxWork: Int = WorkMeter.standard
  ) {
    self.maxCycles = maxCycles
    self.maxSteps = maxSteps
    self.maxFacts = maxFacts
    self.maxWork = maxWork
  }

  /// Whether all limits are the default limits, except for the work limit.
  var isStandard: Bool {
    var budget = self
    budget.maxWork = Self.standard.maxWork
    return budget == .standard
  }

  /// The default budget. Input hashes leave it out.
  package static let standard = Budget()
}

/// The result of a run: everything that `truths run --format json` prints (runs §10.5), and the context after the run.
package struct RunOutcome: Sendable {
  package var decision: DecisionOutcome
  package var truthID: String
  package var reason: String
  /// The numbers of clauses that hold in an accepted run; `nil` if the reason states anything else.
  package var heldClauses: HeldClauses?
  package var violations: [Violation]
  package var run: RunState
  /// The payloads of the run's own new fact entries, in order.
  package var factContents: [any EntryPayload]
  /// The payloads of the run's own new trace entries, in order.
  package var traceContents: [any EntryPayload]
  /// All new entries, in the order of their sequences; empty for a repeated answer.
  package var entries: [Entry]
  /// The correlation id of the run.
  package var correlationID: String
  package var proposalID: String
  package var proposalHash: String
  package var inputHash: String
  package var outputHash: String
  package var before: ContextPoint
  package var after: ContextPoint
  package var truthsHash: String
  package var governingHash: String
  /// The steps that were reached, each with its result.
  package var steps: [Step]
  /// The facts that the run would append, known before the decision. A stream of events shows them as provisional.
  var provisionalFacts: [ProducedFact]
  /// Every evaluated clause with its truth, for the explanation.
  package var evaluated: [EvaluatedTruth]
  /// Whether the run ended because it reached a limit of the budget.
  package var isOutOfBudget: Bool
  /// Whether the outcome is the repeated answer to an earlier proposal (runs §3.2).
  package var isReplay: Bool
  /// The entries that the run appends to the given context.
  private(set) var continuation: ContextContinuation
  /// The budget as it is hashed; `nil` for the default budget.
  package var budget: Budget?
  /// The data that a waiting run has read; `nil` if it was not requested.
  package var reads: RunReads?
}

extension RunOutcome {
  /// The violation whose reason is the reason of the outcome; `nil` if none exists.
  package var deciding: Violation? { violations.first { $0.truthID == truthID && $0.reason == reason } }

  /// The payloads of the run's own new fact entries as objects, in order.
  package var facts: [JSONObject] { factContents.map(\.object) }

  /// The traces as objects of contract §7.2, in order.
  package var traces: [JSONObject] { traceContents.map(\.object) }

  /// The context with `entries` appended.
  ///
  /// - Complexity: O(entries · log size). It is computed only when it is read, so a dry run does not pay for it.
  package var context: Context { continuation.context }

  /// The sequence up to which truths that start from facts have fired for every match in ``context``.
  var closedAt: Int { continuation.added.closedAt(isClosed: continuation.isClosed) }

  /// Releases the context that the run was decided on, to save memory if many outcomes are kept. ``context`` is invalid
  /// afterwards.
  package mutating func forgetContext() { continuation.added.forgetContext(for: continuation.procedure.emptyContext) }
}

/// A context with the entries of a run that continue it. The context is extended only on demand.
struct ContextContinuation: Sendable {
  fileprivate(set) var added: ContextAddition
  /// Whether the entries include all facts that follow from the context.
  let isClosed: Bool
  let procedure: RunProcedure

  var context: Context { added.extended(program: procedure.program, isClosed: isClosed).working(nil) }
}

/// The status object of a run (contract §1.8).
package struct RunState: Hashable, Sendable {
  package var runID: String
  package var status: Status
  /// The number of fact entries in the context after the run.
  package var factsCount: Int
  /// The number of waiting runs in the context.
  package var pendingProposals: Int
  package var waitingFor: [Awaited]
  package var lastActivity: Timestamp

  package init(
    runID: String, status: Status, factsCount: Int, pendingProposals: Int, waitingFor: [Awaited], lastActivity: Timestamp
  ) {
    self.runID = runID
    self.status = status
    self.factsCount = factsCount
    self.pendingProposals = pendingProposals
    self.waitingFor = waitingFor
    self.lastActivity = lastActivity
  }

  package enum Status: String, Hashable, Sendable, CaseIterable {
    case running, converged, halted, waiting
  }

  /// The outcome as JSON, with the members of the contract in order.
  package var json: JSONObject { JSONObject { writeCompact(to: &$0) } }
}

/// The head and size of a context at one time.
package struct ContextPoint: Hashable, Sendable {
  package var head: String
  package var size: Int

  package init(head: String, size: Int) {
    self.head = head
    self.size = size
  }
}

/// One of the six steps of contract §11, with its result.
package struct Step: Hashable, Sendable {
  package var name: Name
  package var result: Result

  package init(_ name: Name, _ result: Result) {
    self.name = name
    self.result = result
  }

  package enum Name: String, Hashable, Sendable, CaseIterable {
    case propose, consent, check, execute, record, trace
  }

  package enum Result: String, Hashable, Sendable, CaseIterable {
    case ok, wait, stop
  }
}

extension RunOutcome {
  /// Returns the object of runs §10.5, with its members in order.
  ///
  /// If the budget is not the default, it comes last, because `input_hash` cannot be recomputed without it.
  ///
  /// - Parameter source: returns the text of a span for the member `source`, such as
  ///   `money/money.invoice.creation.truths:12:7`.
  package func json(source: (Span) -> String) -> JSONObject {
    withoutActuallyEscaping(source) { source in JSONObject { writeCompact(to: &$0, source: source) } }
  }

  /// Appends the object of runs §10.5 without white space.
  ///
  /// Parts that occur twice, such as payloads of facts and traces, are written once and copied.
  package func writeCompact(to buffer: inout ByteBuffer, source: @escaping (Span) -> String) {
    buffer.append(#"{"decision":"# as StaticString)
    buffer.write(decision.rawValue)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","violations":"# as StaticString)
    buffer.writeList(violations) { $1.writeCompact(to: &$0, source: source) }
    buffer.append(#","run":"# as StaticString)
    run.writeCompact(to: &buffer)
    buffer.append(#","facts":"# as StaticString)
    let facts = buffer.writeContents(factContents)
    buffer.append(#","traces":"# as StaticString)
    let traces = buffer.writeContents(traceContents)
    buffer.append(#","entries":"# as StaticString)
    writeEntries(to: &buffer, facts: facts, traces: traces)
    for (name, text) in [
      ("proposal_id", proposalID), ("proposal_hash", proposalHash), ("input_hash", inputHash), ("output_hash", outputHash),
    ] { buffer.writeMember(name, text) }
    buffer.append(#","context":{"before":"# as StaticString)
    before.writeCompact(to: &buffer)
    buffer.append(#","after":"# as StaticString)
    after.writeCompact(to: &buffer)
    buffer.append(UInt8(ascii: "}"))
    buffer.writeMember("truths", truthsHash)
    buffer.writeMember("governing", governingHash)
    if let budget {
      buffer.append(#","budget":"# as StaticString)
      buffer.writeCompact(budget.json)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends the entries.
  ///
  /// - Parameters:
  ///   - facts: the ranges of the buffer that already hold the payloads of the run's own fact entries.
  ///   - traces: the ranges of the buffer that already hold the payloads of the run's own trace entries.
  private func writeEntries(to buffer: inout ByteBuffer, facts: [Range<Int>], traces: [Range<Int>]) {
    // The entries of closing the context come first, and occur only in `entries`.
    let first = entries.count - (entries.isEmpty ? 0 : ownEntries)
    let (ownFacts, ownTraces) = (facts.count == ownFactEntries, traces.count == ownTraceEntries)
    var (nextFact, nextTrace) = (0, 0)
    buffer.append(UInt8(ascii: "["))
    for (index, entry) in entries.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      var payload: Range<Int>?
      if index >= first, entry.type == .fact, ownFacts {
        payload = facts[nextFact]
        nextFact += 1
      } else if index >= first, entry.type == .trace, ownTraces {
        payload = traces[nextTrace]
        nextTrace += 1
      }
      entry.writeCompact(to: &buffer, payload: payload)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// The number of the run's own entries. They come after the entries of closing the context.
  private var ownEntries: Int { continuation.added.entries.count }

  private var ownFactEntries: Int { continuation.added.facts.count }

  private var ownTraceEntries: Int { continuation.added.entries.count { $0.type == .trace } }
}

extension RunState {
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"run_id":"# as StaticString)
    buffer.write(runID)
    buffer.writeMember("status", status.rawValue)
    buffer.append(#","facts_count":"# as StaticString)
    buffer.append(decimal: factsCount)
    buffer.append(#","pending_proposals":"# as StaticString)
    buffer.append(decimal: pendingProposals)
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.writeList(waitingFor) { $0.write($1.words) }
    buffer.writeMember("last_activity", lastActivity.text)
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ContextPoint {
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"head":"# as StaticString)
    buffer.write(head)
    buffer.append(#","size":"# as StaticString)
    buffer.append(decimal: size)
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ByteBuffer {
  /// Appends a further member with a text.
  fileprivate mutating func writeMember(_ name: String, _ text: String) {
    append(UInt8(ascii: ","))
    write(name)
    append(UInt8(ascii: ":"))
    write(text)
  }

  /// Appends a list of payloads.
  ///
  /// - Returns: the range of each payload in the buffer.
  fileprivate mutating func writeContents(_ contents: [any EntryPayload]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(contents.count)
    append(UInt8(ascii: "["))
    for place in contents.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      let start = count
      contents[place].writeCompact(to: &self)
      ranges.append(start..<count)
    }
    append(UInt8(ascii: "]"))
    return ranges
  }
}

/// The JSON of a violation (runs §10.5). The output hash and decision entries use the form without `source`.
extension Violation {
  package func json(source: ((Span) -> String)?) -> JSONObject { JSONObject { writeCompact(to: &$0, source: source) } }

  /// Appends the violation without white space, with its members in the order of runs §10.5.
  func writeCompact(to buffer: inout ByteBuffer, source: ((Span) -> String)?) {
    buffer.append(#"{"truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","clause":"# as StaticString)
    buffer.write(clause)
    buffer.append(#","kind":"# as StaticString)
    buffer.write(kind.rawValue)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","values":"# as StaticString)
    buffer.writeCompact(.object(values))
    if let approvedBy {
      buffer.append(#","approved_by":"# as StaticString)
      buffer.write(approvedBy)
    }
    if isOverridden { buffer.append(#","overridden":true"# as StaticString) }
    if let overrideFault { write(overrideFault, to: &buffer) }
    if let source, let span {
      buffer.append(#","source":"# as StaticString)
      buffer.write(source(span))
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends the violation as canonical JSON (JCS), without `source`.
  func writeCanonical(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    if let approvedBy {
      buffer.append(#""approved_by":"# as StaticString)
      buffer.write(approvedBy)
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(#""clause":"# as StaticString)
    buffer.write(clause)
    buffer.append(#","kind":"# as StaticString)
    buffer.write(kind.rawValue)
    if let overrideFault { write(overrideFault, to: &buffer) }
    if isOverridden { buffer.append(#","overridden":true"# as StaticString) }
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","values":"# as StaticString)
    buffer.writeCanonical(values)
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends a further member: `"override":{"counts":false,"why":…}`.
  private func write(_ overrideFault: String, to buffer: inout ByteBuffer) {
    buffer.append(#","override":{"counts":false,"why":"# as StaticString)
    buffer.write(overrideFault)
    buffer.append(UInt8(ascii: "}"))
  }
}
