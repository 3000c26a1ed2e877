package import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The entries of a context as they were read, and what is wrong with them. With a fault nothing of it is to be believed.
package struct LedgerReading: Sendable {
  package var entries: [ReadEntry] = []
  /// In order of place.
  package var diagnostics: [Diagnostic] = []

  package init() {}
}

/// Reads contexts: JSON Lines, or one JSON list; whole entries, facts in short form, or a mixture (runtime.md §1).
///
/// What it holds against the truths' vocabulary is nothing: payloads are handed on with their places.
package enum LedgerReader {
  /// Reads a file. One whose first character is `[` is a list, any other is an entry a line.
  ///
  /// - Returns: Every entry that is whole, and every fault: one finding for each line that is not JSON, more for an entry.
  /// - Complexity: O(n) in the number of bytes.
  package static func read(_ file: SourceFile, limits: JSONLimits = .document) -> LedgerReading {
    guard isList(file) else { return read(JSONLines(file, limits: limits)) }
    let whole = JSONLimits(depth: limits.depth + 1, bytes: JSONLimits.ledger.bytes, nodes: JSONLimits.ledger.nodes)
    switch JSONReader.read(file, limits: whole) {
    case .success(let list): return read(list.elements ?? [])
    case .failure(let fault):
      var reading = LedgerReading()
      reading.diagnostics = [fault]
      return reading
    }
  }

  /// Reads values that stand in a larger document, such as `context.facts` of a fixture.
  package static func read(_ values: [LocatedJSON]) -> LedgerReading { read(values.lazy.map { .success($0) }) }

  private static func read(_ values: some Sequence<Result<LocatedJSON, Diagnostic>>) -> LedgerReading {
    var assembly = LedgerAssembly()
    for value in values {
      switch value {
      case .success(let value): assembly.add(value)
      case .failure(let fault): assembly.add(fault)
      }
    }
    return assembly.reading
  }

  private static func isList(_ file: SourceFile) -> Bool {
    file.bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "[")
  }
}
