import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Puts entries in order, one after the other.
struct LedgerAssembly {
  private(set) var reading = LedgerReading()
  /// The sequence that the next entry has.
  private var next = 1
  /// Where each given `entry_id` stands.
  private var identities: [Text: Span] = [:]

  /// Takes a whole entry or a fact in short form.
  mutating func add(_ value: LocatedJSON) {
    guard let members = value.members else { return add(EntryShape.notAnObject(found: value.noun, at: value.span)) }
    let isWhole = value.member("entry_type") != nil && (value.member("type") == nil || value.member("payload") != nil)
    if isWhole {
      addWhole(value)
    } else if value.member("type") != nil {
      let payload = JSONObject(members.map { JSONObject.Member(name: $0.name, value: $0.value.value) })
      append(ReadEntry(entry: Entry.shortForm(payload: payload, sequence: next), payload: value, isShortForm: true))
    } else {
      let isProposal = value.member("action") != nil
      let misspelt = members.first { nearestName(to: $0.name.string, among: ["entry_type", "type"]) != nil }
      add(EntryShape.neither(misspelt: misspelt.map { ($0.name.string, $0.nameSpan) }, isProposal: isProposal, at: value.span))
    }
  }

  /// Takes a fault in place of an entry, which counts in the sequence.
  mutating func add(_ fault: Diagnostic) {
    reading.diagnostics.append(fault)
    next += 1
  }

  private mutating func addWhole(_ value: LocatedJSON) {
    var envelope = EnvelopeReader(value)
    let entry = envelope.entry(next: next)
    var faults = envelope.faults
    if let given = envelope.sequence, given.number != next {
      faults.append(EntrySequence.found(given.number, wanted: next, at: given.span))
      // One entry that is missing or repeated is one finding: what follows is counted from here.
      next = given.number
    }
    if let id = envelope.identity {
      if let first = identities[id.text] { faults.append(DuplicateEntryID.found(id.text.string, at: id.span, first: first)) }
      identities[id.text] = identities[id.text] ?? id.span
    }
    guard faults.isEmpty, let entry, let payload = value.member("payload")?.value else {
      reading.diagnostics += faults.inOrder()
      return advance()
    }
    append(ReadEntry(entry: entry, payload: payload, isShortForm: false))
  }

  private mutating func append(_ entry: ReadEntry) {
    reading.entries.append(entry)
    advance()
  }

  private mutating func advance() {
    let (sum, overflow) = next.addingReportingOverflow(1)
    if !overflow { next = sum }
  }
}
