import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// The result of closing a plan.
enum ClosingOutcome: Hashable, CustomStringConvertible {
  /// The codes of the errors.
  case refused([String])
  /// The facts that are current in the end, but those of hops.
  case closed([String])
  /// The context could not be closed in a phase.
  case conflict(phase: Int)

  var description: String {
    switch self {
    case .refused(let codes): "refused: \(codes)"
    case .closed(let facts): (["closed"] + facts).joined(separator: "\n  ")
    case .conflict(let phase): "conflict in phase \(phase)"
    }
  }

  /// - Parameter facts: the payloads in order, with the identity of each.
  fileprivate static func closed(_ facts: [(identity: String, payload: JSONObject)]) -> ClosingOutcome {
    var newest: [String: String] = [:]
    for (identity, payload) in facts where payload["type"]?.stringValue?.hasPrefix("hop.") == false {
      newest[identity] = Account.text(payload)
    }
    return .closed(newest.values.sorted())
  }
}

/// A set that closes a context with arriving facts, by the engine or by the reference.
struct ClosingTrial {
  let units: [SourceUnit]
  let procedure: RunProcedure
  let phases: [[ClosingPlan.Arrival]]
  let codes: [String]

  init(_ plan: ClosingPlan, _ writing: ClosingPlan.Writing) {
    let sample = plan.sample(writing)
    phases = sample.phases
    let loaded = Loader.load(sample.files.map { (path: $0.path, bytes: Array($0.text.utf8)) })
    // Generated rules often contradict each other. A hop in a cycle adds a finding about one more endless truth.
    let errors = loaded.diagnostics.filter { $0.severity == .error }.map(\.code.description).filter { !$0.hasPrefix("T43") }
    codes = Set(errors.map { $0 == "T4102" ? "T4101" : $0 }).sorted()
    units = loaded.units
    procedure = RunProcedure(program: loaded.program)
  }

  private var vocab: Vocab { Vocab(units) }

  private static func identity(_ payload: JSONObject, _ vocab: Vocab) -> String {
    let type = payload["type"]?.stringValue ?? ""
    let key = vocab.facts[type]?.key ?? []
    if key.isEmpty { return Account.text(payload) }
    return "\(type) \(key.map { payload[$0].map { String(decoding: $0.canonical(), as: UTF8.self) } ?? "" })"
  }

  // MARK: The engine

  func closedByEngine() throws -> ClosingOutcome {
    if !codes.isEmpty { return .refused(codes) }
    let vocab = vocab
    var entries: [Entry] = []
    for (index, phase) in phases.enumerated() {
      var read = entries.map {
        ReadEntry(entry: $0, payload: LocatedJSON(unlocated: .object($0.payload)), isShortForm: false)
      }
      for arrival in phase {
        let payload = try Trial.json(arrival.json).value.objectValue ?? [:]
        let identity = Self.identity(payload, vocab)
        let version = entries.last { $0.type == .fact && Self.identity($0.payload, vocab) == identity }
        let entry = Entry.make(
          type: .fact, timestamp: Trial.now, correlationID: "cor_out", runID: "run_out", actor: Entry.fixtureActor, truthID: nil,
          payload: payload, sequence: read.count + 1, corrects: arrival.corrects ? version?.entryID : nil, proposalID: nil)
        read.append(ReadEntry(entry: entry, payload: LocatedJSON(unlocated: .object(payload)), isShortForm: false))
      }
      let context = try procedure.context(from: read)
      // A context that cannot be closed halts every proposal.
      let answer = try procedure.run(RunRequest(proposal: Trial.json(#"{"action":"none"}"#), now: Trial.now), on: context)
      if answer.decision == .halted { return .conflict(phase: index) }
      entries = procedure.close(context, now: Trial.now).context.ledger.entries
    }
    return .closed(entries.filter { $0.type == .fact }.map { (Self.identity($0.payload, vocab), $0.payload) })
  }

  // MARK: The reference

  func closedByReference(_ mistake: ClosingMistake? = nil) throws -> ClosingOutcome {
    if !codes.isEmpty { return .refused(codes) }
    var world = World(vocab)
    world.now = Trial.now
    var fired = Set<Firing.Match>()
    for (index, phase) in phases.enumerated() {
      for arrival in phase {
        let payload = try Trial.json(arrival.json).value.objectValue ?? [:]
        guard let (type, fields) = Decoder(world.vocab).fact(payload) else { continue }
        let known = arrival.corrects ? world.current(type, world.identity(type, fields)) : nil
        world.facts.append(Known(type: type, fields: fields, number: world.facts.count, truth: nil, corrects: known?.number))
      }
      var point = FixedPoint(world, fired: fired)
      point.mistake = mistake
      point.run()
      if point.findings.contains(where: { $0.kind != .advisory }) { return .conflict(phase: index) }
      (world, fired) = (point.world, point.fired)
    }
    let vocab = vocab
    return .closed(world.facts.map { (Self.identity($0.payload(vocab), vocab), $0.payload(vocab)) })
  }
}
