package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
import TruthsRuntime
import TruthsText

/// Masks the values of sensitive fields in entries, for readers without permission to see them (sessions §10.2).
///
/// Made once for a program. An entry without sensitive values is returned unchanged.
package struct Masking: Sendable {
  private let fields: SensitiveFields
  private let terms: SensitiveTerms

  /// Text that replaces a masked value.
  package static let mask = "***"

  package init(program: Program) {
    fields = SensitiveFields(program)
    terms = SensitiveTerms(program, fields)
  }

  /// Whether the program has no sensitive fields; then no entry is ever masked.
  package var isEmpty: Bool { fields.isEmpty }

  package func masksFacts(of type: String) -> Bool { fields.facts[Text(type)] != nil }

  /// Masks an entry, a provisional fact, or another object with an entry's `entry_type` and `payload`.
  ///
  /// If anything is masked, the result has a member `masked` with the paths of the masked values.
  package func masked(_ entry: JSONObject) -> JSONObject {
    guard !isEmpty, let type = entry.text("entry_type").flatMap(Entry.EntryType.init) else { return entry }
    return masked(entry, as: type)
  }

  /// Masks an object without an `entry_type`, such as a fact in the state of a snapshot, as an entry of this type.
  package func masked(_ entry: JSONObject, as type: Entry.EntryType) -> JSONObject {
    guard !isEmpty, let payload = entry.object("payload") else { return entry }
    var masker = Masker(fields: fields, terms: terms)
    let dropped = entry.text("reason").flatMap { masker.reason($0, truthID: nil, at: "reason") }
    let masked =
      switch type {
      case .fact: masker.fact(payload, at: "payload")
      case .proposal: masker.proposal(payload, at: "payload")
      case .decision, .trace: masker.decision(payload, at: "payload")
      }
    if masker.paths.isEmpty { return entry }
    let shown = dropped.map { entry.with("reason", .text($0)) } ?? entry
    // An entry that was read from a ledger has its members in another order than a new one.
    let paths = masker.paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return shown.with("payload", .object(masked)).with("masked", .texts(paths))
  }

  package func masked(fact: JSONObject) -> JSONObject {
    var masker = Masker(fields: fields, terms: terms)
    return masker.fact(fact, at: "")
  }

  /// Masks the reason of an answer or of a status: a generated reason is cut before the first value of a sensitive field.
  ///
  /// - Parameter truthID: the truth that gave the reason.
  package func masked(reason: String, truthID: String?) -> String {
    var masker = Masker(fields: fields, terms: terms)
    return masker.reason(reason, truthID: truthID, at: "reason") ?? reason
  }

  /// Masks a value that is shown under a name, such as a field or a term of a clause.
  package func masked(_ value: JSONValue, named label: String) -> JSONValue {
    var masker = Masker(fields: fields, terms: terms)
    return masker.value(value, named: label, at: "")
  }
}

/// Masks one entry and records the paths of what it masked.
private struct Masker {
  let fields: SensitiveFields
  let terms: SensitiveTerms
  private(set) var paths: [String] = []

  init(fields: SensitiveFields, terms: SensitiveTerms) {
    self.fields = fields
    self.terms = terms
  }

  mutating func fact(_ fact: JSONObject, at path: String) -> JSONObject {
    guard let type = fact.text("type"), let members = fields.facts[Text(type)] else { return fact }
    return object(fact, members, at: path)
  }

  // MARK: Proposals

  /// Masks a proposal. If its intent is unknown, a field is masked that is sensitive in any intent.
  mutating func proposal(_ received: JSONObject, at path: String) -> JSONObject {
    let action = ProposalRecord(received).action
    let members = action.flatMap { fields.intents[Text($0)] } ?? fields.ofAnyIntent
    if members.isEmpty { return received }
    return holder(received, members, isFlat: true, at: path)
  }

  /// Masks an object that holds the fields of the intent, or wraps one: the record of a queue, an entry, `payload`.
  ///
  /// - Parameter isFlat: whether the object also has members of the envelope.
  private mutating func holder(
    _ holder: JSONObject, _ members: SensitiveFields.Members, isFlat: Bool, at path: String
  ) -> JSONObject {
    let isEntry = holder.text("entry_type") == Entry.EntryType.proposal.rawValue
    return map(holder) { masker, member in
      let (name, place) = (member.name.string, "\(path).\(member.name)")
      if let part = members[member.name], !(isFlat && ProposalEnvelope.has(name)) {
        return masker.value(member.value, part, at: place)
      }
      guard case .object(let inner) = member.value else { return member.value }
      switch name {
      case "payload": return .object(masker.holder(inner, members, isFlat: isEntry, at: place))
      case "proposal": return .object(masker.holder(inner, members, isFlat: true, at: place))
      default: return member.value
      }
    }
  }

  // MARK: Decisions and traces

  /// Masks the values, and the reasons, of a decision and of its violations.
  mutating func decision(_ payload: JSONObject, at path: String) -> JSONObject {
    map(payload) { masker, member in
      let place = "\(path).\(member.name)"
      switch (member.name.string, member.value) {
      case ("reason", .string(let text)):
        return masker.reason(text.string, truthID: payload.text("truth_id"), at: place).map { .text($0) } ?? member.value
      case ("values", .object(let values)): return .object(masker.values(values, at: place))
      case ("violations", .array(let violations)):
        return .array(
          violations.enumerated().map { index, violation in
            guard case .object(let violation) = violation else { return violation }
            return .object(masker.decision(violation, at: "\(place)[\(index)]"))
          })
      default: return member.value
      }
    }
  }

  /// Cuts a generated reason after the first name of a sensitive field whose value it tells.
  ///
  /// Generated reasons are those of clauses without a text (clauses §14.2) and of built-in truths, which quote the value at
  /// fault.
  ///
  /// - Returns: `nil` if nothing is masked.
  mutating func reason(_ reason: String, truthID: String?, at path: String) -> String? {
    let isBuiltIn = truthID.map { $0.utf8.starts(with: "\(ConvergePack.name).".utf8) } ?? false
    let made = [" does not hold: ", " holds: "].compactMap { reason.firstRange(of: $0)?.upperBound }.min()
    guard let start = isBuiltIn ? reason.startIndex : made, let end = terms.endOfFirstName(in: reason[start...]) else {
      return nil
    }
    paths.append(path)
    return "\(reason[..<end]) \(Masking.mask)"
  }

  private mutating func values(_ values: JSONObject, at path: String) -> JSONObject {
    map(values) { masker, member in
      masker.value(member.value, named: member.name.string, at: "\(path).\(member.name)")
    }
  }

  mutating func value(_ value: JSONValue, named label: String, at path: String) -> JSONValue {
    terms.isNamed(in: label) ? self.value(value, .whole, at: path) : named(value, at: path)
  }

  /// Masks members by their names alone, because the value's type is not recorded.
  private mutating func named(_ value: JSONValue, at path: String) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { named($1, at: "\(path)[\($0)]") })
    case .object(let object):
      return .object(
        map(object) { masker, member in
          let place = "\(path).\(member.name)"
          if masker.fields.names.contains(member.name) { return masker.value(member.value, .whole, at: place) }
          return masker.named(member.value, at: place)
        })
    case .null, .boolean, .number, .string: return value
    }
  }

  // MARK: Values

  private mutating func object(_ object: JSONObject, _ members: SensitiveFields.Members, at path: String) -> JSONObject {
    map(object) { masker, member in
      guard let part = members[member.name] else { return member.value }
      return masker.value(member.value, part, at: "\(path).\(member.name)")
    }
  }

  private mutating func value(_ value: JSONValue, _ part: SensitiveFields.Part, at path: String) -> JSONValue {
    switch part {
    case .inner(let type): return self.value(value, as: type, at: path)
    case .whole:
      if value == .null { return value }
      paths.append(path)
      return .text(Masking.mask)
    }
  }

  /// Masks the sensitive fields of records in a value.
  ///
  /// If a value has not the shape of its type, as in an invalid proposal, the parts that have it are masked.
  private mutating func value(_ value: JSONValue, as type: ValueType, at path: String) -> JSONValue {
    switch (type, value) {
    case (_, .array(let elements)):
      let element = if case .list(let element) = type { element } else { type }
      return .array(elements.enumerated().map { self.value($1, as: element, at: "\(path)[\($0)]") })
    case (.list(let element), .object): return self.value(value, as: element, at: path)
    case (.map(let element), .object(let object)):
      return .object(map(object) { masker, member in masker.value(member.value, as: element, at: "\(path).\(member.name)") })
    case (.record(let index), .object(let object)): return .object(self.object(object, fields.records[index] ?? [:], at: path))
    default: return value
    }
  }

  /// Returns the object with each value replaced.
  private mutating func map(
    _ object: JSONObject, _ value: (inout Masker, JSONObject.Member) -> JSONValue
  ) -> JSONObject {
    JSONObject(object.members.map { JSONObject.Member(name: $0.name, value: value(&self, $0)) })
  }
}
