import Synchronization
import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Runs fixtures against the truths without one rule.
///
/// A program is compiled anew without a rule, which is most of the work. Rules that change decisions about different intents are
/// taken away from one program together: a decision about an intent is the same as if the rule about this intent alone were gone.
struct RulesTakenAway {
  /// A fixture that is run without a rule.
  struct Probe: Hashable, Sendable {
    var rule: String
    var fixture: String
  }

  private let rules: BrokenRules

  init(_ rules: BrokenRules) { self.rules = rules }

  /// Whether the packs have something by that name that can be taken away.
  func isRemovable(_ rule: String) -> Bool { RuleRemoval(rule, from: rules.subject.procedureOfAllPacks.program) != nil }

  /// The probes whose fixtures fail.
  func failing(_ probes: Set<Probe>, _ extent: RuleRemoval.Extent = .clauses) -> Set<Probe> {
    let batches = batches(of: probes, extent)
    return Parallel.map(batches.count, stride: 1) { failing(batches[$0], extent) }.reduce(into: []) { $0.formUnion($1) }
  }

  /// Rules that are taken away together, and the probes that tell of them.
  private struct Batch {
    var rules: [String]
    var removal: RuleRemoval
    var probes: [Probe]
  }

  private func batches(of probes: Set<Probe>, _ extent: RuleRemoval.Extent) -> [Batch] {
    var batches: [Batch] = []
    let groups = Dictionary(grouping: probes, by: \.rule).sorted { Text($0.key) < Text($1.key) }
    for (rule, probes) in groups {
      guard var removal = RuleRemoval(rule, extent, from: rules.subject.procedureOfAllPacks.program) else { continue }
      let able = probes.filter { canTell(of: removal.intents, $0.fixture) }.sorted { Text($0.fixture) < Text($1.fixture) }
      guard !able.isEmpty else { continue }
      if able.contains(where: { isScenario($0.fixture) }) { removal.intents = nil }
      let place = batches.firstIndex { removal.intents != nil && $0.removal.adding(rule, extent) != nil }
      if let place, let both = batches[place].removal.adding(rule, extent) {
        batches[place].rules.append(rule)
        batches[place].removal = both
        batches[place].probes += able
      } else {
        batches.append(Batch(rules: [rule], removal: removal, probes: able))
      }
    }
    return batches
  }

  private func isScenario(_ id: String) -> Bool {
    if case .scenario? = rules.fixture(id)?.body { true } else { false }
  }

  /// Whether the fixture has a decision about one of the intents.
  private func canTell(of intents: Set<String>?, _ id: String) -> Bool {
    guard let fixture = rules.fixture(id) else { return false }
    guard let intents, case .decision(let proposal, _) = fixture.body else { return true }
    guard let action = proposal.member("action")?.value.value.stringValue,
      let place = fixture.procedure.intent(named: action)
    else { return false }
    let intent = fixture.procedure.program.intents[place]
    return intents.contains("\(intent.pack).\(intent.name)")
  }

  private func failing(_ batch: Batch, _ extent: RuleRemoval.Extent) -> [Probe] {
    let changed = ChangedProcedures { program in
      batch.rules.reduce(program) { RuleRemoval($1, extent, from: $0)?.program ?? $0 }
    }
    let runner = FixtureRunner(
      rules.subject, decide: { procedure, request, context in try changed[procedure].run(request, on: context) },
      begin: { procedure, context, now in Simulation(procedure: changed[procedure], context: context, now: now) })
    return batch.probes.filter { probe in rules.fixture(probe.fixture).map { runner.run($0).outcome.isFailure } ?? false }
  }
}
