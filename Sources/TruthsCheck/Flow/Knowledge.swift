import TruthsProgram
import TruthsText

/// What requirements establish, once and for all, in the slots of one frame.
struct Knowledge {
  private(set) var prerequisites: SmallSet<Prerequisite> = []
  /// By one of their conditions.
  private(set) var implications: [Node: [Implication]] = [:]
  private(set) var implicationCount = 0

  /// A condition with what is there whenever it holds: a requirement `A → x exists` makes a missing `x` an `A` that is false.
  struct Implication: Hashable {
    /// All of them together are the condition.
    var conditions: SmallSet<Node>
    var prerequisites: SmallSet<Prerequisite>
  }

  mutating func add(_ more: SmallSet<Prerequisite>) { prerequisites.formUnion(more) }

  mutating func add(_ implication: Implication) {
    guard let index = implication.conditions.first, !implication.prerequisites.isEmpty else { return }
    implications[index, default: []].append(implication)
    implicationCount += 1
  }

  /// Takes over what another one of the same frame holds.
  mutating func add(_ other: Knowledge) {
    prerequisites.formUnion(other.prerequisites)
    for implication in other.implications.values.joined() { add(implication) }
  }

  /// What both hold together.
  func adding(_ other: Knowledge) -> Knowledge {
    var result = self
    result.add(other)
    return result
  }

  /// Takes over what another frame establishes, as far as its slots have a counterpart here.
  mutating func add(_ other: Knowledge, slots: (Int) -> Int?) {
    for prerequisite in other.prerequisites {
      if let moved = prerequisite.withSlots(slots) { prerequisites.insert(moved) }
    }
    for implication in other.implications.values.joined() {
      let conditions = implication.conditions.compactMap { $0.withSlots(slots) }
      guard conditions.count == implication.conditions.count else { continue }
      add(
        Implication(
          conditions: SmallSet(conditions), prerequisites: SmallSet(implication.prerequisites.compactMap { $0.withSlots(slots) }))
      )
    }
  }

  /// What both establish.
  func intersection(_ other: Knowledge) -> Knowledge {
    var result = Knowledge()
    result.prerequisites = prerequisites.intersection(other.prerequisites)
    for implication in implications.values.joined() where other.implications.values.joined().contains(implication) {
      result.add(implication)
    }
    return result
  }

  /// Whether it says all that another one of the same frame says.
  func covers(_ other: Knowledge) -> Bool {
    other.prerequisites.isSubset(of: prerequisites)
      && other.implications.values.joined().allSatisfy {
        $0.prerequisites.isSubset(of: prerequisites.union(needed(for: $0.conditions)))
      }
  }

  /// What must be there for all of some conditions to hold.
  func needed(for conditions: SmallSet<Node>) -> SmallSet<Prerequisite> {
    if implications.isEmpty { return [] }
    var result: SmallSet<Prerequisite> = []
    for condition in conditions {
      for implication in implications[condition] ?? [] where implication.conditions.isSubset(of: conditions) {
        result.formUnion(implication.prerequisites)
      }
    }
    return result
  }
}

/// What is known at one place of one clause.
struct Known {
  /// What an intent's truths establish, in the slots of the intent's fields, and how those correspond to the frame's.
  struct Outer {
    var knowledge: Knowledge
    var field: (Int) -> Int?
    var slot: (Int) -> Int?
  }

  /// Of the frame that the clause is read in.
  var own = Knowledge()
  /// Of each intent that the clause is for; what all of them establish is known.
  var intents: [Outer] = []
  /// The same without what the run adds, where the clause is read on its result.
  var before: Knowledge?
  /// What the clause itself establishes around the place.
  var local: SmallSet<Prerequisite> = []
  /// The conditions of the conditionals around the place, where something is known to be needed for conditions to hold.
  var conditions: SmallSet<Node> = []
  /// Bound variables with the list that each goes through.
  var variables: [(slot: Int, list: Node)] = []
  /// Whether it is of the context before the run, while the clause is read on its result.
  private(set) var isOfContextBefore = false

  func adding(_ more: SmallSet<Prerequisite>) -> Known {
    if more.isEmpty { return self }
    var result = self
    result.local.formUnion(more)
    return result
  }

  /// The same where a condition holds, with what it needs for that.
  func assuming(_ condition: Node) -> Known {
    if !hasImplications { return self }
    var result = self
    result.conditions.formUnion(condition.conjuncts)
    return result.adding(needed(for: result.conditions))
  }

  /// What is known of the context before the run, whatever the clause itself says of the result.
  var ofContextBefore: Known {
    var result = self
    result.local = []
    result.conditions = []
    result.own = before ?? own
    result.isOfContextBefore = true
    return result
  }

  func contains(_ prerequisite: Prerequisite) -> Bool {
    if holds(prerequisite) { return true }
    guard case .value(let node) = prerequisite else { return false }
    return variables.contains { variable in
      let path = node.withSlots { $0 == variable.slot ? Prerequisite.elementSlot : $0 }
      return path.map { holds(.element(of: variable.list, path: $0)) } ?? false
    }
  }

  private func holds(_ prerequisite: Prerequisite) -> Bool {
    if local.contains(prerequisite) || own.prerequisites.contains(prerequisite) { return true }
    return !intents.isEmpty
      && intents.allSatisfy { intent in prerequisite.withSlots(intent.field).map(intent.knowledge.prerequisites.contains) ?? false
      }
  }

  /// The nodes that are known to be the same currency as one.
  func same(as node: Node) -> [Node] {
    var found: [Node] = []
    func add(_ prerequisites: SmallSet<Prerequisite>) {
      for case .same(node, let other) in prerequisites where !found.contains(other) { found.append(other) }
      for variable in variables {
        guard let path = node.withSlots({ $0 == variable.slot ? Prerequisite.elementSlot : $0 }), path != node else { continue }
        for case .element(variable.list, .compare(.equal, path, let other)) in prerequisites {
          let own = other.withSlots { $0 == Prerequisite.elementSlot ? variable.slot : $0 }
          if let own, !found.contains(own) { found.append(own) }
        }
      }
      // What holds of every element holds of the one at a place.
      guard case .field(.call(.element, let parts), let field) = node else { return }
      let path = Node.field(.slot(Prerequisite.elementSlot), field)
      for case .element(parts[0], .compare(.equal, path, let other)) in prerequisites {
        let isOutside = other.withSlots { $0 == Prerequisite.elementSlot ? nil : $0 } != nil
        if isOutside, !found.contains(other) { found.append(other) }
      }
    }
    add(local)
    add(own.prerequisites)
    guard let first = intents.first else { return found }
    let ofIntent = SmallSet(first.knowledge.prerequisites.compactMap { $0.withSlots(first.slot) }.filter(holds))
    add(ofIntent)
    return found
  }

  /// Whether anything is known to be needed for conditions to hold.
  var hasImplications: Bool { own.implicationCount > 0 || intents.contains { $0.knowledge.implicationCount > 0 } }

  /// What must be there for all of some conditions to hold.
  func needed(for conditions: SmallSet<Node>) -> SmallSet<Prerequisite> {
    let own = own.needed(for: conditions)
    guard let first = intents.first, intents.contains(where: { $0.knowledge.implicationCount > 0 }) else { return own }
    return intents.dropFirst().reduce(first.needed(for: conditions)) { $0.intersection($1.needed(for: conditions)) }.union(own)
  }
}

extension Known.Outer {
  /// What the intent's requirements need for conditions of the frame to hold, in the frame's slots.
  fileprivate func needed(for conditions: SmallSet<Node>) -> SmallSet<Prerequisite> {
    let moved = SmallSet(conditions.compactMap { $0.withSlots(field) })
    return SmallSet(knowledge.needed(for: moved).compactMap { $0.withSlots(slot) })
  }
}
