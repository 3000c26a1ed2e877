package import TruthsDiagnostics
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// Builds a context from entries as they are read, and checks every fact against the vocabulary (runs §1).
package struct ContextLoader {
  private let procedure: RunProcedure
  private var context: Context
  /// The span of the first decision that is given as a fact in short form; `nil` if none exists.
  private var shortDecision: Span?
  private var faults: [Diagnostic] = []
  /// Faults in the ids of actors, in order. A later decision of an older language version removes them.
  private var malformedActors: [Diagnostic] = []
  /// Warnings for facts that replace an earlier fact with the same key without a correction, in order; at most
  /// ``mostWarnings``.
  package private(set) var warnings: [Diagnostic] = []
  private static let mostWarnings = 100
  /// The meter for the search of near names.
  private let names = WorkMeter.ofNames()

  /// Creates a loader.
  ///
  /// - Parameter context: the context that the entries continue; `nil` for an empty context.
  package init(_ procedure: RunProcedure, on context: Context? = nil) {
    self.procedure = procedure
    self.context = context ?? procedure.emptyContext
  }

  /// Appends the next entry, and records its faults and warnings.
  ///
  /// - Parameter line: the line from which the ledger may read the entry again; `nil` if the ledger must keep the entry.
  @discardableResult
  package mutating func append(_ item: ReadEntry, line: LedgerLine? = nil) -> ReadVerdict {
    let before = self.faultCount
    take(item, line)
    // A fault in an actor may be dropped later, when a decision of an older language version follows.
    return isEnough ? .enough : self.faultCount > before ? .told : .fine
  }

  /// Whether the number of faults has reached the number that is reported.
  private var isEnough: Bool { faults.count >= [Diagnostic].mostOfData }

  private var faultCount: Int { faults.count + malformedActors.count + warnings.count + (shortDecision == nil ? 0 : 1) }

  private mutating func take(_ item: ReadEntry, _ line: LedgerLine?) {
    if item.isShortForm { context.markUnsealed() }
    checkActor(of: item)
    guard item.entry.type == .fact else {
      if item.entry.truthID == BuiltInTruth.sealing.rawValue { context.markSealed() }
      if item.entry.type == .decision, context.runs.record(item.entry.runID) != nil { check(decision: item.payload) }
      return append(item.entry, fact: nil, line, item.prepared as? PreparedEntry)
    }
    if item.isShortForm, item.payload.member("type")?.value.stringValue == BuiltInFact.decisionMade.rawValue {
      shortDecision = shortDecision ?? item.payload.span
    }
    let (entry, payload, isAsRead) = withStep(item)
    switch procedure.factReader.read(payload, names: names) {
    case .failure(let failure):
      faults += failure.listed(at: payload.span).map { ContextFactFault.at($0.span, $0.message, nearest: $0.nearest) }
    case .success(let fact):
      if let fault = procedure.policyFault(fact, payload) { faults.append(fault) }
      if entry.corrects == nil { checkKey(of: fact, at: payload.span) }
      append(entry, fact: fact, isAsRead ? line : nil, isAsRead ? item.prepared as? PreparedEntry : nil)
    }
  }

  /// Returns the context of all appended entries.
  ///
  /// - Parameter isAppendedTo: whether new entries will be appended to the ledger. Such a ledger may have no decision in short
  ///   form (declarations §16).
  /// - Throws: all faults.
  package func loadedContext(isAppendedTo: Bool = false) throws(BadData) -> Context {
    // Where reading stopped early, a later decision might have dropped the faults in actors.
    let faults = isEnough ? faults : faults + malformedActors
    guard faults.isEmpty else { throw BadData(faults) }
    if isAppendedTo, let shortDecision { throw BadData([ShortDecision.finding(at: shortDecision)]) }
    return context
  }

  /// Checks the ids of an actor. From language version 3 on, ids that could be mistaken for one another are faults (runs §1.5).
  ///
  /// Entries before a decision of an older version, and entries of its run, were recorded under the older rules and are
  /// accepted.
  private mutating func checkActor(of item: ReadEntry) {
    if item.entry.type == .decision, Self.isOlder(item.entry) { return malformedActors.removeAll() }
    guard let actor = item.actor else { return }
    let found = KnownActor.malformedIDs(in: actor)
    guard !found.isEmpty else { return }
    let decision = context.runs.record(item.entry.runID).flatMap { context.decision(of: $0) }
    guard decision.map(Self.isOlder) != true else { return }
    malformedActors += found.map { EnvelopeValue.identifier($0.message, at: $0.span) }
  }

  /// Returns whether a decision was made under a language version before 3. A decision without a version was made under version
  /// 1.
  private static func isOlder(_ decision: Entry) -> Bool {
    guard let language = decision.payload["language"]?.integerValue else { return decision.payload["language"] == nil }
    return language < LanguageVersion.three.rawValue
  }

  private mutating func append(_ entry: Entry, fact: TypedFact?, _ line: LedgerLine?, _ prepared: PreparedEntry?) {
    let prepared = prepared ?? PreparedEntry(entry, procedure.language)
    let hashed = HashedEntry(entry: entry, leafHash: prepared.leafHash)
    context.append(hashed, line: line, fact: fact, proposal: prepared.proposal, program: procedure.program)
  }

  /// Adds a warning if a fact replaces an earlier fact with the same key and is not marked as a correction.
  private mutating func checkKey(of fact: TypedFact, at span: Span) {
    let type = procedure.program.facts[fact.type]
    guard !type.key.isEmpty, warnings.count < Self.mostWarnings else { return }
    let identity = context.store.identity(of: fact.fields, type: fact.type)
    guard let known = context.store.current(fact.type, identity: identity) else { return }
    let key = zip(type.key, identity).map { "\(type.fields[$0].name) \(Quotation.of(procedure.program.display($1)))" }
    warnings.append(
      RepeatedKey.finding(
        type.name, key: key.joined(separator: ", "), first: known.entry.id, sequence: known.entry.sequence, at: span))
  }

  /// Checks the words of a decision, because the decision may later be given as a repeated answer, or its run may continue.
  private mutating func check(decision payload: LocatedJSON) {
    let decisions = DecisionOutcome.allCases.map(\.rawValue)
    let statuses = RunState.Status.allCases.map(\.rawValue)
    for (name, allowedTexts) in [("decision", decisions), ("status", statuses), ("truth_id", []), ("reason", [])] {
      let path = "payload.\(name)"
      guard let member = payload.member(name) else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: "nothing", at: payload.span))
        continue
      }
      guard let text = member.value.stringValue else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: member.value.noun, at: member.value.span))
        continue
      }
      if !allowedTexts.isEmpty, !allowedTexts.contains(text) {
        faults.append(EnvelopeValue.notOneOf(path, text, known: allowedTexts, at: member.value.span))
      }
    }
  }

  /// Returns an entry with its payload. If a fact of a history in short form has no `step`, it gets the next step (runs §1).
  /// `isAsRead` is `true` if the payload is unchanged.
  private func withStep(_ item: ReadEntry) -> (Entry, LocatedJSON, isAsRead: Bool) {
    guard item.isShortForm, item.payload.member("step") == nil, var members = item.payload.members,
      let next = procedure.nextStep(of: item.payload, in: context)
    else { return (item.entry, item.payload, true) }
    let step = LocatedJSON(.number(Decimal(next)), at: item.payload.span)
    members.append(LocatedJSON.Member(name: "step", nameSpan: item.payload.span, value: step))
    let payload = LocatedJSON(.object(members), at: item.payload.span)
    return (Entry.shortForm(payload: payload.value.objectValue ?? [:], sequence: item.entry.sequence), payload, false)
  }
}

/// The part of an entry that is computed on several cores, because it needs no earlier entries.
final class PreparedEntry: Sendable {
  let leafHash: Digest
  /// The proposal of a proposal entry; `nil` for other entries.
  let proposal: ProposalOfRun?

  init(_ entry: Entry, _ language: LanguageVersion) {
    leafHash = entry.leafHash
    proposal = entry.type == .proposal ? ProposalOfRun(entry, language) : nil
  }
}

/// The result of adding a fact from outside to a context.
package enum IngestionResult: Sendable {
  /// The fact was appended.
  case appended(Context, Entry)
  /// The context already has this fact with the same content.
  case unchanged
  /// The fact was refused. `truthID` is the id of a built-in truth or of the clause that refuses it.
  case refused(truthID: String, reason: String)

  static func refused(_ truth: BuiltInTruth, reason: String) -> IngestionResult {
    .refused(truthID: truth.rawValue, reason: reason)
  }
}

extension RunProcedure {
  /// Adds a fact from outside to a context. The fact is refused unless its type is `external` (runs §1), and the type allows
  /// the actor to bring it in (declarations §3).
  ///
  /// - Parameters:
  ///   - corrects: the `entry_id` of the version that the fact corrects; `nil` if it is no correction.
  ///   - runID: the run that the fact's entry belongs to.
  ///   - budget: the budget for closing the context after the fact is added.
  package func inject(
    _ payload: LocatedJSON, corrects: String? = nil, actor: JSONObject, runID: String, correlationID: String, now: Timestamp,
    budget: Budget = .standard, on context: Context
  ) -> IngestionResult {
    let payload = withStep(payload, in: context)
    let fact: TypedFact
    switch factReader.read(payload) {
    case .failure(let failure): return .refused(.factIncomplete, reason: failure.text)
    case .success(let read): fact = read
    }
    let type = program.facts[fact.type]
    guard type.isExternal else {
      return .refused(.factExternal, reason: "\(type.name) is not external: it does not arrive from outside")
    }
    if let fault = fault(of: actor, bringing: type) { return .refused(.factExternal, reason: fault) }
    for (field, value) in zip(type.fields, fact.fields) {
      guard case .text(let text) = value, let fault = EntrySize.fault(of: text.string, "\(type.name).\(field.name)", in: "fact")
      else {
        continue
      }
      return .refused(.factIncomplete, reason: fault)
    }
    if let fault = transitionFault(fact, in: context) { return .refused(.factConflict, reason: fault) }
    let known = context.store.current(fact.type, identity: context.store.identity(of: fact.fields, type: fact.type))
    switch judge(fact, current: known, corrects: corrects) {
    case .refuse(let truth, let reason): return .refused(truth, reason: reason)
    case .nothing: return .unchanged
    case .append: break
    }
    let entry = Entry.make(
      type: .fact, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: nil,
      payload: program.payload(type: fact.type, fields: fact.fields), sequence: context.nextSequence, corrects: corrects,
      proposalID: nil)
    var result = context
    result.append(entry, fact: fact, program: program)
    if let fault = closingFault(of: result, after: context, now: now, budget) {
      return .refused(truthID: fault.truthID, reason: fault.reason)
    }
    return .appended(result, entry)
  }

  /// Returns the first violation that prevents closing a context, if the context before it could be closed; otherwise `nil`.
  ///
  /// The fact or document that was added is then refused, so that a ledger can always be closed (declarations §6). If the
  /// context could not be closed before, the addition may be the correction that is needed; the result is then `nil`.
  func closingFault(
    of context: Context, after before: Context, now: Timestamp, _ budget: Budget = .standard
  ) -> Violation? {
    let fault = close(context, now: now, budget: budget).violations.first
    guard let fault, close(before, now: now, budget: budget).violations.isEmpty else { return nil }
    return fault
  }

  /// Returns the fault if an actor may not bring in facts of a type; otherwise `nil`. Agents never may. Other actors need a
  /// role that the type names.
  private func fault(of actor: JSONObject, bringing type: FactType) -> String? {
    let roles = actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? []
    guard let arrival = type.arrival, !arrival.takes(type: actor["type"]?.stringValue, roles: roles) else { return nil }
    let agent = actor["type"] == .text("agent") ? "@\(actor["user_id"]?.stringValue ?? "") is an agent: " : ""
    return "\(agent)\(type.name) arrives from \(arrival.words) only"
  }

  /// Returns the payload. If it is a fact of a history without `step`, the next step is added.
  private func withStep(_ payload: LocatedJSON, in context: Context) -> LocatedJSON {
    guard var members = payload.members, payload.member("step") == nil, let next = nextStep(of: payload, in: context) else {
      return payload
    }
    let step = LocatedJSON(.number(Decimal(next)), at: payload.span)
    members.append(LocatedJSON.Member(name: "step", nameSpan: payload.span, value: step))
    return LocatedJSON(.object(members), at: payload.span)
  }

  /// Returns the fault if a state from outside does not follow the lifecycle's transitions (declarations §12); otherwise `nil`.
  ///
  /// The state's step must be the next one, and a transition must lead from the current state to the new one.
  private func transitionFault(_ fact: TypedFact, in context: Context) -> String? {
    guard let index = program.facts[fact.type].lifecycle else { return nil }
    let lifecycle = program.lifecycles[index]
    let key = Array(fact.fields.prefix(lifecycle.key.count))
    let present = context.store.state(index, of: key)
    guard fact.fields.count == key.count + 2, case .enumeration(let state) = fact.fields[key.count],
      case .number(let step) = fact.fields[key.count + 1]
    else { return nil }
    let from = present?.ordinal ?? LifecycleType.start
    if let present, step.intValue == present.step, state.ordinal == present.ordinal { return nil }
    let names = program.enums[lifecycle.states].values
    guard step.intValue == (present?.step ?? 0) + 1 else {
      return "\(lifecycle.name): step \(step.canonicalText) is not the next, which is \((present?.step ?? 0) + 1)"
    }
    guard lifecycle.transitions.contains(LifecycleType.Transition(from: from, to: state.ordinal)) else {
      return "\(lifecycle.name): \(names[from]) → \(state.name) is no transition: \(lifecycle.name) is \(names[from])"
    }
    return nil
  }

  private enum Judgement {
    case append, nothing
    case refuse(BuiltInTruth, String)
  }

  private func judge(_ fact: TypedFact, current: FactRecord?, corrects: String?) -> Judgement {
    let name = program.facts[fact.type].name
    guard let current else { return corrects == nil ? .append : .refuse(.factAbsent, "there is no \(name) to correct") }
    if current.fields == fact.fields { return .nothing }
    guard let corrects else { return .refuse(.factConflict, "\(name) is there already with another content") }
    if program.facts[fact.type].isImmutable { return .refuse(.factImmutable, "\(name) is immutable: it may not be corrected") }
    return corrects == current.entry.id ? .append : .refuse(.factStale, "\(corrects) is not the newest version of \(name)")
  }

  /// Returns the `input_hash` for the trace of a control message.
  func steeringHash(of action: String, runID: String, on context: Context) -> Digest {
    var scratch = HashScratch()
    return Hashes.input(context: context.head, truths: truthsHash, budget: nil, &scratch) {
      $0.writeCanonical(["action": .text(action), "run_id": .text(runID)] as JSONObject)
    }
  }

  /// Records a control message of a session as a trace, so that every change of a run's outcome is visible (sessions §7).
  ///
  /// - Parameters:
  ///   - action: the control type, such as `pause`.
  ///   - decision: the outcome of the control; a run that continues is `accepted`.
  package func record(
    action: String, truthID: String, decision: DecisionOutcome, reason: String, runID: String, correlationID: String,
    actor: JSONObject, now: Timestamp, on context: Context
  ) -> (context: Context, entry: Entry) {
    let hash = steeringHash(of: action, runID: runID, on: context)
    let output = Hashes.output(
      decision: decision.rawValue, truthID: truthID, reason: reason, violations: .array([]), facts: [])
    let payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: truthID, sequence: context.nextSequence)),
      "run_id": .text(runID),
      "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text(action), "truth_id": .text(truthID),
      "input_hash": .text(hash.prefixed), "output_hash": .text(output.prefixed), "decision": .text(decision.rawValue),
      "reason": .text(reason), "timestamp": .text(now.text),
    ]
    let entry = Entry.make(
      type: .trace, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: truthID,
      payload: payload, sequence: context.nextSequence, corrects: nil, proposalID: nil)
    var result = context
    result.append(entry, fact: nil, program: program)
    return (result, entry)
  }
}
