package import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The result of reading a context: its entries, and the errors. If there is an error, no entry may be used.
package struct LedgerReading: Sendable {
  package var entries: [ReadEntry] = []
  /// The errors, in order of place.
  package var diagnostics: [Diagnostic] = []

  package init() {}
}

/// The errors of a ledger that is read entry by entry, and the lines that findings show.
package struct LedgerFaults: Sendable {
  /// The errors, in order of place.
  package fileprivate(set) var diagnostics: [Diagnostic] = []
  /// The content of the file that spans refer to: lines with findings at their original line numbers, all other lines empty.
  /// So a few findings about a large ledger do not need its size in memory. Empty without findings.
  package fileprivate(set) var shown: [UInt8] = []

  package init(diagnostics: [Diagnostic] = [], shown: [UInt8] = []) {
    self.diagnostics = diagnostics
    self.shown = shown
  }
}

/// The answer of the function that receives the entries, about one entry.
package enum ReadVerdict: Sendable {
  case fine
  /// The entry has findings.
  case told
  /// The entry has findings, and later entries need not be reported.
  case enough
}

/// Reads contexts: JSON Lines or one JSON list, with whole entries, facts in short form, or a mixture (runs §1).
///
/// Payloads are not checked against the vocabulary of a truth set; they are returned with their spans.
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

  /// Reads data entry by entry, so that they are not all in memory at once.
  ///
  /// - Parameters:
  ///   - file: the file that spans refer to; its content is the `shown` of the result.
  ///   - first: the sequence of the first entry.
  ///   - take: receives every valid entry and the offset of its line, which is `nil` in a list. It returns whether it has
  ///     findings of its own about the entry.
  /// - Returns: the errors, up to the number that is reported.
  package static func read(
    _ data: DataBytes, of file: FileID, from first: Int = 1, _ take: (ReadEntry, _ line: Int?) -> ReadVerdict
  ) -> LedgerFaults {
    guard isList(data) else { return read(lines: data, of: file, from: first, shown: mostShown, take) }
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

  /// The most bytes of lines with errors that are shown; reading stops there.
  private static let mostShown = 256 << 20

  /// - Parameter shown: the most bytes of lines with findings that are shown; `nil` where the whole file is shown.
  private static func read(
    lines data: DataBytes, of file: FileID, from first: Int = 1, shown most: Int?,
    _ take: (ReadEntry, Int) -> ReadVerdict
  ) -> LedgerFaults {
    var assembly = LedgerAssembly(next: first)
    var end = Int.max
    let faults = read(lines: data, of: file, shown: most, with: &assembly) { entry, line in
      let verdict = take(entry, line)
      if verdict == .enough { end = line }
      return verdict
    }
    guard !assembly.repeated.isEmpty else { return faults }
    // Once the repeated ids are known, a second pass finds where each occurs first.
    var again = LedgerAssembly(next: first, locating: assembly.repeated)
    return read(lines: data, of: file, shown: most, with: &again) { _, line in line >= end ? .enough : .fine }
  }

  private static func read(
    lines data: DataBytes, of file: FileID, shown most: Int?, with assembly: inout LedgerAssembly,
    _ take: (ReadEntry, Int) -> ReadVerdict
  ) -> LedgerFaults {
    var shown: [UInt8] = []
    // Line breaks of lines without findings that are followed by no shown line yet; they take no memory.
    var breaks = 0
    var lines = JSONLines(data, of: file, limits: .ledger).makeIterator()
    while lines.advance() {
      let told = assembly.told
      breaks += lines.blanks
      var verdict = ReadVerdict.fine
      switch lines.value(at: most == nil ? nil : shown.count + breaks) {
      case .success(let value): if let entry = assembly.add(value) { verdict = take(entry, lines.range.lowerBound) }
      case .failure(let fault): assembly.add(fault)
      }
      if let most, verdict != .fine || assembly.told > told {
        shown.append(contentsOf: repeatElement(0x0A, count: breaks))
        data.withBytes { shown.append(contentsOf: $0[lines.range]) }
        breaks = 0
        if shown.count > most { break }
      }
      breaks += 1
      if verdict == .enough || assembly.faults.count >= [Diagnostic].mostOfData { break }
      // None of the lines of an object that is spread over several lines is an entry: one mistake, one finding.
      if !assembly.faults.isEmpty, lines.line == 1, isSpread(data) { break }
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

  /// Returns a finding where a value is the output of `truths check` instead of a ledger; `nil` for any other value.
  ///
  /// - Parameter wanted: what the file should contain.
  package static func findings(in list: LocatedJSON, wanted: String) -> Diagnostic? {
    guard let elements = list.elements, let first = elements.first,
      elements.allSatisfy({ element in
        ["code", "severity", "message"].allSatisfy { element.member($0) != nil }
          && ["type", "entry_type"].allSatisfy { element.member($0) == nil }
      })
    else { return nil }
    return EntryShape.findings(elements.count, wanted: wanted, at: first.member("code")?.value.span ?? first.span)
  }

  /// Reads an entry again, from the offset of its line; `nil` where the line holds no entry.
  package static func entry(lineAt start: Int, of data: DataBytes, sequence: Int) -> ReadEntry? {
    guard case .success(let value) = JSONReader.read(lineAt: start, of: data) else { return nil }
    // A replay reads a ledger after policies of its own, so an entry keeps the sequence that it gives.
    var said: Int?
    if case .number(let number)? = value.member("sequence")?.value.value { said = number.intValue }
    var assembly = LedgerAssembly(next: said ?? sequence)
    return assembly.add(value)
  }

  /// Whether data is one object spread over several lines. Its first line opens an object that it does not close, and none of
  /// the next lines begins with one.
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

/// Collects entries in order and checks their sequences and ids.
struct LedgerAssembly {
  /// The errors, in order of place.
  private(set) var faults: [Diagnostic] = []
  /// The sequence of the next entry.
  private var next: Int
  /// The `entry_id`s that were given.
  private var identities = EntryIDs()
  /// The ids that were given more than once.
  private(set) var repeated: Set<PackedID> = []
  /// The first span of each wanted id.
  private var places: [PackedID: Span] = [:]
  private let wanted: Set<PackedID>

  /// A counter that grows with each value that findings refer to: an error, or the first place of a wanted id.
  var told: Int { faults.count + places.count }

  /// Creates the entries of facts in short form, which all belong to one run.
  private let hasher = EntryHasher()

  /// - Parameters:
  ///   - next: the sequence of the first entry.
  ///   - wanted: ids that are known to be repeated, for findings that show where each occurs first.
  init(next: Int = 1, locating wanted: Set<PackedID> = []) {
    self.next = next
    self.wanted = wanted
    hasher.begin(.fixture)
  }

  /// Adds a whole entry or a fact in short form.
  ///
  /// - Returns: the entry, where it is valid.
  mutating func add(_ value: LocatedJSON) -> ReadEntry? {
    guard let members = value.members else {
      add(EntryShape.notAnObject(found: value.noun, at: value.span))
      return nil
    }
    let isWhole = value.member("entry_type") != nil && (value.member("type") == nil || value.member("payload") != nil)
    if isWhole {
      return addWhole(value)
    } else if value.member("type") != nil {
      let payload = JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.value) })
      defer { advance() }
      let hashed = hasher.hash(.fact, truthID: nil, content: GivenPayload(payload), sequence: next)
      return ReadEntry(entry: hashed.entry, payload: value, isShortForm: true)
    } else {
      let isProposal = value.member("action") != nil
      let misspelt = members.first { nearestName(to: $0.name.string, among: ["entry_type", "type"]) != nil }
      add(EntryShape.neither(misspelt: misspelt.map { ($0.name.string, $0.nameSpan) }, isProposal: isProposal, at: value.span))
      return nil
    }
  }

  /// Adds an error in place of an entry; it counts in the sequence.
  mutating func add(_ fault: Diagnostic) {
    faults.append(fault)
    next += 1
  }

  private mutating func addWhole(_ value: LocatedJSON) -> ReadEntry? {
    defer { advance() }
    var envelope = EnvelopeReader(value)
    let entry = envelope.entry(next: next)
    var faults = envelope.faults
    if let given = envelope.sequence, given.number != next {
      faults.append(EntrySequence.found(given.number, wanted: next, at: given.span))
      // One missing or repeated entry is one finding: later entries are counted from here.
      next = given.number
    }
    if let given = envelope.identity {
      let id = PackedID(given.text.string, "ctx_")
      if !identities.insert(id) {
        repeated.insert(id)
        faults.append(DuplicateEntryID.found(given.text.string, at: given.span, first: places[id] ?? given.span))
      } else if wanted.contains(id) {
        places[id] = given.span
      }
    }
    guard faults.isEmpty, let entry, let payload = value.member("payload")?.value else {
      self.faults += faults.inOrder()
      return nil
    }
    return ReadEntry(entry: entry, payload: payload, actor: value.member("actor")?.value, isShortForm: false)
  }

  private mutating func advance() {
    let (sum, overflow) = next.addingReportingOverflow(1)
    if !overflow { next = sum }
  }
}
