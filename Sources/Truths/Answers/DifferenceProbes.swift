import TruthsAnswers
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Proposals to compare two truth sets with: those of fixtures, and one of each intent that was looked for until it was accepted.
final class DifferenceProbes {
  /// Probes of one intent, and of fixtures that are scenarios, at most.
  private static let (perIntent, scenarios) = (60, 400)

  private let sides: [RunProcedure]
  private var ofFixtures: [String: [Probe]] = [:]
  private(set) var all: [Probe] = []

  /// - Parameter sets: each with its fixture files.
  init(_ sets: [(workspace: Workspace, procedure: RunProcedure, fixtures: [SourceText])]) {
    sides = sets.map(\.procedure)
    var seen = Set<Probe>()
    var scenarios = 0
    for set in sets {
      var sources = set.workspace.loaded.sources
      let subject = EvalSubject(set.workspace.loaded)
      let suite = FixtureSuite(Workspace.read(set.fixtures, into: &sources), against: subject)
      let runner = FixtureRunner(subject)
      for fixture in suite.fixtures {
        let probes: [Probe]
        switch fixture.body {
        case .decision(let proposal, _):
          probes = [Probe(proposal: proposal.value.objectValue ?? [:], known: Self.known(fixture.context), now: fixture.now)]
        case .scenario(let steps, _):
          scenarios += 1
          probes = scenarios > Self.scenarios ? [] : Self.probes(in: runner.context(after: steps, of: fixture))
        }
        for probe in probes where seen.insert(probe).inserted {
          guard let name = name(of: probe) else { continue }
          all.append(probe)
          ofFixtures[name, default: []].append(probe)
        }
      }
    }
  }

  /// The qualified name of the intent that a probe proposes.
  private func name(of probe: Probe) -> String? {
    guard let action = probe.proposal["action"]?.stringValue else { return nil }
    for side in sides {
      let intents = side.program.intents
      if let intent = intents.first(where: { $0.name == action || "\($0.pack).\($0.name)" == action }) {
        return "\(intent.pack).\(intent.name)"
      }
    }
    return nil
  }

  /// The entries of a context as facts are given, without what each has from its place.
  private static func known(_ context: Context, before end: Int = .max) -> [JSONObject] {
    context.ledger.entries.prefix(end).map { entry in
      if entry.isShortForm { return entry.payload }
      var json = entry.json
      json["sequence"] = nil
      return json
    }
  }

  /// What was proposed in a scenario, each time on the facts before it; what was decided then is left out.
  private static func probes(in context: Context) -> [Probe] {
    let entries = context.ledger.entries
    return entries.enumerated().filter { $0.element.type == .proposal }.map { place, entry in
      var proposal = entry.payload
      for name in ["run_id", "correlation_id", "idempotency_key", "truths_hash", "policies_hash"] { proposal[name] = nil }
      let facts = entries.prefix(place).filter { $0.type == .fact }.map { entry -> JSONObject in
        entry.corrects == nil ? entry.payload : entry.json.without("sequence")
      }
      return Probe(proposal: proposal, known: facts, now: entry.timestamp)
    }
  }

  /// Probes of an intent, those of fixtures first.
  func probes(of name: String) -> [Probe] {
    let known = Array((ofFixtures[name] ?? []).prefix(Self.perIntent))
    return known + sides.compactMap { accepted(name, under: $0) }
  }

  /// A proposal that one of the sets accepts, or the nearest to one.
  private func accepted(_ name: String, under procedure: RunProcedure) -> Probe? {
    let program = procedure.program
    guard let index = program.intents.firstIndex(where: { "\($0.pack).\($0.name)" == name }) else { return nil }
    var search = AcceptedSearch(procedure)
    guard let trial = search.find(index) else { return nil }
    return Probe(
      proposal: trial.draft.proposal(in: program), known: Self.known(trial.given), now: trial.draft.now)
  }
}

extension JSONObject {
  fileprivate func without(_ name: String) -> JSONObject { JSONObject(members.filter { $0.name.string != name }) }
}
