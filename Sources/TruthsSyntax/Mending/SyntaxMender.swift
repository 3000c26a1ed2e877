package import TruthsDiagnostics
package import TruthsText

/// Adds fixes to syntax errors that have none. It is a separate pass over the findings of a set, so that reading a file costs
/// nothing for it. Its work is bounded for the whole set, in order of place.
package struct SyntaxMender {
  /// Number of texts that may still be tried.
  private var textsLeft = 64
  /// Bytes of declarations that may still be read in trials.
  private var bytesLeft = 192 << 10
  /// Limit of errors in a declaration; with more of them, no single line is their cause.
  private static let faultLimit = 8

  /// The names that the texts may use.
  private let names: Rewordings.Names

  package init(_ names: Rewordings.Names) { self.names = names }

  /// Returns the findings with fixes for some that had none.
  ///
  /// - Parameter found: the findings of the file, in order.
  package mutating func mended(_ found: [Diagnostic], in file: SourceFile, isJobFile: Bool) -> [Diagnostic] {
    var result = found
    for index in result.indices where result[index].unread != nil && textsLeft > 0 {
      textsLeft -= 1
      if let mended = ClauseMender(result[index], in: file, names)?.mended() { result[index] = mended }
    }
    if bytesLeft > 0, result.contains(where: isOpen) { mendLines(&result, of: file, isJobFile) }
    return result
  }

  /// Whether the finding is a syntax error without a fix or exact help.
  private func isOpen(_ finding: Diagnostic) -> Bool {
    isFault(finding) && finding.fixes.isEmpty && finding.guidance != .exact
  }

  private func isFault(_ finding: Diagnostic) -> Bool { finding.severity == .error && finding.code.family == "T0" }

  /// Replaces the findings of a declaration by one, if a single line is their cause.
  private mutating func mendLines(_ diagnostics: inout [Diagnostic], of file: SourceFile, _ isJobFile: Bool) {
    var splitter = FileSplitter(file)
    splitter.run()
    var next = 0
    var result: [Diagnostic] = []
    for range in splitter.chunks {
      let isLast = range.upperBound == file.bytes.count
      let start = next
      while next < diagnostics.count, isLast || Int(diagnostics[next].span.start) < range.upperBound { next += 1 }
      let first = diagnostics[start..<next].firstIndex { isFault($0) && Int($0.span.start) >= range.lowerBound }
      if let first, bytesLeft > 0, isOpen(diagnostics[first]), diagnostics[start..<next].count(where: isFault) <= Self.faultLimit,
        let mended = LineMender(file, range, isJobFile: isJobFile)?.mended(diagnostics[first], &bytesLeft)
      {
        result += diagnostics[start..<next].filter { !isFault($0) || Int($0.span.start) < range.lowerBound } + [mended]
      } else {
        result += diagnostics[start..<next]
      }
    }
    diagnostics = (result + diagnostics[next...]).inOrder()
  }
}
