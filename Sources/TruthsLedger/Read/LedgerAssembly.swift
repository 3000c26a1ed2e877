import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Collects entries in order and checks their sequences and ids.
struct LedgerAssembly {
  /// The errors, in the order in which they occur in the ledger.
  private(set) var faults: [Diagnostic] = []
  /// The sequence of the next entry.
  private var next: Int
  /// The `entry_id`s of the entries so far.
  private var identities = EntryIDs()
  /// The ids that more than one entry has.
  private(set) var repeated: Set<PackedID> = []
  /// The first span of each id in `wanted`, keyed by the id.
  private var firstSpans: [PackedID: Span] = [:]
  private let wanted: Set<PackedID>

  /// The number of errors and of first positions of wanted ids. It grows with every line that findings refer to.
  var findingCount: Int { faults.count + firstSpans.count }

  /// The hash function for entries of facts in short form, which all belong to one run.
  private let hasher = EntryHasher()

  /// - Parameters:
  ///   - next: the sequence of the first entry.
  ///   - wanted: ids that are known to be repeated, for findings that show where each id occurs first.
  init(next: Int = 1, locating wanted: Set<PackedID> = []) {
    self.next = next
    self.wanted = wanted
    hasher.begin(.fixture)
  }

  /// Adds a whole entry or a fact in short form.
  ///
  /// - Parameter envelope: the envelope of a whole entry, if it was read earlier; otherwise `nil`.
  /// - Returns: the entry; `nil` if it has errors.
  mutating func add(_ value: LocatedJSON, _ envelope: ReadEnvelope? = nil) -> ReadEntry? {
    guard let members = value.members else {
      add(EntryShape.notAnObject(found: value.noun, at: value.span))
      return nil
    }
    if envelope != nil || ReadEnvelope.isWhole(value) {
      return addWhole(envelope ?? ReadEnvelope(value, next: next))
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

  /// Adds an error for a line that is not an entry. The line counts in the sequence.
  mutating func add(_ fault: Diagnostic) {
    faults.append(fault)
    next += 1
  }

  private mutating func addWhole(_ envelope: ReadEnvelope) -> ReadEntry? {
    defer { advance() }
    var faults = envelope.faults
    if let given = envelope.sequence, given.number != next {
      faults.append(EntrySequence.finding(given.number, wanted: next, at: given.span))
      // One missing or repeated entry is one finding: later entries are counted from here.
      next = given.number
    }
    if let identity = envelope.identity {
      let id = PackedID(identity.text.string, "ctx_")
      if !identities.insert(id) {
        repeated.insert(id)
        faults.append(DuplicateEntryID.finding(identity.text.string, at: identity.span, first: firstSpans[id] ?? identity.span))
      } else if wanted.contains(id) {
        firstSpans[id] = identity.span
      }
    }
    guard faults.isEmpty, let entry = envelope.entry else {
      self.faults += faults.inOrder()
      return nil
    }
    return entry
  }

  private mutating func advance() {
    let (sum, overflow) = next.addingReportingOverflow(1)
    if !overflow { next = sum }
  }
}
