import TruthsProgram
import TruthsSyntax
import TruthsText

/// Knowledge that the requirements of truths establish for every proposal of an intent, in the slots of the intent's fields.
///
/// A truth counts for another if it fires whenever that one does: without `if`, and without `pack`, or with the same pack.
struct IntentKnowledge {
  /// Knowledge from truths that fire for every proposal of the intent; `nil` if there are none.
  private var always: Knowledge?
  /// Knowledge from truths that fire for every proposal of the intent that names the truths' pack or no pack.
  private var inPack: [String: Knowledge] = [:]
  /// Knowledge from each truth that fires for some proposals, by its pack, or "" if it names none.
  private var sometimes: [String: [Knowledge]] = [:]
  /// Knowledge for proposals that name each pack.
  private var byPack: [String: Knowledge] = [:]
  /// Knowledge for every proposal that some truth governs.
  private(set) var everywhere = Knowledge()
  /// Knowledge from the intent itself: no truth sees a proposal that lacks a required field.
  private let brought: Knowledge

  /// Combines the requirements of truths.
  ///
  /// - Parameter truths: all truths that fire on the intent.
  init(_ truths: [TruthBody], of intent: Int, _ tables: CheckTables) {
    var brought = Knowledge()
    brought.add(SmallSet(tables.program.intents[intent].present.map { .value(.slot($0)) }))
    self.brought = brought
    for truth in truths {
      let slots = truth.checker.trigger.slots(in: tables.program.intents[intent])
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
    for (pack, more) in inPack { byPack[pack] = always?.adding(more) ?? more }
    everywhere = common().adding(brought)
  }

  /// Returns what other truths establish when a truth fires for the intent.
  func established(for truth: CheckedTruth) -> Knowledge {
    if truth.namesPack, let both = byPack[truth.pack] { return both.adding(brought) }
    return always?.adding(brought) ?? brought
  }

  /// Returns what every truth that governs the intent establishes, if none of them fires for all proposals.
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
  /// Returns the index of the intent's field in each slot.
  func slots(in intent: IntentType) -> [Int?] {
    if intent.fields.count <= 12 {
      return fields.map { field in intent.fields.firstIndex { $0.name == field.field.name } }
    }
    let places = Dictionary(first: intent.fields.enumerated().map { ($0.element.name, $0.offset) })
    return fields.map { places[$0.field.name] }
  }
}

extension FlowNarrowing {
  /// Returns the knowledge that a clause gives where it holds.
  func knowledge(of clause: TypedClause) -> Knowledge {
    var result = Knowledge()
    let outcome = !clause.checked.violatedWhen
    result.add(established(clause.test, when: outcome))
    for implication in implications(of: clause.test, when: outcome) { result.add(implication) }
    return result
  }

  /// Returns conditions under which a clause with a given result establishes more: from `A → B`, `if A then B else C`, and `A
  /// or B` read both ways.
  func implications(of clause: Typed, when outcome: Bool) -> [Knowledge.Implication] {
    let parts = clause.parts
    switch clause.node {
    case .not: return implications(of: parts[0], when: !outcome)
    case .and where outcome, .or where !outcome:
      return implications(of: parts[0], when: outcome) + implications(of: parts[1], when: outcome)
    case .and, .or:
      return [
        Knowledge.Implication(conditions: conditions(parts[0], !outcome), prerequisites: established(parts[1], when: outcome)),
        Knowledge.Implication(conditions: conditions(parts[1], !outcome), prerequisites: established(parts[0], when: outcome)),
      ]
    case .implies where outcome:
      return [Knowledge.Implication(conditions: conditions(parts[0], true), prerequisites: established(parts[1], when: true))]
    case .conditional:
      return [true, false].flatMap { choice in
        let (branch, chosen) = (parts[choice ? 1 : 2], conditions(parts[0], choice))
        let inner = implications(of: branch, when: outcome).map {
          Knowledge.Implication(conditions: $0.conditions.union(chosen), prerequisites: $0.prerequisites)
        }
        return [Knowledge.Implication(conditions: chosen, prerequisites: established(branch, when: outcome))] + inner
      }
    default: return []
    }
  }

  /// Returns the conjuncts that hold when a condition has a result.
  private func conditions(_ condition: Typed, _ outcome: Bool) -> SmallSet<Node> {
    (outcome ? condition.node : condition.node.opposite).conjuncts
  }
}

/// Truths and invariants of one intent, which are checked together. A later check with the same ones reuses the group.
final class IntentGroup {
  let intent: Int
  /// Truths that fire on the intent, sorted by id.
  let truths: [TruthBody]
  /// Invariants that name the intent, sorted by id.
  let invariants: [InvariantBody]
  let knowledge: IntentKnowledge
  /// Cached findings about the truths and invariants of the group, together with the invariants for all intents that were checked
  /// beside them.
  var decision: (found: ClauseFindings, shared: [InvariantBody])?

  init(_ intent: Int, _ truths: [TruthBody], _ invariants: [InvariantBody], _ tables: CheckTables) {
    self.intent = intent
    self.truths = truths
    self.invariants = invariants
    knowledge = IntentKnowledge(truths, of: intent, tables)
  }
}

extension IntentGroup {
  /// Groups truths and invariants by intent, by index in ``Program/intents``; `nil` for an intent that has none.
  ///
  /// - Parameter cache: results of an earlier check; a group of identical bodies is reused.
  static func groups(of bodies: CheckedBodies, in tables: CheckTables, cache: BodyCache) -> [IntentGroup?] {
    let program = tables.program
    var truths = [[TruthBody]](repeating: [], count: program.intents.count)
    for truth in bodies.truths {
      for intent in truth.checked.intents { truths[intent].append(truth) }
    }
    var invariants = [[InvariantBody]](repeating: [], count: program.intents.count)
    for invariant in bodies.invariants {
      guard case .intents(let intents) = invariant.checked.applies else { continue }
      for intent in intents { invariants[intent].append(invariant) }
    }
    return Parallel.map(program.intents.count, stride: CheckSession.stride) { intent in
      if truths[intent].isEmpty, invariants[intent].isEmpty { return nil }
      return cache.group(intent, truths[intent], invariants[intent])
        ?? IntentGroup(intent, truths[intent], invariants[intent], tables)
    }
  }
}
