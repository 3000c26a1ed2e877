/// A piece of a batch: whole lines; the last one of the batch may lack its line break.
public struct BatchPiece: Sendable {
  /// The lines with their line breaks.
  public var bytes: [UInt8]
  /// The number of its first line in the batch, from 1.
  public var firstLine: Int

  /// Some lines of a batch.
  public init(bytes: [UInt8], firstLine: Int) {
    self.bytes = bytes
    self.firstLine = firstLine
  }

  /// A line by its number in the piece, from 1, with its line break.
  func line(_ number: Int) -> FaultyLine {
    var start = 0
    for _ in 1..<max(1, number) { start = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }
    let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    return FaultyLine(number: firstLine + number - 1, bytes: Array(bytes[start..<end]))
  }
}

/// A line of a batch that is not to be believed.
public struct FaultyLine: Sendable {
  /// From 1.
  let number: Int
  /// With its line break, where it has one.
  let bytes: [UInt8]
}
