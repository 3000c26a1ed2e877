import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// One of two truth sets that are compared.
final class ProbeSide {
  let procedure: RunProcedure
  let parts: IntentParts
  let writer: PartWriter
  /// Forms of clauses by who declares them and where they stand: a clause is the same one under both sets by its form.
  private let clauses: [String: String]
  private let forms: Set<String>

  var program: Program { procedure.program }

  init(_ procedure: RunProcedure, _ types: TypeForms) {
    self.procedure = procedure
    writer = PartWriter(types)
    parts = IntentParts(writer)
    var clauses: [String: [Int]] = [:]
    func note(_ part: Part) {
      switch part.place {
      case .clause(let clause, let truth):
        clauses["\(procedure.program.truths[truth].id)|\(clause.name)", default: []].append(part.form)
      case .move(let move, let truth):
        clauses["\(procedure.program.truths[truth].id)|\(move.clause.name)", default: []].append(part.form)
      case .invariant(let index): clauses["\(procedure.program.invariants[index].id)|rule", default: []].append(part.form)
      case .output, .truth, .vocabulary: break
      }
    }
    for index in procedure.program.truths.indices { parts.parts(ofTruth: index).forEach(note) }
    for index in procedure.program.invariants.indices { parts.parts(ofInvariant: index).forEach(note) }
    self.clauses = clauses.mapValues { "\($0.sorted())" }
    forms = Set(self.clauses.values)
  }

  func context(of known: [JSONObject], now: Timestamp) -> Context {
    var context = procedure.emptyContext
    for payload in known { append(payload, to: &context) }
    return procedure.ready(context, now: now, budget: .trial)
  }

  /// Appends a fact, or an entry as a whole; what is none under this set is not looked up.
  func append(_ payload: JSONObject, to context: inout Context) {
    let line = LocatedJSON(unlocated: .object(payload))
    guard payload["entry_type"] == nil else {
      guard var entry = LedgerReader.read([line]).entries.first?.entry else { return }
      entry.sequence = context.nextSequence
      return append(entry, to: &context)
    }
    append(Entry.shortForm(payload: payload, sequence: context.nextSequence), to: &context)
  }

  private func append(_ entry: Entry, to context: inout Context) {
    let fact = entry.type == .fact ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(entry, fact: fact, program: program)
  }

  /// - Parameter other: the set that it is compared with.
  func run(_ probe: DiffProbe, on context: Context, besides other: ProbeSide, within meter: WorkMeter) -> ProbeResult? {
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(probe.proposal)), now: probe.now, budget: .trial)
    guard let outcome = try? procedure.run(request, on: context, within: meter) else { return nil }
    return result(of: outcome, besides: other)
  }

  private func result(of outcome: RunOutcome, besides other: ProbeSide) -> ProbeResult {
    var result = ProbeResult(
      ending: outcome.ending, reason: outcome.reason,
      marks: Set(outcome.violations.map { "\(mark($0)) \($0.kind.rawValue)" }), outcome: outcome)
    let warnings = outcome.violations.filter { $0.kind == .advisory }
    result.warnings = Set(
      warnings.map { warning in
        // One that is written otherwise is the one of its place: that it is written so is no effect.
        let mark = mark(warning)
        return other.forms.contains(mark) ? mark : "\(warning.declaredBy)|\(warning.clause)"
      })
    let facts = outcome.facts
    if result.ending == .waiting {
      let open = outcome.violations.filter { $0.kind == .acceptance && $0.approvers.isEmpty && !$0.isOverridden }
      let others = outcome.run.waitingFor.compactMap { awaited -> AwaitedAnswer? in
        if case .approval = awaited { nil } else { .other(awaited) }
      }
      result.demands = Set(open.compactMap(\.approval).map { AwaitedAnswer($0) } + others)
    }
    let own = Set(program.facts.filter(\.isBuiltIn).map(\.name))
    result.facts = facts.filter { !own.contains($0["type"]?.stringValue ?? "") }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return result
  }

  /// What tells a violated clause from others, under both sets alike.
  func mark(_ violation: Violation) -> String {
    clauses["\(violation.declaredBy)|\(violation.clause)"] ?? "\(violation.truthID)|\(violation.clause)"
  }
}

extension JSONObject {
  fileprivate var bytes: [UInt8] { JSONValue.object(self).canonical() }
}

/// A probe with what it came to under both sets.
struct ProbePair {
  var probe: DiffProbe
  var steps: [ProbeStep]
  var contexts: (old: Context, new: Context)
  var old: ProbeResult
  var new: ProbeResult

  /// A grant or a denial names the request of one set, whose id is another under the other one: where something waits, that says
  /// nothing of who is asked.
  var shift: DecisionShift? {
    if old.ending == .waiting || new.ending == .waiting, probe.hasAnswers { return nil }
    return DecisionShift(old, new)
  }

  /// Whether the two sets do not read the same clauses as violated.
  var differs: Bool { old.marks != new.marks }

  /// What is in the way under both.
  var common: Int { max(old.blocking.count, new.blocking.count) }
}

/// Puts probes to two truth sets. All that it runs together takes no more work than it may.
final class ProbeRunner {
  let old: ProbeSide
  let new: ProbeSide
  private var meter: WorkMeter
  private var left: Int
  /// Probes that were put.
  private(set) var count = 0

  init(_ old: ProbeSide, _ new: ProbeSide) {
    (self.old, self.new) = (old, new)
    meter = WorkMeter(limit: 0)
    left = 0
  }

  /// Begins with another question, which may take so many probes and so much work.
  func begin(probes: Int, work: Int) {
    (left, count) = (probes, 0)
    meter = WorkMeter(limit: work)
  }

  /// Takes no more than so many probes from here on.
  func limit(to probes: Int) { left = min(left, probes) }

  var isExhausted: Bool { left <= 0 || meter.exceeded != nil }

  /// What a probe comes to; `nil` where a limit is reached.
  func pair(_ probe: DiffProbe) -> ProbePair? {
    let now = probe.now ?? ReceivedProposal.defaultTimestamp
    return pair(probe, [], (old.context(of: probe.known, now: now), new.context(of: probe.known, now: now)))
  }

  func pair(_ base: ProbePair, taking step: ProbeStep) -> ProbePair? {
    let probe = step.taken(from: base.probe)
    if step.isOfProposal { return pair(probe, base.steps + [step], base.contexts) }
    guard case .fact(let payload) = step else {
      let now = probe.now ?? ReceivedProposal.defaultTimestamp
      return pair(
        probe, base.steps + [step], (old.context(of: probe.known, now: now), new.context(of: probe.known, now: now)))
    }
    var contexts = base.contexts
    old.append(payload, to: &contexts.old)
    new.append(payload, to: &contexts.new)
    return pair(probe, base.steps + [step], contexts)
  }

  private func pair(_ probe: DiffProbe, _ steps: [ProbeStep], _ contexts: (old: Context, new: Context)) -> ProbePair? {
    guard !isExhausted else { return nil }
    left -= 1
    count += 1
    guard let before = old.run(probe, on: contexts.old, besides: new, within: meter),
      let after = new.run(probe, on: contexts.new, besides: old, within: meter)
    else { return nil }
    return ProbePair(probe: probe, steps: steps, contexts: contexts, old: before, new: after)
  }
}
