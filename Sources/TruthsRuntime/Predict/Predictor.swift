import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
package import TruthsText

/// Predicts next proposals by the five strategies of contract §10.1, from packs, blueprints, jobs and the context alone.
package struct Predictor {
  package let procedure: RunProcedure
  /// The closed context, which includes derived facts.
  let context: Context
  let past: Past
  let links: StepLinks
  private let feasibility: Feasibility
  private let work: WorkMeter?

  var program: Program { procedure.program }

  /// Creates a predictor.
  ///
  /// - Parameters:
  ///   - userID: the user whose next proposals are predicted; `nil` for the last proposer.
  ///   - actor: the user with their roles; `nil` if unknown.
  ///   - reader: what the reader may read and see of the context. Other data counts as absent.
  ///   - work: the work limit for all predictions together; `nil` if each prediction has the limit of a run.
  /// - Complexity: O(entries of the context + steps of blueprints and jobs · facts that they make).
  package init(
    procedure: RunProcedure, context: Context, userID: String?, actor: JSONObject? = nil,
    reader: PredictionReader = .ofEverything, work: WorkMeter? = nil
  ) {
    self.procedure = procedure
    self.work = work
    let last = context.ledger.entry(sequence: context.ledger.size)?.timestamp ?? ReceivedProposal.defaultTimestamp
    self.context = procedure.close(context, now: last).context
    let runs = AcceptedRuns(context) { reader.mayRead($0, nil) }
    past = Past(runs, userID: userID, actor: actor)
    links = StepLinks(program: procedure.program, store: self.context.store, runs: runs, reader: reader)
    feasibility = Feasibility(
      procedure: procedure, context: self.context, links: links, actor: past.isActorKnown ? past.actor : nil, now: last,
      work: work)
  }

  /// The proposer with their roles; `nil` if unknown.
  package var actor: JSONObject? { past.isActorKnown ? past.actor : nil }

  /// The largest number of predictions examined for each wanted prediction, in case most cannot be accepted.
  private static let looks = 100

  /// Returns the predictions in order of confidence, without duplicates and without those that cannot be accepted.
  ///
  /// - Parameter answers: answers to waiting runs, such as approvals; they are ranked like the predictions of jobs.
  package func predictions(limit: Int, answers: [Prediction] = []) -> [Prediction] {
    var predictions: [Prediction] = []
    var seen = Set<Prediction.PredictionKey>()
    var actions = Set<String>()
    var looksLeft = limit.multipliedReportingOverflow(by: Self.looks).overflow ? Int.max : limit * Self.looks
    // Further tries for one prediction count as the same look.
    func isAllowed(_ prediction: Prediction, forAnybody: Bool = false, isFurtherTry: Bool = false) -> Bool {
      guard looksLeft > 0 else { return false }
      if !isFurtherTry { looksLeft -= 1 }
      return feasibility.allows(prediction, forAnybody: forAnybody) && work?.isExceeded != true
    }
    func take(_ prediction: Prediction) {
      predictions.append(prediction)
      actions.insert(prediction.action)
    }
    for step in byBlueprints() where predictions.count < limit {
      guard seen.insert(step.next.identity).inserted else { continue }
      if isAllowed(step.next) {
        take(step.next)
      } else if !isAllowed(step.next, forAnybody: true, isFurtherTry: true),
        let back = step.back.first(where: { isAllowed($0, isFurtherTry: true) }), seen.insert(back.identity).inserted
      {
        take(back)
      }
    }
    looksLeft = max(looksLeft, limit)
    for source in [{ answers }, byFlow] where predictions.count < limit {
      for prediction in source()
      where predictions.count < limit && seen.insert(prediction.identity).inserted && isAllowed(prediction) {
        take(prediction)
      }
    }
    for source in [byPattern, byAffinity, byOnboarding] where predictions.count < limit {
      for prediction in source() where predictions.count < limit && !actions.contains(prediction.action) && isAllowed(prediction)
      {
        take(prediction)
      }
    }
    return predictions
  }

  /// Returns the prediction of an answer to a waiting run: an approval or a consent. `nil` if there is no such intent.
  ///
  /// - Parameters:
  ///   - action: a built-in intent.
  ///   - reason: the run that waits, and the people that it waits for, in words.
  package func answer(_ action: String, _ fields: JSONObject, reason: String) -> Prediction? {
    links.intent(named: action).map { prediction(of: $0, .flow, action, reason: reason, fields: fields) }
  }

  func prediction(
    of intent: Int, _ strategy: Prediction.Strategy, _ subject: String, reason: String, fields: JSONObject = JSONObject()
  ) -> Prediction {
    Prediction(
      action: program.intents[intent].jsonName, strategy: strategy, subject: subject, reason: reason, fields: fields,
      consent: program.intents[intent].consent, actor: past.actor)
  }

  // MARK: Strategies

  /// The next step of a blueprint for one piece of work, such as one invoice.
  private struct NextStep {
    var next: Prediction
    /// The earlier steps that move a lifecycle, the nearest first. One of them is predicted if no actor can take the next step,
    /// because the work was sent back.
    var back: [Prediction]
  }

  /// Predicts steps for each piece of work in a blueprint: the step after the last completed one, and the step after the
  /// furthest completed one.
  private func byBlueprints() -> [NextStep] {
    program.blueprints.flatMap { blueprint in
      let steps = blueprint.steps.map { links.intent(named: $0) }
      func prediction(_ step: Int, _ thread: StepLinks.Thread) -> Prediction? {
        steps[step].map { intent in
          self.prediction(
            of: intent, .blueprint, blueprint.name,
            reason: "Blueprint '\(blueprint.name)' step \(step + 1)/\(steps.count)\(thread.words)",
            fields: links.fields(of: intent, from: thread))
        }
      }
      return steps.indices.dropLast().flatMap { step -> [NextStep] in
        guard let done = steps[step] else { return [] }
        return links.threads(of: done).filter { thread in
          links.progress(of: thread, in: steps).map { $0.last == step || $0.furthest == step } ?? false
        }.compactMap { thread in
          prediction(step + 1, thread).map { next -> NextStep in
            let undone = (0...step).reversed().filter { steps[$0].map(links.movesStates) ?? false }
            return NextStep(next: next, back: undone.compactMap { prediction($0, thread) })
          }
        }
      }
    }
  }

  /// Predicts the intent of a job. The fact that triggers the job must exist, and the intent must not have been proposed for it
  /// yet.
  private func byFlow() -> [Prediction] {
    program.jobs.flatMap { job -> [Prediction] in
      guard let intent = links.intent(named: job.name), program.intents[intent].pack == job.pack else { return [] }
      return job.declaration.triggers.compactMap { links.fact(named: $0.text) }.flatMap { type in
        links.threads(ofType: type).filter { !links.isDone(intent, for: $0) }.map { thread in
          prediction(
            of: intent, .flow, job.name, reason: "\(program.facts[type].name) is there for job '\(job.name)'\(thread.words)",
            fields: links.fields(of: intent, from: thread))
        }
      }
    }
  }

  /// Predicts the actions that the user did more than once, the most frequent first.
  private func byPattern() -> [Prediction] {
    guard let userID = past.userID else { return [] }
    return past.frequent(links).map { intent, count in
      prediction(of: intent, .pattern, userID, reason: "@\(userID) did this \(count) times")
    }
  }

  /// Predicts the other intents of the pack whose intent was accepted last.
  private func byAffinity() -> [Prediction] {
    guard let last = past.lastAction.flatMap({ links.intent(proposedBy: $0) }) else { return [] }
    let pack = program.intents[last].pack
    return program.intents.indices.filter { program.intents[$0].pack == pack && !program.intents[$0].isBuiltIn }.map {
      prediction(of: $0, .affinity, pack, reason: "Pack \(pack) is in use")
    }
  }

  /// Predicts the first step of each blueprint, for a user with no accepted proposals yet.
  private func byOnboarding() -> [Prediction] {
    guard past.isNew else { return [] }
    return program.blueprints.compactMap { blueprint in
      blueprint.steps.first.flatMap { links.intent(named: $0) }.map {
        prediction(of: $0, .onboarding, "new", reason: "Blueprint '\(blueprint.name)' begins here")
      }
    }
  }
}

extension Prediction {
  /// The parts that duplicates share: predictions with the same action and the same fields are duplicates.
  struct PredictionKey: Hashable {
    var action: String
    var fields: [UInt8]
  }

  var identity: PredictionKey { PredictionKey(action: action, fields: JSONValue.object(fields).canonical()) }
}

/// The accepted proposals so far.
struct Past {
  let userID: String?
  /// The actor of the user's last proposal, or an actor made from the user's id alone; `nil` if there is no user.
  private(set) var actor: JSONObject?
  /// Whether the actor is known with their roles, and not made from an id alone.
  private(set) var isActorKnown: Bool
  /// The action of the last accepted proposal of any user; `nil` if none exists.
  private(set) var lastAction: String?
  /// The number of the user's accepted proposals, keyed by the action as sent.
  private var counts: [String: Int] = [:]

  init(_ runs: AcceptedRuns, userID: String?, actor givenActor: JSONObject?) {
    let accepted = runs.all
    let person = givenActor ?? (userID == nil ? accepted.last?.actor : nil)
    self.userID = person?.text("user_id") ?? userID
    lastAction = accepted.last?.action
    // A user id alone may belong to several organisations; an actor belongs to one.
    let own = accepted.filter { run in
      person.map { $0.isSamePerson(as: run.actor) } ?? (run.actor.text("user_id") == userID)
    }
    for run in own { counts[run.action, default: 0] += 1 }
    isActorKnown = givenActor != nil || !own.isEmpty
    actor =
      givenActor ?? own.last?.actor
      ?? userID.map { id in
        [
          "type": .text("user"), "user_id": .text(id), "device_id": .text("truths"), "org_id": .text("truths"),
          "roles": .array([]),
        ]
      }
  }

  /// Whether the user has no accepted proposals yet.
  var isNew: Bool { counts.isEmpty }

  /// Returns the intents accepted at least twice, as indices in ``Program/intents``, the most frequent first. An action counts
  /// with or without its pack.
  fileprivate func frequent(_ links: StepLinks) -> [(intent: Int, count: Int)] {
    var countsByIntent: [Int: (action: String, count: Int)] = [:]
    for (action, count) in counts {
      guard let intent = links.intent(proposedBy: action) else { continue }
      countsByIntent[intent, default: (links.program.intents[intent].jsonName, 0)].count += count
    }
    return countsByIntent.filter { $0.value.count > 1 }.sorted {
      ($1.value.count, $0.value.action, $0.key) < ($0.value.count, $1.value.action, $1.key)
    }.map { (intent: $0.key, count: $0.value.count) }
  }
}
