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

/// What is wrong with a ledger that is read entry by entry, and what findings show of it.
package struct LedgerFaults: Sendable {
  /// In order of place.
  package fileprivate(set) var diagnostics: [Diagnostic] = []
  /// The file that spans are places in: the lines of which something is told, each in its place. All others are empty, so that a
  /// few findings about a large ledger do not take its size in memory. Empty where nothing is told.
  package fileprivate(set) var shown: [UInt8] = []

  package init(diagnostics: [Diagnostic] = [], shown: [UInt8] = []) {
    self.diagnostics = diagnostics
    self.shown = shown
  }
}

/// What whoever a ledger is read for says of an entry.
package enum ReadVerdict: Sendable {
  case fine
  /// Findings tell of it.
  case told
  /// Findings tell of it, and none are told of what stands behind it.
  case enough
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

  /// Reads values that stand in a larger document, such as `context.facts` of a fixture.
  package static func read(_ values: [LocatedJSON]) -> LedgerReading {
    var reading = LedgerReading()
    reading.diagnostics = read(values) {
      reading.entries.append($0)
      return .fine
    }
    return reading
  }

  /// Reads data entry by entry, so that nobody holds all of them.
  ///
  /// - Parameters:
  ///   - file: what spans are places in: the file with the bytes that the faults say are shown.
  ///   - first: the sequence of the first entry.
  ///   - take: given every entry that is whole, and where its line begins; a list has no lines. It returns whether findings of
  ///     its own tell of the entry.
  /// - Returns: the faults, as many as are told.
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

  /// How many bytes of the lines at fault are shown at most. Behind them nothing is read.
  private static let mostShown = 256 << 20

  /// - Parameter shown: how many bytes of the lines of which something is told are shown at most; `nil` where the file is.
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
    // Where an id stood first is looked for once it is known which.
    var again = LedgerAssembly(next: first, locating: assembly.repeated)
    return read(lines: data, of: file, shown: most, with: &again) { _, line in line >= end ? .enough : .fine }
  }

  private static func read(
    lines data: DataBytes, of file: FileID, shown most: Int?, with assembly: inout LedgerAssembly,
    _ take: (ReadEntry, Int) -> ReadVerdict
  ) -> LedgerFaults {
    var shown: [UInt8] = []
    // Of lines of which nothing is told, and that stand before none of which something is: they take no memory.
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
      // None of the lines of an object over several is an entry: one mistake, one finding.
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

  /// An entry that was read before, from where its line begins; `nil` where none stands there.
  package static func entry(lineAt start: Int, of data: DataBytes, sequence: Int) -> ReadEntry? {
    guard case .success(let value) = JSONReader.read(lineAt: start, of: data) else { return nil }
    // A replay reads a ledger behind policies of its own: an entry keeps the sequence that it says.
    var said: Int?
    if case .number(let number)? = value.member("sequence")?.value.value { said = number.intValue }
    var assembly = LedgerAssembly(next: said ?? sequence)
    return assembly.add(value)
  }

  /// Whether some data is one object over several lines: the first line opens what it does not close, and no object begins at the
  /// beginning of one of the next.
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

  /// The first byte that is no white space.
  private static func first(of data: DataBytes) -> UInt8? {
    data.withBytes { bytes in bytes.first { !isBlank($0) } }
  }
}

/// Puts entries in order, one after the other.
struct LedgerAssembly {
  /// In order of place.
  private(set) var faults: [Diagnostic] = []
  /// The sequence that the next entry has.
  private var next: Int
  /// The `entry_id`s that were given.
  private var identities = EntryIDs()
  /// Those that were given more than once.
  private(set) var repeated: Set<PackedID> = []
  /// Where each of those stood first that are looked for.
  private var places: [PackedID: Span] = [:]
  private let wanted: Set<PackedID>

  /// Grows with each value of which something is told: that it is at fault, or that an id that is looked for stands there first.
  var told: Int { faults.count + places.count }

  /// Makes the entries of facts in short form, which are of one run.
  private let hasher = EntryHasher()

  /// - Parameters:
  ///   - next: the sequence of the first entry.
  ///   - wanted: ids that are known to be repeated: faults tell where each stood first.
  init(next: Int = 1, locating wanted: Set<PackedID> = []) {
    self.next = next
    self.wanted = wanted
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
      let hashed = hasher.hash(.fact, truthID: nil, content: GivenPayload(payload), sequence: next)
      return ReadEntry(entry: hashed.entry, payload: value, isShortForm: true)
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
