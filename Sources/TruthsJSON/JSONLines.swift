package import TruthsDiagnostics
package import TruthsText

/// The values of JSON Lines, one a line; lines of nothing but white space are passed over.
///
/// Every line is read by itself, so that a fault in one hides none in another. A line that ends too early is a truncated line
/// (T8001).
package struct JSONLines: Sequence, Sendable {
  private let data: DataBytes
  private let file: FileID
  private let limits: JSONLimits

  /// - Parameter limits: What one line may hold; the number of lines is not limited.
  package init(_ file: SourceFile, limits: JSONLimits = .document) {
    self.init(DataBytes(file.bytes), of: file.id, limits: limits)
  }

  /// - Parameter file: whose bytes they are; spans are places in it.
  package init(_ data: DataBytes, of file: FileID, limits: JSONLimits = .document) {
    self.data = data
    self.file = file
    self.limits = limits
  }

  package func makeIterator() -> Iterator { Iterator(data, file, limits) }

  /// Goes through the lines in order.
  package struct Iterator: IteratorProtocol {
    private let data: DataBytes
    private let file: FileID
    private let limits: JSONLimits
    private var place = 0
    /// The bytes before it were read, and take no memory.
    private var unloaded = 0
    /// The number of the line that was read last, from 1.
    package private(set) var line = 0
    /// How many blank lines stand before it, behind the one that was read before.
    package var blanks: Int { line - lineBefore - 1 }
    private var lineBefore = 0
    /// The bytes of the line that was read last, without its line break.
    package private(set) var range = 0..<0

    init(_ data: DataBytes, _ file: FileID, _ limits: JSONLimits) {
      self.data = data
      self.file = file
      self.limits = limits
    }

    /// The value of the next line that is not blank, or the first fault in it.
    package mutating func next() -> Result<LocatedJSON, Diagnostic>? { advance() ? value() : nil }

    /// Goes on to the next line that is not blank.
    ///
    /// - Returns: whether there is one.
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

    /// The value of the line, or the first fault in it.
    ///
    /// - Parameter start: where the line begins in the file that spans are places in; `nil` for where it does in the bytes.
    package func value(at start: Int? = nil) -> Result<LocatedJSON, Diagnostic> {
      data.withBytes { bytes in
        JSONReader.read(
          bytes, of: file, in: range, unit: .line(isLast: range.upperBound == bytes.count), limits: limits,
          shift: start.map { $0 - range.lowerBound } ?? 0)
      }
    }

    /// How many bytes of large data are in memory at least while they are read.
    private static let window = 16 << 20
  }
}

/// Where the line break of a line stands, or the end of the bytes. Eight bytes are looked at in one step.
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
