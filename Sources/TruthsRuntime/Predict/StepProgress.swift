import TruthsProgram
import TruthsText

/// Finds which steps of a blueprint are completed for a piece of work.
extension StepLinks {
  /// Some fields of the facts of a type; for a history, of those that entered some states.
  struct Projection: Hashable {
    var made: Made
    var fields: [Int]
  }

  /// The origin of a fact: the intent of its run, or another source.
  enum Maker: Hashable {
    case intent(Int)
    /// A source other than an accepted run: an external fact, or one that is derived from other facts.
    case outside
  }

  /// The number of facts of one origin, and the time of the last one.
  struct Making {
    /// The runs that made them; empty for other sources.
    var runs: Set<Int> = []
    /// The number of facts of other sources.
    var otherCount = 0
    var count: Int { runs.count + otherCount }
    /// The number of runs accepted up to the last fact, including the fact's own run.
    var lastRun = 0
  }

  /// Returns whether the truths of an intent have made something for a piece of work.
  ///
  /// That is a fact that agrees in every common key field; for a history, one that entered a state of the intent. Without common
  /// fields, any fact counts.
  func isDone(_ intent: Int, for thread: Thread) -> Bool {
    made[intent].contains { made in
      (made.type != thread.type || !made.states.isEmpty) && !makings(made, for: thread).makings.isEmpty
    }
  }

  /// The progress of a piece of work in a blueprint.
  struct Progress {
    /// The index of the step that was completed most recently.
    var last: Int
    /// The highest index of a completed step. It exceeds `last` if a step was repeated or the work was sent back.
    var furthest: Int
  }

  /// Returns the progress of a piece of work in a blueprint; `nil` if no step is completed for it.
  ///
  /// - A fact of an accepted run counts for the run's intent. If several steps have this intent, it completes as many of them as
  ///   there are such runs.
  /// - An external fact counts for the first step that makes its type; among such steps the furthest is the last one.
  /// - A fact without a common key field counts for `furthest` only.
  func progress(of thread: Thread, in steps: [Int?]) -> Progress? {
    var last = (run: -1, step: -1)
    var furthest = -1
    var typesSeen = Set<Int>()
    for intent in steps.compactMap(\.self).uniqued() {
      let places = steps.indices.filter { steps[$0] == intent }
      let kinds = made[intent].map { ($0, false) } + corrected[intent].map { (Made(type: $0), true) }
      for (made, isCorrection) in kinds {
        let (makings, isRelated) = makings(made, for: thread)
        var counted = [makings[.intent(intent)]]
        if !isCorrection, !made.states.isEmpty || typesSeen.insert(made.type).inserted { counted.append(makings[.outside]) }
        for making in counted.compactMap(\.self) {
          let place = places[min(making.count, places.count) - 1]
          furthest = max(furthest, place)
          if isRelated, (making.lastRun, place) > last { last = (making.lastRun, place) }
        }
      }
    }
    return last.step < 0 ? nil : Progress(last: last.step, furthest: furthest)
  }

  /// Returns the facts of one kind for a piece of work by origin, and whether they have a key field in common with it.
  private func makings(_ made: Made, for thread: Thread) -> (makings: [Maker: Making], isRelated: Bool) {
    let fields = program.facts[made.type].fields
    let shared = fields.indices.filter { thread.key.contains(fields[$0].name) && thread.fields[fields[$0].name] != nil }
    let values = shared.compactMap { thread.fields[fields[$0].name] }
    return (projection(Projection(made: made, fields: shared))[values] ?? [:], !shared.isEmpty)
  }

  private func projection(_ wanted: Projection) -> [[Value]: [Maker: Making]] {
    if let known = projections[wanted] { return known }
    var found: [[Value]: [Maker: Making]] = [:]
    for fact in facts(of: wanted.made.type) {
      if !wanted.made.states.isEmpty {
        guard let state = state(of: fact, wanted.made.type), wanted.made.states.contains(state) else { continue }
      }
      let run = runs.place(ofEntryAt: fact.entry.sequence)
      let maker = run.flatMap { runIntents[$0] }.map(Maker.intent) ?? .outside
      let number = run.map { $0 + 1 } ?? runs.count(before: fact.entry.sequence)
      let values = wanted.fields.map { fact.fields[$0] }
      var making = found[values]?[maker] ?? Making()
      if let run { making.runs.insert(run) } else { making.otherCount += 1 }
      making.lastRun = max(making.lastRun, number)
      found[values, default: [:]][maker] = making
    }
    projections[wanted] = found
    return found
  }
}
