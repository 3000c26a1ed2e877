import TruthsSyntax
import TruthsText

/// What the requirements of truths establish for every proposal of an intent, in the slots of the intent's fields.
///
/// A truth counts for another when it fires whenever that one does: without `if`, and without `pack`, or with the same pack.
struct IntentKnowledge {
  /// Of truths that fire for every proposal of the intent; `nil` where there is none.
  private var always: Knowledge?
  /// Of truths that fire for every proposal of the intent in the name of their pack.
  private var inPack: [String: Knowledge] = [:]
  /// Of each truth that fires for some proposals, by its pack, or "" where it names none.
  private var sometimes: [String: [Knowledge]] = [:]
  /// What is known in the name of each pack.
  private var beside: [String: Knowledge] = [:]
  /// What is known for every proposal that some truth governs.
  private(set) var everywhere = Knowledge()

  /// - Parameter truths: all that fire on the intent.
  init(_ truths: [TruthBody], of intent: Int, _ tables: CheckTables) {
    for truth in truths {
      let slots = truth.body.trigger.slots(in: tables.program.intents[intent])
      var moved = Knowledge()
      moved.add(truth.knowledge) { $0 >= 0 && $0 < slots.count ? slots[$0] : nil }
      if truth.checked.condition != nil {
        sometimes[truth.checked.namesPack ? truth.checked.pack : "", default: []].append(moved)
      } else if truth.checked.namesPack {
        inPack[truth.checked.pack, default: Knowledge()].add(moved)
      } else {
        always = (always ?? Knowledge()).adding(moved)
      }
    }
    for (pack, more) in inPack { beside[pack] = always?.adding(more) ?? more }
    everywhere = common()
  }

  /// What is established beside a truth's own requirements when it fires for the intent.
  func beside(_ truth: CheckedTruth) -> Knowledge {
    if truth.namesPack, let both = beside[truth.pack] { return both }
    return always ?? Knowledge()
  }

  /// What every truth establishes that governs the intent, where none of them fires for all.
  private func common() -> Knowledge {
    if let always { return always }
    var options: [Knowledge] = sometimes[""] ?? []
    let packs = Set(inPack.keys).union(sometimes.keys).subtracting([""])
    for pack in packs.sorted() {
      if let sure = inPack[pack] { options.append(sure) } else { options += sometimes[pack] ?? [] }
    }
    guard let first = options.first else { return Knowledge() }
    return options.dropFirst().reduce(first) { $0.intersection($1) }
  }
}

extension Trigger {
  /// The intent's field that each slot is.
  func slots(in intent: IntentType) -> [Int?] {
    if intent.fields.count <= 12 {
      return fields.map { field in intent.fields.firstIndex { $0.name == field.field.name } }
    }
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
