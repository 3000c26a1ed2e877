import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Random small proposals and contexts for the vocabulary of ``DecideShop``.
struct SampleContexts {
  let program: Program
  let engine: Engine
  let intent: Int

  init?(_ program: Program) {
    guard let intent = program.intents.firstIndex(where: { $0.name == "act" }) else { return nil }
    self.program = program
    engine = Engine(program: program)
    self.intent = intent
  }

  /// An evaluator whose frame holds a random proposal, over a random context.
  func evaluator(for truth: CheckedTruth, _ random: inout ClauseGenerator) -> Evaluator {
    var store = engine.emptyStore
    for _ in 0..<random.below(3) { add(random.pick(["period.closed", "stock.counted"]), to: &store, &random) }
    if random.below(2) == 0 { enter(&store, &random) }
    for (index, policy) in program.policies.enumerated() where random.below(2) == 0 {
      store.setPolicy(index, to: value(policy.type, &random))
    }
    var environment: [Builtin: Value] = [.now: .timestamp(Timestamp(text: "2024-01-02T12:00:00Z") ?? .epoch)]
    if random.below(3) > 0 { environment[.actorUserID] = value(.text, &random) }
    if random.below(3) > 0 { environment[.proposalConsent] = value(.boolean, &random) }
    if random.below(3) > 0 { environment[.proposalConfidence] = value(.decimal(unit: nil), &random) }
    let fields = program.intents[intent].fields.map { field in
      random.below(4) == 0 ? field.initial ?? .missing(.absent) : value(field.type, &random)
    }
    return evaluator(for: truth, fields: fields, intent: intent, store: store, environment: environment)
  }

  /// An evaluator whose frame holds the fields of a proposal and the `let`s.
  func evaluator(
    for truth: CheckedTruth, fields: [Value], intent: Int, store: FactStore, environment: [Builtin: Value]
  ) -> Evaluator {
    let evaluator = engine.evaluator(
      on: store, Environment(environment), frameSize: max(truth.frameSize, truth.inputs.count))
    for (slot, input) in truth.inputs.enumerated() {
      if let index = program.intents[intent].fields.firstIndex(where: { $0.name == input.name }) {
        evaluator.slots[slot] = fields[index]
      }
    }
    for binding in truth.lets { evaluator.slots[binding.slot] = evaluator.outside(evaluator.value(binding.node)) }
    return evaluator
  }

  private func add(_ name: String, to store: inout FactStore, _ random: inout ClauseGenerator) {
    guard let type = program.facts.firstIndex(where: { $0.name == name }) else { return }
    let fields = program.facts[type].fields.map { field in
      field.isOptional && random.below(2) == 0 ? .missing(.absent) : value(field.type, &random)
    }
    let entry = EntryReference(id: "e", sequence: 1, timestamp: .epoch, truthID: nil, actor: [:])
    store.append(FactRecord(type: type, fields: fields, entry: entry))
  }

  private func enter(_ store: inout FactStore, _ random: inout ClauseGenerator) {
    guard let lifecycle = program.lifecycles.first else { return }
    let ordinal = 1 + random.below(program.enums[lifecycle.states].values.count - 1)
    let state = EnumValue(type: lifecycle.states, ordinal: ordinal, name: program.enums[lifecycle.states].values[ordinal])
    let entry = EntryReference(id: "e", sequence: 1, timestamp: .epoch, truthID: nil, actor: [:])
    let fields = [value(.text, &random), .enumeration(state), .number(.one)]
    store.append(FactRecord(type: lifecycle.history, fields: fields, entry: entry))
  }

  private func value(_ type: ValueType, _ random: inout ClauseGenerator) -> Value {
    switch type {
    case .text: return .text(random.pick(["", "a", "b", "c", "aa"]))
    case .integer: return .number(Decimal(random.below(4) - 1))
    case .decimal:
      guard case .success(let number) = Decimal.make(coefficient: Int128(random.below(9) - 3), scale: 1) else {
        return .number(.one)
      }
      return .number(random.below(2) == 0 ? number : Decimal(random.below(4) - 1))
    case .boolean: return .boolean(random.below(2) == 0)
    case .date: return CivilDate(days: 19_723 + random.below(4)).map { .date($0) } ?? .missing(.absent)
    case .timestamp:
      return Timestamp(milliseconds: 1_704_196_800_000 + Int64(random.below(5) - 2) * 3_600_000).map { .timestamp($0) }
        ?? .missing(.absent)
    case .duration:
      return TimeSpan(milliseconds: Int64(random.below(5)) * 1_800_000).map { .duration($0) } ?? .missing(.absent)
    case .period: return Period(months: random.below(4) - 1).map { .period($0) } ?? .missing(.absent)
    case .time:
      return TimeOfDay(milliseconds: Int64(random.below(5)) * 21_600_000 / 2).map { .time($0) } ?? .missing(.absent)
    case .enumeration(let index):
      let ordinal = random.below(program.enums[index].values.count)
      return .enumeration(EnumValue(type: index, ordinal: ordinal, name: program.enums[index].values[ordinal]))
    case .list(let element): return .list((0..<random.below(3)).map { _ in value(element, &random) })
    case .map(let element):
      return .map(["a", "b"].prefix(random.below(3)).map { MapEntry(name: $0, value: value(element, &random)) })
    case .record(let index):
      let fields = program.records[index].fields.map { field in
        field.isOptional && random.below(2) == 0 ? Value.missing(.absent) : value(field.type, &random)
      }
      return .record(RecordValue(type: index, fields: fields))
    case .json, .fact, .unknown: return .missing(.absent)
    }
  }
}

extension Environment {
  /// Creates an environment; values without a name are missing.
  init(_ values: [Builtin: Value]) {
    self.init([:] as KeyValuePairs)
    for (builtin, value) in values { self[builtin] = value }
  }
}
