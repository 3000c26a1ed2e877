package import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The result of reading a context: its entries, and the errors. If there is an error, no entry may be used.
package struct LedgerReading: Sendable {
  package var entries: [ReadEntry] = []
  /// The errors, in the order in which they occur in the file.
  package var diagnostics: [Diagnostic] = []

  package init() {}
}

/// The errors of a ledger that is read entry by entry, and the lines that findings show.
package struct LedgerFaults: Sendable {
  /// The errors, in the order in which they occur in the ledger.
  package fileprivate(set) var diagnostics: [Diagnostic] = []
  /// The content of the file that spans refer to: lines with findings at their original line numbers, all other lines empty. A
  /// few findings about a large ledger therefore do not need the ledger's size in memory. Empty without findings.
  package fileprivate(set) var shown: [UInt8] = []

  package init(diagnostics: [Diagnostic] = [], shown: [UInt8] = []) {
    self.diagnostics = diagnostics
    self.shown = shown
  }
}

/// The result for one entry, returned by the function that receives the entries.
package enum ReadVerdict: Sendable {
  case fine
  /// The entry has findings.
  case told
  /// The entry has findings, and reading can stop.
  case enough
}

/// Reads contexts: JSON Lines or one JSON list, with whole entries, facts in short form, or a mixture (runs §1).
///
/// Payloads are returned with their spans. They are not checked against the vocabulary of a truth set.
package enum LedgerReader {
  /// Reads a file. If its first character is `[` it is a list, otherwise it has one entry per line.
  ///
  /// - Returns: every valid entry and every error: one finding for a line that is not JSON, possibly more for an entry.
  /// - Complexity: O(n) in the number of bytes.
  package static func read(_ file: SourceFile) -> LedgerReading {
    var reading = LedgerReading()
    let data = DataBytes(file.bytes)
    if isList(data) {
      reading.diagnostics = read(list: data, of: file.id) {
        reading.entries.append($0)
        return .fine
      }
      return reading
    }
    reading.diagnostics =
      read(lines: data, of: file.id, shown: nil) { entry, _ in
        reading.entries.append(entry)
        return .fine
      }.diagnostics
    return reading
  }

  /// Reads entries from a larger document, such as `context.facts` of a fixture.
  package static func read(_ values: [LocatedJSON]) -> LedgerReading {
    var reading = LedgerReading()
    reading.diagnostics = read(values) {
      reading.entries.append($0)
      return .fine
    }
    return reading
  }

  /// Reads data entry by entry, so that only a few entries are in memory at once. All cores parse lines, some of them ahead of
  /// the line that `take` receives.
  ///
  /// - Parameters:
  ///   - file: the file that spans refer to; its content is the `shown` of the result.
  ///   - first: the sequence of the first entry.
  ///   - prepare: computes ``ReadEntry/prepared`` for an entry that can be read without earlier entries. It runs on several
  ///     threads at once.
  ///   - take: receives every valid entry, one after another, and the offset of its line, or `nil` in a list. It returns
  ///     whether the caller itself has findings about the entry.
  /// - Returns: the errors, up to the number that a report shows.
  package static func read(
    _ data: DataBytes, of file: FileID, from first: Int = 1, preparing prepare: LedgerPieces.Preparation? = nil,
    _ take: (ReadEntry, _ line: Int?) -> ReadVerdict
  ) -> LedgerFaults {
    guard isList(data) else { return read(lines: data, of: file, from: first, shown: mostShown, preparing: prepare, take) }
    var faults = LedgerFaults()
    var isShown = false
    faults.diagnostics = read(list: data, of: file, from: first) {
      let verdict = take($0, nil)
      if verdict != .fine { isShown = true }
      return verdict
    }
    if isShown || !faults.diagnostics.isEmpty { faults.shown = data.array }
    return faults
  }

  /// The maximum size of the shown lines with errors, in bytes; reading stops there.
  private static let mostShown = 256 << 20

  /// Reads the entries of a file in order, and returns its errors.
  ///
  /// - Parameter shown: the maximum size of the shown lines with findings, in bytes; `nil` if the whole file is shown.
  private static func read(
    lines data: DataBytes, of file: FileID, from first: Int = 1, shown most: Int?,
    preparing prepare: LedgerPieces.Preparation? = nil, _ take: (ReadEntry, Int) -> ReadVerdict
  ) -> LedgerFaults {
    var assembly = LedgerAssembly(next: first)
    var end = Int.max
    let faults = read(lines: data, of: file, shown: most, with: &assembly, preparing: prepare) { entry, line in
      let verdict = take(entry, line)
      if verdict == .enough { end = line }
      return verdict
    }
    guard !assembly.repeated.isEmpty else { return faults }
    // Once the repeated ids are known, a second pass finds where each occurs first.
    var again = LedgerAssembly(next: first, locating: assembly.repeated)
    return read(lines: data, of: file, shown: most, with: &again, preparing: nil) { _, line in line >= end ? .enough : .fine }
  }

  private static func read(
    lines data: DataBytes, of file: FileID, shown most: Int?, with assembly: inout LedgerAssembly,
    preparing prepare: LedgerPieces.Preparation?, _ take: (ReadEntry, Int) -> ReadVerdict
  ) -> LedgerFaults {
    var shown: [UInt8] = []
    // Line breaks of lines without findings that are followed by no shown line yet; they take no memory.
    var breaks = 0
    var isOver = false
    var pieces = LedgerPieces(
      JSONLines(data, of: file, limits: .ledger).makeIterator(), isWhollyShown: most == nil, preparing: prepare)
    let parser = pieces.parser
    var piece = pieces.next(at: 0) {}
    while !piece.lines.isEmpty, !isOver {
      let present = piece
      piece = pieces.next(at: shown.count + breaks + present.breaks) {
        for line in present.lines {
          let (findingCount, linePlace) = (assembly.findingCount, line.place)
          breaks += linePlace.blanks
          let line = parser.line(line, at: shown.count + breaks)
          var verdict = ReadVerdict.fine
          switch line.value {
          case .success(let value):
            if let entry = assembly.add(value, line.envelope) { verdict = take(entry, linePlace.range.lowerBound) }
          case .failure(let fault): assembly.add(fault)
          }
          if let most, verdict != .fine || assembly.findingCount > findingCount {
            shown.append(contentsOf: repeatElement(0x0A, count: breaks))
            data.withBytes { shown.append(contentsOf: $0[linePlace.range]) }
            breaks = 0
            if shown.count > most { isOver = true }
          }
          breaks += 1
          if verdict == .enough || assembly.faults.count >= [Diagnostic].mostOfData { isOver = true }
          // None of the lines of an object that is spread over several lines is an entry: one mistake, one finding.
          if !assembly.faults.isEmpty, linePlace.number == 1, isSpread(data) { isOver = true }
          if isOver { break }
        }
      }
    }
    return LedgerFaults(diagnostics: assembly.faults.toldOfData(), shown: shown)
  }

  private static func read(
    list data: DataBytes, of file: FileID, from first: Int = 1, _ take: (ReadEntry) -> ReadVerdict
  ) -> [Diagnostic] {
    switch JSONReader.read(data, of: file, limits: .ledger) {
    case .failure(let fault): return [fault]
    case .success(let list):
      if let fault = findings(in: list, wanted: "a ledger, as `truths run --ledger` writes it") { return [fault] }
      return read(list.elements ?? [], from: first, take)
    }
  }

  private static func read(
    _ values: [LocatedJSON], from first: Int = 1, _ take: (ReadEntry) -> ReadVerdict
  ) -> [Diagnostic] {
    var assembly = LedgerAssembly(next: first)
    var count = 0
    for value in values where assembly.faults.count < [Diagnostic].mostOfData {
      count += 1
      if let entry = assembly.add(value), take(entry) == .enough { break }
    }
    guard !assembly.repeated.isEmpty else { return assembly.faults.toldOfData() }
    var again = LedgerAssembly(next: first, locating: assembly.repeated)
    for value in values.prefix(count) where again.faults.count < [Diagnostic].mostOfData { _ = again.add(value) }
    return again.faults.toldOfData()
  }

  /// Returns a finding if a value is the output of `truths check` instead of a ledger; `nil` for any other value.
  ///
  /// - Parameter wanted: the content that the file should have, in words.
  package static func findings(in list: LocatedJSON, wanted: String) -> Diagnostic? {
    guard let elements = list.elements, let first = elements.first,
      elements.allSatisfy({ element in
        ["code", "severity", "message"].allSatisfy { element.member($0) != nil }
          && ["type", "entry_type"].allSatisfy { element.member($0) == nil }
      })
    else { return nil }
    return EntryShape.findings(elements.count, wanted: wanted, at: first.member("code")?.value.span ?? first.span)
  }

  /// Reads an entry again, from the offset of its line; `nil` if the line does not hold an entry.
  package static func entry(lineAt start: Int, of data: DataBytes, sequence: Int) -> ReadEntry? {
    guard case .success(let value) = JSONReader.read(lineAt: start, of: data) else { return nil }
    // A replay reads a ledger after policies of its own, so an entry keeps the sequence that it gives.
    var said: Int?
    if case .number(let number)? = value.member("sequence")?.value.value { said = number.intValue }
    if ReadEnvelope.isWhole(value) {
      // An entry that is read alone repeats no id, so no table of ids is needed.
      let envelope = ReadEnvelope(value, next: said ?? sequence)
      return envelope.faults.isEmpty ? envelope.entry : nil
    }
    var assembly = LedgerAssembly(next: said ?? sequence)
    return assembly.add(value)
  }

  /// Whether data is one object that is spread over several lines. In such data, the first line opens an object and does not
  /// close it, and none of the next lines begins with an object.
  package static func isSpread(_ data: DataBytes) -> Bool {
    guard first(of: data) == UInt8(ascii: "{") else { return false }
    var lines = JSONLines(data, of: FileID(0), limits: .ledger).makeIterator()
    guard case .failure(let fault)? = lines.next(), fault.code == TruncatedJSON.code else { return false }
    var count = 0
    while count < 8, lines.advance() {
      if data.withBytes({ $0[lines.range.lowerBound] }) == UInt8(ascii: "{") { return false }
      count += 1
    }
    return count > 0
  }

  private static func isList(_ data: DataBytes) -> Bool { first(of: data) == UInt8(ascii: "[") }

  /// Returns the first byte that is not white space.
  private static func first(of data: DataBytes) -> UInt8? {
    data.withBytes { bytes in bytes.first { !isBlank($0) } }
  }
}
