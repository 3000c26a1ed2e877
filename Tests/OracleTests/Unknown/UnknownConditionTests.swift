import Testing
import TruthsJSON

/// An `if` on facts without a value halts (declarations §6, §7). Every cause is read in every form and at every place, by the
/// engine and the reference evaluator. A reference with a mistake about one of them is detected.
@Suite("Unknown conditions of truths on facts")
struct UnknownConditionTests {
  /// The least number of samples of a cause and a form, each at another place.
  private static let share = 2 * Soak.factor
  /// The most samples that are tried until one shows a mistake.
  private static let limit = 40 * Soak.factor

  /// Returns a sample by its number. The first one of a form reads a fact of the view in an intent's `if`, by the faulty key.
  private static func sample(_ cause: UnknownCause, _ form: UnknownForm, _ index: Int) -> UnknownSample {
    let (places, forms) = (UnknownPlace.allCases, UnknownForm.allCases)
    let offset = UnknownCause.allCases.firstIndex(of: cause) ?? 0
    let number = (offset * forms.count + (forms.firstIndex(of: form) ?? 0)) * limit + index
    let place = index == 0 ? .intent : places[(number * 7 + offset) % places.count]
    return UnknownSample(cause, form, place, seed: number, isPlain: index == 0)
  }

  private func load(_ sample: Sample) -> Trial? {
    switch Trial.load(sample) {
    case .accepted(let trial): return trial
    case .refused(let errors):
      Issue.record("\(sample.described)\n\(errors)")
      return nil
    }
  }

  /// Returns the results of the reference, one for each proposal.
  private func verdicts(_ trial: Trial, _ mistake: UnknownMistake? = nil) throws -> [Account] {
    var oracle = try trial.reference()
    oracle.world.mistake = mistake
    return try trial.sample.proposals.map { text in
      let verdict = oracle.propose(try Trial.json(text).value.objectValue ?? [:], now: Trial.now)
      return Account(verdict, oracle.world.vocab)
    }
  }

  private func isShown(_ mistake: UnknownMistake, by trial: Trial) throws -> Bool {
    try verdicts(trial, mistake) != verdicts(trial)
  }

  @Test("each cause in each form is found, and a mistake about it is", arguments: UnknownCause.allCases)
  func everyCause(cause: UnknownCause) throws {
    var tally = Tally()
    for form in UnknownForm.allCases {
      var isExercised = false
      for index in 0..<Self.limit where index < Self.share || !isExercised {
        let unknown = Self.sample(cause, form, index)
        guard let trial = load(unknown.sample) else { continue }
        if let difference = try trial.difference(&tally) {
          tally.differences.append("\(form) \(unknown.place)\n\(difference)")
        }
        isExercised = try isExercised || isShown(unknown.place.way == nil ? .entryFails : .viewFails, by: trial)
      }
      #expect(isExercised, "no sample of \(cause) in \(form) shows the mistake")
    }
    for difference in tally.differences.prefix(3) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
  }

  @Test("where the condition has a value, nothing is told", arguments: UnknownCause.allCases)
  func mended(cause: UnknownCause) throws {
    var tally = Tally()
    for form in UnknownForm.allCases {
      let unknown = Self.sample(cause, form, 1)
      guard let trial = load(unknown.mended) else { continue }
      if let difference = try trial.difference(&tally) { tally.differences.append(difference) }
      // The value that such an `if` reads of the view may be missing without the cause.
      if [.factsIf, .viewOfReading].contains(unknown.place) { continue }
      #expect(try !isShown(.viewFails, by: trial) && !isShown(.entryFails, by: trial), "\(unknown.mended.described)")
    }
    for difference in tally.differences.prefix(3) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
  }

  private static let mistakes: [UnknownMistake] =
    [.matchedByKey, .everyNarrows, .partialKey] + waysRead.map { .skips($0) }

  private static var waysRead: [ViewWay] {
    var ways: [ViewWay] = []
    for way in UnknownForm.allCases.map(\.way) + UnknownPlace.allCases.compactMap(\.way) where !ways.contains(way) {
      ways.append(way)
    }
    return ways
  }

  @Test("a mistake about what is read is found", arguments: mistakes)
  func everyMistake(mistake: UnknownMistake) throws {
    for index in 0..<Self.limit {
      for cause in [UnknownCause.absent, .division, .lookup] {
        for form in UnknownForm.allCases {
          let unknown = Self.sample(cause, form, index)
          guard mistake.concerns(unknown) else { continue }
          if let trial = load(unknown.sample), try isShown(mistake, by: trial) { return }
        }
      }
    }
    Issue.record("no sample shows \(mistake)")
  }
}

extension UnknownMistake {
  /// Whether a sample may show it.
  fileprivate func concerns(_ unknown: UnknownSample) -> Bool {
    switch self {
    case .skips(let way): unknown.form.way == way || unknown.place.way == way
    case .everyNarrows: unknown.form == .every
    case .entryFails, .viewFails, .matchedByKey, .partialKey: true
    }
  }
}
