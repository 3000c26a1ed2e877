package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// One proposal to run.
package struct RunRequest: Sendable {
  /// The proposal as received, with its places for messages.
  package var proposal: LocatedJSON
  /// Written into the proposal's timestamp when given (`--now`, a session's clock).
  package var now: Timestamp?
  /// Who proposes, where something outside vouches for that: a session, `--actor`. It is written into a proposal that names
  /// nobody; one that names another is rejected.
  package var actor: JSONObject?
  package var budget: Budget
  /// Whether the outcome is explained to people. Only then the values of the terms of clauses that hold are computed.
  package var isExplained: Bool
  /// Whether near names are looked for of what the proposal has wrong. Who tries many proposals reads none of them.
  package var looksForNames = true
  /// Whether the outcome of a run that waits tells what was read (``RunOutcome/reads``).
  package var notesReads = false

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
  /// Rounds of the fixed point.
  package var maxCycles: Int
  /// Matches that fire.
  package var maxSteps: Int
  package var maxFacts: Int
  /// Steps of work: past them there is no decision. They decide nothing, and so are not hashed.
  package var maxWork: Int

  package init(
    maxCycles: Int = 100_000, maxSteps: Int = 10_000_000, maxFacts: Int = 1_000_000, maxWork: Int = WorkMeter.standard
  ) {
    self.maxCycles = maxCycles
    self.maxSteps = maxSteps
    self.maxFacts = maxFacts
    self.maxWork = maxWork
  }

  /// Whether it decides as the default does.
  var isStandard: Bool {
    var budget = self
    budget.maxWork = Self.standard.maxWork
    return budget == .standard
  }

  /// What holds when nothing is said; it is not hashed.
  package static let standard = Budget()
}

/// What a run came to: everything that `truths run --format json` prints (runs §10.5), and the context after it.
package struct RunOutcome: Sendable {
  package var decision: DecisionOutcome
  package var truthID: String
  package var reason: String
  /// How many clauses hold in an accepted run, where the reason tells no more.
  package var held: HeldClauses?
  package var violations: [Violation]
  package var run: RunState
  /// What the new fact entries are about, in order.
  package var factContents: [any EntryPayload]
  /// What the entries of its traces are about, in order.
  package var traceContents: [any EntryPayload]
  /// All new entries, in sequence; empty when the answer was given before.
  package var entries: [Entry]
  /// The correlation of its run.
  package var correlationID: String
  package var proposalID: String
  package var proposalHash: String
  package var inputHash: String
  package var outputHash: String
  package var before: ContextPoint
  package var after: ContextPoint
  package var truthsHash: String
  package var governingHash: String
  /// The six steps, each with its result.
  package var steps: [Step]
  /// The facts that would be appended, known before the decision; a stream shows them as provisional.
  var provisionalFacts: [ProducedFact]
  /// Every clause that was read, for the story told to people.
  package var evaluated: [EvaluatedTruth]
  /// Whether the budget ended the run.
  package var isOutOfBudget: Bool
  /// Whether this answer was given before and is repeated (runs §3.2).
  package var isReplay: Bool
  /// What the run appends to the given context.
  private(set) var continuation: ContextContinuation
  /// The budget, where it is not the default: it is hashed then.
  package var budget: Budget?
  /// What was read, of a run that waits; `nil` where nobody asked.
  package var reads: RunReads?
}

extension RunOutcome {
  /// The violation that gives the reason; `nil` where none does.
  package var deciding: Violation? { violations.first { $0.truthID == truthID && $0.reason == reason } }

  /// Payloads of the new fact entries, in order.
  package var facts: [JSONObject] { factContents.map(\.object) }

  /// §7.2 objects, in order.
  package var traces: [JSONObject] { traceContents.map(\.object) }

  /// The context with `entries` appended.
  ///
  /// - Complexity: O(entries · log size); a dry run, which asks for no context, does not pay for it.
  package var context: Context { continuation.context }

  /// The sequence up to which every match of truths on facts has fired in ``context``.
  var closedAt: Int { continuation.added.closedAt(isClosed: continuation.isClosed) }

  /// Forgets the context that it was decided on, so that one of many outcomes that are kept holds only what is its own. From then
  /// on ``context`` is none of the run.
  package mutating func forgetContext() { continuation.added.forgetContext(for: continuation.procedure.emptyContext) }
}

/// How a context goes on with what a run added.
struct ContextContinuation: Sendable {
  fileprivate(set) var added: ContextAddition
  /// Whether all that follows from the context is in it.
  let isClosed: Bool
  let procedure: RunProcedure

  var context: Context { added.whole(program: procedure.program, isClosed: isClosed).working(nil) }
}

/// A run's status object, contract §1.8.
package struct RunState: Hashable, Sendable {
  package var runID: String
  package var status: Status
  /// Fact entries of the context after the run.
  package var factsCount: Int
  /// Runs of the context that wait.
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

  /// The contract's object, in its field order.
  package var json: JSONObject { JSONObject { writeCompact(to: &$0) } }
}

/// The head and size of a context at one moment.
package struct ContextPoint: Hashable, Sendable {
  package var head: String
  package var size: Int

  package init(head: String, size: Int) {
    self.head = head
    self.size = size
  }
}

/// One of the six steps of contract §11 and how it ended.
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
  /// The object of runs §10.5, members in its order. A budget that is not the default goes last: `input_hash` cannot be
  /// recomputed without it.
  ///
  /// - Parameter source: how a span reads in `source`: `money/money.invoice.creation.truths:12:7`.
  package func json(source: (Span) -> String) -> JSONObject {
    withoutActuallyEscaping(source) { source in JSONObject { writeCompact(to: &$0, source: source) } }
  }

  /// Appends it without white space. What stands in it twice, the payloads of facts and traces and what its entries have in
  /// common, is written once and copied.
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

  /// - Parameters:
  ///   - facts: where the payloads of the last fact entries stand already.
  ///   - traces: where those of the last trace entries stand.
  private func writeEntries(to buffer: inout ByteBuffer, facts: [Range<Int>], traces: [Range<Int>]) {
    // What closing the context appended stands in `entries` alone, before the rest.
    let first = entries.count - (entries.isEmpty ? 0 : ownEntries)
    let (ownFacts, ownTraces) = (facts.count == ownFactEntries, traces.count == ownTraceEntries)
    var (nextFact, nextTrace) = (0, 0)
    buffer.append(UInt8(ascii: "["))
    for (place, entry) in entries.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      var payload: Range<Int>?
      if place >= first, entry.type == .fact, ownFacts {
        payload = facts[nextFact]
        nextFact += 1
      } else if place >= first, entry.type == .trace, ownTraces {
        payload = traces[nextTrace]
        nextTrace += 1
      }
      entry.writeCompact(to: &buffer, payload: payload)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Entries of the run itself, behind those of closing the context.
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
  /// Appends a member with a text, behind others.
  fileprivate mutating func writeMember(_ name: String, _ text: String) {
    append(UInt8(ascii: ","))
    write(name)
    append(UInt8(ascii: ":"))
    write(text)
  }

  /// Appends a list of payloads.
  ///
  /// - Returns: where each of them stands.
  fileprivate mutating func writeContents(_ contents: [any EntryPayload]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    places.reserveCapacity(contents.count)
    append(UInt8(ascii: "["))
    for place in contents.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      let start = count
      contents[place].writeCompact(to: &self)
      places.append(start..<count)
    }
    append(UInt8(ascii: "]"))
    return places
  }
}

/// The object of runs §10.5. Without `source` it is what the output hash and decision entries hold.
extension Violation {
  package func json(source: ((Span) -> String)?) -> JSONObject { JSONObject { writeCompact(to: &$0, source: source) } }

  /// Appends it without white space, members in the order of runs §10.5.
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

  /// Appends JCS of it, without `source`.
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

  /// Appends `"override":{"counts":false,"why":…}` behind other members.
  private func write(_ overrideFault: String, to buffer: inout ByteBuffer) {
    buffer.append(#","override":{"counts":false,"why":"# as StaticString)
    buffer.write(overrideFault)
    buffer.append(UInt8(ascii: "}"))
  }
}
