import TruthsProgram
import TruthsText

/// A value that a clause reads, that may be missing, and that nothing establishes.
struct MissingRead {
  var prerequisite: Prerequisite
  var span: Span
  var kind: Kind
  /// Parts of the clause that decide whether the read matters, from the outside in.
  var guards: [Guard] = []
  /// The loop whose element the read belongs to.
  var loop: Loop?
  /// Why the value may be missing, in the words of a run; `nil` if its kind says so.
  var cause: String?
  /// Repair that makes the value known.
  var mend = Mend.test

  /// A repair that makes a value known that may be missing.
  enum Mend {
    /// A test of the expression itself, such as `x exists`.
    case test
    /// A test of a key that is not written.
    case key(String)
    /// A comparison with zero: the expression is a number, or the argument of a function such as `seconds`.
    case notZero(of: String?)
    /// A test whether the list at a place is empty.
    case notEmpty(Span)
    /// A `let` that gives the expression a name, so that its existence can be tested.
    case name
  }

  /// Another part of the clause, and the result that it must have for the read to matter.
  struct Guard {
    var span: Span
    var outcome: Bool
  }

  struct Loop {
    /// The word that begins the loop, such as `sum` or `every`.
    var word: String
    var isAggregate: Bool
    var hasFilter: Bool
    /// Text of the list; `nil` for facts, and for a list without a name.
    var list: String?
    /// Slot in the frame of the variable that is the element.
    var slot: Int
  }

  /// A repair that makes sure that two currencies are the same.
  enum CurrencyHelp {
    /// A comparison of the named currencies.
    case compare
    /// No known condition makes the currencies the same.
    case none
    /// The units always differ, because both sides are constants.
    case certain
  }

  /// Whether the read is about equal currencies, and not about a missing value.
  var isOfCurrencies: Bool {
    switch kind {
    case .currencies, .mixed, .within: true
    case .value, .key, .fact, .divisor, .nothing: false
    }
  }

  enum Kind {
    /// A value, with the condition to require.
    case value(label: String, establish: String)
    /// A key of a presence test or look-up.
    case key(label: String, fact: String)
    /// A fact of which a field is read.
    case fact(fact: String, label: String)
    case divisor
    /// Amounts whose currencies, given by their texts, may differ.
    case currencies(String, String, help: CurrencyHelp)
    /// Amounts of elements whose currency may differ, which an aggregate combines.
    case mixed(String, function: String)
    /// Amounts whose currencies may differ within a function, given by its call.
    case within(String)
    /// `min`, `first` or the like over no elements: an empty list, or a source that no requirement can say to have elements.
    case nothing(function: String, isList: Bool)
  }
}
