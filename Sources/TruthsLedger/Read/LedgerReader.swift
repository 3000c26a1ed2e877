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
  package static func read(_ file: SourceFile) -> LedgerReading {
    var reading = LedgerReading()
    reading.diagnostics = read(DataBytes(file.bytes), of: file.id) { entry, _ in reading.entries.append(entry) }
    return reading
  }

  /// Reads values that stand in a larger document, such as `context.facts` of a fixture.
  package static func read(_ values: [LocatedJSON]) -> LedgerReading {
    var reading = LedgerReading()
    var assembly = LedgerAssembly()
    for value in values {
      if let entry = assembly.add(value) { reading.entries.append(entry) }
    }
    reading.diagnostics = assembly.faults
    return reading
  }

  /// Reads data entry by entry, so that nobody holds all of them.
  ///
  /// - Parameters:
  ///   - file: whose bytes they are; spans are places in it.
  ///   - take: given every entry that is whole, and the bytes of its line; a list has no lines.
  /// - Returns: every fault.
  package static func read(
    _ data: DataBytes, of file: FileID, _ take: (ReadEntry, _ line: Range<Int>?) -> Void
  ) -> [Diagnostic] {
    var assembly = LedgerAssembly()
    guard isList(data) else {
      var lines = JSONLines(data, of: file, limits: .ledger).makeIterator()
      while let line = lines.next() {
        switch line {
        case .success(let value): if let entry = assembly.add(value) { take(entry, lines.range) }
        case .failure(let fault):
          assembly.add(fault)
          // None of the lines of an object over several is an entry: one mistake, one finding.
          if lines.line == 1, isSpread(data) { return assembly.faults }
        }
      }
      return assembly.faults
    }
    switch JSONReader.read(data, of: file, limits: .ledger) {
    case .failure(let fault): return [fault]
    case .success(let list):
      for value in list.elements ?? [] {
        if let entry = assembly.add(value) { take(entry, nil) }
      }
      return assembly.faults
    }
  }

  /// An entry that was read before, from its line; `nil` where none stands there.
  static func entry(line: Range<Int>, of data: DataBytes, sequence: Int) -> Entry? {
    guard case .success(let value) = JSONReader.read(line: line, of: data) else { return nil }
    var assembly = LedgerAssembly(next: sequence)
    return assembly.add(value)?.entry
  }

  /// Whether some data is one object over several lines: the first line opens what it does not close, and no object begins at the
  /// beginning of one of the next.
  package static func isSpread(_ data: DataBytes) -> Bool {
    guard first(of: data) == UInt8(ascii: "{") else { return false }
    var lines = JSONLines(data, of: FileID(0), limits: .ledger).makeIterator()
    guard case .failure(let fault)? = lines.next(), fault.code == TruncatedJSON.page.code else { return false }
    var count = 0
    while count < 8, lines.advance() {
      if data.withBytes({ $0[lines.range.lowerBound] }) == UInt8(ascii: "{") { return false }
      count += 1
    }
    return count > 0
  }

  private static func isList(_ data: DataBytes) -> Bool { first(of: data) == UInt8(ascii: "[") }

  /// The first byte that is no white space.
  private static func first(of data: DataBytes) -> UInt8? {
    data.withBytes { bytes in bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } }
  }
}
