import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The changes that are tried: for each place of the proposal the values of its type that clauses, policies and facts name, and
/// their neighbours; facts that may come from outside; what the envelope may say.
struct Candidates {
  /// How many places of the proposal, elements of a list, values of a place and facts of a type are looked at, at most.
  private static let (places, elements, values, facts) = (160, 12, 120, 40)

  let situation: Situation
  let reads: ClauseReads
  private let intent: IntentType
  private var program: Program { situation.procedure.program }
  /// Values by kind, as clauses, policies and the proposal have them.
  private let pool: Pool

  /// - Parameter outcome: of the run as it was, whose violations name values.
  init(_ situation: Situation, _ reads: ClauseReads, intent: Int, outcome: RunOutcome) {
    self.situation = situation
    self.reads = reads
    let program = situation.procedure.program
    self.intent = program.intents[intent]
    var pool = Pool()
    for violation in outcome.violations { for member in violation.values.members { pool.take(member.value) } }
    for value in reads.constants { pool.take(program.json(of: value)) }
    for value in situation.context.store.policies where !value.isMissing { pool.take(program.json(of: value)) }
    for field in self.intent.fields { pool.take(ProposalPlace(field: field.jsonName).value(in: situation.proposal) ?? .null) }
    self.pool = pool
  }

  /// A place with the type of what stands there.
  struct Place {
    var place: ProposalPlace
    var type: ValueType
    var from: JSONValue?

    /// Whether only whole numbers may stand there.
    var isWhole: Bool {
      if case .integer = type { return true }
      return false
    }
  }

  /// Every place of the proposal, outer ones first.
  var places: [Place] {
    var found: [Place] = []
    for field in intent.fields { collect(ProposalPlace(field: field.jsonName), field.type, into: &found) }
    return found
  }

  private func collect(_ place: ProposalPlace, _ type: ValueType, into found: inout [Place]) {
    guard found.count < Self.places else { return }
    let value = place.value(in: situation.proposal)
    found.append(Place(place: place, type: type, from: value))
    switch (type, value) {
    case (.record(let index), .object):
      for field in program.records[index].fields { collect(place.member(field.jsonName), field.type, into: &found) }
    case (.list(let element), .array(let elements)):
      for index in elements.indices.prefix(Self.elements) { collect(place.element(index), element, into: &found) }
    default: break
    }
  }

  // MARK: Changes

  /// The changes of one place, the likeliest first.
  func changes(at place: Place) -> [Change] {
    var seen = Set<JSONValue>()
    var values = values(of: place).filter { $0 != place.from && seen.insert($0).inserted }
    if values.count > Self.values { values.removeLast(values.count - Self.values) }
    let isElement = if case .element? = place.place.steps.last { true } else { false }
    return values.map { .field(place.place, from: place.from, to: $0) }
      + (place.from == nil || isElement && values.isEmpty ? [] : [.field(place.place, from: place.from, to: nil)])
  }

  private func values(of place: Place) -> [JSONValue] {
    let related = related(to: place)
    switch place.type {
    case .boolean: return [.boolean(true), .boolean(false)]
    case .enumeration(let index): return program.enums[index].values.map { .string($0) }
    case .integer: return (related + pool.numbers(isWhole: true)).filter(\.isNumber)
    case .decimal: return (related + pool.numbers(isWhole: false)).filter(\.isNumber)
    case .text:
      let text = place.from?.stringValue ?? sampleName(place.place)
      return related + written + [.text(Self.another(text)), .text(text + "_2")] + pool.texts
    case .date: return related + pool.dates(around: situation.moment)
    case .timestamp: return related + pool.moments(around: situation.moment)
    case .time: return related + pool.texts { TimeOfDay(text: $0) != nil }
    case .duration, .period: return related + pool.texts { $0.hasPrefix("P") }
    case .list(let element): return lists(element, place)
    case .record, .map, .json, .fact, .unknown:
      return place.from == nil ? sample(place.type, place.place.root).map { [$0] } ?? [] : []
    }
  }

  /// How many texts are put together by one pattern, at most.
  private static let variants = 24

  /// The texts that clauses put together of fields of the proposal.
  private var written: [JSONValue] {
    reads.templates.flatMap { template in
      template.reduce([""]) { beginnings, part in
        let texts = part.compactMap { alternative -> String? in
          switch alternative {
          case .literal(let text): return text
          case .field(let name):
            switch ProposalPlace(field: name).value(in: situation.proposal) {
            case .string(let text)?: return text.string
            case .number(let number)?: return number.canonicalText
            default: return nil
            }
          }
        }
        return Array(beginnings.flatMap { beginning in texts.map { beginning + $0 } }.prefix(Self.variants))
      }.map { .text($0) }
    }
  }

  private func lists(_ element: ValueType, _ place: Place) -> [JSONValue] {
    let present = place.from?.arrayValue ?? []
    let samples = sample(element, place.place.root).map { [$0] } ?? []
    let scalars = element == .text ? pool.texts.prefix(16).map(\.self) : []
    return ((scalars + samples).map { .array([$0]) } + (scalars + samples).map { .array(present + [$0]) })
  }

  /// Values that facts have where clauses compare them with this place; then those of fields of the same name.
  private func related(to place: Place) -> [JSONValue] {
    guard case .member(let name)? = place.place.steps.last else { return [] }
    var found: [JSONValue] = []
    var seen = Set<ClauseReads.Relation>()
    let isField = place.place.steps.count == 1
    let direct = isField ? reads.relations.filter { $0.field == name } : []
    let named = reads.facts.sorted().flatMap { fact in
      program.facts[fact].fields.indices.filter { program.facts[fact].fields[$0].name == name }.map {
        ClauseReads.Relation(field: name, fact: fact, place: $0)
      }
    }
    for relation in direct + named where seen.insert(relation).inserted {
      let facts = situation.context.store.ordered(relation.fact, in: program).prefix(Self.facts)
      found += facts.map { program.json(of: $0.fields[relation.place]) }.filter { $0 != .null }
    }
    for instance in reads.instances where isField && instance.field == name {
      let keys = situation.context.store.instances(instance.lifecycle).prefix(Self.facts)
      found += keys.map { program.json(of: $0.key[instance.place]) }
    }
    return found
  }

  // MARK: Envelope

  /// What the envelope may say, as far as clauses or the intent ask for it.
  func envelopeChanges(_ outcome: RunOutcome) -> [Change] {
    func change(_ place: ProposalPlace, _ value: JSONValue) -> Change? {
      let from = situation.value(at: place)
      return from == value ? nil : .field(place, from: from, to: value)
    }
    var found: [Change?] = []
    if outcome.violations.contains(where: \.wantsConsent) || reads.builtins.contains(.proposalConsent) {
      found.append(change(ProposalPlace(envelope: "consent"), .boolean(true)))
    }
    if reads.builtins.contains(.actorRoles) {
      let roles = situation.proposer["roles"]?.arrayValue ?? []
      found += pool.texts.filter { !roles.contains($0) }.prefix(60).map {
        change(ProposalPlace(envelope: "actor", "roles"), .array(roles + [$0]))
      }
    }
    if reads.builtins.contains(.actorType) {
      found += ["user", "agent", "system"].map { change(ProposalPlace(envelope: "actor", "type"), .text($0)) }
    }
    if reads.builtins.contains(.actorUserID) {
      let people = pool.texts.prefix(40) + [.text(Self.another(situation.proposer["user_id"]?.stringValue ?? "somebody"))]
      found += people.map { change(ProposalPlace(envelope: "actor", "user_id"), $0) }
    }
    if reads.builtins.contains(.proposalConfidence) {
      found += [1, 0].map { change(ProposalPlace(envelope: "confidence"), .number(Decimal($0))) }
    }
    if reads.builtins.contains(.proposalOnBehalfOf) {
      found += pool.texts.prefix(40).map { change(ProposalPlace(envelope: "on_behalf_of"), $0) }
    }
    let packs = Set(
      program.truths.filter { $0.namesPack && $0.intents.contains { program.intents[$0].name == intent.name } }.map(\.pack))
    found += packs.sorted().map { change(ProposalPlace(envelope: "pack"), .text($0)) }
    for name in ["pack", "on_behalf_of", "truths_hash", "policies_hash", "override"] where situation.proposal[name] != nil {
      found.append(.field(ProposalPlace(envelope: name), from: situation.proposal[name], to: nil))
    }
    return found.compactMap(\.self)
  }

  // MARK: Facts

  /// Facts that may arrive from outside and that clauses ask for, filled from the proposal where names agree.
  var factChanges: [Change] {
    reads.facts.sorted().filter { program.facts[$0].isExternal && !program.facts[$0].isBuiltIn }.flatMap { facts(of: $0) }
  }

  /// Facts of a type, filled from the proposal where names agree.
  func facts(of index: Int) -> [Change] {
    let type = program.facts[index]
    var base: JSONObject = ["type": .text(type.name)]
    var free: [Field] = []
    for (place, field) in type.fields.enumerated() {
      if let lifecycle = type.lifecycle, place >= program.lifecycles[lifecycle].key.count, field.name == "step" { continue }
      if let value = given(field, index, place) {
        base[field.jsonName] = value
      } else if !field.isOptional, let value = sample(field.type, field.name) {
        base[field.jsonName] = value
        free.append(field)
      } else {
        free.append(field)
      }
    }
    let variants = free.flatMap { field -> [JSONObject] in
      let values = values(of: Place(place: ProposalPlace(field: field.jsonName), type: field.type, from: nil)).prefix(Self.facts)
      return values.map { value in
        var fact = base
        fact[field.jsonName] = value
        return fact
      }
    }
    var seen = Set<JSONObject>()
    return ([base] + variants).filter { seen.insert($0).inserted }.map { .fact($0) }
  }

  /// A fact that is known, each time with another value of one field.
  func variants(of fact: JSONObject, type index: Int) -> [JSONObject] {
    program.facts[index].fields.flatMap { field -> [JSONObject] in
      let from = fact[field.jsonName]
      let values = values(of: Place(place: ProposalPlace(field: field.jsonName), type: field.type, from: from))
      let others = values.prefix(Self.facts).filter { $0 != from }.map { value in
        var changed = fact
        changed[field.jsonName] = value
        return changed
      }
      guard from != nil, field.isOptional else { return others }
      var without = fact
      without[field.jsonName] = nil
      return others + [without]
    }
  }

  /// What the proposal has for a field of a fact: the field that clauses compare with it, else that of the same name.
  private func given(_ field: Field, _ fact: Int, _ place: Int) -> JSONValue? {
    let compared = reads.relations.filter { $0.fact == fact && $0.place == place }.map(\.field)
    let declared = intent.fields.filter { $0.type == field.type }
    let names = compared + declared.filter { $0.name == field.name }.map(\.jsonName)
    return names.lazy.compactMap { ProposalPlace(field: $0).value(in: situation.proposal) }.first
  }

  // MARK: Samples

  private func sample(_ type: ValueType, _ name: String) -> JSONValue? {
    var samples = SampleValues(program: program, moment: situation.moment)
    return samples.value(of: type, name: name)
  }

  private func sampleName(_ place: ProposalPlace) -> String { place.root + "_0" }

  /// Another text of the same form: the number at its end is the next, else `_2` stands behind it.
  static func another(_ text: String) -> String {
    let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0, digits <= 9, let number = Int(text.suffix(digits)) else { return text + "_2" }
    let next = String(number + 1)
    return text.dropLast(digits) + String(repeating: "0", count: max(0, digits - next.count)) + next
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    if case .number = self { return true }
    return false
  }
}
