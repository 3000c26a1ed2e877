import TruthsProgram
import TruthsText

/// The search for the completed steps of a blueprint.
extension StepLinks {
  /// Some fields of the facts of a type. For a history, only facts that entered one of some states count.
  struct Projection: Hashable {
    var madeFact: ProducedFacts
    var fields: [Int]
  }

  /// The origin of a fact: the intent of its run, or another source.
  enum Maker: Hashable {
    case intent(Int)
    /// Any other source: an external fact, or a fact that is derived from other facts.
    case outside
  }

  /// The facts of one origin: their number, and the time of the last one.
  struct Making {
    /// The indices of the accepted runs that made the facts; empty for other sources.
    var runs: Set<Int> = []
    /// The number of facts from other sources.
    var otherCount = 0
    var count: Int { runs.count + otherCount }
    /// The number of runs accepted up to the last of these facts, including the run that made it.
    var lastRun = 0
  }

  /// Returns whether the truths of an intent have made a fact for a piece of work.
  ///
  /// The fact must agree with the work in every common key field. A fact of a history must have entered a state that the
  /// intent's moves enter. If there are no common key fields, any fact counts.
  func isDone(_ intent: Int, for thread: Thread) -> Bool {
    madeFacts[intent].contains { made in
      (made.type != thread.type || !made.states.isEmpty) && !makings(made, for: thread).makings.isEmpty
    }
  }

  /// The progress of a piece of work in a blueprint.
  struct Progress {
    /// The index, among the blueprint's steps, of the most recently completed step.
    var last: Int
    /// The highest index of a completed step. It is greater than `last` if a step was repeated or the work was sent back.
    var furthest: Int
  }

  /// Returns the progress of a piece of work in a blueprint. `nil` if no step is completed by a fact that shares a key field
  /// with the work.
  ///
  /// - A fact of an accepted run counts for the run's intent. If several steps have this intent, n such runs complete the first
  ///   n of these steps.
  /// - An external fact counts for the first intent that makes its type. An external fact of a history counts for every intent
  ///   whose moves enter its state.
  /// - A fact without a common key field counts for `furthest` only.
  func progress(of thread: Thread, in steps: [Int?]) -> Progress? {
    var last = (run: -1, step: -1)
    var furthest = -1
    var typesSeen = Set<Int>()
    for intent in steps.compactMap(\.self).uniqued() {
      let positions = steps.indices.filter { steps[$0] == intent }
      let kinds = madeFacts[intent].map { ($0, false) } + corrected[intent].map { (ProducedFacts(type: $0), true) }
      for (made, isCorrection) in kinds {
        let (makings, isRelated) = makings(made, for: thread)
        var counted = [makings[.intent(intent)]]
        if !isCorrection, !made.states.isEmpty || typesSeen.insert(made.type).inserted { counted.append(makings[.outside]) }
        for making in counted.compactMap(\.self) {
          let place = positions[min(making.count, positions.count) - 1]
          furthest = max(furthest, place)
          if isRelated, (making.lastRun, place) > last { last = (making.lastRun, place) }
        }
      }
    }
    return last.step < 0 ? nil : Progress(last: last.step, furthest: furthest)
  }

  /// Returns the facts of one kind for a piece of work, keyed by their origin. `isRelated` is `true` if they share a key field
  /// with the work.
  private func makings(_ made: ProducedFacts, for thread: Thread) -> (makings: [Maker: Making], isRelated: Bool) {
    let fields = program.facts[made.type].fields
    let shared = fields.indices.filter { thread.key.contains(fields[$0].name) && thread.fields[fields[$0].name] != nil }
    let values = shared.compactMap { thread.fields[fields[$0].name] }
    return (projection(Projection(madeFact: made, fields: shared))[values] ?? [:], !shared.isEmpty)
  }

  private func projection(_ wanted: Projection) -> [[Value]: [Maker: Making]] {
    if let known = projections[wanted] { return known }
    var projection: [[Value]: [Maker: Making]] = [:]
    for fact in facts(of: wanted.madeFact.type) {
      if !wanted.madeFact.states.isEmpty {
        guard let state = state(of: fact, wanted.madeFact.type), wanted.madeFact.states.contains(state) else { continue }
      }
      let run = runs.index(ofEntryAt: fact.entry.sequence)
      let maker = run.flatMap { runIntents[$0] }.map(Maker.intent) ?? .outside
      let number = run.map { $0 + 1 } ?? runs.count(before: fact.entry.sequence)
      let values = wanted.fields.map { fact.fields[$0] }
      var making = projection[values]?[maker] ?? Making()
      if let run { making.runs.insert(run) } else { making.otherCount += 1 }
      making.lastRun = max(making.lastRun, number)
      projection[values, default: [:]][maker] = making
    }
    projections[wanted] = projection
    return projection
  }
}
