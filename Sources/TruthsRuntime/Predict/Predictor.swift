import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
package import TruthsText

/// What could be proposed next, by the five strategies of contract §10.1: from packs, blueprints, jobs and the context alone.
package struct Predictor {
  package let procedure: RunProcedure
  /// Closed: what follows from it counts as known.
  let context: Context
  let past: Past
  let links: StepLinks
  private let feasibility: Feasibility
  private let work: WorkMeter?

  var program: Program { procedure.program }

  /// - Parameters:
  ///   - userID: whose next proposal it is; without one, that of whoever proposed last.
  ///   - actor: who that is, where it is known with roles.
  ///   - isRead: whether facts of a type that somebody left may be read, without a type decisions; others count as not there.
  ///   - work: what all predictions together may take; `nil`: each as much as a run may.
  /// - Complexity: O(entries of the context + steps of blueprints and jobs · facts that they make).
  package init(
    procedure: RunProcedure, context: Context, userID: String?, actor: JSONObject? = nil,
    isRead: @escaping (_ owner: JSONObject, _ factType: String?) -> Bool = { _, _ in true }, work: WorkMeter? = nil
  ) {
    self.procedure = procedure
    self.work = work
    let last = context.ledger.entry(sequence: context.ledger.size)?.timestamp ?? ReceivedProposal.defaultTimestamp
    self.context = procedure.close(context, now: last).context
    let runs = AcceptedRuns(context) { isRead($0, nil) }
    past = Past(runs, userID: userID, actor: actor)
    let program = procedure.program
    links = StepLinks(program: program, store: self.context.store, runs: runs) {
      isRead($0.entry.actor, program.facts[$0.type].name)
    }
    feasibility = Feasibility(
      procedure: procedure, context: self.context, links: links, actor: past.isActorKnown ? past.actor : nil, now: last,
      work: work)
  }

  /// Whose proposals they are, where it is known with roles.
  package var actor: JSONObject? { past.isActorKnown ? past.actor : nil }

  /// How many predictions are looked at for each that is wanted, where most could not be accepted.
  private static let looks = 100

  /// The predictions in order of confidence, each action with the same fields once. What could not be accepted whatever else is
  /// filled in is left out.
  ///
  /// - Parameter answers: those to runs that wait; they rest on what is there, as those of jobs do.
  package func predictions(limit: Int, answers: [Prediction] = []) -> [Prediction] {
    var found: [Prediction] = []
    var seen = Set<Prediction.Known>()
    var actions = Set<String>()
    var looksLeft = limit.multipliedReportingOverflow(by: Self.looks).overflow ? Int.max : limit * Self.looks
    func isAllowed(_ prediction: Prediction, forAnybody: Bool = false) -> Bool {
      guard looksLeft > 0 else { return false }
      looksLeft -= 1
      return feasibility.allows(prediction, forAnybody: forAnybody) && work?.isExceeded != true
    }
    func take(_ prediction: Prediction) {
      found.append(prediction)
      actions.insert(prediction.action)
    }
    for step in byBlueprints() where found.count < limit {
      guard seen.insert(step.next.known).inserted else { continue }
      if isAllowed(step.next) {
        take(step.next)
      } else if !isAllowed(step.next, forAnybody: true), let back = step.back.first(where: { isAllowed($0) }),
        seen.insert(back.known).inserted
      {
        take(back)
      }
    }
    for source in [{ answers }, byFlow] where found.count < limit {
      for prediction in source() where found.count < limit && seen.insert(prediction.known).inserted && isAllowed(prediction) {
        take(prediction)
      }
    }
    for source in [byPattern, byAffinity, byOnboarding] where found.count < limit {
      for prediction in source() where found.count < limit && !actions.contains(prediction.action) && isAllowed(prediction) {
        take(prediction)
      }
    }
    return found
  }

  /// An answer to a run that waits: its approval or consent is there to be given.
  ///
  /// - Parameters:
  ///   - action: an intent that is built in.
  ///   - reason: what waits, and for whom.
  package func answer(_ action: String, _ fields: JSONObject, reason: String) -> Prediction? {
    links.intent(named: action).map { prediction(of: $0, .flow, action, reason: reason, fields: fields) }
  }

  func prediction(
    of intent: Int, _ strategy: Prediction.Strategy, _ subject: String, reason: String, fields: JSONObject = JSONObject()
  ) -> Prediction {
    Prediction(
      action: program.intents[intent].name, strategy: strategy, subject: subject, reason: reason, fields: fields,
      consent: program.intents[intent].consent, actor: past.actor)
  }

  // MARK: Strategies

  /// What comes next in a blueprint, for something that is under way.
  private struct NextStep {
    var next: Prediction
    /// The steps up to the last one, the last first: where nobody could take the next one, something sent the thing back.
    var back: [Prediction]
  }

  /// The steps behind the last one and behind the furthest one that were done, for everything that a blueprint is under way with.
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
          prediction(step + 1, thread).map { next in
            NextStep(next: next, back: (0...step).reversed().compactMap { prediction($0, thread) })
          }
        }
      }
    }
  }

  /// A job whose trigger is there and whose own intent was not proposed for it.
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

  /// What the user did more than once, the most frequent first.
  private func byPattern() -> [Prediction] {
    guard let userID = past.userID else { return [] }
    return past.frequent.compactMap { action, count in
      links.intent(named: action).map { prediction(of: $0, .pattern, userID, reason: "@\(userID) did this \(count) times") }
    }
  }

  /// The other intents of the pack that was worked in last.
  private func byAffinity() -> [Prediction] {
    guard let last = past.lastAction.flatMap({ links.intent(named: $0) }) else { return [] }
    let pack = program.intents[last].pack
    return program.intents.indices.filter { program.intents[$0].pack == pack && !program.intents[$0].isBuiltIn }.map {
      prediction(of: $0, .affinity, pack, reason: "Pack \(pack) is in use")
    }
  }

  /// Where somebody begins who has done nothing yet: the first step of each blueprint.
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
  /// What makes two predictions the same for whoever reads them.
  struct Known: Hashable {
    var action: String
    var fields: [UInt8]
  }

  var known: Known { Known(action: action, fields: JSONValue.object(fields).canonical()) }
}

/// What was proposed and accepted so far.
struct Past {
  let userID: String?
  /// The actor of the user's last proposal, else one made of the id alone.
  private(set) var actor: JSONObject?
  /// Whether the actor is known with roles, and not made of an id alone.
  private(set) var isActorKnown: Bool
  /// The action that was accepted last.
  private(set) var lastAction: String?
  private var counts: [String: Int] = [:]

  init(_ runs: AcceptedRuns, userID: String?, actor given: JSONObject?) {
    let accepted = runs.all
    let user = given?["user_id"]?.stringValue ?? userID ?? accepted.last?.actor["user_id"]?.stringValue
    self.userID = user
    lastAction = accepted.last?.action
    let own = accepted.filter { $0.actor["user_id"]?.stringValue == user }
    for run in own { counts[run.action, default: 0] += 1 }
    isActorKnown = given != nil || !own.isEmpty
    actor =
      given ?? own.last?.actor
      ?? userID.map { id in
        [
          "type": .text("user"), "user_id": .text(id), "device_id": .text("truths"), "org_id": .text("truths"),
          "roles": .array([]),
        ]
      }
  }

  /// Whether the user has done nothing yet.
  var isNew: Bool { counts.isEmpty }

  /// What was done twice or more often, the most frequent first.
  fileprivate var frequent: [(action: String, count: Int)] {
    counts.filter { $0.value > 1 }.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .map { (action: $0.key, count: $0.value) }
  }
}
