package import TruthsDiagnostics
package import TruthsText

/// The values of a JSON Lines file, one per line; blank lines are skipped.
///
/// Each line is parsed on its own, so an error in one line does not hide errors in others. A line that ends too early is a
/// truncated line (T8001).
package struct JSONLines: Sequence, Sendable {
  private let data: DataBytes
  private let file: FileID
  private let limits: JSONLimits

  /// - Parameter limits: the limits of one line; the number of lines is not limited.
  package init(_ file: SourceFile, limits: JSONLimits = .document) {
    self.init(DataBytes(file.bytes), of: file.id, limits: limits)
  }

  /// - Parameter file: the file of the bytes, for spans.
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
    private var place = 0
    /// The offset up to which bytes were read and released from memory.
    private var unloaded = 0
    /// The number of the line read last, from 1.
    package private(set) var line = 0
    /// The number of blank lines between the line read last and the one before it.
    package var blanks: Int { line - lineBefore - 1 }
    private var lineBefore = 0
    /// The byte range of the line read last, without its line break.
    package private(set) var range = 0..<0

    init(_ data: DataBytes, _ file: FileID, _ limits: JSONLimits) {
      self.data = data
      self.file = file
      self.limits = limits
    }

    /// Returns the value of the next non-blank line, or the first error in it.
    package mutating func next() -> Result<LocatedJSON, Diagnostic>? { advance() ? value() : nil }

    /// Moves to the next line that is not blank.
    ///
    /// - Returns: whether there is such a line.
    package mutating func advance() -> Bool {
      lineBefore = line
      var (place, line, range) = (place, line, range)
      let isThere = data.withBytes { bytes in
        while place < bytes.count {
          let end = endOfLine(bytes, from: place)
          range = place..<end
          line += 1
          place = end + 1
          if !isBlank(bytes, in: range) { return true }
        }
        return false
      }
      (self.place, self.line, self.range) = (place, line, range)
      if range.lowerBound - unloaded >= Self.window {
        data.unload(unloaded..<range.lowerBound)
        unloaded = range.lowerBound
      }
      return isThere
    }

    /// Parses the current line, or returns its first error.
    ///
    /// - Parameter start: the offset of the line in the file that spans refer to; `nil` where it is the offset in the
    ///   bytes.
    package func value(at start: Int? = nil) -> Result<LocatedJSON, Diagnostic> {
      data.withBytes { bytes in
        JSONReader.read(
          bytes, of: file, in: range, unit: .line(isLast: range.upperBound == bytes.count), limits: limits,
          shift: start.map { $0 - range.lowerBound } ?? 0)
      }
    }

    /// The number of bytes of large data that may stay in memory while they are read.
    private static let window = 16 << 20
  }
}

/// Returns the offset of the line break that ends a line, or of the end of the bytes. Eight bytes are tested in one step.
func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  guard let base = UnsafeRawPointer(bytes.baseAddress) else { return start }
  let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
  var place = start
  while place + 8 <= bytes.count {
    let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ ones &* 0x0A
    let breaks = (word &- ones) & ~word & highs
    if breaks != 0 { return place + breaks.trailingZeroBitCount / 8 }
    place += 8
  }
  while place < bytes.count, bytes[place] != 0x0A { place += 1 }
  return place
}

private func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Bool {
  for place in range where bytes[place] != 0x20 && bytes[place] != 0x09 && bytes[place] != 0x0D { return false }
  return true
}
