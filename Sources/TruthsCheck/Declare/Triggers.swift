import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// What a truth fires on: intents or facts, never both (language.md §5, `when`).
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
    let found = matches.compactMap { match in matchedFact(match, in: truth.pack).map { (fact: $0, syntax: match) } }
    let isFaulty = found.count < matches.count || found.contains { isPartial(.fact($0.fact)) }
    return Trigger(matches: found, isFaulty: isFaulty, in: tables)
  }

  /// The fact type that an entry of `when` names, bare or qualified by its pack.
  private func matchedFact(_ match: FactMatch, in pack: String) -> Int? {
    let name = match.type
    let scope = names.scope(pack)
    let parts = name.text.headAndRest
    var index = self.fact(named: name.text)
    if index == nil, parts.count == 2, let fact = self.fact(named: parts[1]), program.facts[fact].pack == parts[0] {
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
    return index
  }

  /// The intents that `when` names, ascending, and whether a name there leads nowhere.
  private func intents(of truth: Declared<TruthDeclaration>) -> (found: [Int], isFaulty: Bool) {
    var named: [Name] = []
    for case .intents(let list) in truth.body.when { named += list }
    if named.isEmpty, truth.isWhole { report(NeverFires.found(at: truth.keySpan)) }
    let found = intents(named, from: truth.pack)
    for intent in found { usage.governedIntents.insert(intent) }
    return (found, found.count < max(1, named.count) || found.contains { !declared.intents[$0].isWhole })
  }
}

extension Program {
  /// The key of the canonical declaration that declares a fact type.
  func declarationKey(ofFact index: Int) -> String {
    let fact = facts[index]
    if let lifecycle = fact.lifecycle { return "lifecycle \(lifecycles[lifecycle].pack).\(lifecycles[lifecycle].name)" }
    return "fact \(fact.pack).\(fact.name)"
  }
}
