import TruthsProgram

/// The `if` of a truth on facts, taken apart at `and`.
struct Conditions {
  /// The parts that only compare what needs no evaluator, by their place.
  private(set) var comparings: [Int: MatchPlan.Comparing] = [:]
  /// Whether all parts are such, and all `let`s only give names to such.
  private(set) var areShort = true
  /// What the slots of the matched facts and of `let`s stand for.
  let names: ShortNames
  /// The operands that a part of their own wants to exist: without a value that part is false, whatever the others are.
  private var existing: Set<MatchPlan.Operand> = []

  /// `p.to == e.from` under `and`: a field of one matched fact equals something that others give.
  struct Equality {
    /// The position of the fact whose field it is.
    var position: Int
    var field: Int
    var value: MatchPlan.Operand
    /// Its place in ``Conditions/comparings``.
    var comparing: Int
  }

  init(of truth: CheckedTruth) {
    var names = ShortNames(truth.matches)
    for binding in truth.lets where !names.add(binding) { areShort = false }
    self.names = names
    guard let condition = truth.condition else { return }
    for (place, part) in condition.test.conjunction.enumerated() {
      if case .compare(let comparison, let left, let right) = part, let left = names.operand(left),
        let right = names.operand(right)
      {
        comparings[place] = MatchPlan.Comparing(comparison: comparison, left: left, right: right)
      } else {
        if case .exists(let value) = part, let operand = names.operand(value) { existing.insert(operand) }
        areShort = false
      }
    }
  }

  /// The operands of comparing parts that may have no value: then the part is unknown, and so the whole `if` may be. Each
  /// once, in order of occurrence.
  func doubts(_ matches: [CheckedMatch], _ program: Program) -> [MatchPlan.Operand] {
    var found: [MatchPlan.Operand] = []
    var seen = existing
    for (_, comparing) in comparings.sorted(by: { $0.key < $1.key }) {
      for operand in [comparing.left, comparing.right] where seen.insert(operand).inserted {
        switch operand {
        case .constant: continue
        case .policy(let index): if program.policies[index].initial.isMissing { found.append(operand) }
        case .field(let position, let field):
          if program.facts[matches[position].fact].fields[field].isOptional { found.append(operand) }
        }
      }
    }
    return found
  }

  /// Leaves out the parts that compare any of some operands.
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

/// What slots stand for, where that needs no evaluator.
struct ShortNames {
  /// By slot, the position of the matched fact that stands in it.
  private let positions: [Int: Int]
  private var lets: [Int: MatchPlan.Operand] = [:]

  init(_ matches: [CheckedMatch]) {
    positions = Dictionary(zip(matches.map(\.slot), matches.indices)) { first, _ in first }
  }

  /// Takes in a `let`.
  ///
  /// - Returns: whether it is no more than another name.
  mutating func add(_ binding: CheckedLet) -> Bool {
    guard let operand = operand(binding.node) else { return false }
    lets[binding.slot] = operand
    return true
  }

  /// The operand that an expression is; `nil` for one that must be worked out.
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

/// A truth on facts that copies fields and constants into whole facts, and nothing else: no evaluator is needed to fire it.
struct ShortRule: Sendable {
  struct Output: Sendable {
    /// Place in ``CheckedTruth/outputs``.
    var index: Int
    /// Index in ``Program/facts``.
    var type: Int
    /// One per field; `nil` where nothing gives it a value.
    var fields: [MatchPlan.Operand?]
    /// Fields without which the fact is not whole.
    var required: [Int]
  }

  let outputs: [Output]

  /// - Returns: `nil` for a truth that does more.
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
      // Amounts are held to the currencies beside them.
      if declared.contains(where: { $0.currency != nil || $0.type.holdsAmounts(in: program) }) { return nil }
      outputs.append(
        Output(
          index: index, type: output.fact, fields: fields, required: declared.indices.filter { !declared[$0].isOptional }))
    }
    self.outputs = outputs
  }
}

extension ValueType {
  /// Whether two values of the type that are equal for a clause are the same key of a table: not records, in which it does not
  /// matter why a field is missing.
  var isHashedAsCompared: Bool {
    switch self {
    case .text, .integer, .decimal, .boolean, .date, .timestamp, .duration, .period, .time, .enumeration: true
    case .json, .record, .list, .map, .fact, .unknown: false
    }
  }
}

extension ValueType {
  /// Whether it is a record with an amount in a currency that is data, or a list of such; deeper ones are taken for some.
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
