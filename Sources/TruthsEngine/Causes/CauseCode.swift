import TruthsProgram

/// The steps that explain why an expression is missing (clauses §13.1).
///
/// They list the missing names that the expression reads, in order of occurrence, each with its cause.
final class CauseCode: Sendable {
  let unit: CompiledUnit
  let root: Step

  init(unit: CompiledUnit, root: Step) {
    self.unit = unit
    self.root = root
  }

  /// One step of the search for the cause of a missing value.
  indirect enum Step: Sendable {
    /// A name, look-up, state or table, with its text in the source.
    case name(String, CompiledExpression, Origin)
    /// The word `missing`.
    case leftOut
    /// The first of several steps whose value is missing.
    case first([Step])
    /// A conditional: the cause of the condition if the condition is unknown, otherwise the cause of the branch taken.
    case conditional(CompiledExpression, condition: Step, consequence: Step, alternative: Step)
    /// A `coalesce` without a value: the cause of its last argument.
    case coalesce(CompiledExpression, last: Step)
    /// An operation that has no value although its operands have one.
    case operation([Step], CompiledExpression, missing: MissingWords)
    /// A comparison or aggregate that is missing because its operands have different units.
    case meeting([Step], CompiledExpression)
    /// `min`, `max` or another aggregate that needs an element, with the number of elements in its loops.
    case extreme([Step], CompiledExpression, count: CompiledExpression)
  }

  /// The reason why a named value is missing.
  indirect enum Origin: Sendable {
    /// A slot of the frame.
    case slot(Int)
    case policy
    /// A value of the envelope, such as `actor.user_id`.
    case envelope
    /// An amount or its currency.
    case amount(CompiledExpression, Origin, currency: Step)
    /// A member of a record, fact or element. If the owner is missing itself, the owner's origin explains it.
    case member(of: CompiledExpression, Origin)
    /// An element of a list or a member of a map. It is missing where the container or the index is missing.
    case place(in: Step, at: Step, isMember: Bool)
    case given
    /// A fact or state, found by the values of its key.
    case fact(FactQuery)
    /// A table, by its index and its arguments.
    case table(Int, [Argument])
    /// `old(e)`, with the values that its frame takes from the enclosing frame.
    case old(OldCode, [CompiledExpression])
  }

  struct FactQuery: Sendable {
    let keys: [Argument]
    /// The type's name, and the test whether a fact with that key exists. `nil` for a state, because every instance has one.
    let presence: (name: String, isThere: CompiledExpression)?
  }

  struct Argument: Sendable {
    let value: CompiledExpression
    let step: Step
  }

  /// The reasons for which an operation has no value although its operands have values, as far as ``MissingCause`` has no text
  /// for them.
  enum MissingWords: String, Sendable {
    case nothing = "nothing there"
    case misfit = "it does not fit"
  }
}

extension MissingCause {
  /// The text of the cause in a reason; `nil` where the operands explain it.
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
  /// The text of the cause in a reason, which includes the names of different units: `eur and usd`.
  func words(_ currencies: Currencies) -> String? {
    if case .units(let one, let other) = self { return "\(currencies.name(of: one)) and \(currencies.name(of: other))" }
    return words
  }
}
