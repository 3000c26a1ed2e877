import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The changes to try: values for each position in the proposal, facts from outside, and members of the envelope.
///
/// The values come from clauses, policies and facts; neighbours of these values are tried, too.
struct Candidates {
  /// The maximum numbers of positions in a proposal, of elements of a list, of values for a position, and of facts of a type.
  private static let (mostPlaces, elements, values, facts) = (160, 12, 120, 40)

  let scenario: ReceivedScenario
  let reads: ClauseReads
  /// All positions in the proposal. An outer position comes before the positions inside it.
  let places: [CandidatePosition]
  private let intent: IntentType
  private let fields: [String: [Field]]
  /// The JSON names of the fields that the intent requires. No change removes them.
  private let required: Set<String>
  private let program: Program
  /// The values that clauses, policies and the proposal name, grouped by type.
  private let named: CandidateValues
  private let samples: FactSamples
  /// A meter for the work of creating facts with many fields.
  private let work: WorkMeter

  /// - Parameters:
  ///   - trial: the trial whose scenario is changed. The values in its violations are tried.
  ///   - samples: the first facts of the context, to be shared between searches; `nil` to read them again.
  ///   - work: a meter that counts the work of creating facts.
  init(
    _ trial: ScenarioTrial, _ reads: ClauseReads, intent: Int, in program: Program, samples: FactSamples? = nil, work: WorkMeter
  ) {
    let scenario = trial.scenario
    self.scenario = scenario
    self.reads = reads
    self.work = work
    self.program = program
    let type = program.intents[intent]
    self.intent = type
    self.samples = samples ?? FactSamples(of: trial.context, program)
    fields = Dictionary(grouping: type.fields, by: \.name)
    required = Set(type.present.map { type.fields[$0].jsonName })
    let values = [
      AnySequence(trial.outcome.violations.lazy.flatMap { $0.values.members.lazy.map(\.value) }),
      AnySequence(reads.constants.lazy.map { program.json(of: $0) }),
      AnySequence(trial.context.store.policies.lazy.filter { !$0.isMissing }.map { program.json(of: $0) }),
      AnySequence(type.fields.lazy.flatMap(\.rangeEnds).map { JSONValue.number($0) }),
      AnySequence(type.fields.lazy.map { ProposalPlace(field: $0.jsonName).value(in: scenario.proposal) ?? .null }),
    ]
    named = CandidateValues(of: values.joined(), around: scenario.moment)
    places = Self.places(of: type, in: scenario.proposal, program)
  }

  /// A position in the proposal, with its type and its current value; the value is `nil` if the proposal has none.
  struct CandidatePosition {
    var place: ProposalPlace
    var type: ValueType
    var from: JSONValue?

    /// Whether only whole numbers are valid.
    var isWhole: Bool {
      if case .integer = type { return true }
      return false
    }
  }

  private static func places(of intent: IntentType, in proposal: JSONObject, _ program: Program) -> [CandidatePosition] {
    var positions: [CandidatePosition] = []
    for field in intent.fields {
      if positions.count >= Self.mostPlaces { break }
      let place = ProposalPlace(field: field.jsonName)
      collect(place, field.type, place.value(in: proposal), program, into: &positions)
    }
    return positions
  }

  private static func collect(
    _ position: ProposalPlace, _ type: ValueType, _ value: JSONValue?, _ program: Program,
    into positions: inout [CandidatePosition]
  ) {
    guard positions.count < Self.mostPlaces else { return }
    positions.append(CandidatePosition(place: position, type: type, from: value))
    switch (type, value) {
    case (.record(let index), .object(let object)):
      for field in program.records[index].fields {
        if positions.count >= Self.mostPlaces { break }
        collect(position.member(field.jsonName), field.type, object[field.jsonName], program, into: &positions)
      }
    case (.list(let element), .array(let elements)):
      for index in elements.indices.prefix(Self.elements) {
        collect(position.element(index), element, elements[index], program, into: &positions)
      }
    default: break
    }
  }

  // MARK: Changes

  /// Returns repairs of clauses together with the changes at all positions, the most promising first.
  ///
  /// At each position, values of related facts come before the values of repairs. Changes that only remove something come last.
  ///
  /// - Parameter isOpen: returns whether a position may be changed.
  func changes(with worked: [Change], where isOpen: (ProposalPlace) -> Bool = { _ in true }) -> [Change] {
    var workedValues: [ProposalPlace: [JSONValue]] = [:]
    var others: [Change] = []
    let open = self.places.filter { isOpen($0.place) }
    let places = Set(open.map(\.place))
    for change in worked {
      if case .field(let place, _, _) = change, !isOpen(place) { continue }
      if case .field(let place, _, let to?) = change, places.contains(place) {
        workedValues[place, default: []].append(to)
      } else {
        others.append(change)
      }
    }
    let (taking, giving) = (others.filter(\.takesAway), others.filter { !$0.takesAway })
    return giving + open.flatMap { changes(at: $0, worked: workedValues[$0.place] ?? []) } + taking
  }

  /// Returns the changes at one position, the most promising first.
  func changes(at position: CandidatePosition, worked: [JSONValue] = []) -> [Change] {
    let values = distinct(values(of: position, worked), besides: position.from, most: Self.values)
    let isElement = if case .element? = position.place.steps.last { true } else { false }
    let isNeeded = position.place.steps.count == 1 && required.contains(position.place.root)
    return values.map { .field(position.place, from: position.from, to: $0) }
      + (position.from == nil || isNeeded || isElement && values.isEmpty
        ? [] : [.field(position.place, from: position.from, to: nil)])
  }

  /// Returns the first values that differ from each other and from the current value.
  private func distinct(_ values: [[JSONValue]], besides from: JSONValue?, most: Int) -> [JSONValue] {
    var seen = Set<JSONValue>()
    var distinctValues: [JSONValue] = []
    for value in values.joined() where value != from && seen.insert(value).inserted {
      if distinctValues.count == most { break }
      distinctValues.append(value)
    }
    return distinctValues
  }

  /// Returns values of a position's type, in the order in which they are tried.
  private func values(of position: CandidatePosition, _ worked: [JSONValue] = []) -> [[JSONValue]] {
    switch position.type {
    case .boolean: return [[.boolean(true), .boolean(false)]]
    case .enumeration(let index): return [program.enums[index].jsonNames.prefix(Self.values + 1).map { .string($0) }]
    case .integer: return [related(to: position).filter(\.isNumber), worked, named.wholes]
    case .decimal: return [related(to: position).filter(\.isNumber), worked, named.decimals]
    case .text:
      let text = position.from?.stringValue.flatMap { $0.isEmpty ? nil : $0 } ?? SampleValues.text(position.place.root, number: 0)
      let other = Self.another(text)
      // Many forms of ids want capitals.
      return [related(to: position), worked, [.text(other), .text(text + "_2"), .text(other.uppercased())], named.texts]
    case .date: return [related(to: position), worked, named.dates]
    case .timestamp: return [related(to: position), worked, named.moments]
    case .time: return [related(to: position), worked, named.times]
    case .duration, .period: return [related(to: position), worked, named.spans]
    case .list(let element): return [worked, lists(element, position)]
    case .record, .map, .json, .fact, .unknown:
      return [worked, position.from == nil ? sample(position.type, position.place.root).map { [$0] } ?? [] : []]
    }
  }

  private func lists(_ element: ValueType, _ place: CandidatePosition) -> [JSONValue] {
    let present = place.from?.arrayValue ?? []
    let samples = sample(element, place.place.root).map { [$0] } ?? []
    let scalars = element == .text ? named.texts.prefix(16).map(\.self) : []
    return ((scalars + samples).map { .array([$0]) } + (scalars + samples).map { .array(present + [$0]) })
  }

  /// Returns values of facts that are related to a position. First come values that clauses compare with it, then values of
  /// fields with the same name.
  private func related(to position: CandidatePosition) -> [JSONValue] {
    guard case .member(let name)? = position.place.steps.last else { return [] }
    var values: [JSONValue] = []
    var seen = Set<ClauseReads.Relation>()
    let isField = position.place.steps.count == 1
    let direct = isField ? reads.relations.filter { $0.field == name } : []
    let named = reads.facts.sorted().flatMap { fact in
      program.facts[fact].fields.indices.filter { program.facts[fact].fields[$0].name == name }.map {
        ClauseReads.Relation(field: name, fact: fact, place: $0)
      }
    }
    for relation in direct + named where seen.insert(relation).inserted {
      values += samples.facts(relation.fact).map { program.json(of: $0.fields[relation.place]) }.filter { $0 != .null }
    }
    for instance in reads.instances where isField && instance.field == name {
      values += samples.instances(instance.lifecycle).map { program.json(of: $0.key[instance.place]) }
    }
    return values
  }

  // MARK: Envelope

  /// Returns changes of the members of the envelope that clauses or the intent read.
  func envelopeChanges(_ outcome: RunOutcome) -> [Change] {
    func change(_ place: ProposalPlace, _ value: JSONValue) -> Change? {
      let from = scenario.value(at: place)
      return from == value ? nil : .field(place, from: from, to: value)
    }
    var changes: [Change?] = []
    if outcome.violations.contains(where: \.wantsConsent) || reads.builtins.contains(.proposalConsent) {
      changes.append(change(ProposalPlace(envelope: "consent"), .boolean(true)))
    }
    if reads.builtins.contains(.actorRoles) {
      let roles = scenario.proposer["roles"]?.arrayValue ?? []
      let known = Set(roles)
      changes += named.texts.filter { !known.contains($0) }.prefix(60).map {
        change(ProposalPlace(envelope: "actor", "roles"), .array(roles + [$0]))
      }
    }
    if reads.builtins.contains(.actorType) {
      changes += ["user", "agent", "system"].map { change(ProposalPlace(envelope: "actor", "type"), .text($0)) }
    }
    if reads.builtins.contains(.actorUserID) {
      let people = named.texts.prefix(40) + [.text(Self.another(scenario.proposer["user_id"]?.stringValue ?? "somebody"))]
      changes += people.map { change(ProposalPlace(envelope: "actor", "user_id"), $0) }
    }
    if reads.builtins.contains(.proposalConfidence) {
      changes += [1, 0].map { change(ProposalPlace(envelope: "confidence"), .number(Decimal($0))) }
    }
    if reads.builtins.contains(.proposalOnBehalfOf) {
      changes += named.texts.prefix(40).map { change(ProposalPlace(envelope: "on_behalf_of"), $0) }
    }
    let packs = Set(
      program.truths.filter { $0.namesPack && $0.intents.contains { program.intents[$0].name == intent.name } }.map(\.pack))
    changes += packs.sorted().map { change(ProposalPlace(envelope: "pack"), .text($0)) }
    for name in ["pack", "on_behalf_of", "truths_hash", "policies_hash", "override"] where scenario.proposal[name] != nil {
      changes.append(.field(ProposalPlace(envelope: name), from: scenario.proposal[name], to: nil))
    }
    return changes.compactMap(\.self)
  }

  // MARK: Facts

  /// The facts from outside that clauses read, as additions. A fact's field gets the value of the proposal's field with the
  /// same name.
  var factChanges: [Change] {
    reads.facts.sorted().filter { program.facts[$0].isExternal && !program.facts[$0].isBuiltIn }.flatMap { facts(of: $0) }
  }

  /// Returns facts of a type, as additions. A fact's field gets the value of the proposal's field with the same name.
  func facts(of index: Int) -> [Change] {
    let type = program.facts[index]
    var base: [JSONObject.Member] = [JSONObject.Member(name: "type", value: .text(type.name))]
    var free: [(field: Field, member: Int?)] = []
    for (place, field) in type.fields.enumerated() {
      if let lifecycle = type.lifecycle, place >= program.lifecycles[lifecycle].key.count, field.name == "step" { continue }
      if let value = proposalValue(field, index, place) {
        base.append(JSONObject.Member(name: Text(field.jsonName), value: value))
      } else if !field.isOptional, let value = sample(field.type, field.name) {
        free.append((field, base.count))
        base.append(JSONObject.Member(name: Text(field.jsonName), value: value))
      } else {
        free.append((field, nil))
      }
    }
    var payloads = [JSONObject(base)]
    var seen = Set(payloads)
    for (field, member) in free.prefix(Self.mostPlaces) {
      let place = CandidatePosition(place: ProposalPlace(field: field.jsonName), type: field.type, from: nil)
      for value in values(of: place).joined().prefix(Self.facts) where !work.isExceeded {
        work.spend(Self.stepsPerMember * base.count)
        var fact = base
        if let member {
          fact[member].value = value
        } else {
          fact.append(JSONObject.Member(name: Text(field.jsonName), value: value))
        }
        let object = JSONObject(fact)
        if seen.insert(object).inserted { payloads.append(object) }
      }
    }
    return payloads.map { .fact($0) }
  }

  /// The work of creating one member of a fact, in steps.
  private static let stepsPerMember = 2

  /// Returns versions of a known fact. Each has a different value of one field, or lacks one optional field.
  func variants(of fact: JSONObject, type index: Int) -> [JSONObject] {
    program.facts[index].fields.flatMap { field -> [JSONObject] in
      let from = fact[field.jsonName]
      let values = values(of: CandidatePosition(place: ProposalPlace(field: field.jsonName), type: field.type, from: from))
        .joined()
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

  /// Returns the proposal's value for a field of a fact: the value of a field that clauses compare with it, or of the field
  /// with the same name. `nil` if the proposal has no such value.
  private func proposalValue(_ field: Field, _ fact: Int, _ place: Int) -> JSONValue? {
    let compared = reads.relations(fact: fact, place: place).map(\.field)
    let declared = (fields[field.name] ?? []).filter { $0.type == field.type }.map(\.jsonName)
    return (compared + declared).firstValue { ProposalPlace(field: $0).value(in: scenario.proposal) }
  }

  // MARK: Samples

  private func sample(_ type: ValueType, _ name: String) -> JSONValue? {
    SampleValues(program: program, moment: scenario.moment).json(of: type, name: name)
  }

  /// Returns a different text of the same form. A number at the end is increased by one; without such a number, `_2` is
  /// appended.
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
