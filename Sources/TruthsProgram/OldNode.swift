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
}

extension Node {
  /// Every slot that it reads, and those of the variables that it binds.
  package var slots: (read: Set<Int>, bound: Set<Int>) {
    var (read, bound) = (Set<Int>(), Set<Int>())
    var rest = [self]
    while let node = rest.popLast() {
      switch node {
      case .slot(let slot): read.insert(slot)
      case .quantified(let quantified): bound.insert(quantified.loop.slot)
      case .aggregate(let aggregate): bound.formUnion(aggregate.loops.map(\.slot))
      default: break
      }
      rest += node.children
    }
    return (read, bound)
  }
}
