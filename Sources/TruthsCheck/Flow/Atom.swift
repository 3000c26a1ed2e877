/// Something that a clause may need and that may not be there; the pass over missing values asks what is established (language.md §4,
/// "Missing").
enum Atom: Hashable {
  /// A value: a field of the trigger, an optional field, a look-up, or (as a presence test) a fact.
  case value(Node)
  /// That a number is not zero.
  case nonZero(Node)
  /// That a list or text has something in it.
  case nonEmpty(Node)
  /// That something is there of every element of a list: the element stands in `path` as ``Atom/elementSlot``.
  case element(of: Node, path: Node)

  /// The slot that stands for any element.
  static let elementSlot = -1
}

/// What is known when a clause is read.
struct Knowledge: Equatable {
  var atoms: Set<Atom> = []
  /// Conditions with what is there whenever they hold: a requirement `A → x exists` makes a missing `x` an `A` that is false.
  var implications: [Implication] = []

  struct Implication: Hashable {
    /// All of them together are the condition.
    var conditions: Set<Node>
    var atoms: Set<Atom>
  }

  mutating func add(_ other: Knowledge) {
    atoms.formUnion(other.atoms)
    implications += other.implications.filter { !implications.contains($0) }
  }

  func adding(_ more: Set<Atom>) -> Knowledge {
    if more.isEmpty { return self }
    var result = self
    result.atoms.formUnion(more)
    return result
  }

  func intersection(_ other: Knowledge) -> Knowledge {
    Knowledge(atoms: atoms.intersection(other.atoms), implications: implications.filter(other.implications.contains))
  }
}
