import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks of jobs (files §8).
extension JobNamePass {
  /// Finds triggers, artifacts and enforcers of jobs that do not exist, and guardrails that nothing enforces.
  func checkJobs(_ hasLostNames: Bool) {
    guard !declared.jobs.isEmpty else { return }
    let facts = Dictionary(first: program.facts.enumerated().map { (JobExample.word($0.element.name), $0.offset) })
    let ids = enforcerIDs
    for (index, job) in declared.jobs.enumerated() {
      checkKeys(of: job)
      for trigger in job.body.triggers { check(trigger: trigger, facts, hasLostNames) }
      for chain in job.body.artifacts { check(artifacts: chain, facts) }
      for (number, guardrail) in job.body.guardrails.enumerated() {
        check(guardrail, Usage.GuardrailKey(job: index, number: number), job.name.text, ids)
      }
    }
  }

  /// Reports each key of the contract (§9.3) that a job lacks (files §8). An empty list counts as missing.
  private func checkKeys(of job: Declared<JobDeclaration>) {
    guard job.isWhole else { return }
    let body = job.body
    let lacks: [(key: String, isMissing: Bool)] = [
      ("verb", body.verb == nil), ("object", body.object == nil), ("outcome", body.outcome == nil),
      ("triggers", body.triggers.isEmpty), ("artifacts", body.artifacts.isEmpty), ("guardrails", body.guardrails.isEmpty),
    ]
    let missing = lacks.filter(\.isMissing).map(\.key)
    if missing.isEmpty { return }
    let example = JobExample(job: job.name.text, pack: job.pack, triggers: body.triggers.map(\.text), program: program)
    for key in missing {
      report(IncompleteJob.finding(lacks: key, example: sample(of: key, for: body, example), at: job.keySpan))
    }
  }

  /// Returns an example line for a missing key, made from the other keys.
  private func sample(of key: String, for job: JobDeclaration, _ example: JobExample) -> String {
    let verb = job.verb?.text ?? example.verb
    let object = job.object?.text ?? example.object
    switch key {
    case "verb": return "verb: \(verb)"
    case "object": return "object: \(object)"
    case "outcome": return "outcome: \"\(JobExample.outcome(verb, object))\""
    case "triggers": return "triggers: [\(example.trigger ?? "<fact or intent>")]"
    case "artifacts": return "artifacts: [\(example.artifact ?? "<fact or state>")]"
    default:
      let enforcer = example.enforcer.map { ", enforced_by: \($0)" } ?? ""
      return "guardrails: [{must_not: \"\(JobExample.mustNot(verb, object))\"\(enforcer)}]"
    }
  }

  /// Returns the fact type that a word of a job names, with or without its pack before it.
  private func fact(_ word: String, _ facts: [String: Int]) -> Int? {
    let name = JobExample.word(word)
    if let fact = facts[name] { return fact }
    guard let end = name.firstIndex(of: "_"), names.isPack(String(name[..<end])),
      let fact = facts[String(name[name.index(after: end)...])], program.facts[fact].pack == name[..<end]
    else { return nil }
    return fact
  }

  private func check(trigger: Name, _ facts: [String: Int], _ hasLostNames: Bool) {
    if let fact = fact(trigger.text, facts) {
      usage.namedFacts.insert(fact)
      session.note(qualified: .fact(fact), trigger.text, at: trigger.span)
      let type = program.facts[fact]
      let isMade = type.isExternal || type.isBuiltIn || usage.producedFacts.contains(fact)
      if !isMade, !hasLostNames { report(UnknownTrigger.neverProduced(trigger, fact: type.name, declared: type.span)) }
    } else if let intent = names.intents[trigger.text.split(separator: ".").last.map(String.init) ?? trigger.text] {
      session.note(qualified: .intent(intent), trigger.text, at: trigger.span)
    } else if !names.isUnread(trigger.text) {
      report(UnknownTrigger.finding(trigger, among: candidates(jobWords(facts) + program.intents.map(\.name))))
    }
  }

  /// Checks artifacts: each is `<state>_<lifecycle>` or a fact type, and neighbours of one lifecycle must be a transition
  /// (files §8).
  private func check(artifacts chain: [Name], _ facts: [String: Int]) {
    var before: (name: Name, state: ArtifactState)?
    for artifact in chain {
      let state = state(artifact.text)
      if let state, let before, before.state.lifecycle == state.lifecycle,
        !program.lifecycles[state.lifecycle].transitions.contains(
          LifecycleType.Transition(from: before.state.ordinal, to: state.ordinal))
      {
        report(
          UnknownArtifact.noTransition(
            before.name, artifact, lifecycle: program.lifecycles[state.lifecycle].name,
            declared: program.lifecycles[state.lifecycle].span))
      }
      before = state.map { (artifact, $0) }
      if let state {
        session.note(
          .value(enumeration: program.lifecycles[state.lifecycle].states, ordinal: state.ordinal), at: artifact.span)
        session.note(.lifecycle(state.lifecycle), at: artifact.span)
        continue
      }
      if let fact = fact(artifact.text, facts) {
        usage.namedFacts.insert(fact)
        session.note(qualified: .fact(fact), artifact.text, at: artifact.span)
      } else if !names.isUnread(artifact.text) {
        let states = program.lifecycles.flatMap { lifecycle in
          program.enums[lifecycle.states].values.dropFirst().map { "\($0)_\(lifecycle.name)" }
        }
        report(UnknownArtifact.finding(artifact, among: candidates(jobWords(facts) + states)))
      }
    }
  }

  private struct ArtifactState {
    var lifecycle: Int
    var ordinal: Int
  }

  /// Returns the state in a word such as `draft_invoice`, with the longest name of a lifecycle that fits.
  private func state(_ word: String) -> ArtifactState? {
    let name = JobExample.word(word)
    var rest = name[...]
    while let cut = rest.firstIndex(of: "_") {
      rest = rest[name.index(after: cut)...]
      guard let index = names.lifecycles[String(rest)] else { continue }
      let state = Text(String(name[..<cut]))
      let states = program.enums[program.lifecycles[index].states].values
      if let ordinal = states.firstIndex(of: state), ordinal != LifecycleType.start {
        return ArtifactState(lifecycle: index, ordinal: ordinal)
      }
    }
    return nil
  }

  private func jobWords(_ facts: [String: Int]) -> [String] {
    facts.filter { !program.facts[$0.value].isBuiltIn }.keys.sorted()
  }

  private func check(_ guardrail: Guardrail, _ key: Usage.GuardrailKey, _ job: String, _ ids: Set<String>) {
    if let id = guardrail.enforcedBy {
      session.note(.rule(id.text), at: id.span)
      if !ids.contains(id.text), areTruthsWhole { report(UnknownEnforcer.finding(id, among: candidates(ids.sorted()))) }
    } else if !usage.enforcedGuardrails.contains(key) {
      report(UnenforcedGuardrail.finding(guardrail.mustNot, job: job, number: key.number + 1))
    }
  }

  /// Whether every truth and invariant could be read; otherwise an id that seems to be missing may exist.
  private var areTruthsWhole: Bool {
    declared.unread.isEmpty && declared.truths.allSatisfy(\.isWhole) && declared.invariants.allSatisfy(\.isWhole)
  }

  private var enforcerIDs: Set<String> {
    var ids: Set<String> = []
    for truth in bodies.truths {
      ids.insert(truth.id)
      for clause in truth.requires + truth.invariants + truth.ensures where clause.checked.hasOwnID {
        ids.insert(clause.checked.id)
      }
      for move in truth.moves { ids.insert(move.checked.clause.id) }
    }
    for invariant in bodies.invariants { ids.insert(invariant.id) }
    return ids
  }
}

/// Checks of blueprints (declarations §15).
extension GovernancePass {
  /// Finds steps of blueprints that need facts which come from no earlier step, no other pack and no outside (declarations
  /// §15).
  func checkBlueprints() {
    if declared.blueprints.isEmpty { return }
    let derived =
      program.truths.filter { !$0.matches.isEmpty }.flatMap { factsMade(by: $0) }
      + program.sources.flatMap { $0.outputs.map(\.fact) }
    for blueprint in declared.blueprints where blueprint.isWhole {
      var available = Set(derived)
      for step in blueprint.body.steps {
        guard let intent = names.intents[step.text.split(separator: ".").last.map(String.init) ?? step.text] else { continue }
        let truths = groups[intent]?.truths ?? []
        let pack = program.intents[intent].pack
        // Truths with an `if` are skipped, because the step may not mean them.
        let certain = truths.filter { $0.checked.condition == nil }
        for need in certain.flatMap({ needs(of: $0) }) where !available.contains(need) {
          let type = program.facts[need]
          if type.isExternal || type.pack != pack || type.isBuiltIn { continue }
          report(UnfedStep.finding(step, fact: type.name))
          break
        }
        for truth in truths { available.formUnion(factsMade(by: truth.checked)) }
      }
    }
  }

  private func factsMade(by truth: CheckedTruth) -> [Int] {
    truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history }
  }

  /// Returns the fact types that the requirements of a truth need, and the histories that its moves continue.
  private func needs(of truth: TruthBody) -> [Int] {
    var facts: [Int] = []
    for clause in truth.requires { facts += needs(of: clause.test) }
    for move in truth.moves where !move.checked.from.contains(LifecycleType.start) {
      facts.append(program.lifecycles[move.checked.key.lifecycle].history)
    }
    return facts
  }

  private func needs(of test: Typed) -> [Int] {
    switch test.node {
    case .and: test.parts.flatMap { needs(of: $0) }
    case .present(let key): [key.fact]
    default: []
    }
  }
}
