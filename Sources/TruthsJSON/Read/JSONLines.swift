package import TruthsDiagnostics
package import TruthsText

/// The values of a file of JSON Lines, one a line; lines of nothing but white space are passed over.
///
/// Every line is read by itself, so that a fault in one hides none in another. A line that ends too early is a truncated line
/// (T8001).
package struct JSONLines: Sequence, Sendable {
  private let file: SourceFile
  private let limits: JSONLimits

  /// - Parameter limits: What one line may hold; the number of lines is not limited.
  package init(_ file: SourceFile, limits: JSONLimits = .document) {
    self.file = file
    self.limits = limits
  }

  package func makeIterator() -> Iterator { Iterator(file: file, limits: limits) }

  /// Goes through the lines in order.
  package struct Iterator: IteratorProtocol {
    let file: SourceFile
    let limits: JSONLimits
    private var line = 0

    init(file: SourceFile, limits: JSONLimits) {
      self.file = file
      self.limits = limits
    }

    /// The value of the next line that is not blank, or the first fault in it.
    package mutating func next() -> Result<LocatedJSON, Diagnostic>? {
      while line < file.lineStarts.count {
        let start = Int(file.lineStarts[line])
        let isLast = line + 1 == file.lineStarts.count
        let end = isLast ? file.bytes.count : Int(file.lineStarts[line + 1]) - 1
        line += 1
        guard start < end, file.bytes[start..<end].contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
        return JSONReader.read(file, in: start..<end, unit: .line(isLast: isLast), limits: limits)
      }
      return nil
    }
  }
}
