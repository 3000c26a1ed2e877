import Testing
import TruthsJSON

/// An `if` on facts that has no value stops (declarations §6, §7): every cause, read in every form and at every place, by engine and
/// reference evaluator; and a reference that is wrong about one of them is found.
@Suite("Unknown conditions of truths on facts")
struct UnknownConditionTests {
  /// How many samples of a cause and a form are tried, each at another place.
  private static let share = 4 * Soak.factor

  static func samples(of cause: UnknownCause) -> [UnknownSample] {
    let places = UnknownPlace.allCases
    let offset = UnknownCause.allCases.firstIndex(of: cause) ?? 0
    return UnknownForm.allCases.enumerated().flatMap { row, form in
      (0..<share).map { index in
        let number = (offset * UnknownForm.allCases.count + row) * share + index
        let place = index == 0 ? .intent : places[(number * 7 + offset) % places.count]
        return UnknownSample(cause, form, place, seed: number, isPlain: index == 0)
      }
    }
  }

  /// What the reference comes to, proposal by proposal.
  private func verdicts(_ trial: Trial, _ mistake: UnknownMistake? = nil) throws -> [Account] {
    var oracle = try trial.reference()
    oracle.world.mistake = mistake
    return try trial.sample.proposals.map { text in
      let verdict = oracle.propose(try Trial.json(text).value.objectValue ?? [:], now: Trial.now)
      return Account(verdict, oracle.world.vocab)
    }
  }

  @Test("each cause in each form is found, and a mistake about it is", arguments: UnknownCause.allCases)
  func everyCause(cause: UnknownCause) throws {
    var exercised: [UnknownForm: Int] = [:]
    var tally = Tally()
    for unknown in Self.samples(of: cause) {
      guard case .accepted(let trial) = Trial.load(unknown.sample) else {
        if case .refused(let errors) = Trial.load(unknown.sample) { Issue.record("\(unknown.sample.described)\n\(errors)") }
        continue
      }
      if let difference = try trial.difference(&tally) {
        tally.differences.append("\(unknown.form) \(unknown.place)\n\(difference)")
      }
      let isEntry = unknown.place.way == nil
      let right = try verdicts(trial)
      if try verdicts(trial, isEntry ? .entryFails : .viewFails) != right { exercised[unknown.form, default: 0] += 1 }
    }
    for difference in tally.differences.prefix(3) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
    // The samples are drawn: of a cause, two forms may have none that shows the mistake.
    let idle = UnknownForm.allCases.filter { exercised[$0] == nil }
    #expect(idle.count <= 2, "\(idle)")
  }
}
