import TruthsText

/// A place that holds a value, and that a witness can fill: a field of the proposal, a policy, a field of a fact, a member of
/// such.
struct Cell: Sendable {
  enum Source: Hashable, Sendable {
    /// A field of the trigger, by its name.
    case field(String)
    /// Index in ``Program/policies``.
    case policy(Int)
    case builtin(Builtin)
    /// A field of the fact at a spot.
    case fact(Int, field: Int)
    /// A field of the record in another cell.
    case member(Int, field: Int)
    /// The state of the instance at a berth.
    case state(Int)
    /// An input of a table.
    case input(Int)
  }

  var source: Source
  var type: ValueType
  /// When there is a value.
  var isThere: Formula
  /// The variable of its value, for what is compared: numbers, times, texts, enums; of a list, its length.
  var variable: Int?
  /// The atom of its value, for booleans.
  var atom: Int?
}

/// A fact type with given key values: there is a fact, or there is none.
struct Spot: Hashable, Sendable {
  /// Index in ``Program/facts``.
  var fact: Int
  var keys: [KeyPart]

  enum KeyPart: Hashable, Sendable {
    case cell(Int)
    case constant(Value)
  }
}

/// A lifecycle with given key values: an instance is in one state, `start` where it was never entered.
struct Berth: Hashable, Sendable {
  /// Index in ``Program/lifecycles``.
  var lifecycle: Int
  var keys: [Spot.KeyPart]
}

/// What a yes or no is about.
enum AtomMeaning: Hashable, Sendable {
  /// That a cell has a value, beside what ``Cell/isThere`` says of its surroundings.
  case exists(Int)
  /// That the boolean in a cell is true.
  case isTrue(Int)
  /// That there is a fact at a spot.
  case present(Int)
}
