import TruthsAnswers
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Sample proposals for comparing two rule sets: those of fixtures, and for each intent one that is accepted, found by search.
/// Computed lazily, because equal sets need none.
final class DifferenceProbes {
  /// Maximum number of proposals per intent, and of fixture scenarios run to find them.
  private static let (perIntent, scenarios) = (60, 24)

  private let sides: [RunProcedure]
  private let sets: [(workspace: Workspace, fixtures: [SourceText], own: [SourceText])]
  private lazy var subjects = sets.map { EvalSubject($0.workspace.loaded) }
  /// All fixture files of each set, because a fixture may begin with a background of another file.
  private lazy var files = sets.map { set in
    var sources = set.workspace.loaded.sources
    return Workspace.read(set.fixtures, into: &sources)
  }

  /// - Parameter sets: the two rule sets, each with its fixture files.
  init(_ sets: [(workspace: Workspace, procedure: RunProcedure, fixtures: [SourceText])]) {
    sides = sets.map(\.procedure)
    var seen = Set<[UInt8]>()
    // Fixtures of a file that both sets share count once.
    self.sets = sets.map { set in (set.workspace, set.fixtures, set.fixtures.filter { seen.insert($0.bytes).inserted }) }
  }

  /// Returns the fixtures of files that contain a word, with the runner of their set.
  private func suites(mentioning word: String?) -> [(runner: FixtureRunner, fixtures: [Fixture])] {
    sets.indices.map { side in
      let wanted = sets[side].own.filter { file in word.map { file.holds(Array($0.utf8)) } ?? true }
      let paths = Set(wanted.map { Text($0.path) })
      let suite = FixtureSuite(files[side], against: subjects[side]) { paths.contains(Text($0)) }
      return (FixtureRunner(subjects[side]), suite.fixtures)
    }
  }

  /// The proposals of all decision fixtures.
  private(set) lazy var decisions: [ReceivedScenario] = Self.decisions(in: suites(mentioning: nil).flatMap(\.fixtures))

  private static func decisions(in fixtures: [Fixture]) -> [ReceivedScenario] {
    fixtures.compactMap { decision($0) }.uniqued()
  }

  private static func decision(_ fixture: Fixture) -> ReceivedScenario? {
    guard case .decision(let proposal, _) = fixture.body else { return nil }
    return ReceivedScenario(proposal: proposal.value.objectValue ?? [:], known: givenEntries(fixture.context), now: fixture.now)
  }

  /// Returns sample proposals of an intent, given by its qualified name: those of fixtures first, then one that a set accepts.
  func probes(of name: String) -> [ReceivedScenario] {
    let suites = suites(mentioning: name.split(separator: ".").last.map(String.init))
    let decisions = Self.decisions(in: suites.flatMap(\.fixtures))
    var samples = Array(decisions.filter { self.name(of: $0) == name }.prefix(Self.perIntent))
    var seen = Set(samples)
    var scenarios = 0
    for (runner, fixtures) in suites {
      for fixture in fixtures where scenarios < Self.scenarios && samples.count < Self.perIntent {
        guard case .scenario(let steps, _) = fixture.body, steps.contains(where: { proposes($0, name) }) else { continue }
        scenarios += 1
        let made = Self.probes(in: runner.context(after: steps, of: fixture))
        samples += made.filter { self.name(of: $0) == name && seen.insert($0).inserted }
      }
    }
    return samples + sides.compactMap { accepted(name, under: $0) }
  }

  private func proposes(_ step: ScenarioStep, _ name: String) -> Bool {
    guard case .propose(let proposal) = step.action, let action = proposal.value.objectValue?.text("action") else { return false }
    return self.name(ofAction: action) == name
  }

  /// Returns the qualified name of the intent that a sample proposes.
  private func name(of probe: ReceivedScenario) -> String? { probe.proposal.text("action").flatMap { name(ofAction: $0) } }

  private func name(ofAction action: String) -> String? {
    for side in sides {
      let intents = side.program.intents
      if let intent = intents.first(where: { $0.isProposed(by: action) }) {
        return "\(intent.pack).\(intent.name)"
      }
    }
    return nil
  }

  /// Returns a context's entries in the form in which facts are given, without sequence numbers.
  private static func givenEntries(_ context: Context) -> [JSONObject] {
    context.ledger.entries.map { entry in
      if entry.isShortForm { return entry.payload }
      var json = entry.json
      json["sequence"] = nil
      return json
    }
  }

  /// Returns each proposal of a scenario with the facts before it. Earlier decisions are left out.
  private static func probes(in context: Context) -> [ReceivedScenario] {
    let entries = context.ledger.entries
    return entries.enumerated().filter { $0.element.type == .proposal }.map { place, entry in
      var proposal = entry.payload
      for name in ["run_id", "correlation_id", "idempotency_key", "truths_hash", "policies_hash"] { proposal[name] = nil }
      let facts = entries.prefix(place).filter { $0.type == .fact }.map { entry -> JSONObject in
        entry.corrects == nil ? entry.payload : entry.json.without("sequence")
      }
      return ReceivedScenario(proposal: proposal, known: facts, now: entry.timestamp)
    }
  }

  /// Returns a proposal that a rule set accepts, or the nearest one found.
  private func accepted(_ name: String, under procedure: RunProcedure) -> ReceivedScenario? {
    let program = procedure.program
    guard let index = program.intents.firstIndex(where: { "\($0.pack).\($0.name)" == name }) else { return nil }
    var search = AcceptedSearch(procedure, intent: index)
    guard let trial = search.find() else { return nil }
    return ReceivedScenario(
      proposal: trial.scenario.proposal(in: program), known: Self.givenEntries(trial.startContext), now: trial.scenario.now)
  }
}

extension SourceText {
  /// Whether the text contains the given bytes.
  fileprivate func holds(_ word: [UInt8]) -> Bool {
    let bytes = bytes
    guard let first = word.first, bytes.count >= word.count else { return false }
    return bytes.withUnsafeBufferPointer { all in
      (0...(all.count - word.count)).contains { place in
        all[place] == first && all[place..<(place + word.count)].elementsEqual(word)
      }
    }
  }
}

extension JSONObject {
  fileprivate func without(_ name: String) -> JSONObject { JSONObject(members.filter { $0.name.string != name }) }
}
