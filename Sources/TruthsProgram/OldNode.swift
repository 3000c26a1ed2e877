/// `old(e)`: what an expression was on the context before the run (declarations §5.6).
///
/// It is worked out over that context alone: its frame has the slots of the truth, of which the trigger's fields and the
/// variables bound around it are given, and the `let`s that it reads worked out anew.
package struct OldNode: Hashable, Sendable {
  /// The slots that it takes from the frame around it, rising.
  package var arguments: [Int]
  /// The `let`s that it reads, each after those that it reads itself.
  package var lets: [CheckedLet]
  package var body: Node
  /// The names in it, as they are written.
  package var terms: [Term]

  package init(arguments: [Int], lets: [CheckedLet], body: Node, terms: [Term]) {
    self.arguments = arguments
    self.lets = lets
    self.body = body
    self.terms = terms
  }

  /// Every expression in it: the `let`s, then the body.
  package var nodes: [Node] { lets.map(\.node) + [body] }
}
