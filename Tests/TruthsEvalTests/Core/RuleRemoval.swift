import TruthsProgram

/// A rule that was taken away from a program: whatever enforced it finds nothing any more.
struct RuleRemoval {
  /// The rules that are removed.
  enum Extent: Hashable {
    /// The clauses: what was refused is accepted.
    case clauses
    /// Also what the truth moves and makes: what was there is there no more.
    case everything
  }

  var program: Program
  /// The intents, `pack.name`, whose decisions it can change; `nil` where it may be those of any.
  var intents: Set<String>?

  /// Takes away what a table names: the clauses of this id, those of the truth or standalone invariant of this id, and the moves
  /// of the lifecycle of this id. Of a truth without a clause the facts go that it makes.
  ///
  /// Everything stays at its place, so that contexts of the whole program can be read by this one.
  ///
  /// - Returns: `nil` where no pack declares a truth or clause of that name, as for tables and for what is built in.
  init?(_ rule: String, _ extent: Extent = .clauses, from program: Program) {
    self.program = program
    intents = []
    var isFound = false
    for place in program.truths.indices where !program.truths[place].isBuiltIn {
      if self.program.truths[place].remove(rule, extent) {
        isFound = true
        note(program.truths[place])
      }
    }
    for place in program.invariants.indices {
      let invariant = program.invariants[place]
      guard [invariant.id, invariant.clause.id].contains(rule) else { continue }
      self.program.invariants[place].clause.disarm()
      isFound = true
      if case .intents(let places) = invariant.applies { note(places) } else { intents = nil }
    }
    if !isFound { return nil }
  }

  /// Takes away another rule as well; `nil` where both can change decisions about one intent, so that one program cannot tell
  /// which of them did.
  func adding(_ rule: String, _ extent: Extent) -> RuleRemoval? {
    guard let first = intents, var both = RuleRemoval(rule, extent, from: program), let second = both.intents,
      first.isDisjoint(with: second)
    else { return nil }
    both.intents = first.union(second)
    return both
  }

  private mutating func note(_ truth: CheckedTruth) {
    if truth.matches.isEmpty { note(truth.intents) } else { intents = nil }
  }

  private mutating func note(_ places: [Int]) {
    intents?.formUnion(places.map { "\(program.intents[$0].pack).\(program.intents[$0].name)" })
  }
}

extension CheckedTruth {
  /// - Returns: whether the truth has it.
  fileprivate mutating func remove(_ rule: String, _ extent: RuleRemoval.Extent) -> Bool {
    let isWhole = id == rule
    let isMade = isWhole && (extent == .everything || clauses.isEmpty)
    var isFound = isWhole
    func disarm(_ clause: inout CheckedClause) {
      guard isWhole || clause.id == rule else { return }
      clause.disarm()
      isFound = true
    }
    for place in requires.indices { disarm(&requires[place]) }
    for place in invariants.indices { disarm(&invariants[place]) }
    for place in moves.indices { disarm(&moves[place].clause) }
    for place in ensures.indices { disarm(&ensures[place]) }
    if isMade { (outputs, moves) = ([], []) }
    return isFound
  }
}

extension CheckedClause {
  /// Makes the clause one that nothing violates.
  fileprivate mutating func disarm() { test = .constant(.boolean(!violatedWhen)) }
}
