import TruthsProgram
import TruthsText

/// Facts that requirements establish for a whole body, in the slots of one frame.
struct Knowledge {
  private(set) var prerequisites: SmallSet<Prerequisite> = []
  /// Implications by one of their conditions.
  private(set) var implications: [Node: [Implication]] = [:]
  private(set) var implicationCount = 0

  /// A condition with what exists whenever it holds: with the requirement `A → x exists`, a missing `x` makes `A` false.
  struct Implication: Hashable {
    /// The conditions, all of which must hold.
    var conditions: SmallSet<Node>
    var prerequisites: SmallSet<Prerequisite>
  }

  mutating func add(_ more: SmallSet<Prerequisite>) { prerequisites.formUnion(more) }

  mutating func add(_ implication: Implication) {
    guard let index = implication.conditions.first, !implication.prerequisites.isEmpty else { return }
    implications[index, default: []].append(implication)
    implicationCount += 1
  }

  /// Adds the knowledge of another set in the same frame.
  mutating func add(_ other: Knowledge) {
    prerequisites.formUnion(other.prerequisites)
    for implication in other.implications.values.joined() { add(implication) }
  }

  func adding(_ other: Knowledge) -> Knowledge {
    var result = self
    result.add(other)
    return result
  }

  /// Adds the knowledge of another frame, as far as the other frame's slots have a counterpart in this frame.
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

  func intersection(_ other: Knowledge) -> Knowledge {
    var result = Knowledge()
    result.prerequisites = prerequisites.intersection(other.prerequisites)
    for implication in implications.values.joined() where other.implications.values.joined().contains(implication) {
      result.add(implication)
    }
    return result
  }

  /// Whether this knowledge includes all of the other, which must be about the same frame.
  func covers(_ other: Knowledge) -> Bool {
    other.prerequisites.isSubset(of: prerequisites)
      && other.implications.values.joined().allSatisfy {
        $0.prerequisites.isSubset(of: prerequisites.union(needed(for: $0.conditions)))
      }
  }

  /// Returns what must exist if all the conditions hold.
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

/// Knowledge at one place of one clause.
struct FlowState {
  /// Knowledge of an intent's truths in the slots of the intent's fields, and the mapping between those and the frame's slots.
  struct Outer {
    var knowledge: Knowledge
    var field: (Int) -> Int?
    var slot: (Int) -> Int?
  }

  /// Knowledge in the frame of the clause.
  var own = Knowledge()
  /// Knowledge for each intent of the clause; only what all of them establish counts.
  var intents: [Outer] = []
  /// ``own`` without the facts that the run adds, for a clause that is read on the result.
  var before: Knowledge?
  /// Facts that the surrounding parts of the clause establish for this place.
  var local: SmallSet<Prerequisite> = []
  /// Conditions of the conditionals that contain this place. Empty if there are no implications to apply to them.
  var conditions: SmallSet<Node> = []
  /// Bound variables, each with the list that it iterates over.
  var variables: [(slot: Int, list: Node)] = []
  /// Whether the knowledge applies to the context before the run, while the clause is read on the result.
  private(set) var isOfContextBefore = false

  func adding(_ more: SmallSet<Prerequisite>) -> FlowState {
    if more.isEmpty { return self }
    var result = self
    result.local.formUnion(more)
    return result
  }

  /// Returns the knowledge if a condition also holds, with the values that the condition needs.
  func assuming(_ condition: Node) -> FlowState {
    if !hasImplications { return self }
    var result = self
    result.conditions.formUnion(condition.conjuncts)
    return result.adding(needed(for: result.conditions))
  }

  /// The knowledge about the context before the run, without what the clause says about the result.
  var ofContextBefore: FlowState {
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

  /// Returns the nodes that are known to be the same currency as a node.
  func same(as node: Node) -> [Node] {
    var nodes: [Node] = []
    func add(_ prerequisites: SmallSet<Prerequisite>) {
      for case .same(node, let other) in prerequisites where !nodes.contains(other) { nodes.append(other) }
      for variable in variables {
        guard let path = node.withSlots({ $0 == variable.slot ? Prerequisite.elementSlot : $0 }), path != node else { continue }
        for case .element(variable.list, .compare(.equal, path, let other)) in prerequisites {
          let own = other.withSlots { $0 == Prerequisite.elementSlot ? variable.slot : $0 }
          if let own, !nodes.contains(own) { nodes.append(own) }
        }
      }
      // What holds for every element also holds for the element at a place.
      guard case .field(.call(.element, let parts), let field) = node else { return }
      let path = Node.field(.slot(Prerequisite.elementSlot), field)
      for case .element(parts[0], .compare(.equal, path, let other)) in prerequisites {
        let isOutside = other.withSlots { $0 == Prerequisite.elementSlot ? nil : $0 } != nil
        if isOutside, !nodes.contains(other) { nodes.append(other) }
      }
    }
    add(local)
    add(own.prerequisites)
    guard let first = intents.first else { return nodes }
    let ofIntent = SmallSet(first.knowledge.prerequisites.compactMap { $0.withSlots(first.slot) }.filter(holds))
    add(ofIntent)
    return nodes
  }

  var hasImplications: Bool { own.implicationCount > 0 || intents.contains { $0.knowledge.implicationCount > 0 } }

  /// Returns what must exist if all the conditions hold.
  func needed(for conditions: SmallSet<Node>) -> SmallSet<Prerequisite> {
    let own = own.needed(for: conditions)
    guard let first = intents.first, intents.contains(where: { $0.knowledge.implicationCount > 0 }) else { return own }
    return intents.dropFirst().reduce(first.needed(for: conditions)) { $0.intersection($1.needed(for: conditions)) }.union(own)
  }
}

extension FlowState.Outer {
  /// Returns what must be present by the intent's requirements if conditions of the frame hold, expressed in the frame's slots.
  fileprivate func needed(for conditions: SmallSet<Node>) -> SmallSet<Prerequisite> {
    let moved = SmallSet(conditions.compactMap { $0.withSlots(field) })
    return SmallSet(knowledge.needed(for: moved).compactMap { $0.withSlots(slot) })
  }
}
