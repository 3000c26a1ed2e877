import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Masks one entry and records the paths of what it masked; used by ``Masking``.
struct Masker {
  let fields: SensitiveFields
  let terms: SensitiveTerms
  let proposed: ProposedValues
  let reasons: ReasonTexts
  /// Whether the reader proposed the run, and so sees the values that they sent.
  let isProposer: Bool
  private(set) var paths: [String] = []

  init(
    fields: SensitiveFields, terms: SensitiveTerms, proposed: ProposedValues, reasons: ReasonTexts, isProposer: Bool
  ) {
    self.fields = fields
    self.terms = terms
    self.proposed = proposed
    self.reasons = reasons
    self.isProposer = isProposer
  }

  mutating func fact(_ fact: JSONObject, at path: String) -> JSONObject {
    guard let type = fact.text("type") else { return fact }
    if let builtIn = BuiltInFact(rawValue: type) { return self.builtIn(fact, builtIn, at: path) }
    guard let members = fields.facts[Text(type)] else { return fact }
    return object(fact, isProposer ? members.filter { !proposed.fills($0.key, of: type) } : members, at: path)
  }

  /// Masks a fact of the engine: the reason of a request is made by another truth, and the value of a policy has no type.
  private mutating func builtIn(_ fact: JSONObject, _ type: BuiltInFact, at path: String) -> JSONObject {
    map(fact) { masker, member in
      let place = "\(path).\(member.name)"
      if type == .approvalRequested, member.name == "reason", case .string(let text) = member.value {
        return masker.reason(text.string, truthID: nil, at: place).map { .text($0) } ?? member.value
      }
      return masker.named(member.value, at: place)
    }
  }

  // MARK: Proposals

  /// Masks a proposal. If its intent is unknown, a field is masked that is sensitive in any intent.
  mutating func proposal(_ received: JSONObject, at path: String) -> JSONObject {
    if isProposer { return received }
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
      case ("values", .object(let values)): return .object(masker.values(values, of: payload, at: place))
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

  /// Cuts a made reason after the first name of a sensitive field whose value it tells.
  ///
  /// - Returns: `nil` if nothing is masked.
  mutating func reason(_ reason: String, truthID: String?, at path: String) -> String? {
    let start: String.Index
    switch reasons.origin(of: reason, truthID: truthID) {
    case .words: return nil
    case .proposal(let place):
      if isProposer { return nil }
      start = place
    case .made(let place): start = place
    }
    guard let end = terms.endOfMaskedText(reason[start...]) else { return nil }
    paths.append(path)
    return "\(reason[..<end]) \(Masking.mask)"
  }

  private mutating func values(_ values: JSONObject, of violation: JSONObject, at path: String) -> JSONObject {
    map(values) { masker, member in
      if masker.isProposer, masker.proposed.areTold(by: violation, label: member.name) { return member.value }
      return masker.value(member.value, named: member.name.string, at: "\(path).\(member.name)")
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
