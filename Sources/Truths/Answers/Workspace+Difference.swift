import TruthsAnswers
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Comparison of two rule sets, for `truths diff`.
extension Workspace {
  /// Compares the decisions of this set with those of an older one (answers §4). Reports which proposals are newly rejected or
  /// accepted, and which version number its packs need for that.
  ///
  /// - Parameters:
  ///   - old: the older set.
  ///   - oldFixtures: fixture files of the older set, whose proposals are tried.
  ///   - fixtures: fixture files of this set.
  /// - Throws: the findings of a set with errors, those of the older set first.
  /// - Complexity: O(size of both sets), and at most 4,000 runs under each set for each intent that is not proved equal.
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
  /// Returns fixture files for the cases that are decided differently. They expect the decisions of the new set, and pass with
  /// it.
  ///
  /// - Returns: the files, and the number of cases that no fixture can express.
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
  fileprivate func passes(_ file: SourceText) -> Bool {
    guard let reading = try? reading([file]), let made = reading.suite.fixtures.first else { return false }
    return FixtureRunner(reading.subject).run(made).outcome == .passed
  }
}
