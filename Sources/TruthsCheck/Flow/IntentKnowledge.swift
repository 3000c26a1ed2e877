import TruthsSyntax
import TruthsText

/// What the requirements of truths establish for every proposal of an intent, in the slots of the intent's fields.
///
/// A truth counts for another when it fires whenever that one does: without `if`, and without `pack`, or with the same pack.
struct IntentKnowledge {
  /// Of truths that fire for every proposal of the intent.
  private var always: [Int: Knowledge] = [:]
  /// Of truths that fire for every proposal of the intent in the name of their pack.
  private var inPack: [Int: [String: Knowledge]] = [:]
  /// Of each truth that fires for some proposals, by its pack, or "" where it names none.
  private var sometimes: [Int: [String: [Knowledge]]] = [:]

  init(_ truths: [TruthBody], _ program: Program) {
    for (truth, checked) in zip(truths, program.truths) {
      let own = truth.body.requirementKnowledge(truth.requires)
      for intent in checked.intents {
        let slots = truth.body.trigger.slots(in: program.intents[intent])
        var moved = Knowledge()
        moved.add(own) { $0 < slots.count ? slots[$0] : nil }
        if checked.condition != nil {
          sometimes[intent, default: [:]][checked.namesPack ? checked.pack : "", default: []].append(moved)
        } else if checked.namesPack {
          inPack[intent, default: [:]][checked.pack, default: Knowledge()].add(moved) { $0 }
        } else {
          always[intent, default: Knowledge()].add(moved) { $0 }
        }
      }
    }
  }

  /// What is established beside a truth's own requirements when it fires for an intent.
  func beside(_ truth: CheckedTruth, _ intent: Int) -> Knowledge {
    var result = always[intent] ?? Knowledge()
    if truth.namesPack, let more = inPack[intent]?[truth.pack] { result.add(more) { $0 } }
    return result
  }

  /// What is established for every proposal of an intent that some truth governs: what every such truth establishes, where none
  /// of them fires for all.
  func everywhere(_ intent: Int) -> Knowledge {
    if let sure = always[intent] { return sure }
    var options: [Knowledge] = sometimes[intent]?[""] ?? []
    let packs = Set((inPack[intent] ?? [:]).keys).union((sometimes[intent] ?? [:]).keys).subtracting([""])
    for pack in packs.sorted() {
      if let sure = inPack[intent]?[pack] { options.append(sure) } else { options += sometimes[intent]?[pack] ?? [] }
    }
    guard let first = options.first else { return Knowledge() }
    return options.dropFirst().reduce(first) { $0.intersection($1) }
  }
}

extension Trigger {
  /// The intent's field that each slot is.
  func slots(in intent: IntentType) -> [Int?] {
    let places = Dictionary(
      intent.fields.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return fields.map { places[$0.field.name] }
  }
}

extension Body {
  /// What requirements establish, in this body's slots; worked out once.
  func requirementKnowledge(_ requires: [TypedClause]) -> Knowledge {
    if let known = requirements { return known }
    let logic = Establishing(lets: letFacts, known: Known())
    var result = Knowledge()
    for clause in requires {
      result.add(logic.established(clause.test, when: true))
      for implication in logic.implications(of: clause.test) { result.add(implication) }
    }
    requirements = result
    return result
  }
}

extension Establishing {
  /// The conditions under which a requirement that holds establishes more: `A → B`, and `A or B` read both ways.
  func implications(of requirement: Typed) -> [Knowledge.Implication] {
    let parts = requirement.parts
    switch requirement.node {
    case .and: return implications(of: parts[0]) + implications(of: parts[1])
    case .implies:
      return [Knowledge.Implication(conditions: parts[0].node.conjuncts, atoms: established(parts[1], when: true))]
    case .or:
      return [
        Knowledge.Implication(conditions: parts[0].node.opposite.conjuncts, atoms: established(parts[1], when: true)),
        Knowledge.Implication(conditions: parts[1].node.opposite.conjuncts, atoms: established(parts[0], when: true)),
      ]
    default: return []
    }
  }
}
