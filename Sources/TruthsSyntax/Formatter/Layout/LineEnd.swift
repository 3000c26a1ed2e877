import TruthsText

/// The line ending of a file.
package enum LineEnd {
  case lineFeed, carriageReturn, both

  /// Finds the ending of the first nonempty line. The formatter keeps that line, so formatting again gives the same ending.
  package init(of bytes: [UInt8]) {
    let text = bytes.drop { isBlank($0) }
    guard let end = text.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), text[end] == 0x0D else {
      self = .lineFeed
      return
    }
    self = text[end...].dropFirst().first == 0x0A ? .both : .carriageReturn
  }

  var bytes: [UInt8] {
    switch self {
    case .lineFeed: [0x0A]
    case .carriageReturn: [0x0D]
    case .both: [0x0D, 0x0A]
    }
  }

  /// Returns a text with line feeds converted to this line ending.
  package func ending(_ text: String) -> [UInt8] {
    if self == .lineFeed { return Array(text.utf8) }
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 { if byte == 0x0A { result += bytes } else { result.append(byte) } }
    return result
  }
}
