import TruthsCheck
import TruthsEngine
import TruthsRuntime

/// The names that a fixture may use: those of a checked truth set, and the engine's own.
struct FixtureVocabulary: Sendable {
  let procedure: RunProcedure
  /// Whether the packs that were asked for can be loaded by themselves; where not, this is the vocabulary of all.
  let stands: Bool
  let intents: [String: [Field]]
  let facts: [String: [Field]]
  /// Ids that a decision, violation or trace may report.
  let truths: [String]
  /// What the `action` of a trace may be.
  let actions: [String]
  private let truthSet: Set<String>

  init(_ procedure: RunProcedure, stands: Bool) {
    self.procedure = procedure
    self.stands = stands
    let program = procedure.program
    intents = Dictionary(program.intents.map { ($0.name, $0.fields) }, uniquingKeysWith: { first, _ in first })
    facts = Dictionary(program.facts.map { ($0.name, $0.fields) }, uniquingKeysWith: { first, _ in first })
    let clauses = program.truths.flatMap { ($0.requires + $0.invariants + $0.moves.map(\.clause) + $0.ensures).map(\.id) }
    let invariants = program.invariants.flatMap { [$0.id, $0.clause.id] }
    truthSet = Set(program.truths.map(\.id) + clauses + invariants + BuiltInTruth.allCases.map(\.rawValue))
    truths = truthSet.sorted()
    actions = program.intents.map(\.name) + Self.engineActions
  }

  var program: Program { procedure.program }

  /// Whether a decision, violation or trace can report an id.
  func isTruth(_ id: String) -> Bool { truthSet.contains(id) }

  /// What the `values` of a violation may name that reports an id; `nil` where that cannot be told, as of what is built in.
  func terms(of id: String) -> Set<String>? {
    guard isTruth(id), !BuiltInTruth.allCases.contains(where: { $0.rawValue == id }) else { return nil }
    var terms: [Term] = []
    for truth in program.truths {
      let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause) + truth.ensures
      terms += clauses.filter { truth.id == id || $0.id == id }.flatMap(\.terms)
      if truth.id == id { terms += truth.condition?.terms ?? [] }
    }
    terms += program.invariants.filter { $0.id == id || $0.clause.id == id }.flatMap(\.clause.terms)
    return Set(terms.map(\.label))
  }

  /// The fields of an intent, by its name, bare or qualified by its pack.
  func fields(ofIntent name: String) -> [Field]? {
    intents[name] ?? program.intents.first { "\($0.pack).\($0.name)" == name }?.fields
  }

  /// What stands in traces that no proposal made: guardrails, and the control messages of contract §13.5.
  private static let engineActions = [
    "guardrail.hit", "converge.close", "inject_fact", "approve", "reject", "consent", "pause", "resume", "update_budget",
    "cancel",
  ]
}
