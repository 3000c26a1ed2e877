import TruthsProgram
import TruthsText

/// Derives which values exist from the result of a condition. It reasons over Kleene's three values: a condition that is true
/// or false, and not unknown, has read everything that its comparisons need.
struct FlowNarrowing {
  let lets: LetFacts
  let tables: [CheckedTable]
  let flow: FlowState

  /// Limit of conditionals nested in each other's conditions that are examined.
  private static let conditionDepth = 4

  /// Returns what exists when a condition has a result.
  func established(_ typed: Typed, when outcome: Bool) -> SmallSet<Prerequisite> {
    let parts = typed.parts
    switch typed.node {
    case .not: return established(parts[0], when: !outcome)
    case .and:
      let (left, right) = (established(parts[0], when: outcome), established(parts[1], when: outcome))
      return outcome ? left.union(right) : left.intersection(right)
    case .or:
      let (left, right) = (established(parts[0], when: outcome), established(parts[1], when: outcome))
      return outcome ? left.intersection(right) : left.union(right)
    case .implies:
      let (left, right) = (established(parts[0], when: !outcome), established(parts[1], when: outcome))
      return outcome ? left.intersection(right) : left.union(right)
    case .exists: return outcome ? needs(parts[0]) : []
    case .present: return needs(all: parts).union(outcome ? [.value(typed.node)] : [])
    case .lookUpExists(let key, let field):
      return needs(all: parts).union(outcome ? [.value(.lookUp(key, field: field)), .value(.present(key))] : [])
    case .slot(let slot):
      let inner = lets.facts(.established(slot, outcome)) { established($0, when: outcome) }
      return inner.union([.value(typed.node)])
    case .quantified(let quantified): return established(quantified, typed, when: outcome)
    case .conditional:
      // One of the branches had the result, and the condition chose it.
      let chosen = [true, false].map { choice in
        let branch = parts[choice ? 1 : 2]
        return branch.isWrittenMissing || branch.node == .constant(.boolean(!outcome))
          ? nil : established(condition: parts[0], when: choice).union(established(branch, when: outcome))
      }
      return chosen.compactMap(\.self).common
    case .coalesce: return parts.map { established($0, when: outcome) }.common
    default: return needs(typed).union(sizes(typed, when: outcome))
    }
  }

  /// Returns what the condition of a conditional establishes. It is asked for both results, so deep nesting is not examined.
  private func established(condition: Typed, when outcome: Bool) -> SmallSet<Prerequisite> {
    condition.node.conditionDepth <= Self.conditionDepth ? established(condition, when: outcome) : []
  }

  private func established(_ quantified: QuantifiedNode, _ typed: Typed, when outcome: Bool) -> SmallSet<Prerequisite> {
    guard case .list(let list) = quantified.loop.source else { return [] }
    var result = needs(typed.parts[0])
    let isAboutAll = (quantified.quantifier == .some) != outcome
    if !isAboutAll {
      result.insert(.nonEmpty(list))
    } else if quantified.filter == nil {
      // Asked once: asking for each kind of prerequisite again would double the time with each nested quantifier.
      let ofBody = established(typed.parts[2], when: quantified.quantifier == .every)
      let values = ofBody.compactMap { if case .value(let node) = $0 { node } else { nil } }
      let pairs = ofBody.compactMap { if case .same(let one, let other) = $0 { Node.compare(.equal, one, other) } else { nil } }
      for node in values + pairs {
        let path = node.withSlots { $0 == quantified.loop.slot ? Prerequisite.elementSlot : $0 }
        if let path, path != node { result.insert(.element(of: list, path: path)) }
      }
    }
    return result
  }

  /// Returns the values that decide a condition by being missing: if one of them is missing, the condition has this result and
  /// is not unknown.
  func deciding(_ typed: Typed, _ outcome: Bool) -> SmallSet<Prerequisite> {
    let parts = typed.parts
    var result: SmallSet<Prerequisite> = []
    switch typed.node {
    case .not: result = deciding(parts[0], !outcome)
    case .and:
      let (left, right) = (deciding(parts[0], outcome), deciding(parts[1], outcome))
      result = outcome ? left.intersection(right) : left.union(right)
    case .or:
      let (left, right) = (deciding(parts[0], outcome), deciding(parts[1], outcome))
      result = outcome ? left.union(right) : left.intersection(right)
    case .implies:
      let (left, right) = (deciding(parts[0], !outcome), deciding(parts[1], outcome))
      result = outcome ? left.union(right) : left.intersection(right)
    case .exists: result = outcome ? [] : needs(parts[0])
    case .present: result = outcome ? [] : [.value(typed.node)]
    case .lookUpExists(let key, let field): result = outcome ? [] : [.value(.lookUp(key, field: field)), .value(.present(key))]
    case .slot(let slot):
      result = lets.facts(.deciding(slot, outcome, implications: flow.own.implicationCount)) { deciding($0, outcome) }
    case .quantified(let quantified):
      if case .list(let list) = quantified.loop.source, (quantified.quantifier != .some) == outcome { result = [.nonEmpty(list)] }
    default: result = sizes(typed, when: !outcome)
    }
    // Only for `false`: splitting a long `and` at each of its ends takes time quadratic in its length.
    return outcome || !flow.hasImplications ? result : result.union(flow.needed(for: typed.node.conjuncts))
  }

  // MARK: Values

  /// Returns the prerequisites of a value: if one of them is missing, so is the value.
  func needs(_ typed: Typed) -> SmallSet<Prerequisite> {
    switch typed.node {
    case .constant, .record: return []
    case .builtin, .policy, .old: return [.value(typed.node)]
    case .amount: return amountNeeds(typed)
    case .slot(let slot): return lets.facts(.needed(slot), needs).union([.value(typed.node)])
    case .field, .entry: return needs(all: typed.parts).union([.value(typed.node)])
    case .lookUp(let key, _): return needs(all: typed.parts).union([.value(typed.node), .value(.present(key))])
    case .state: return needs(all: typed.parts).union([.value(typed.node)])
    case .table(let index, _):
      let required = tables[index].requiredInputs
      let arguments = typed.parts.indices.filter(required.contains).map { typed.parts[$0] }
      return needs(all: arguments).union([.value(typed.node)])
    case .present, .lookUpExists, .not, .compare, .isIn, .contains, .like, .matches, .negate, .isEmpty, .call, .list, .text:
      return needs(all: typed.parts).union(typed.node.mayLackValue ? [.value(typed.node)] : [])
    case .made(let record):
      let required = record.shape.requiredValues
      let first = record.base == nil ? 0 : 1
      let read = typed.parts.indices.filter { $0 < first || required.contains($0 - first) }.map { typed.parts[$0] }
      return needs(all: read).union([.value(typed.node)])
    case .arithmetic(let operation, _, let divisor):
      return needs(all: typed.parts).union(operation.divides ? [.nonZero(divisor)] : [])
        .union(typed.node.mayLackValue ? [.value(typed.node)] : [])
    case .and, .or, .implies, .exists: return []
    case .conditional:
      // If the conditional has a value, its condition chose a branch that has one.
      let branches = [true, false].compactMap { choice in
        let branch = typed.parts[choice ? 1 : 2]
        return branch.isWrittenMissing ? nil : established(condition: typed.parts[0], when: choice).union(needs(branch))
      }
      return needs(typed.parts[0]).union(branches.common).union([.value(typed.node)])
    case .coalesce: return typed.parts.map { needs($0) }.common.union([.value(typed.node)])
    case .quantified: return typed.parts.first.map(needs) ?? []
    case .aggregate(let aggregate):
      var result: SmallSet<Prerequisite> = [.value(typed.node)]
      if case .list(let list) = aggregate.loops[0].source {
        result.formUnion(needs(typed.parts[0]))
        if aggregate.isOverWholeList, aggregate.function.wantsSomething { result.insert(.nonEmpty(list)) }
      }
      return result
    }
  }

  private func needs(all parts: [Typed]) -> SmallSet<Prerequisite> { parts.reduce(into: []) { $0.formUnion(needs($1)) } }

  /// Returns the numbers that cannot be zero, and the lists that cannot be empty, if a condition has the given result.
  private func sizes(_ typed: Typed, when outcome: Bool) -> SmallSet<Prerequisite> {
    switch typed.node {
    case .isEmpty(let list): return outcome ? [] : [.nonEmpty(list)]
    case .isIn(let element, let list):
      if !outcome { return [] }
      if list.isWrittenWithElements { return list.isWrittenWithoutZero ? nonZero(element) : [] }
      return [.nonEmpty(list)]
    case .contains(let list, _):
      return outcome && typed.parts[0].type.isList && !list.isWrittenWithElements ? [.nonEmpty(list)] : []
    case .compare(let comparison, let left, let right):
      let actual = outcome ? comparison : comparison.negated
      if actual == .equal, typed.parts[0].type.isEnumeration, typed.parts[1].type.isEnumeration {
        let (one, other) = (lets.resolved(left).currencyName, lets.resolved(right).currencyName)
        return [.same(one, other), .same(other, one)]
      }
      if let sign = right.sign, actual.excludesZero(against: sign) { return nonZero(left) }
      if let sign = left.sign, actual.mirrored.excludesZero(against: sign) { return nonZero(right) }
      return []
    default: return []
    }
  }

  /// Returns the knowledge that a number is not zero. If the number is a length or count, the list is known to be not empty, too.
  private func nonZero(_ node: Node) -> SmallSet<Prerequisite> {
    switch node {
    case .call(.length, let arguments): return SmallSet(arguments.map(Prerequisite.nonEmpty)).union([.nonZero(node)])
    case .aggregate(let aggregate):
      if aggregate.isOverWholeList, aggregate.function == .count, case .list(let list) = aggregate.loops[0].source {
        return [.nonZero(node), .nonEmpty(list)]
      }
      return [.nonZero(node)]
    default: return [.nonZero(node)]
    }
  }
}

extension [SmallSet<Prerequisite>] {
  fileprivate var common: SmallSet<Prerequisite> {
    guard let first else { return [] }
    return dropFirst().reduce(first) { $0.intersection($1) }
  }
}

extension Node {
  /// Greatest number of conditionals nested in each other's conditions.
  fileprivate var conditionDepth: Int {
    if case .conditional(let condition, let consequence, let alternative) = self {
      return max(condition.conditionDepth + 1, consequence.conditionDepth, alternative.conditionDepth)
    }
    return children.reduce(0) { max($0, $1.conditionDepth) }
  }
}

extension Typed {
  var isWrittenMissing: Bool { node == .takenAway }
}

extension Node {
  /// The conditions that `and` joins, in a form that does not depend on whether they are written with `not`.
  var conjuncts: SmallSet<Node> {
    switch self {
    case .and(let left, let right): left.conjuncts.union(right.conjuncts)
    case .not(.or(let left, let right)): left.opposite.conjuncts.union(right.opposite.conjuncts)
    case .not(.compare(let comparison, let left, let right)): [.compare(comparison.negated, left, right)]
    default: [self]
    }
  }
}
