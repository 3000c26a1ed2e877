import TruthsCheck
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// What became of a fact from outside.
package enum Injection: Sendable {
  /// It stands in the ledger now.
  case appended(Context, Entry)
  /// It was there already, unchanged.
  case unchanged
  /// It was refused by a built-in truth.
  case refused(BuiltInTruth, reason: String)
}

extension RunProcedure {
  /// Takes in a fact from outside: refused unless its type is `external` (runtime.md §1), and names the actor (language-2.md §6).
  ///
  /// - Parameters:
  ///   - corrects: `entry_id` of the version that it corrects, where it is a correction.
  ///   - runID: the run that it belongs to.
  package func inject(
    _ payload: LocatedJSON, corrects: String? = nil, actor: JSONObject, runID: String, correlationID: String, now: Timestamp,
    on context: Context
  ) -> Injection {
    let payload = withStep(payload, in: context)
    let fact: TypedFact
    switch FactReader(program: program).read(payload) {
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
    return .appended(result, entry)
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

  /// States that arrive from outside are held to the lifecycle's transitions (language.md §7): the step is the next, and the
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

  /// Records a control message as a trace, so that nothing that changes an outcome is silent (runtime.md §5).
  ///
  /// - Parameters:
  ///   - action: the control type, such as `pause`.
  ///   - decision: what the control comes to; a run that goes on is `accepted`.
  package func record(
    action: String, truth: BuiltInTruth, decision: Decision, reason: String, runID: String, correlationID: String,
    actor: JSONObject, now: Timestamp, on context: Context
  ) -> (context: Context, entry: Entry) {
    let hash = steeringHash(of: action, runID: runID, on: context)
    let output = Hashes.output(
      decision: decision.rawValue, truthID: truth.rawValue, reason: reason, violations: .array([]), facts: [])
    let payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: truth.rawValue, sequence: context.nextSequence)),
      "run_id": .text(runID),
      "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text(action), "truth_id": .text(truth.rawValue),
      "input_hash": .text(hash.prefixed), "output_hash": .text(output.prefixed), "decision": .text(decision.rawValue),
      "reason": .text(reason), "timestamp": .text(now.text),
    ]
    let entry = Entry.make(
      type: .trace, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: truth.rawValue,
      payload: payload, sequence: context.nextSequence, corrects: nil, proposalID: nil)
    var result = context
    result.append(entry, fact: nil, program: program)
    return (result, entry)
  }
}
