import TruthsCheck
import TruthsText

/// How the matches of a truth on facts are found: which fact first, and by which fields each further one is joined to those
/// before (semi-naive evaluation, as in Bancilhon and Ramakrishnan, "An Amateur's Introduction to Recursive Query Processing
/// Strategies").
struct MatchPlan: Sendable {
  /// One fact of a match.
  struct Step: Sendable {
    /// Place in ``CheckedTruth/matches``.
    var position: Int
    /// Index in ``Program/facts``.
    var type: Int
    /// The fields that must equal values known by then; `nil` where all facts of the type are gone through.
    var join: Join?
  }

  struct Join: Sendable {
    var fields: [Int]
    var values: [Node]
  }

  /// Index in ``Program/truths``.
  let truth: Int
  /// By the position of the fact that is new: that one first, the others in order.
  let orders: [[Step]]

  init(truth index: Int, program: Program) {
    truth = index
    let truth = program.truths[index]
    let equalities = Equality.all(in: truth.condition?.test, matches: truth.matches, program: program)
    orders = truth.matches.indices.map { first in
      let sequence = [first] + truth.matches.indices.filter { $0 != first }
      var bound: Set<Int> = []
      return sequence.map { position in
        let match = truth.matches[position]
        let usable = equalities.filter { $0.slot == match.slot && $0.reads.isSubset(of: bound) }
        bound.insert(match.slot)
        var join = Join(fields: [], values: [])
        for equality in usable.sorted(by: { $0.field < $1.field }) where !join.fields.contains(equality.field) {
          join.fields.append(equality.field)
          join.values.append(equality.value)
        }
        return Step(position: position, type: match.fact, join: join.fields.isEmpty ? nil : join)
      }
    }
  }

  /// The plans of all truths on facts.
  static func all(of program: Program) -> [MatchPlan] {
    program.truths.indices.filter { !program.truths[$0].matches.isEmpty }.map { MatchPlan(truth: $0, program: program) }
  }
}

/// `p.to == e.from` under `and` in an `if`: a field of one matched fact equals something that others give.
private struct Equality {
  /// The slot of the fact whose field it is.
  var slot: Int
  var field: Int
  var value: Node
  /// Slots of the facts that the value reads.
  var reads: Set<Int>

  static func all(in condition: Node?, matches: [CheckedMatch], program: Program) -> [Equality] {
    guard let condition else { return [] }
    return conjuncts(of: condition).flatMap { conjunct -> [Equality] in
      guard case .compare(.equal, let left, let right) = conjunct else { return [] }
      return [make(left, right, matches, program), make(right, left, matches, program)].compactMap(\.self)
    }
  }

  private static func conjuncts(of node: Node) -> [Node] {
    if case .and(let left, let right) = node { return conjuncts(of: left) + conjuncts(of: right) }
    return [node]
  }

  private static func make(_ side: Node, _ value: Node, _ matches: [CheckedMatch], _ program: Program) -> Equality? {
    guard case .field(.slot(let slot), let field) = side, slot < matches.count, let reads = slots(of: value, matches.count),
      !reads.contains(slot), program.facts[matches[slot].fact].fields[field].type.isHashedAsCompared
    else { return nil }
    return Equality(slot: slot, field: field, value: value, reads: reads)
  }

  /// The slots that a simple value reads; `nil` for one that is not simple.
  private static func slots(of node: Node, _ count: Int) -> Set<Int>? {
    switch node {
    case .constant, .policy: []
    case .field(.slot(let slot), _) where slot < count: [slot]
    default: nil
    }
  }
}

extension ValueType {
  /// Whether two values of the type that are equal for a clause are the same key of a table: not records, in which it does not
  /// matter why a field is missing.
  fileprivate var isHashedAsCompared: Bool {
    switch self {
    case .text, .integer, .decimal, .boolean, .date, .timestamp, .duration, .enumeration: true
    case .json, .record, .list, .fact, .unknown: false
    }
  }
}
