import TruthsText

/// A clause with what it comes to in a world.
final class ClauseItem {
  /// The id of the truth or invariant that declares it.
  let owner: String
  let pack: String
  let clause: CheckedClause
  /// When its test is true, and when it is false.
  let test: Truth
  /// The `A` of `A → effect` and of `A → B`.
  let condition: Truth?
  /// The variables and atoms that it speaks of.
  let tokens: Tokens
  /// Whether it can hold and fail at will, each seen at once (``Formula/survey(in:)``).
  let isPlain: Bool
  /// Whether it only asks what is there, and compares nothing.
  let isAboutPresence: Bool

  init(owner: String, pack: String, clause: CheckedClause, test: Truth, condition: Truth?, in world: World) {
    let (holds, fails) = (test.holds.survey(in: world), test.fails.survey(in: world))
    self.owner = owner
    self.pack = pack
    self.clause = clause
    self.test = test
    self.condition = condition
    tokens = holds.tokens.union(fails.tokens)
    isPlain = holds.isPlain && fails.isPlain
    isAboutPresence = test.holds.isAboutPresence && test.fails.isAboutPresence
  }

  /// When it holds for certain, and when it does not.
  var holds: Formula { test.is(!clause.violatedWhen) }
  var trips: Formula { test.is(clause.violatedWhen) }

  /// Whether a proposal is only accepted where it holds.
  var mustHold: Bool { clause.kind == .requirement || clause.kind == .structural }

  /// What it draws from its condition, where two clauses can differ in that; an approver who is not named is the pack's own.
  var consequence: Consequence {
    switch clause.kind {
    case .requirement: .rejects
    case .structural: .halts
    case .acceptance(let role): .asks(role.map { Text($0) })
    case .advisory: .warns
    }
  }

  enum Consequence: Hashable {
    case rejects, halts, warns
    case asks(Text?)
  }

  /// How messages call it: "`amount > 1000 → requires_approval`".
  var phrase: String {
    let effect: String
    switch clause.kind {
    case .requirement: return "`\(clause.text)`"
    case .structural: effect = "reject"
    case .acceptance(let role): effect = role.map { "requires_approval(\($0))" } ?? "requires_approval"
    case .advisory: effect = "warn"
    }
    if clause.violatedWhen { return "`\(clause.text) → \(effect)`" }
    return clause.kind == .structural ? "`\(clause.text)`" : "`\(clause.text) else \(effect)`"
  }

  func claim(_ outcome: Claim.Outcome) -> Claim { Claim(owner: owner, clause: clause.name, outcome: outcome) }

  /// Whether its test is a plain `true` or `false`, which nobody writes by mistake.
  var isLiteral: Bool { tokens.isEmpty }
}

extension Formula {
  /// Whether it speaks of nothing but what is there.
  fileprivate var isAboutPresence: Bool {
    var result = true
    forEachLiteral { literal in
      if case .atom = literal { return }
      result = false
    }
    return result
  }
}

extension Variable {
  var isTextConstant: Bool {
    if case .textConstant = kind { return true }
    return false
  }
}
