import TruthsProgram
import TruthsText

/// What was done for a thing, and how far it is in a blueprint.
extension StepLinks {
  /// Facts of a type, or of a history those that entered some states, seen by some of their fields.
  struct Projection: Hashable {
    var made: Made
    var fields: [Int]
  }

  /// Whose run made a fact, by the intent that it was about.
  enum Maker: Hashable {
    case intent(Int)
    /// No run that was accepted: it came from outside, or follows from other facts.
    case outside
  }

  /// How often something was made, and when last.
  struct Making {
    var count = 0
    /// How many runs had been accepted by then, its own included.
    var lastRun = 0
  }

  /// Whether something was made for a thread that the truths of an intent make: a fact that agrees with it in every field of its key
  /// that both have; of a history one that entered a state which they enter. Where they have none in common, any fact counts.
  func isDone(_ intent: Int, for thread: Thread) -> Bool {
    made[intent].contains { made in
      (made.type != thread.type || !made.states.isEmpty) && !makings(made, for: thread).makings.isEmpty
    }
  }

  /// How far a thing is in a blueprint.
  struct Progress {
    /// The step that was done last.
    var last: Int
    /// The furthest step that was done. It is behind the last one where something was done again, or sent the thing back.
    var furthest: Int
  }

  /// How far a thing is in a blueprint; `nil` where no step was done for it.
  ///
  /// - What an accepted run made counts for the intent that it was about. Where this intent stands in several steps, it counts for
  ///   as many of them as it was done times.
  /// - What came from outside counts for the first step that makes it, and of such steps the furthest is the last one.
  /// - What shares no field with the key of the thing says how far it is at most, and not what was done last.
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

  /// What was made of one kind for a thread, by who made it, and whether it shares a field with the thread's key.
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
      let making = found[values]?[maker] ?? Making()
      found[values, default: [:]][maker] = Making(count: making.count + 1, lastRun: max(making.lastRun, number))
    }
    projections[wanted] = found
    return found
  }
}
