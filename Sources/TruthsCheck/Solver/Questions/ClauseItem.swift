import TruthsProgram
import TruthsText

/// A clause with its formulas.
final class ClauseItem {
  /// The id of the truth or invariant that declares the clause.
  let owner: String
  let pack: String
  let clause: CheckedClause
  /// Formulas for the clause's test being true and being false.
  let test: Truth
  /// The condition `A` of `A → effect` or `A → B`.
  let condition: Truth?
  /// Variables and atoms in the clause's formulas.
  let tokens: Tokens
  /// Whether the clause can obviously both hold and fail (``Formula/survey(in:)``).
  let isPlain: Bool
  /// Whether the clause only tests presence, and compares nothing.
  let isAboutPresence: Bool

  init(owner: String, pack: String, clause: CheckedClause, test: Truth, condition: Truth?, in encoding: EncodingContext) {
    let (holds, fails) = (test.holds.survey(in: encoding), test.fails.survey(in: encoding))
    self.owner = owner
    self.pack = pack
    self.clause = clause
    self.test = test
    self.condition = condition
    tokens = holds.tokens.union(fails.tokens)
    isPlain = holds.isPlain && fails.isPlain
    isAboutPresence = test.holds.isAboutPresence && test.fails.isAboutPresence
  }

  /// Formula for the clause certainly holding.
  var holds: Formula { test.is(!clause.violatedWhen) }
  var trips: Formula { test.is(clause.violatedWhen) }

  /// Whether a proposal is only accepted if the clause holds.
  var mustHold: Bool { clause.kind == .requirement || clause.kind == .structural }

  /// The effect of the clause, for comparison with other clauses. `nil` as an approval means the approver of the pack.
  var consequence: Consequence {
    switch clause.kind {
    case .requirement: .rejects
    case .structural: .halts
    case .acceptance(let approval): .asks(approval)
    case .consent: .asksConsent
    case .advisory: .warns
    }
  }

  enum Consequence: Hashable {
    case rejects, halts, warns
    case asks(CheckedApproval?)
    case asksConsent
  }

  /// The clause in messages, such as "`amount > 1000 → requires_approval`".
  var phrase: String { "`\(clause.text)\(clause.consequence)`" }

  func claim(_ outcome: Claim.Outcome) -> Claim { Claim(owner: owner, clause: clause.name, outcome: outcome) }

  /// Whether the clause's test is a plain `true` or `false`, which is certainly intended.
  var isLiteral: Bool { tokens.isEmpty }
}

extension Formula {
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
  fileprivate var isTextConstant: Bool {
    if case .textConstant = kind { return true }
    return false
  }
}

/// The variables of formulas. Usually there are few, so they are a sorted array.
struct Tokens: Hashable, Sendable {
  typealias Token = Int

  /// Tokens, ascending: a variable's is twice its index, an atom's twice its index and one.
  private(set) var list: [Token] = []

  init() {}

  /// Creates a set.
  ///
  /// - Parameter tokens: in any order, possibly repeated; sorted and made unique in place, so that nothing is copied.
  init(_ tokens: inout [Token]) {
    if tokens.count > 1 {
      tokens.sort()
      var count = 1
      for place in 1..<tokens.count where tokens[place] != tokens[count - 1] {
        tokens[count] = tokens[place]
        count += 1
      }
      if count < tokens.count { tokens.removeSubrange(count...) }
    }
    list = tokens
  }

  var isEmpty: Bool { list.isEmpty }

  var first: Token? { list.first }

  func union(_ other: Tokens) -> Tokens {
    if self == other { return self }
    var both = list + other.list
    return Tokens(&both)
  }

  func isDisjoint(with other: Tokens) -> Bool {
    var (mine, theirs) = (0, 0)
    while mine < list.count, theirs < other.list.count {
      if list[mine] == other.list[theirs] { return false }
      if list[mine] < other.list[theirs] { mine += 1 } else { theirs += 1 }
    }
    return true
  }
}

extension Formula {
  /// Returns the variables and atoms in the formula, without text literals.
  func tokens(in encoding: EncodingContext) -> Tokens {
    var found: [Tokens.Token] = []
    found.reserveCapacity(8)
    forEachLiteral { $0.addTokens(in: encoding, to: &found) }
    return Tokens(&found)
  }
}

extension Literal {
  /// Adds the variables and atoms in the literal, without text literals.
  func addTokens(in encoding: EncodingContext, to tokens: inout [Tokens.Token]) {
    switch self {
    case .atom(let index, _): tokens.append(2 * index + 1)
    case .constraint(let constraint):
      for factor in constraint.factors where !encoding.variables[factor.variable].isTextConstant {
        tokens.append(2 * factor.variable)
      }
    case .fits(let linear, _): for factor in linear.factors.entries { tokens.append(2 * factor.key) }
    }
  }
}
