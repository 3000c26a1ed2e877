/// Something that a clause may need and that may not be there; the pass over missing values asks what is established (clauses
/// §13).
package enum Prerequisite: Hashable {
  /// A value: a field of the trigger, an optional field, a look-up, or (as a presence test) a fact.
  case value(Node)
  /// That a number is not zero.
  case nonZero(Node)
  /// That a list or text has something in it.
  case nonEmpty(Node)
  /// That something is there of every element of a list: the element stands in `path` as ``Prerequisite/elementSlot``.
  case element(of: Node, path: Node)

  /// That two currencies are the same. Known both ways round; of the elements of a list it is known as an ``element(of:path:)``
  /// whose path compares them.
  case same(Node, Node)

  /// The slot that stands for any element.
  package static let elementSlot = -1
}
