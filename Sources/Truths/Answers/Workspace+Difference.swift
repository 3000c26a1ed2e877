import TruthsAnswers
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

extension Workspace {
  /// How this set decides otherwise than another one (answers §4): which proposals it lets pass no more, or now, and which
  /// version its packs need for that.
  ///
  /// - Parameters:
  ///   - old: the set before.
  ///   - oldFixtures: its fixture files, whose proposals are tried.
  ///   - fixtures: those of this set.
  /// - Throws: the findings of a set with errors: the old one's first.
  /// - Complexity: O(size of both sets), and for each intent that is not shown to be the same at most 4,000 runs under each.
  public func difference(
    from old: Workspace, oldFixtures: [SourceText] = [], fixtures: [SourceText] = []
  ) throws(Findings) -> DifferenceReport {
    let before = try old.procedure()
    let after = try procedure()
    let probes = DifferenceProbes([(self, after, fixtures), (old, before, oldFixtures)])
    let bases = DifferenceBases(all: { probes.decisions }, ofIntent: { probes.probes(of: $0) })
    let difference = SetComparison.difference(from: before, to: after, bases: bases)
    return DifferenceReport(difference, display: FieldDisplay(after.program)) { passes($0) }
  }
}

extension DifferenceReport {
  /// Fixtures of the cases that are decided otherwise, each with its path: they expect what the new set decides, and pass with
  /// it.
  ///
  /// - Returns: the files, and how many cases no fixture can tell.
  public func fixtures() -> (files: [SourceText], untold: Int) {
    var files: [SourceText] = []
    var untold = 0
    for intent in difference.intents {
      for (place, witness) in intent.witnesses.enumerated() {
        let id = "diff.\(intent.name).\(place + 1)"
        let file = SourceText(
          path: "\(id).json", bytes: Array(JSONValue.object(Self.fixture(id, intent, witness)).lines.utf8))
        if passes(file) { files.append(file) } else { untold += 1 }
      }
    }
    return (files, untold)
  }

  private static func fixture(_ id: String, _ intent: Difference, _ witness: DifferenceWitness) -> JSONObject {
    let (old, new) = (witness.old.ending.rawValue, witness.new.ending.rawValue)
    let words = old == new ? "\(new), with other effects" : "\(new), where it was \(old)"
    var fixture: JSONObject = ["id": .text(id), "description": .text("\(intent.name) is \(words)")]
    if let now = witness.scenario.now { fixture["now"] = .text(now.text) }
    if !witness.scenario.known.isEmpty {
      fixture["context"] = .object(["facts": .array(witness.scenario.known.map { .object($0) })])
    }
    fixture["proposal"] = .object(witness.scenario.proposal)
    fixture["expected"] = .object(Workspace.expectation(of: witness.new.outcome))
    return fixture
  }
}

extension Workspace {
  /// Whether the only fixture of a file passes.
  fileprivate func passes(_ file: SourceText) -> Bool {
    guard let reading = try? reading([file]), let made = reading.suite.fixtures.first else { return false }
    return FixtureRunner(reading.subject).run(made).outcome == .passed
  }
}
