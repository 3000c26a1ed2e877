package import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// The faults in the data that a run was given; never empty. They are in order, and at most as many as a report shows.
package struct BadData: Error, Sendable {
  package let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics.toldOfData() }
}

extension RunProcedure {
  /// Returns a context prepared for many decisions.
  ///
  /// The layers of its store are merged. If nothing follows from the context, it is marked as closed, and decisions on it do
  /// not search for matches.
  ///
  /// - Parameter now: the time for which the closure is computed. If matches depend on the time, the context is not marked.
  /// - Complexity: O(facts + matches of facts).
  package func ready(_ context: Context, now: Timestamp, budget: Budget = .standard) -> Context {
    var ready = context
    ready.settle()
    if engine.derivesEntries, isClosed(ready, now: now, budget: budget) { ready.markClosed() }
    return ready
  }

  /// Returns whether nothing follows from a context at any time. If so, every proposal is decided on the context unchanged.
  func isClosed(_ context: Context, now: Timestamp, budget: Budget = .standard) -> Bool {
    !engine.derivesByEnvironment && close(context, now: now, budget: budget).isNothing
  }

  /// Returns the context of entries that were read. Every fact is checked against the vocabulary (runs §1).
  ///
  /// - Throws: all faults, in the order of the entries.
  /// - Complexity: O(size of the entries).
  package func context(from read: [ReadEntry]) throws(BadData) -> Context {
    var loader = ContextLoader(self)
    for item in read { loader.append(item) }
    return try loader.loadedContext()
  }

  /// Returns the context of the same ledger under this program's truths.
  ///
  /// Facts that do not fit this program's vocabulary stay in the ledger, but cannot be looked up.
  ///
  /// - Complexity: O(size of the ledger).
  package func context(rereading old: Context) -> Context {
    var context = emptyContext
    for sequence in 1..<old.ledger.size + 1 {
      guard let entry = old.ledger.entry(sequence: sequence) else { continue }
      var fact: TypedFact?
      if entry.type == .fact, case .success(let read) = factReader.read(LocatedJSON(unlocated: .object(entry.payload))) {
        fact = read
      }
      context.append(entry, fact: fact, program: program)
    }
    return context
  }

  /// Sets policies, as `--set` and a fixture's `policies` do. Each is appended as a `policy.set` fact.
  ///
  /// - Parameter origin: the time and the actor to record; if it is `nil`, facts in short form are appended.
  package func set(
    policies: [PolicyAssignment], from origin: FactOrigin? = nil, on context: Context
  ) throws(BadData) -> Context {
    var result = context
    var faults: [Diagnostic] = []
    for setting in policies {
      let candidates = program.policies.filter { $0.qualifiedName == setting.name || $0.name == setting.name }
      guard candidates.count == 1, let policy = candidates.first else {
        faults.append(unknownPolicy(setting.name, at: setting.nameSpan, candidates: candidates.map(\.qualifiedName)))
        continue
      }
      var decoder = ValueDecoder(program: program)
      _ = decoder.value(setting.value, as: policy.type, path: policy.qualifiedName)
      guard decoder.faults.isEmpty else {
        faults += decoder.faults.listed(at: setting.value.span).map {
          PolicySettingFault.at($0.span, $0.message, nearest: $0.nearest)
        }
        continue
      }
      append(policy: policy.qualifiedName, value: setting.value.value, from: origin, to: &result)
    }
    guard faults.isEmpty else { throw BadData(faults) }
    return result
  }

  /// The run id in the entries of policies that were set for a run. The entries belong to no run.
  package static let policyRun = "run_policy"

  private func append(policy name: String, value: JSONValue, from origin: FactOrigin?, to context: inout Context) {
    guard let type = program.facts.firstIndex(where: { $0.name == BuiltInFact.policySet.rawValue }) else { return }
    let policy = policyPlaces[name]
    let step = Decimal((policy.map { context.runs.lastStep(ofPolicy: $0) } ?? 0) + 1)
    let fields: [Value] = [.text(Text(name)), .number(step), .json(value)]
    let payload = program.payload(type: type, fields: fields)
    let entry =
      origin.map {
        Entry.make(
          type: .fact, timestamp: $0.timestamp, correlationID: "cor_policy", runID: Self.policyRun, actor: $0.actor, truthID: nil,
          payload: payload, sequence: context.nextSequence)
      } ?? Entry.shortForm(payload: payload, sequence: context.nextSequence)
    context.append(entry, fact: TypedFact(type: type, fields: fields), program: program)
  }

  /// Returns the step of the next fact of a history; `nil` if the payload is not a fact of a history.
  ///
  /// If the payload's key has a fault, the step is 1. The fact is then refused for its key, and not also for its step.
  func nextStep(of payload: LocatedJSON, in context: Context) -> Int? {
    guard let type = payload.member("type")?.value.stringValue else { return nil }
    if type == BuiltInFact.policySet.rawValue, let name = payload.member("policy")?.value.stringValue {
      let policy = policyPlaces[name]
      return (policy.map { context.runs.lastStep(ofPolicy: $0) } ?? 0) + 1
    }
    if type == BuiltInFact.decisionMade.rawValue, let run = payload.member("run_id")?.value.stringValue {
      return context.decisions?.nextStep(ofRun: run) ?? 1
    }
    guard type.hasSuffix(".entered"),
      let index = program.lifecycles.firstIndex(where: { program.facts[$0.history].name == type })
    else { return nil }
    var decoder = ValueDecoder(program: program)
    var key: [Value] = []
    for field in program.lifecycles[index].key {
      guard let member = payload.member(field.jsonName) else { return 1 }
      key.append(decoder.value(member.value, as: field.type, path: field.jsonName))
    }
    return decoder.faults.isEmpty ? (context.store.state(index, of: key)?.step ?? 0) + 1 : 1
  }

  func policyFault(_ fact: TypedFact, _ payload: LocatedJSON) -> Diagnostic? {
    guard program.facts[fact.type].name == BuiltInFact.policySet.rawValue, PolicySetting(fact.fields, program: program) == nil
    else {
      return nil
    }
    guard let name = payload.member("policy")?.value, let value = payload.member("value")?.value else { return nil }
    guard let policy = name.stringValue.flatMap({ policyPlaces[$0] }).map({ program.policies[$0] }) else {
      return unknownPolicy(name.stringValue ?? "", at: name.span, candidates: [])
    }
    var decoder = ValueDecoder(program: program)
    _ = decoder.value(value, as: policy.type, path: policy.qualifiedName)
    return decoder.faults.reported.first.map { PolicySettingFault.at($0.span, $0.message, nearest: $0.nearest) }
  }

  private func unknownPolicy(_ name: String, at span: Span, candidates: [String]) -> Diagnostic {
    guard candidates.isEmpty else {
      let names = candidates.map { "`\($0)`" }.joined(separator: ", ")
      return PolicySettingFault.at(span, "`\(name)` is a policy of several packs: \(names)", nearest: candidates.first)
    }
    let nearest = WorkMeter.ofNames().nearestName(
      to: name, among: program.policies.map { name.contains(".") ? $0.qualifiedName : $0.name })
    return PolicySettingFault.at(span, "unknown policy `\(name)`", nearest: nearest)
  }
}

extension RunProcedure {
  /// Seals the facts in short form of a ledger before its first append (ledgers §4).
  ///
  /// A short form has no id of its own. The head in the trace reveals every later change to the facts in short form.
  ///
  /// - Parameters:
  ///   - actor: the actor who appends.
  ///   - now: the time of the append.
  /// - Returns: the context with the trace `ledger.sealed`; unchanged if there is nothing to seal.
  package func seal(_ context: Context, actor: JSONObject, now: Timestamp) -> Context {
    guard context.hasUnsealedShortForms else { return context }
    var sealed = context
    let entry = Self.seal(of: context.head, sequence: context.nextSequence, actor: actor, now: now)
    sealed.append(entry, fact: nil, program: program)
    sealed.markSealed()
    return sealed
  }

  /// Returns the trace that seals a head.
  ///
  /// - Parameter sequence: the sequence of the trace, right after the sealed entries.
  static func seal(of head: String, sequence: Int, actor: JSONObject, now: Timestamp) -> Entry {
    let truth = BuiltInTruth.sealing.rawValue
    let (runID, correlationID) = Hashes.sealing(context: head)
    let payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: truth, sequence: sequence)), "run_id": .text(runID),
      "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text("ledger.sealed"), "truth_id": .text(truth),
      "head": .text(head), "decision": .text(DecisionOutcome.accepted.rawValue),
      "reason": .text("what stood here in short form is sealed under its head"), "timestamp": .text(now.text),
    ]
    return Entry.make(
      type: .trace, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: truth, payload: payload,
      sequence: sequence)
  }
}
