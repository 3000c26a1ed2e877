import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Compares what follows from facts: the facts of a view, or what a truth on facts makes.
struct DerivationSearch {
  private static let (bases, kept, limit) = (12, 3, 1_500)

  let old: ProbeSide
  let new: ProbeSide
  let subject: Subject
  /// Parts of either set alone, for what they read.
  let parts: (old: [Part], new: [Part])

  enum Subject {
    /// The name of a view's fact type.
    case view(String)
    /// The names of fact types that truths on facts make.
    case closing(Set<String>)
  }

  struct Answer {
    var shifts: Set<DecisionShift> = []
    var witnesses: [ValueWitness] = []
    var tried = 0
  }

  /// - Parameter runner: whose limit counts; each step is a context that is worked out under both.
  func compare(from probes: [DiffProbe]) -> Answer {
    var answer = Answer()
    var seen = Set<[JSONObject]>()
    let runner = ProbeRunner(old, new)
    runner.begin(probes: Self.limit, work: 2_000_000)
    let wanted = Set(wantedTypes)
    let facts = probes.map { probe in
      var probe = probe
      probe.known = probe.known.filter { wanted.contains(Self.type(of: $0)) }
      return probe
    }
    // Any proposal will do: its fields lend their values to facts.
    let intent = new.program.intents.first { !$0.isBuiltIn }?.name ?? ""
    let empty = DiffProbe(proposal: probes.first?.proposal ?? ["action": .text(intent)], known: [], now: nil)
    let bases = (facts + [empty]).filter { seen.insert($0.known).inserted }
      .sorted { $0.known.count > $1.known.count }.prefix(Self.bases)
    for base in bases {
      compare(base, &answer)
      guard answer.tried < Self.limit, answer.shifts.count < 2, let pair = runner.pair(base) else { continue }
      let candidates = ProbeCandidates(pair: pair, runner: runner).steps(parts.old, parts.new, isWide: false)
      for step in candidates where !step.isOfProposal && answer.tried < Self.limit && answer.shifts.count < 2 {
        let next = step.taken(from: base)
        if seen.insert(next.known).inserted { compare(next, &answer) }
      }
    }
    return answer
  }

  private static func type(of payload: JSONObject) -> String {
    payload.factWithin.factType ?? ""
  }

  /// The types of facts that matter.
  private var wantedTypes: [String] {
    [(old, parts.old), (new, parts.new)].flatMap { side, parts in
      side.given(for: ProbeCandidates.reads(parts, side).facts).map { side.program.facts[$0].name }
    }
  }

  private func compare(_ probe: DiffProbe, _ answer: inout Answer) {
    answer.tried += 1
    let (one, other) = (facts(old, probe), facts(new, probe))
    guard one != other else { return }
    let shift: DecisionShift
    switch (one, other) {
    case (nil, _): shift = .looser
    case (_, nil): shift = .stricter
    case (let one?, let other?): shift = other.isSuperset(of: one) ? .looser : other.isSubset(of: one) ? .stricter : .both
    }
    let isNew = answer.shifts.insert(shift).inserted
    guard isNew || answer.witnesses.count < Self.kept else { return }
    func json(_ facts: Set<JSONObject>?, _ others: Set<JSONObject>?) -> JSONValue {
      guard let facts else { return .null }
      let own = facts.subtracting(others ?? []).sorted {
        JSONValue.object($0).canonical().lexicographicallyPrecedes(JSONValue.object($1).canonical())
      }
      return .array(own.map { .object($0) })
    }
    answer.witnesses.append(
      ValueWitness(
        given: .array(probe.known.map { .object($0) }), old: json(one, other), new: json(other, one)))
  }

  /// What follows; `nil` where something stops it.
  private func facts(_ side: ProbeSide, _ probe: DiffProbe) -> Set<JSONObject>? {
    let now = probe.now ?? ReceivedProposal.defaultTimestamp
    let program = side.program
    let context = side.context(of: probe.known, now: now)
    let closing = side.procedure.close(context, now: now, budget: .trial)
    guard closing.isWhole else { return nil }
    switch subject {
    case .closing(let names):
      let made = closing.entries.filter { names.contains($0.factType ?? "") }
      return Set(made.map(\.payload))
    case .view(let name):
      guard let type = program.facts.firstIndex(where: { $0.name == name }) else { return [] }
      let store = closing.context.working(WorkMeter(limit: Budget.trial.maxWork)).store
      let viewed = side.procedure.engine.views(of: store, wanted: [type], now).store
      return Set(viewed.ordered(type, in: program).map { program.payload(type: type, fields: $0.fields) })
    }
  }
}
