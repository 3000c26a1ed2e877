package import TruthsDiagnostics
package import TruthsText

/// Looks for what was meant where findings about the text of files do not know it. A pass of its own over the findings of a set,
/// so that reading a file costs nothing for it; bounded for the whole set, in order of place.
package struct SyntaxMender {
  /// Texts that are still tried.
  private var textsLeft = 64
  /// Bytes of declarations that may still be read in trials.
  private var bytesLeft = 192 << 10
  /// With more faults in a declaration than this, no single line is their cause.
  private static let faultLimit = 8

  package init() {}

  /// The findings with fixes for some that had none.
  ///
  /// - Parameter found: the findings of the file, in order.
  package mutating func mended(_ found: [Diagnostic], in file: SourceFile, isJobFile: Bool) -> [Diagnostic] {
    var result = found
    for index in result.indices where result[index].unread != nil && textsLeft > 0 {
      textsLeft -= 1
      if let mended = ClauseMender(result[index], in: file)?.mended() { result[index] = mended }
    }
    if bytesLeft > 0, result.contains(where: isOpen) { mendLines(&result, of: file, isJobFile) }
    return result
  }

  /// Whether nobody knows yet what was meant.
  private func isOpen(_ finding: Diagnostic) -> Bool {
    isFault(finding) && finding.fixes.isEmpty && finding.guidance != .exact
  }

  /// Whether it keeps something from being read.
  private func isFault(_ finding: Diagnostic) -> Bool { finding.severity == .error && finding.code.family == "T0" }

  /// Where one line is at fault, its finding takes the place of all that follow from it.
  private mutating func mendLines(_ found: inout [Diagnostic], of file: SourceFile, _ isJobFile: Bool) {
    var splitter = FileSplitter(file)
    splitter.run()
    var place = 0
    var result: [Diagnostic] = []
    for range in splitter.chunks {
      let isLast = range.upperBound == file.bytes.count
      let start = place
      while place < found.count, isLast || Int(found[place].span.start) < range.upperBound { place += 1 }
      let first = found[start..<place].firstIndex { isFault($0) && Int($0.span.start) >= range.lowerBound }
      if let first, bytesLeft > 0, isOpen(found[first]), found[start..<place].count(where: isFault) <= Self.faultLimit,
        let mended = LineMender(file, range, isJobFile: isJobFile)?.mended(found[first], &bytesLeft)
      {
        result += found[start..<place].filter { !isFault($0) || Int($0.span.start) < range.lowerBound } + [mended]
      } else {
        result += found[start..<place]
      }
    }
    found = (result + found[place...]).inOrder()
  }
}
