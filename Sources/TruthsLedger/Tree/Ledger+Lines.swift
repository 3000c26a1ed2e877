import TruthsJSON
package import TruthsText

/// The form of a ledger in files: one line of canonical JSON for each entry.
extension Ledger {
  /// Appends entries in the form of a ledger file, each a line of canonical JSON.
  ///
  /// - Parameters:
  ///   - sequence: the sequence of the first entry.
  ///   - most: the size of the buffer, in bytes, at which no further entry is appended.
  /// - Returns: the offset in the buffer at which each line begins.
  package func writeLines(from sequence: Int, most: Int = .max, to buffer: inout ByteBuffer) -> [Int] {
    var starts: [Int] = []
    for sequence in sequence..<max(sequence, size + 1) where buffer.count < most {
      guard let entry = entry(sequence: sequence) else { continue }
      starts.append(buffer.count)
      // Short forms stay short forms, because their moment and actor are not known.
      if entry.isShortForm { buffer.writeCanonical(entry.payload) } else { entry.writeCanonical(to: &buffer) }
      buffer.append(UInt8(ascii: "\n"))
    }
    return starts
  }

  /// Returns the lines of all entries whose sequence is at least the given one.
  package func lines(from sequence: Int = 1) -> ByteBuffer {
    var buffer = ByteBuffer()
    _ = writeLines(from: sequence, to: &buffer)
    return buffer
  }
}
