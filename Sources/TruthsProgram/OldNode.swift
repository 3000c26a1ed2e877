/// The expression `old(e)`: the value of an expression on the context before the run (declarations §5.6).
///
/// It is evaluated on that context alone. Its frame has the slots of the truth: the trigger's fields and the variables around
/// it are copied, and the `let`s that it reads are computed again.
package struct OldNode: Hashable, Sendable {
  /// The slots that are copied from the surrounding frame, rising.
  package var arguments: [Int]
  /// The `let`s that the expression reads, in an order in which each reads only earlier ones.
  package var lets: [CheckedLet]
  package var body: Node
  /// The names in the expression, as they are written.
  package var terms: [Term]

  package init(arguments: [Int], lets: [CheckedLet], body: Node, terms: [Term]) {
    self.arguments = arguments
    self.lets = lets
    self.body = body
    self.terms = terms
  }

  /// Every expression in the node: the `let`s, then the body.
  package var nodes: [Node] { lets.map(\.node) + [body] }
}
