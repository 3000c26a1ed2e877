import TruthsDiagnostics
import TruthsProgram

/// Finds limits for one sum of one intent that two packs set differently.
struct Thresholds {
  let encoding: ClauseEncoder
  private(set) var proofs: [Proof] = []

  init(_ encoding: ClauseEncoder) { self.encoding = encoding }

  /// The subject of a limit: the sum, the direction, and the consequence of passing it.
  private struct Measured: Hashable {
    var factors: [Constraint.Factor]
    var isUpper: Bool
    var consequence: ClauseItem.Consequence
  }

  /// A limit that a clause sets, as a number or by a policy.
  private struct Limit {
    var item: ClauseItem
    var fires: [Formula]
    /// The number, or the policy's default.
    var value: Rational
    /// Index in ``Program/policies``; `nil` for a number.
    var policy: Int?

    func differs(from other: Limit) -> Bool {
      if let policy, policy == other.policy { return false }
      return value != other.value
    }
  }

  mutating func find(_ truths: [TruthItems], _ invariants: [ClauseItem]) {
    let pack = truths.first?.truth.pack ?? invariants.first?.pack
    if truths.allSatisfy({ $0.truth.pack == pack }), invariants.allSatisfy({ $0.pack == pack }) { return }
    var limits: [Measured: [Limit]] = [:]
    var order: [Measured] = []
    func add(_ item: ClauseItem, _ fires: [Formula]) {
      guard let (measured, limit) = limit(of: item, fires) else { return }
      if limits[measured] == nil { order.append(measured) }
      limits[measured, default: []].append(limit)
    }
    for truth in truths { for item in truth.all { add(item, truth.fires) } }
    for item in invariants { add(item, []) }
    for measured in order { compare(limits[measured] ?? []) }
  }

  /// Reports each limit that differs from another pack's, unless that pack also sets the same limit.
  private mutating func compare(_ limits: [Limit]) {
    let packs = Dictionary(grouping: limits, by: \.item.pack)
    if packs.count < 2 { return }
    let sorted = limits.sorted { $0.item.order < $1.item.order }
    for (place, limit) in sorted.enumerated() {
      let conflicting = sorted[..<place].first { earlier in
        guard earlier.item.pack != limit.item.pack, earlier.differs(from: limit) else { return false }
        let theirs = packs[earlier.item.pack] ?? []
        let ours = packs[limit.item.pack] ?? []
        return !theirs.contains { !$0.differs(from: limit) } && !ours.contains { !$0.differs(from: earlier) }
      }
      if let conflicting { report(limit, conflicting) }
    }
  }

  private mutating func report(_ limit: Limit, _ first: Limit) {
    guard let intent = encoding.intent else { return }
    for (tripped, satisfied) in [(limit, first), (first, limit)] {
      guard let witness = encoding.witness(limit.fires + first.fires + [tripped.item.trips, satisfied.item.holds]) else {
        continue
      }
      proofs.append(
        Proof(
          diagnostic: DifferingThresholds.finding(
            limit.item.phrase, intent: encoding.program.intents[intent].name,
            first: (first.item.phrase, first.item.pack, first.item.clause.span), witness: witness.text,
            at: limit.item.clause.span),
          witness: witness, claims: [tripped.item.claim(.violated), satisfied.item.claim(.holds)]))
      return
    }
  }

  // MARK: The limit of a clause

  private func limit(of item: ClauseItem, _ fires: [Formula]) -> (Measured, Limit)? {
    guard let constraint = item.trips.onlyConstraint, let isUpper = constraint.comparison.isUpper else { return nil }
    var (factors, policies): ([Constraint.Factor], [Constraint.Factor]) = ([], [])
    for factor in constraint.factors {
      if encoding.policy(of: factor.variable) != nil { policies.append(factor) } else { factors.append(factor) }
    }
    guard let lead = factors.first, policies.count <= 1, factors.allSatisfy({ encoding.isNumber($0.variable) }) else {
      return nil
    }
    var value = constraint.bound
    var policy: Int?
    if let factor = policies.first {
      policy = encoding.policy(of: factor.variable)
      guard let index = policy, let initial = encoding.program.policies[index].initial.place, value.isZero,
        let scaled = try? initial.multiplied(by: Rational(-factor.value))
      else { return nil }
      value = scaled
    }
    // The first factor is made positive, so that both ways to write a comparison are equal.
    let sign: Int128 = lead.value < 0 ? -1 : 1
    guard let signed = try? value.multiplied(by: Rational(sign)) else { return nil }
    let measured = Measured(
      factors: factors.map { Constraint.Factor(variable: $0.variable, value: $0.value * sign) },
      isUpper: sign > 0 ? isUpper : !isUpper, consequence: item.consequence)
    return (measured, Limit(item: item, fires: fires, value: signed, policy: policy))
  }
}

extension Formula {
  /// The only constraint of a formula whose other parts test presence; `nil` otherwise.
  fileprivate var onlyConstraint: Constraint? {
    switch self {
    case .literal(.constraint(let constraint)): return constraint
    case .all(let parts):
      var only: Constraint?
      for part in parts {
        switch part {
        case .literal(.constraint(let constraint)):
          if only != nil { return nil }
          only = constraint
        case .literal: continue
        default: return nil
        }
      }
      return only
    default: return nil
    }
  }
}

extension Comparison {
  /// Whether a greater value passes the limit; `nil` for equality.
  fileprivate var isUpper: Bool? {
    switch self {
    case .greater, .greaterOrEqual: true
    case .less, .lessOrEqual: false
    case .equal, .notEqual: nil
    }
  }
}

extension ClauseEncoder {
  /// Returns the policy that a variable is the value of.
  fileprivate func policy(of variable: Int) -> Int? {
    guard let inputTerm = encoding.variableTerms[variable], case .policy(let index) = encoding.inputTerms[inputTerm].source else {
      return nil
    }
    return index
  }

  /// Whether a variable is a number, time or duration.
  fileprivate func isNumber(_ variable: Int) -> Bool {
    guard let inputTerm = encoding.variableTerms[variable] else { return false }
    switch encoding.inputTerms[inputTerm].type {
    case .integer, .decimal, .date, .timestamp, .duration, .period, .time: return true
    default: return false
    }
  }
}
