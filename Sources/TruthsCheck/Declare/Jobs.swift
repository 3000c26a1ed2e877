import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Adds jobs and blueprints to the program. ``GovernancePass`` checks the names in jobs.
struct JobPass: CheckPass {
  let session: CheckSession

  func run() {
    addJobs()
    addBlueprints()
  }

  private func addJobs() {
    program.jobs = declared.jobs.map { job in
      NameRules(session: session).checkName(job.name)
      return JobInfo(name: job.name.text, pack: job.pack, declaration: job.body, span: job.keySpan)
    }
  }

  /// Lists blueprints, and reports packs and steps that do not exist. A blueprint may name intents of the packs that it
  /// composes.
  private func addBlueprints() {
    program.blueprints = declared.blueprints.map { blueprint in
      NameRules(session: session).checkName(blueprint.name)
      for pack in blueprint.body.packs {
        if names.isPack(pack.text) {
          session.note(.pack(pack.text), at: pack.span)
          continue
        }
        report(UnknownPack.finding(pack, among: candidates(names.packNames)))
      }
      for step in blueprint.body.steps { check(step: step) }
      return BlueprintInfo(
        name: blueprint.name.text, pack: blueprint.pack, packs: blueprint.body.packs.map(\.text),
        steps: blueprint.body.steps.map(\.text), span: blueprint.keySpan)
    }
  }

  private func check(step: Name) {
    let parts = step.text.segments
    let index = names.intents[parts.last ?? step.text]
    if let index, parts.count == 1 || program.intents[index].pack == parts[0] {
      return session.note(qualified: .intent(index), step.text, at: step.span)
    }
    if names.isUnread(step.text) { return }
    report(UnknownIntent.finding(step, among: candidates(program.intents.map(\.name))))
  }
}

/// Resolves the intents and facts that truths and invariants name under `when` and `applies_to`.
struct TriggerResolver: CheckPass {
  /// Limit of facts that a truth joins: the search for matches recurses for each.
  private static let factLimit = 100

  let session: CheckSession

  /// Returns what a truth fires on: intents or facts, never both (declarations §5.2, `when`).
  func trigger(of truth: Declared<TruthDeclaration>) -> Trigger {
    let matches = truth.body.when.compactMap { entry in
      if case .fact(let match) = entry { return match }
      return nil
    }
    guard let first = matches.first else {
      let (intents, isFaulty) = intents(of: truth)
      return Trigger(intents: intents, isFaulty: isFaulty, in: tables)
    }
    for case .intents(let list) in truth.body.when {
      guard let name = list.first else { continue }
      report(MixedTrigger.intent(name, fact: first.span))
      return Trigger(intents: [], isFaulty: true, in: tables)
    }
    if let requirement = truth.body.requires.first { report(MixedTrigger.requirement(at: requirement.span, fact: first.span)) }
    if let reason = truth.body.moves.compactMap(\.reason).first { report(MixedTrigger.reason(at: reason.span, fact: first.span)) }
    if matches.count > Self.factLimit {
      report(ExpressionTooDeep.facts(limit: Self.factLimit, at: matches[Self.factLimit].span))
    }
    let found = matches.prefix(Self.factLimit).compactMap { match in
      matchedFact(match, in: truth.pack).map { (fact: $0, syntax: match) }
    }
    let isFaulty = found.count < matches.count || found.contains { session.isPartial(.fact($0.fact)) }
    return Trigger(matches: found, isFaulty: isFaulty, in: tables)
  }

  /// Returns the fact type that an entry of `when` names, bare or qualified by its pack.
  private func matchedFact(_ match: FactMatch, in pack: String) -> Int? {
    let name = match.type
    let scope = names.scope(pack)
    let parts = name.text.headAndRest
    var index = session.fact(named: name.text)
    if index == nil, parts.count == 2, let fact = session.fact(named: parts[1]), program.facts[fact].pack == parts[0] {
      index = fact
    }
    guard let index else {
      if names.isUnread(name.text) { return nil }
      report(UnknownName.fact(name, among: candidates(program.facts.filter { scope.sees($0.pack) }.map(\.name))))
      return nil
    }
    guard scope.sees(program.facts[index].pack) else {
      report(UnusedPack.name(name.text, at: name.span, pack: program.facts[index].pack, scope: pack))
      return nil
    }
    usage.read(fact: index, at: name.span)
    session.note(qualified: .fact(index), name.text, at: name.span)
    return index
  }

  /// Returns the intents that `when` names, ascending, and whether a name under `when` could not be resolved.
  private func intents(of truth: Declared<TruthDeclaration>) -> (indices: [Int], isFaulty: Bool) {
    var named: [Name] = []
    for case .intents(let list) in truth.body.when { named += list }
    if named.isEmpty, truth.isWhole { report(NeverFires.finding(at: truth.keySpan)) }
    let indices = intents(named, from: truth.pack)
    for intent in indices { usage.governedIntents.insert(intent) }
    return (indices, indices.count < max(1, named.count) || indices.contains { !declared.intents[$0].isWhole })
  }

  /// Returns the intents of a list of names, ascending, and reports names that no intent has.
  ///
  /// - Parameter words: other words that are allowed in their place, for suggestions.
  func intents(_ list: [Name], from pack: String, or words: [String] = []) -> [Int] {
    let scope = names.scope(pack)
    var seen: [Int: Span] = [:]
    for name in list {
      let parts = name.text.segments
      guard let index = session.intent(named: parts.last ?? name.text),
        parts.count == 1 || (parts.count == 2 && program.intents[index].pack == parts[0])
      else {
        if names.isUnread(name.text) { continue }
        report(UnknownIntent.finding(name, among: candidates(words + program.intents.filter { scope.sees($0.pack) }.map(\.name))))
        continue
      }
      session.note(qualified: .intent(index), name.text, at: name.span)
      if !scope.sees(program.intents[index].pack) {
        report(UnusedPack.name(name.text, at: name.span, pack: program.intents[index].pack, scope: pack))
      } else if let first = seen[index] {
        report(DuplicateName.member(name, kind: "intent", of: "when", first: first))
      } else {
        seen[index] = name.span
      }
    }
    return seen.keys.sorted()
  }
}
