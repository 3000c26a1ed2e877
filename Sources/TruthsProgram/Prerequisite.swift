/// A condition for a clause to have a value, such as the existence of a fact; the pass over missing values checks which are
/// established (clauses §13).
package enum Prerequisite: Hashable {
  /// The existence of a value: a field of the trigger, an optional field, a look-up, or (as a presence test) a fact.
  case value(Node)
  /// A number that must not be zero.
  case nonZero(Node)
  /// A list or text that must not be empty.
  case nonEmpty(Node)
  /// The existence of a value for every element of a list; in `path`, the slot `elementSlot` is the element.
  case element(of: Node, path: Node)

  /// Two currencies that must be equal; the order does not matter. For elements of a list it is an `element(of:path:)` whose
  /// path compares them.
  case same(Node, Node)

  /// The slot that stands for any element.
  package static let elementSlot = -1
}
