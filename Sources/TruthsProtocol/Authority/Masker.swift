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

  mutating func fact(_ fact: JSONObject, at path: String) -> JSONObject {
    guard let type = fact.text("type") else { return fact }
    if let builtIn = BuiltInFact(rawValue: type) { return self.builtIn(fact, builtIn, at: path) }
    guard let members = fields.facts[Text(type)] else {
      // Earlier rules declared it.
      return fields.isKnown(type) ? fact : map(fact) { $0.named($1.value, of: $1.name, at: "\(path).\($1.name)") }
    }
    return map(fact) { masker, member in
      if member.name == "type" { return member.value }
      let part = members.maskedPart(of: member.name)
      if masker.isProposer, part != nil, masker.proposed.fills(member.name, of: type) { return member.value }
      return part.map { masker.value(member.value, $0, at: "\(path).\(member.name)") } ?? member.value
    }
  }

  /// Masks a fact of the engine. The reason of an approval request may come from any truth, and for the other members, such as
  /// the value of a policy, no type is recorded.
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

  /// Masks an object that contains the fields of the intent, or that wraps such an object.
  ///
  /// An offline queue's record, an entry, and an object with `payload` wrap one.
  ///
  /// - Parameter isFlat: whether the object also has members of the envelope.
  private mutating func holder(
    _ holder: JSONObject, _ members: SensitiveFields.Members, isFlat: Bool, at path: String
  ) -> JSONObject {
    let isEntry = holder.text("entry_type") == Entry.EntryType.proposal.rawValue
    let isWrapper = isFlat && (isEntry || holder["proposal"] != nil)
    return map(holder) { masker, member in
      let (name, memberPath) = (member.name.string, "\(path).\(member.name)")
      if isFlat, name == "payload" || name == "proposal" && !members.declared.contains(member.name) {
        guard case .object(let inner) = member.value else { return masker.value(member.value, .entire, at: memberPath) }
        return .object(masker.holder(inner, members, isFlat: isEntry || name == "proposal", at: memberPath))
      }
      if isFlat, ProposalEnvelope.has(name) { return member.value }
      // A wrapper has members of its own.
      let part = isWrapper ? members.maskedParts[member.name] : members.maskedPart(of: member.name)
      return part.map { masker.value(member.value, $0, at: memberPath) } ?? member.value
    }
  }

  // MARK: Decisions and traces

  /// Masks the values, and the reasons, of a decision and of its violations.
  mutating func decision(_ payload: JSONObject, at path: String) -> JSONObject {
    map(payload) { masker, member in
      let memberPath = "\(path).\(member.name)"
      switch (member.name.string, member.value) {
      case ("reason", .string(let text)):
        return masker.reason(text.string, truthID: payload.text("truth_id"), at: memberPath).map { .text($0) } ?? member.value
      case ("values", .object(let values)): return .object(masker.values(values, of: payload, at: memberPath))
      case ("violations", .array(let violations)):
        return .array(
          violations.enumerated().map { index, violation in
            guard case .object(let violation) = violation else { return violation }
            return .object(masker.decision(violation, at: "\(memberPath)[\(index)]"))
          })
      default: return member.value
      }
    }
  }

  /// Cuts a generated reason after the first name of a sensitive field, before the field's value.
  ///
  /// - Returns: `nil` if nothing is masked.
  mutating func reason(_ reason: String, truthID: String?, at path: String) -> String? {
    let start: String.Index
    let text: String?
    switch reasons.origin(of: reason, truthID: truthID) {
    case .words: return nil
    case .proposal(let place, let clause):
      if isProposer { return nil }
      (start, text) = (place, clause)
    case .computed(let place, let clause): (start, text) = (place, clause)
    }
    guard let end = terms.endOfMaskedText(reason[start...], of: text) else { return nil }
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
    switch terms.maskedPart(of: label) {
    case .masked(let part): self.value(value, part, at: path)
    case .clean: named(value, at: path)
    case .unknown: unknown(value, at: path)
    }
  }

  /// Masks a value that other rules produced, so that the present rules do not say how it was computed. A text is masked if it
  /// may contain a sensitive value.
  private mutating func unknown(_ value: JSONValue, at path: String) -> JSONValue {
    switch value {
    case .string(let text) where terms.mayTell(text.string): return self.value(value, .entire, at: path)
    case .array(let elements): return .array(elements.enumerated().map { unknown($1, at: "\(path)[\($0)]") })
    default: return named(value, at: path)
    }
  }

  /// Masks members by their names alone, because the value's type is not recorded.
  private mutating func named(_ value: JSONValue, at path: String) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.enumerated().map { named($1, at: "\(path)[\($0)]") })
    case .object(let object): return .object(map(object) { $0.named($1.value, of: $1.name, at: "\(path).\($1.name)") })
    case .null, .boolean, .number, .string: return value
    }
  }

  private mutating func named(_ value: JSONValue, of member: Text, at path: String) -> JSONValue {
    fields.names.contains(member) ? self.value(value, .entire, at: path) : named(value, at: path)
  }

  // MARK: Values

  private mutating func object(_ object: JSONObject, _ members: SensitiveFields.Members?, at path: String) -> JSONObject {
    map(object) { masker, member in
      guard let part = members?.maskedPart(of: member.name) else { return member.value }
      return masker.value(member.value, part, at: "\(path).\(member.name)")
    }
  }

  private mutating func value(_ value: JSONValue, _ part: SensitiveFields.MaskedPart, at path: String) -> JSONValue {
    switch part {
    case .inner(let type): return self.value(value, as: type, at: path)
    case .entire:
      if value == .null { return value }
      paths.append(path)
      return .text(Masking.mask)
    }
  }

  /// Masks the sensitive fields of records and facts in a value.
  ///
  /// If a value does not have the shape of its type, as in an invalid proposal, the parts with the right shape are masked as
  /// usual, and everything else is masked completely.
  private mutating func value(_ value: JSONValue, as type: ValueType, at path: String) -> JSONValue {
    switch (type, value) {
    case (_, .array(let elements)):
      let element = if case .list(let element) = type { element } else { type }
      return .array(elements.enumerated().map { self.value($1, as: element, at: "\(path)[\($0)]") })
    case (.list(let element), .object): return self.value(value, as: element, at: path)
    case (.map(let element), .object(let object)):
      return .object(map(object) { masker, member in masker.value(member.value, as: element, at: "\(path).\(member.name)") })
    case (.record(let index), .object(let object)): return .object(self.object(object, fields.records[index], at: path))
    case (.fact(let index), .object(let object)):
      return .object(self.object(object, fields.factNames[index].flatMap { fields.facts[$0] }, at: path))
    default: return self.value(value, .entire, at: path)
    }
  }

  /// Returns the object with each value replaced.
  private mutating func map(
    _ object: JSONObject, _ value: (inout Masker, JSONObject.Member) -> JSONValue
  ) -> JSONObject {
    JSONObject(object.members.map { JSONObject.Member(name: $0.name, value: value(&self, $0)) })
  }
}
