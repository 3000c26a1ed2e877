import TruthsProgram

/// The `if` of a truth on facts, split at `and`.
struct Conditions {
  /// The parts that compare operands without an evaluator, by position.
  private(set) var comparings: [Int: MatchPlan.Comparing] = [:]
  /// Whether all parts are such comparisons, and all `let`s only name operands.
  private(set) var areShort = true
  /// The operands that the slots of matched facts and of `let`s stand for.
  let names: ShortNames
  /// The operands that a part of their own requires to exist: without a value that part is false, so the `if` is not unknown.
  private var existing: Set<MatchPlan.Operand> = []

  /// An equality such as `p.to == e.from` under `and`: a field of one matched fact equals a value that other facts give.
  struct Equality {
    /// The position of the fact that has the field.
    var position: Int
    var field: Int
    var value: MatchPlan.Operand
    /// The key in ``Conditions/comparings``.
    var comparing: Int
  }

  init(of truth: CheckedTruth) {
    var names = ShortNames(truth.matches)
    for binding in truth.lets where !names.add(binding) { areShort = false }
    self.names = names
    guard let condition = truth.condition else { return }
    for (place, conjunct) in condition.test.conjunction.enumerated() {
      if case .compare(let comparison, let left, let right) = conjunct, let left = names.operand(left),
        let right = names.operand(right)
      {
        comparings[place] = MatchPlan.Comparing(comparison: comparison, left: left, right: right)
      } else {
        if case .exists(let value) = conjunct, let operand = names.operand(value) { existing.insert(operand) }
        areShort = false
      }
    }
  }

  /// Returns the operands of comparisons that may have no value, so that the `if` may be unknown.
  ///
  /// Each is listed once, in order of occurrence.
  func doubts(_ matches: [CheckedMatch], _ program: Program) -> [MatchPlan.Operand] {
    var operands: [MatchPlan.Operand] = []
    var seen = existing
    for (_, comparing) in comparings.sorted(by: { $0.key < $1.key }) {
      for operand in [comparing.left, comparing.right] where seen.insert(operand).inserted {
        switch operand {
        case .constant: continue
        case .policy(let index): if program.policies[index].initial.isMissing { operands.append(operand) }
        case .field(let position, let field):
          if program.facts[matches[position].fact].fields[field].isOptional { operands.append(operand) }
        }
      }
    }
    return operands
  }

  /// Removes the comparisons that read any of the given operands.
  mutating func leaveOut(_ operands: [MatchPlan.Operand]) {
    let left = Set(operands)
    comparings = comparings.filter { !left.contains($0.value.left) && !left.contains($0.value.right) }
    areShort = areShort && operands.isEmpty
  }

  func equalities(_ matches: [CheckedMatch], _ program: Program) -> [Equality] {
    comparings.sorted { $0.key < $1.key }.flatMap { place, comparing -> [Equality] in
      guard comparing.comparison == .equal else { return [] }
      return [(comparing.left, comparing.right), (comparing.right, comparing.left)].compactMap { side, value in
        guard case .field(let position, let field) = side, value.position != position,
          program.facts[matches[position].fact].fields[field].type.isHashedAsCompared
        else { return nil }
        return Equality(position: position, field: field, value: value, comparing: place)
      }
    }
  }
}

/// The operands that slots stand for, as far as they need no evaluator.
struct ShortNames {
  /// The position of the matched fact in each slot.
  private let positions: [Int: Int]
  private var lets: [Int: MatchPlan.Operand] = [:]

  init(_ matches: [CheckedMatch]) {
    positions = Dictionary(zip(matches.map(\.slot), matches.indices)) { first, _ in first }
  }

  /// Adds a `let`.
  ///
  /// - Returns: whether the `let` only names an operand.
  mutating func add(_ binding: CheckedLet) -> Bool {
    guard let operand = operand(binding.node) else { return false }
    lets[binding.slot] = operand
    return true
  }

  /// Returns an expression as an operand; `nil` for one that must be evaluated.
  func operand(_ node: Node) -> MatchPlan.Operand? {
    switch node {
    case .constant(let value) where !value.isMissing: .constant(value)
    case .policy(let index): .policy(index)
    case .slot(let slot): lets[slot]
    case .field(.slot(let slot), let field): positions[slot].map { .field($0, field) }
    default: nil
    }
  }
}

/// A truth on facts that only copies fields and constants into complete facts. It fires without an evaluator.
struct ShortRule: Sendable {
  struct Output: Sendable {
    /// The index in ``CheckedTruth/outputs``.
    var index: Int
    /// The index in ``Program/facts``.
    var type: Int
    /// The source of each field; `nil` for a field without a value.
    var fields: [MatchPlan.Operand?]
    var required: [Int]
  }

  let outputs: [Output]

  /// Creates the rule of a truth.
  ///
  /// - Returns: `nil` for a truth that does more than copy fields and constants.
  init?(_ truth: CheckedTruth, _ names: ShortNames, _ program: Program) {
    guard truth.moves.isEmpty, truth.invariants.isEmpty else { return nil }
    var outputs: [Output] = []
    for (index, output) in truth.outputs.enumerated() {
      guard !output.isCorrection, output.loop == nil, output.filter == nil else { return nil }
      var fields: [MatchPlan.Operand?] = []
      for node in output.fields {
        let operand = node.flatMap { names.operand($0) }
        if node != nil, operand == nil { return nil }
        fields.append(operand)
      }
      let declared = program.facts[output.fact].fields
      // Amounts are checked against their currencies, which needs an evaluator.
      // So are numbers against the ranges of their fields.
      if declared.contains(where: { $0.currency != nil || $0.range != nil || $0.type.holdsAmounts(in: program) }) { return nil }
      outputs.append(
        Output(
          index: index, type: output.fact, fields: fields, required: declared.indices.filter { !declared[$0].isOptional }))
    }
    self.outputs = outputs
  }
}

extension ValueType {
  /// Whether values of the type that are equal in a clause are always equal as keys of a hash table too.
  ///
  /// Records are excluded: in a clause their missing fields are equal, whatever the causes of the missing values.
  var isHashedAsCompared: Bool {
    switch self {
    case .text, .integer, .decimal, .boolean, .date, .timestamp, .duration, .period, .time, .enumeration: true
    case .json, .record, .list, .map, .fact, .unknown: false
    }
  }
}

extension ValueType {
  /// Whether the type is a record with an amount in a currency that is data, or a list of such records.
  ///
  /// A record inside of the record counts as one with an amount, without being examined.
  fileprivate func holdsAmounts(in program: Program) -> Bool {
    switch self {
    case .list(let element): return element.holdsAmounts(in: program)
    case .record(let index):
      return program.records[index].fields.contains { field in
        if field.currency != nil { return true }
        if case .record = field.type { return true }
        return field.type.isListOfRecords
      }
    default: return false
    }
  }

  private var isListOfRecords: Bool {
    switch self {
    case .list(.record): true
    case .list(let element): element.isListOfRecords
    default: false
    }
  }
}
