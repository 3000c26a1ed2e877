import TruthsProgram

/// Explains why an expression is missing: the names that it reads, in order of occurrence, each with what makes it missing
/// (clauses §13.1).
final class CauseCode: Sendable {
  let unit: CompiledUnit
  let root: Step

  init(unit: CompiledUnit, root: Step) {
    self.unit = unit
    self.root = root
  }

  /// Where a missing value may come from.
  indirect enum Step: Sendable {
    /// A name, look-up, state or table, as it is written.
    case name(String, CompiledExpression, Origin)
    /// The word `missing`.
    case leftOut
    /// The first of these that is missing.
    case first([Step])
    /// The condition's cause where that is unknown, else that of the branch taken.
    case conditional(CompiledExpression, condition: Step, consequence: Step, alternative: Step)
    /// The last argument's cause where no argument has a value.
    case coalesce(CompiledExpression, last: Step)
    /// An operation that has no value although its operands have one.
    case operation([Step], CompiledExpression, missing: MissingWords)
    /// What has no value where amounts in different units meet.
    case meeting([Step], CompiledExpression)
    /// `min` or `max`, with how many elements it goes through.
    case extreme([Step], CompiledExpression, count: CompiledExpression)
  }

  /// What makes a name missing.
  indirect enum Origin: Sendable {
    /// A slot of the frame.
    case slot(Int)
    case policy
    /// `actor.user_id` and the like.
    case envelope
    /// An amount, or the currency beside it.
    case amount(CompiledExpression, Origin, currency: Step)
    /// A member of a record, fact or element; of one that is missing itself, for the cause of that.
    case member(of: CompiledExpression, Origin)
    /// An element of a list or a member of a map, which are missing where the whole or the place is.
    case place(in: Step, at: Step, isMember: Bool)
    case given
    /// A fact or state, by the values of its key.
    case fact(FactQuery)
    /// A table, by its index and arguments.
    case table(Int, [Argument])
    /// `old(e)`, with what its frame takes from the one around it.
    case old(OldCode, [CompiledExpression])
  }

  struct FactQuery: Sendable {
    let keys: [Argument]
    /// The type's name, and whether there is a fact of it with that key; `nil` of a state, which is always there.
    let presence: (name: String, isThere: CompiledExpression)?
  }

  struct Argument: Sendable {
    let value: CompiledExpression
    let step: Step
  }

  /// What an operation says whose operands have values, beside ``MissingCause``.
  enum MissingWords: String, Sendable {
    case nothing = "nothing there"
    case misfit = "it does not fit"
  }
}

extension MissingCause {
  /// Why an operation has no value, as reasons say it; `nil` where only its operands tell.
  var words: String? {
    switch self {
    case .absent, .units: nil
    case .overflow, .limits, .size, .total: "too large"
    case .divisionByZero: "divided by zero"
    case .range: CauseCode.MissingWords.misfit.rawValue
    case .before1970: "before 1970"
    }
  }
}

extension MissingCause {
  /// The same, with the names of units: `eur and usd`.
  func words(_ currencies: Currencies) -> String? {
    if case .units(let one, let other) = self { return "\(currencies.name(of: one)) and \(currencies.name(of: other))" }
    return words
  }
}
