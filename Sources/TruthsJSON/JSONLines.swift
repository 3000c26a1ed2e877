package import TruthsDiagnostics
package import TruthsText

/// The values of a JSON Lines file, one for each line; blank lines are skipped.
///
/// Each line is parsed separately, so an error in one line does not hide errors in others. If a line ends too early, the error
/// is a truncated line (T8001).
package struct JSONLines: Sequence, Sendable {
  private let data: DataBytes
  private let file: FileID
  private let limits: JSONLimits

  /// - Parameter limits: the limits of each line; the number of lines is not limited.
  package init(_ file: SourceFile, limits: JSONLimits = .document) {
    self.init(DataBytes(file.bytes), of: file.id, limits: limits)
  }

  /// - Parameter file: the file to which the spans refer.
  package init(_ data: DataBytes, of file: FileID, limits: JSONLimits = .document) {
    self.data = data
    self.file = file
    self.limits = limits
  }

  package func makeIterator() -> Iterator { Iterator(data, file, limits) }

  /// An iterator over the lines in order.
  package struct Iterator: IteratorProtocol {
    private let data: DataBytes
    private let file: FileID
    private let limits: JSONLimits
    private var offset = 0
    /// The offset up to which the bytes were read, and were released from memory.
    private var unloaded = 0
    /// The number of the line that was read last, from 1.
    package private(set) var line = 0
    /// The number of blank lines between the line that was read last and the line that was read before it.
    package var blanks: Int { line - lineBefore - 1 }
    private var lineBefore = 0
    /// The byte range of the line that was read last, without its line break.
    package private(set) var range = 0..<0

    init(_ data: DataBytes, _ file: FileID, _ limits: JSONLimits) {
      self.data = data
      self.file = file
      self.limits = limits
    }

    /// Returns the value of the next line that is not blank, or the first error in it; `nil` after the last line.
    package mutating func next() -> Result<LocatedJSON, Diagnostic>? { advance() ? value() : nil }

    /// Moves to the next line that is not blank.
    ///
    /// - Returns: whether such a line exists.
    package mutating func advance() -> Bool {
      lineBefore = line
      var (offset, line, range) = (offset, line, range)
      let isThere = data.withBytes { bytes in
        while offset < bytes.count {
          let end = endOfLine(bytes, from: offset)
          range = offset..<end
          line += 1
          offset = end + 1
          if !isBlank(bytes, in: range) { return true }
        }
        return false
      }
      (self.offset, self.line, self.range) = (offset, line, range)
      if range.lowerBound - unloaded >= Self.window {
        data.unload(unloaded..<range.lowerBound)
        unloaded = range.lowerBound
      }
      return isThere
    }

    /// Parses the current line, or returns its first error.
    ///
    /// - Parameter start: the offset of the line in the file to which spans refer; `nil` if it is the offset in the bytes.
    package func value(at start: Int? = nil) -> Result<LocatedJSON, Diagnostic> { value(in: range, at: start) }

    /// Parses a line by its byte range, as ``value(at:)`` parses the current line.
    package func value(in range: Range<Int>, at start: Int?) -> Result<LocatedJSON, Diagnostic> {
      data.withBytes { bytes in
        JSONReader.read(
          bytes, of: file, in: range, unit: .line(isLast: range.upperBound == bytes.count), limits: limits,
          shift: start.map { $0 - range.lowerBound } ?? 0)
      }
    }

    /// The number of bytes that may stay in memory while large data is read.
    private static let window = 16 << 20
  }
}

/// Returns the offset of the line break that ends a line; without a line break, the offset after the last byte. Eight bytes are
/// tested in one step.
func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  guard let base = UnsafeRawPointer(bytes.baseAddress) else { return start }
  let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
  var offset = start
  while offset + 8 <= bytes.count {
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ ones &* 0x0A
    let breaks = (word &- ones) & ~word & highs
    if breaks != 0 { return offset + breaks.trailingZeroBitCount / 8 }
    offset += 8
  }
  while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
  return offset
}

private func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Bool {
  for place in range where bytes[place] != 0x20 && bytes[place] != 0x09 && bytes[place] != 0x0D { return false }
  return true
}
