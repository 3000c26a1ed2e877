import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// A whole entry as one line gives it, before it is compared with earlier entries.
struct ReadEnvelope {
  let faults: [Diagnostic]
  /// The `sequence` and its span; `nil` if the line gives none.
  let sequence: (number: Int, span: Span)?
  /// The `entry_id` and its span; `nil` if the line gives none.
  let identity: (text: Text, span: Span)?
  /// The entry; `nil` if it has errors.
  var entry: ReadEntry?

  /// - Parameter next: the sequence of an entry that gives no sequence.
  init(_ value: LocatedJSON, next: Int) {
    var reader = EnvelopeReader(value)
    let entry = reader.entry(next: next)
    (faults, sequence, identity) = (reader.faults, reader.sequence, reader.identity)
    guard let entry, let payload = value.member("payload")?.value else { return }
    self.entry = ReadEntry(entry: entry, payload: payload, actor: value.member("actor")?.value, isShortForm: false)
  }

  /// Reads a value without the earlier entries; `nil` unless it is a whole entry that gives its sequence.
  init?(ofWhole value: LocatedJSON) {
    guard Self.isWhole(value) else { return nil }
    self.init(value, next: 0)
    if sequence == nil { return nil }
  }

  /// Whether a value is a whole entry, and not a fact in short form.
  static func isWhole(_ value: LocatedJSON) -> Bool {
    value.member("entry_type") != nil && (value.member("type") == nil || value.member("payload") != nil)
  }
}

/// Reads the envelope of a whole entry: the members of contract §4.2, and `sequence`, `corrects`, `proposal_id`.
struct EnvelopeReader {
  private let value: LocatedJSON
  private(set) var faults: [Diagnostic] = []
  /// The `sequence` and its span; `nil` if the entry gives none.
  private(set) var sequence: (number: Int, span: Span)?
  /// The `entry_id` and its span; `nil` if the entry gives none.
  private(set) var identity: (text: Text, span: Span)?

  init(_ value: LocatedJSON) { self.value = value }

  /// Returns the entry, or `nil` if it has errors.
  ///
  /// - Parameter next: the sequence of an entry that gives no sequence.
  mutating func entry(next: Int) -> Entry? {
    let type = entryType()
    checkNames(type)
    identity = text("entry_id", isRequired: false).map { (Text($0.text), $0.span) }
    sequence = readSequence()
    let timestamp = timestamp()
    let correlationID = text("correlation_id")?.text
    let runID = text("run_id")?.text
    let actor = actor()
    let truthID = truthID()
    let payload = object("payload")
    let corrects = text("corrects", isRequired: false)?.text
    let proposalID = text("proposal_id", isRequired: false)?.text
    guard faults.isEmpty, let type, let timestamp, let correlationID, let runID, let actor, let payload else { return nil }
    let envelope = EntryEnvelope(
      timestamp: timestamp.value, correlationID: correlationID, runID: runID, actor: actor, givenTimestamp: timestamp.text)
    var entry = Entry(
      entryID: identity?.text.string ?? "", type: type, envelope: envelope, truthID: truthID, content: GivenPayload(payload),
      sequence: sequence?.number ?? next, corrects: corrects, proposalID: proposalID)
    if identity == nil { entry.entryID = entry.contentID }
    return entry
  }

  private static let memberNames = EntryForm.members(payload: .map()).names
  private static let knownTexts = memberNames.map { Text($0) }

  private mutating func entryType() -> Entry.EntryType? {
    guard let found = text("entry_type") else { return nil }
    if let type = Entry.EntryType(rawValue: found.text) { return type }
    faults.append(UnknownEntryType.finding(found.text, known: Entry.EntryType.allCases.map(\.rawValue), at: found.span))
    return nil
  }

  /// Reports members that no entry has, or that entries of this type do not have.
  private mutating func checkNames(_ type: Entry.EntryType?) {
    for member in value.members ?? [] {
      let name = member.name.string
      if !Self.knownTexts.contains(member.name) {
        faults.append(UnknownEnvelopeMember.finding(name, known: Self.memberNames, at: member.nameSpan))
      } else if let type, let owner = Self.owner(of: name), owner != type {
        faults.append(UnknownEnvelopeMember.misplaced(name, owner: owner.rawValue, type: type.rawValue, at: member.nameSpan))
      }
    }
  }

  private static func owner(of name: String) -> Entry.EntryType? {
    switch name {
    case "corrects": .fact
    case "proposal_id": .proposal
    default: nil
    }
  }

  private mutating func readSequence() -> (number: Int, span: Span)? {
    guard let sequence = value.member("sequence")?.value else { return nil }
    guard case .number(let number) = sequence.kind, let whole = number.intValue, whole > 0 else {
      faults.append(EnvelopeValue.wrongForm("sequence", wanted: "a whole number from 1", found: sequence.noun, at: sequence.span))
      return nil
    }
    return (whole, sequence.span)
  }

  private mutating func timestamp() -> (value: Timestamp, text: String)? {
    guard let found = text("timestamp") else { return nil }
    if let timestamp = Timestamp(text: found.text) { return (timestamp, found.text) }
    faults.append(EnvelopeValue.notATimestamp(found.text, at: found.span))
    return nil
  }

  /// Reads `truth_id`, a text or `null`. The member is required, so that an entry that satisfies no truth states it.
  private mutating func truthID() -> String? {
    guard let truthID = value.member("truth_id")?.value else {
      missing("truth_id", help: "write `\"truth_id\": null` where the entry satisfies no truth")
      return nil
    }
    switch truthID.kind {
    case .string(let text): return text.string
    case .null: return nil
    default:
      faults.append(EnvelopeValue.wrongForm("truth_id", wanted: "a text or `null`", found: truthID.noun, at: truthID.span))
      return nil
    }
  }

  /// Reads and checks the actor. Members of the actor may be missing, because a proposal may omit them.
  private mutating func actor() -> JSONObject? {
    guard let actor = object("actor"), let actorValue = value.member("actor")?.value else { return nil }
    let before = faults.count
    let kinds = EntryForm.actorTypes
    if let type = text("type", of: actorValue, path: "actor.type", isRequired: false), !kinds.contains(type.text) {
      faults.append(EnvelopeValue.notOneOf("actor.type", type.text, known: kinds, at: type.span))
    }
    for name in ["user_id", "device_id", "org_id"] { _ = text(name, of: actorValue, path: "actor.\(name)", isRequired: false) }
    if let roles = actorValue.member("roles")?.value, roles.elements?.allSatisfy({ $0.stringValue != nil }) != true {
      faults.append(EnvelopeValue.wrongForm("actor.roles", wanted: "a list of texts", found: roles.noun, at: roles.span))
    }
    return faults.count == before ? actor : nil
  }

  private mutating func object(_ name: String) -> JSONObject? {
    guard let member = value.member(name)?.value else {
      missing(name)
      return nil
    }
    guard let object = member.value.objectValue else {
      faults.append(EnvelopeValue.wrongForm(name, wanted: "an object", found: member.noun, at: member.span))
      return nil
    }
    return object
  }

  private mutating func text(_ name: String, isRequired: Bool = true) -> (text: String, span: Span)? {
    text(name, of: value, path: name, isRequired: isRequired)
  }

  private mutating func text(
    _ name: String, of object: LocatedJSON, path: String, isRequired: Bool = true
  ) -> (text: String, span: Span)? {
    guard let member = object.member(name)?.value else {
      if isRequired { missing(path) }
      return nil
    }
    guard let text = member.stringValue else {
      faults.append(EnvelopeValue.wrongForm(path, wanted: "a text", found: member.noun, at: member.span))
      return nil
    }
    return (text, member.span)
  }

  /// Reports a missing member, unless the entry has a misspelt form of its name. The misspelt name is reported separately.
  private mutating func missing(_ name: String, help: String? = nil) {
    let isExplained = (value.members ?? []).contains { member in
      !Self.memberNames.contains(member.name.string) && nearestName(to: member.name.string, among: Self.memberNames) == name
    }
    guard !isExplained else { return }
    faults.append(MissingEnvelopeMember.finding(name, help: help, at: value.span))
  }
}
