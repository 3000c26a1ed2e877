import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// Counts of decisions by kind, with which a test checks that it covers all kinds.
struct Tally {
  var programs = 0
  var refusals: [String] = []
  var differences: [String] = []
  var runs = 0
  private(set) var outcomes: [String: Int] = [:]

  mutating func count(_ outcome: RunOutcome) {
    runs += 1
    note(outcome.run.status == .waiting ? "waiting" : outcome.decision.rawValue)
    if !outcome.facts.isEmpty, outcome.decision == .accepted { note("facts") }
    for violation in outcome.violations { note("\(violation.kind.rawValue)") }
    if outcome.entries.first?.type == .fact || outcome.entries.first?.type == .trace { note("closing") }
    if outcome.entries.contains(where: { $0.payload["from"] != nil && $0.payload["action"] != .text("converge.close") }) {
      note("derived")
    }
    if outcome.entries.contains(where: { $0.corrects != nil }) { note("corrected") }
    if outcome.truthID.hasPrefix("converge.") { note(outcome.truthID) }
  }

  private mutating func note(_ what: String) { outcomes[what, default: 0] += 1 }

  /// Returns how often an outcome occurred.
  subscript(_ what: String) -> Int { outcomes[what] ?? 0 }

  /// Tries a number of samples.
  static func of(seeds: Range<Int>, features: Features, disorder: ((Int) -> Disorder)? = nil) throws -> Tally {
    var tally = Tally()
    for seed in seeds {
      guard let trial = tally.load(seed, features) else { continue }
      if let difference = try trial.difference(&tally, disorder.map { $0(seed) }) {
        tally.differences.append("seed \(seed):\n\(difference)")
      }
    }
    return tally
  }

  /// The sample of a seed, where the checker accepts it.
  mutating func load(_ seed: Int, _ features: Features) -> Trial? {
    switch Trial.load(Generator.sample(seed: seed, features: features)) {
    case .refused(let errors):
      refusals.append("seed \(seed): \(errors.joined(separator: "; "))")
      return nil
    case .accepted(let trial):
      programs += 1
      return trial
    }
  }
}
