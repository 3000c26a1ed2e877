import TruthsProgram
import TruthsText

/// Something that a clause reads, that may be missing, and that nothing establishes.
struct MissingRead {
  var prerequisite: Prerequisite
  var span: Span
  var kind: Kind
  /// What decides around it whether it matters, from the outside in.
  var guards: [Guard] = []
  /// The loop of whose elements it is read.
  var loop: Loop?
  /// Why it may be missing, as a run would tell it; `nil` where its kind says so.
  var cause: String?
  /// What is written for it, where no test of what stands at ``span`` makes it known.
  var mend = Mend.test

  /// How what may be missing is made known.
  enum Mend {
    /// By a test of what stands at its place.
    case test
    /// By the same of a key that is not written.
    case key(String)
    /// By a comparison of what stands there with nothing: of a number, or of what a function makes, `seconds`.
    case notZero(of: String?)
    /// By a test whether the list that stands at a place is empty.
    case notEmpty(Span)
    /// By a name of its own in `let`, whose existence can be tested.
    case name
  }

  /// Another part of the clause: the read matters only where it has an outcome.
  struct Guard {
    var span: Span
    var outcome: Bool
  }

  /// A quantifier or aggregate.
  struct Loop {
    /// `sum`, `every`.
    var word: String
    var isAggregate: Bool
    var hasFilter: Bool
    /// The list that it goes through, as it is written; `nil` of facts, and of a list without a name.
    var list: String?
    /// The variable that stands for an element.
    var slot: Int
  }

  /// How two currencies could be made the same.
  enum CurrencyHelp {
    /// By a comparison of what is named.
    case compare
    /// Not in the words at hand.
    case none
    /// Not at all: they are written, and differ.
    case certain
  }

  enum Kind {
    /// A value, with what to require.
    case value(label: String, establish: String)
    /// A key of a presence test or look-up.
    case key(label: String, fact: String)
    /// A fact of which a field is read.
    case fact(fact: String, label: String)
    case divisor
    /// Amounts whose currencies, as they read, may differ.
    case currencies(String, String, help: CurrencyHelp)
    /// Amounts of elements whose currency may differ, that an aggregate makes one of.
    case mixed(String, function: String)
    /// `min`, `first` or their like over what may be empty: a list, or what no requirement can say to be something.
    case nothing(function: String, isList: Bool)
  }
}
