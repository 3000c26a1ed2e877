import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Puts entries in order, one after the other.
struct LedgerAssembly {
  /// In order of place.
  private(set) var faults: [Diagnostic] = []
  /// The sequence that the next entry has.
  private var next: Int
  /// Where each given `entry_id` stands.
  private var identities = EntryPlaces()

  /// Makes the entries of facts in short form, which are of one run.
  private let sealer = EntrySealer()

  /// - Parameter next: the sequence of the first entry.
  init(next: Int = 1) {
    self.next = next
    sealer.begin(.fixture)
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
      let sealed = sealer.seal(.fact, truthID: nil, content: GivenPayload(payload), sequence: next)
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
