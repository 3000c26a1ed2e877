package import TruthsDiagnostics
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// Makes a context of entries, one after the other as they are read, every fact held against the vocabulary (runs §1).
package struct ContextLoader {
  private let procedure: RunProcedure
  private var context: Context
  /// Where the first decision in short form stands.
  private var shortDecision: Span?
  /// In order.
  private var faults: [Diagnostic] = []
  /// Malformed ids of actors in entries that no decision of an older language stands behind, in order.
  private var malformedActors: [Diagnostic] = []
  /// Facts that stand where another of their key stood and do not say that they correct it, in order; at most ``mostWarnings``.
  package private(set) var warnings: [Diagnostic] = []
  private static let mostWarnings = 100
  /// Counts the names that near names are looked for among.
  private let names = WorkMeter.ofNames()

  /// - Parameter context: what the entries stand behind; none: nothing.
  package init(_ procedure: RunProcedure, on context: Context? = nil) {
    self.procedure = procedure
    self.context = context ?? procedure.emptyContext
  }

  /// Takes the next entry.
  ///
  /// - Parameter line: where it stands, if the ledger may read it again from there instead of keeping it.
  @discardableResult
  package mutating func append(_ item: ReadEntry, line: LedgerLine? = nil) -> ReadVerdict {
    let told = self.told
    take(item, line)
    // What is wrong with an actor may turn out to be history.
    return isEnough ? .enough : self.told > told ? .told : .fine
  }

  /// Whether as many faults are found as are told.
  private var isEnough: Bool { faults.count >= [Diagnostic].mostOfData }

  private var told: Int { faults.count + malformedActors.count + warnings.count + (shortDecision == nil ? 0 : 1) }

  private mutating func take(_ item: ReadEntry, _ line: LedgerLine?) {
    if item.isShortForm { context.markUnsealed() }
    checkActor(of: item)
    guard item.entry.type == .fact else {
      if item.entry.truthID == BuiltInTruth.sealing.rawValue { context.markSealed() }
      if item.entry.type == .decision, context.runs.record(item.entry.runID) != nil { check(decision: item.payload) }
      return append(item.entry, fact: nil, line)
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
      append(entry, fact: fact, isAsRead ? line : nil)
    }
  }

  /// The context.
  ///
  /// - Parameter isAppendedTo: whether it is a ledger that goes on: no decision stands there in short form (declarations §16).
  /// - Throws: every fault found.
  package func whole(isAppendedTo: Bool = false) throws(BadData) -> Context {
    // Where reading ended early, a decision behind it may make history of what is wrong with an actor.
    let faults = isEnough ? faults : faults + malformedActors
    guard faults.isEmpty else { throw BadData(faults) }
    if isAppendedTo, let shortDecision { throw BadData([ShortDecision.found(at: shortDecision)]) }
    return context
  }

  /// From version 3 of the language on, one person has one id (runs §1.5). What stands before a decision of an older language, or
  /// is of its run, was recorded under other rules: it is history.
  private mutating func checkActor(of item: ReadEntry) {
    if item.entry.type == .decision, Self.isOlder(item.entry) { return malformedActors.removeAll() }
    guard let actor = item.actor else { return }
    let found = KnownActor.malformedIDs(in: actor)
    guard !found.isEmpty else { return }
    let decision = context.runs.record(item.entry.runID).flatMap { context.decision(of: $0) }
    guard decision.map(Self.isOlder) != true else { return }
    malformedActors += found.map { EnvelopeValue.identifier($0.message, at: $0.span) }
  }

  /// Whether a decision was made under a version of the language before 3. Version 1 wrote none.
  private static func isOlder(_ decision: Entry) -> Bool {
    guard let language = decision.payload["language"]?.integerValue else { return decision.payload["language"] == nil }
    return language < LanguageVersion.three.rawValue
  }

  private mutating func append(_ entry: Entry, fact: TypedFact?, _ line: LedgerLine?) {
    let hashed = HashedEntry(entry: entry, leafHash: entry.leafHash)
    context.append(hashed, line: line, fact: fact, program: procedure.program)
  }

  /// A fact behind another of its key counts in its place; whoever meant that says so.
  private mutating func checkKey(of fact: TypedFact, at span: Span) {
    let type = procedure.program.facts[fact.type]
    guard !type.key.isEmpty, warnings.count < Self.mostWarnings else { return }
    let identity = context.store.identity(of: fact.fields, type: fact.type)
    guard let known = context.store.current(fact.type, identity: identity) else { return }
    let key = zip(type.key, identity).map { "\(type.fields[$0].name) \(Quotation.of(procedure.program.display($1)))" }
    warnings.append(
      RepeatedKey.found(
        type.name, key: key.joined(separator: ", "), first: known.entry.id, sequence: known.entry.sequence, at: span))
  }

  /// What a run of the context came to may be given again as an answer, or go on: it says so in words that are known.
  private mutating func check(decision payload: LocatedJSON) {
    let decisions = DecisionOutcome.allCases.map(\.rawValue)
    let statuses = RunState.Status.allCases.map(\.rawValue)
    for (name, known) in [("decision", decisions), ("status", statuses), ("truth_id", []), ("reason", [])] {
      let path = "payload.\(name)"
      guard let member = payload.member(name) else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: "nothing", at: payload.span))
        continue
      }
      guard let text = member.value.stringValue else {
        faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: member.value.noun, at: member.value.span))
        continue
      }
      if !known.isEmpty, !known.contains(text) {
        faults.append(EnvelopeValue.notOneOf(path, text, known: known, at: member.value.span))
      }
    }
  }

  /// A short-form fact of a history without `step` takes the next (runs §1).
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

/// What became of a fact from outside.
package enum IngestionResult: Sendable {
  /// It stands in the ledger now.
  case appended(Context, Entry)
  /// It was there already, unchanged.
  case unchanged
  /// It was refused, by a built-in truth or by the clause of an id.
  case refused(truthID: String, reason: String)

  static func refused(_ truth: BuiltInTruth, reason: String) -> IngestionResult {
    .refused(truthID: truth.rawValue, reason: reason)
  }
}

extension RunProcedure {
  /// Takes in a fact from outside: refused unless its type is `external` (runs §1), and names the actor (declarations §3).
  ///
  /// - Parameters:
  ///   - corrects: `entry_id` of the version that it corrects, where it is a correction.
  ///   - runID: the run that it belongs to.
  ///   - budget: what closing the context with it may take.
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
    switch judge(fact, known: known, corrects: corrects) {
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

  /// What keeps a context from being closed that could be closed before something arrived from outside: then it does not arrive,
  /// so that a ledger which could be closed stays so (declarations §6). Where it could not be closed
  /// before, what arrives may be the correction that mends it.
  func closingFault(
    of context: Context, after before: Context, now: Timestamp, _ budget: Budget = .standard
  ) -> Violation? {
    let fault = close(context, now: now, budget: budget).violations.first
    guard let fault, close(before, now: now, budget: budget).violations.isEmpty else { return nil }
    return fault
  }

  /// An agent brings nothing in, whatever its roles say; of the others those whom the type names.
  private func fault(of actor: JSONObject, bringing type: FactType) -> String? {
    let roles = actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? []
    guard let arrival = type.arrival, !arrival.takes(type: actor["type"]?.stringValue, roles: roles) else { return nil }
    let agent = actor["type"] == .text("agent") ? "@\(actor["user_id"]?.stringValue ?? "") is an agent: " : ""
    return "\(agent)\(type.name) arrives from \(arrival.words) only"
  }

  /// A step of a history from outside that does not say which it is takes the next.
  private func withStep(_ payload: LocatedJSON, in context: Context) -> LocatedJSON {
    guard var members = payload.members, payload.member("step") == nil, let next = nextStep(of: payload, in: context) else {
      return payload
    }
    let step = LocatedJSON(.number(Decimal(next)), at: payload.span)
    members.append(LocatedJSON.Member(name: "step", nameSpan: payload.span, value: step))
    return LocatedJSON(.object(members), at: payload.span)
  }

  /// States that arrive from outside are held to the lifecycle's transitions (declarations §12): the step is the next, and the
  /// present state leads to the one that is entered.
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

  private func judge(_ fact: TypedFact, known: FactRecord?, corrects: String?) -> Judgement {
    let name = program.facts[fact.type].name
    guard let known else { return corrects == nil ? .append : .refuse(.factAbsent, "there is no \(name) to correct") }
    if known.fields == fact.fields { return .nothing }
    guard let corrects else { return .refuse(.factConflict, "\(name) is there already with another content") }
    if program.facts[fact.type].isImmutable { return .refuse(.factImmutable, "\(name) is immutable: it may not be corrected") }
    return corrects == known.entry.id ? .append : .refuse(.factStale, "\(corrects) is not the newest version of \(name)")
  }

  /// The `input_hash` of a trace that tells of a control message.
  func steeringHash(of action: String, runID: String, on context: Context) -> Digest {
    var scratch = HashScratch()
    return Hashes.input(context: context.head, truths: truthsHash, budget: nil, &scratch) {
      $0.writeCanonical(["action": .text(action), "run_id": .text(runID)] as JSONObject)
    }
  }

  /// Records a control message as a trace, so that nothing that changes an outcome is silent (sessions §7).
  ///
  /// - Parameters:
  ///   - action: the control type, such as `pause`.
  ///   - decision: what the control comes to; a run that goes on is `accepted`.
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
