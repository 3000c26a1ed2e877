import TruthsEngine

/// A truth set, a context and proposals that the bytes choose, decided by the engine and by the tests' reference evaluator.
enum DecideTarget {
  static func attempt(_ bytes: [UInt8]) {
    Chance.begin(with: bytes)
    let sample = Generator.sample(seed: bytes.count, features: .all)
    guard case .accepted(let trial) = Trial.load(sample) else { return }
    var tally = Tally()
    do {
      let difference = try trial.difference(&tally)
      Claim.holds(difference == nil, "engine and reference differ: \(difference ?? "")")
    } catch {
      Claim.fails("\(error)\n\(sample.described)")
    }
  }
}
