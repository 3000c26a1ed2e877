import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Reasons without words, which versions 1 and 2 took: `amount > 0 else ""`. Without them, reasons are made.
struct EmptyReasons {
  private let spans: [Span]

  init(_ parsed: MigratedSource.Parsed) {
    spans = parsed.unit.diagnostics.filter { $0.code == EmptyClause.code && $0.span.start < $0.span.end }.map(\.span).sorted()
  }

  /// Returns a file without its empty reasons. Those of `reject` and `warn` stay, because these effects need a text.
  func rewritten(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for span in spans.reversed() {
      if let range = range(around: Int(span.start)..<Int(span.end), bytes) { result.removeSubrange(range) }
    }
    return result
  }

  /// Returns the range of a reason with the word, comma or brackets that belong to it; `nil` if it cannot be left out.
  private func range(around reason: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    guard reason.upperBound <= bytes.count else { return nil }
    let before = bytes[..<reason.lowerBound].trimmingSuffix(while: isBlank)
    if before.ends(with: "else") { return before.dropLast(4).trimmingSuffix(while: isBlank).endIndex..<reason.upperBound }
    if before.last == UInt8(ascii: ",") { return before.dropLast().trimmingSuffix(while: isBlank).endIndex..<reason.upperBound }
    guard before.last == UInt8(ascii: "("), before.dropLast().ends(with: "requires_consent"),
      let close = bytes[reason.upperBound...].firstIndex(where: { !isBlank($0) }), bytes[close] == UInt8(ascii: ")")
    else { return nil }
    return before.endIndex - 1..<close + 1
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with word: String) -> Bool { suffix(word.utf8.count).elementsEqual(word.utf8) }
}
