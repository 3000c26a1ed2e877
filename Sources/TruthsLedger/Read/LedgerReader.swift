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

/// Reads contexts: JSON Lines, or one JSON list; whole entries, facts in short form, or a mixture (runs §1).
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
      if let fault = findings(in: list, wanted: "a ledger, as `truths run --append` writes it") { return [fault] }
      for value in list.elements ?? [] {
        if let entry = assembly.add(value) { take(entry, nil) }
      }
      return assembly.faults
    }
  }

  /// What is wrong with the output of a check in place of a ledger; `nil` for any other value.
  ///
  /// - Parameter wanted: what should stand there.
  package static func findings(in list: LocatedJSON, wanted: String) -> Diagnostic? {
    guard let elements = list.elements, let first = elements.first,
      elements.allSatisfy({ element in
        ["code", "severity", "message"].allSatisfy { element.member($0) != nil }
          && ["type", "entry_type"].allSatisfy { element.member($0) == nil }
      })
    else { return nil }
    return EntryShape.findings(elements.count, wanted: wanted, at: first.member("code")?.value.span ?? first.span)
  }

  /// An entry that was read before, from its line; `nil` where none stands there.
  static func entry(line: Range<Int>, of data: DataBytes, sequence: Int) -> Entry? {
    guard case .success(let value) = JSONReader.read(line: line, of: data) else { return nil }
    // A replay reads a ledger behind policies of its own: an entry keeps the sequence that it says.
    var said: Int?
    if case .number(let number)? = value.member("sequence")?.value.value { said = number.intValue }
    var assembly = LedgerAssembly(next: said ?? sequence)
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

/// Puts entries in order, one after the other.
struct LedgerAssembly {
  /// In order of place.
  private(set) var faults: [Diagnostic] = []
  /// The sequence that the next entry has.
  private var next: Int
  /// Where each given `entry_id` stands.
  private var identities = EntryPlaces()

  /// Makes the entries of facts in short form, which are of one run.
  private let hasher = EntryHasher()

  /// - Parameter next: the sequence of the first entry.
  init(next: Int = 1) {
    self.next = next
    hasher.begin(.fixture)
  }

  /// Takes a whole entry or a fact in short form.
  ///
  /// - Returns: the entry, where nothing is wrong with it.
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
      let sealed = hasher.seal(.fact, truthID: nil, content: GivenPayload(payload), sequence: next)
      return ReadEntry(entry: sealed.entry, payload: value, isShortForm: true)
    } else {
      let isProposal = value.member("action") != nil
      let misspelt = members.first { nearestName(to: $0.name.string, among: ["entry_type", "type"]) != nil }
      add(EntryShape.neither(misspelt: misspelt.map { ($0.name.string, $0.nameSpan) }, isProposal: isProposal, at: value.span))
      return nil
    }
  }

  /// Takes a fault in place of an entry, which counts in the sequence.
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
      // One entry that is missing or repeated is one finding: what follows is counted from here.
      next = given.number
    }
    if let id = envelope.identity {
      if let first = identities.insert(id.text, at: id.span) {
        faults.append(DuplicateEntryID.found(id.text.string, at: id.span, first: first))
      }
    }
    guard faults.isEmpty, let entry, let payload = value.member("payload")?.value else {
      self.faults += faults.inOrder()
      return nil
    }
    return ReadEntry(entry: entry, payload: payload, isShortForm: false)
  }

  private mutating func advance() {
    let (sum, overflow) = next.addingReportingOverflow(1)
    if !overflow { next = sum }
  }
}

/// Where each `entry_id` of a ledger stands. Ids as they are made, of which a ledger may hold a million, are known by their
/// digits.
struct EntryPlaces {
  private var made: [UInt64: Span] = [:]
  private var others: [Text: Span] = [:]

  /// Takes an id.
  ///
  /// - Returns: where it stood before; the first place counts.
  mutating func insert(_ id: Text, at span: Span) -> Span? {
    guard let digits = Self.digits(of: id) else {
      if let first = others[id] { return first }
      others[id] = span
      return nil
    }
    if let first = made[digits] { return first }
    made[digits] = span
    return nil
  }

  /// The 16 digits of an id that begins with `ctx_`; `nil` for an id of another form.
  private static func digits(of id: Text) -> UInt64? {
    let bytes = id.string.utf8.span
    guard bytes.count == 20, id.string.hasPrefix("ctx_") else { return nil }
    var digits: UInt64 = 0
    for place in 4..<20 {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits = digits << 4 | UInt64(bytes[place] - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digits = digits << 4 | UInt64(bytes[place] - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return digits
  }
}
