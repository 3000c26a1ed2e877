import TruthsDiagnostics
import TruthsText

/// Reads one chunk to its tree: bytes, traps, libyaml, in as many passes as there are traps to write over.
struct ChunkReader {
  private(set) var chunk: Chunk
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether a part could not be read, so that what seems to be missing may stand there.
  private(set) var isWhole = true

  init(_ chunk: Chunk) { self.chunk = chunk }

  /// Bytes that second passes may cost for one chunk, and their number.
  private static let passLimit = 32
  private static let passBytes = 8 << 20

  /// The root node, if there is one.
  mutating func read(nodesLeft: inout Int) -> YAMLNode? {
    if let fault = ByteCheck.fault(chunk) {
      diagnostics = [fault]
      isWhole = false
      return nil
    }
    if let tabs = ByteCheck.mendTabs(&chunk) { diagnostics.append(tabs) }
    let passes = max(1, min(Self.passLimit, Self.passBytes / max(1, chunk.range.count)))
    for pass in 0...passes {
      var builder = TreeBuilder(chunk, nodesLeft: nodesLeft)
      let (root, fault) = EventReader.read(&builder)
      if let fault, pass < passes, let trap = LineTraps.recover(&chunk, fault) {
        diagnostics.append(trap)
        continue
      }
      nodesLeft = builder.nodesLeft
      diagnostics += builder.diagnostics
      if builder.isCut { isWhole = false }
      if let fault {
        isWhole = false
        diagnostics.append(FaultWords.diagnostic(fault, chunk))
      }
      return root
    }
    return nil
  }
}
