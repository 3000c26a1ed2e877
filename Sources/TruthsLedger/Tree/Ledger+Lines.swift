import TruthsJSON
package import TruthsText

extension Ledger {
  /// Entries as a ledger has them, each a line of canonical JSON.
  ///
  /// - Parameters:
  ///   - sequence: of the first of them.
  ///   - most: how many bytes they have at most, but for the last of them.
  /// - Returns: where each begins.
  package func writeLines(from sequence: Int, most: Int = .max, to buffer: inout ByteBuffer) -> [Int] {
    var starts: [Int] = []
    for sequence in sequence..<max(sequence, size + 1) where buffer.count < most {
      guard let entry = entry(sequence: sequence) else { continue }
      starts.append(buffer.count)
      // Short forms stay short forms: their moment and actor are not known.
      if entry.isShortForm { buffer.writeCanonical(entry.payload) } else { entry.writeCanonical(to: &buffer) }
      buffer.append(UInt8(ascii: "\n"))
    }
    return starts
  }

  /// All entries, from one on.
  package func lines(from sequence: Int = 1) -> ByteBuffer {
    var buffer = ByteBuffer()
    _ = writeLines(from: sequence, to: &buffer)
    return buffer
  }
}
