import TruthsDiagnostics
import TruthsText

/// Reads one chunk to its tree: bytes, traps, libyaml, in as many passes as there are traps to write over.
struct ChunkReader {
  private(set) var chunk: Chunk
  private(set) var diagnostics: [Diagnostic] = []
  /// What was found in its bytes beside; it keeps nothing from being read.
  private(set) var remarks: [Diagnostic] = []
  /// Whether a part could not be read, so that what seems to be missing may stand there.
  private(set) var isWhole = true
  /// Whether a limit ended the reading: what was read until then is not worth a finding of its own.
  private(set) var isCut = false

  init(_ chunk: Chunk) { self.chunk = chunk }

  /// Bytes that second passes may cost for one chunk, and their number.
  private static let passLimit = 32
  private static let passBytes = 8 << 20

  /// The root node, if there is one.
  mutating func read(nodesLeft: inout Int) -> YAMLNode? {
    let check = ByteCheck(chunk)
    if let fault = check.fault {
      diagnostics = [fault]
      isWhole = false
      nodesLeft -= 1
      return nil
    }
    if let remark = check.remark { remarks.append(remark) }
    let tabs = check.hasTab ? ByteCheck.mendTabs(&chunk) : nil
    if let tabs { diagnostics.append(tabs) }
    let passes = max(1, min(Self.passLimit, Self.passBytes / max(1, chunk.range.count)))
    var stopsAtColons = true
    for pass in 0...passes {
      var builder = TreeBuilder(chunk, nodesLeft: nodesLeft, stopsAtColons: stopsAtColons && pass < passes)
      let (root, fault) = EventReader.read(&builder, isASCII: check.isASCII)
      if let place = builder.colonTrap {
        // Where it cannot be told what was meant, the mapping is read to its end, and reported as one.
        if let trap = LineTraps.recoverColon(&chunk, at: place) { diagnostics.append(trap) } else { stopsAtColons = false }
        continue
      }
      if let fault, pass < passes, let trap = LineTraps.recover(&chunk, fault) {
        diagnostics.append(trap)
        continue
      }
      nodesLeft = min(builder.nodesLeft, nodesLeft - 1)
      diagnostics += builder.diagnostics
      isCut = builder.isCut
      isWhole = !isCut && fault == nil
      // Where tabs indented, a fault of the indentation is their doing.
      if let fault, tabs == nil { diagnostics.append(FaultWords.diagnostic(fault, chunk)) }
      return root
    }
    return nil
  }
}
