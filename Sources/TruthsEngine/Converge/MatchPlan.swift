import TruthsCheck
import TruthsText

/// How the matches of a truth on facts are found: which fact first, and by which fields each further one is joined to those
/// before (semi-naive evaluation, as in Bancilhon and Ramakrishnan, "An Amateur's Introduction to Recursive Query Processing
/// Strategies").
final class MatchPlan: Sendable {
  /// One fact of a match.
  struct Step: Sendable {
    /// Place in ``CheckedTruth/matches``.
    var position: Int
    /// Index in ``Program/facts``.
    var type: Int
    /// The fields that must equal values known by then, ascending; none where all facts of the type are gone through.
    var fields: [Int]
    var values: [Operand]
    /// What else must be true of the facts so far; only where the truth has a ``ShortRule``.
    var tests: [Comparing]
  }

  /// A value that needs no evaluator.
  enum Operand: Sendable {
    case constant(Value)
    /// Index in ``Program/policies``.
    case policy(Int)
    /// A field of the fact at a position.
    case field(Int, Int)
  }

  /// One operand compared with another.
  struct Comparing: Sendable {
    var comparison: Comparison
    var left: Operand
    var right: Operand
  }

  /// Index in ``Program/truths``.
  let truth: Int
  /// By the position of the fact that is new: that one first, the others in order.
  let orders: [[Step]]
  /// What it does, where that is no more than to compare and to copy.
  let rule: ShortRule?
  /// How many facts a match has.
  let width: Int
  /// Their types.
  let types: [Int]
  /// What decides whether a match fires beside its facts; `nil` where nothing does.
  let watch: EngineReads.Watch?

  init(truth index: Int, program: Program, watch: EngineReads.Watch?) {
    truth = index
    self.watch = watch
    let truth = program.truths[index]
    let conditions = Conditions(of: truth)
    let equalities = conditions.equalities(truth.matches, program)
    let rule = conditions.areShort ? ShortRule(truth, conditions.names, program) : nil
    self.rule = rule
    width = truth.matches.count
    types = truth.matches.map(\.fact)
    orders = truth.matches.indices.map { first in
      var pending = rule == nil ? [:] : conditions.comparings
      var bound: Set<Int> = []
      return ([first] + truth.matches.indices.filter { $0 != first }).map { position in
        let usable = equalities.filter { $0.position == position && $0.value.position.map(bound.contains) ?? true }
        bound.insert(position)
        var step = Step(position: position, type: truth.matches[position].fact, fields: [], values: [], tests: [])
        for equality in usable.sorted(by: { $0.field < $1.field }) where !step.fields.contains(equality.field) {
          step.fields.append(equality.field)
          step.values.append(equality.value)
          pending[equality.comparing] = nil
        }
        let ready = pending.filter { $0.value.positions.isSubset(of: bound) }.keys.sorted()
        step.tests = ready.compactMap { pending.removeValue(forKey: $0) }
        return step
      }
    }
  }

  /// The plans of all truths on facts.
  static func all(of program: Program, _ reads: EngineReads) -> [MatchPlan] {
    program.truths.indices.filter { !program.truths[$0].matches.isEmpty }.map {
      MatchPlan(truth: $0, program: program, watch: reads.watched[$0])
    }
  }
}

extension MatchPlan.Operand {
  /// The position of the fact that it is read from.
  var position: Int? {
    if case .field(let position, _) = self { return position }
    return nil
  }
}

extension MatchPlan.Comparing {
  /// The positions of the facts that it reads.
  var positions: Set<Int> { Set([left.position, right.position].compactMap(\.self)) }
}

extension MatchPlan {
  /// Everything written in the truth that it compares or copies.
  var constants: [Value] {
    let steps = orders.joined().flatMap { step in step.values + step.tests.flatMap { [$0.left, $0.right] } }
    let copied = rule?.outputs.flatMap { $0.fields.compactMap(\.self) } ?? []
    return (steps + copied).compactMap { if case .constant(let value) = $0 { value } else { nil } }
  }
}
