import Synchronization
import TruthsProgram

/// The code of an `old(e)`: the `let`s that it reads, then the expression, over a frame of its own.
final class OldCode: Sendable {
  let node: OldNode
  let frameSize: Int
  private let cache = Mutex<Code?>(nil)

  struct Code: Sendable {
    let unit: CompiledUnit
    let value: CompiledExpression
  }

  init(_ node: OldNode) {
    self.node = node
    var slots = Set(node.arguments)
    for part in node.nodes {
      let own = part.slots
      slots.formUnion(own.read.union(own.bound))
    }
    frameSize = (slots.union(node.lets.map(\.slot)).max() ?? -1) + 1
  }

  /// Returns the code, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func code(_ symbols: Symbols) -> Code {
    cache.withLock { known in
      if let known { return known }
      var writer = CodeWriter(frameSize: frameSize)
      let start = writer.here
      writer.write(lets: node.lets)
      let value = writer.operand(node.body)
      writer.emit(.end)
      let made = Code(
        unit: CompiledUnit(writer.unit, knowing: symbols), value: CompiledExpression(start: start, result: value))
      known = made
      return made
    }
  }
}
