import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The changes to try: values for each place of the proposal, facts from outside, and members of the envelope.
///
/// Values come from clauses, policies and facts, with their neighbours.
struct Candidates {
  /// Maximum numbers of a proposal's places, of a list's elements, of values for a place, and of facts of a type.
  private static let (mostPlaces, elements, values, facts) = (160, 12, 120, 40)

  let scenario: ReceivedScenario
  let reads: ClauseReads
  /// All places of the proposal, outer ones first.
  let places: [Place]
  private let intent: IntentType
  private let fields: [String: [Field]]
  private let program: Program
  /// Values of clauses, policies and the proposal, by kind.
  private let named: CandidateValues
  private let samples: FactSamples
  /// Counts the work of making facts with many fields.
  private let work: WorkMeter

  /// - Parameters:
  ///   - trial: the trial whose scenario is changed; its violations name values.
  ///   - samples: samples of the context, to be shared between searches.
  ///   - work: counts the work of making facts.
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
    let values = [
      AnySequence(trial.outcome.violations.lazy.flatMap { $0.values.members.lazy.map(\.value) }),
      AnySequence(reads.constants.lazy.map { program.json(of: $0) }),
      AnySequence(trial.context.store.policies.lazy.filter { !$0.isMissing }.map { program.json(of: $0) }),
      AnySequence(type.fields.lazy.map { ProposalPlace(field: $0.jsonName).value(in: scenario.proposal) ?? .null }),
    ]
    named = CandidateValues(of: values.joined(), around: scenario.moment)
    places = Self.places(of: type, in: scenario.proposal, program)
  }

  /// A place with its type and its present value.
  struct Place {
    var place: ProposalPlace
    var type: ValueType
    var from: JSONValue?

    /// Whether only whole numbers are valid.
    var isWhole: Bool {
      if case .integer = type { return true }
      return false
    }
  }

  private static func places(of intent: IntentType, in proposal: JSONObject, _ program: Program) -> [Place] {
    var found: [Place] = []
    for field in intent.fields {
      if found.count >= Self.mostPlaces { break }
      let place = ProposalPlace(field: field.jsonName)
      collect(place, field.type, place.value(in: proposal), program, into: &found)
    }
    return found
  }

  private static func collect(
    _ place: ProposalPlace, _ type: ValueType, _ value: JSONValue?, _ program: Program, into found: inout [Place]
  ) {
    guard found.count < Self.mostPlaces else { return }
    found.append(Place(place: place, type: type, from: value))
    switch (type, value) {
    case (.record(let index), .object(let object)):
      for field in program.records[index].fields {
        if found.count >= Self.mostPlaces { break }
        collect(place.member(field.jsonName), field.type, object[field.jsonName], program, into: &found)
      }
    case (.list(let element), .array(let elements)):
      for index in elements.indices.prefix(Self.elements) {
        collect(place.element(index), element, elements[index], program, into: &found)
      }
    default: break
    }
  }

  // MARK: Changes

  /// Returns repairs of clauses together with the changes of all places, the most promising first.
  ///
  /// Values of facts come before repaired values, and pure removals come last.
  ///
  /// - Parameter isOpen: whether a place may be changed.
  func changes(with worked: [Change], where isOpen: (ProposalPlace) -> Bool = { _ in true }) -> [Change] {
    var known: [ProposalPlace: [JSONValue]] = [:]
    var others: [Change] = []
    let open = self.places.filter { isOpen($0.place) }
    let places = Set(open.map(\.place))
    for change in worked {
      if case .field(let place, _, _) = change, !isOpen(place) { continue }
      if case .field(let place, _, let to?) = change, places.contains(place) {
        known[place, default: []].append(to)
      } else {
        others.append(change)
      }
    }
    let (taking, giving) = (others.filter(\.takesAway), others.filter { !$0.takesAway })
    return giving + open.flatMap { changes(at: $0, worked: known[$0.place] ?? []) } + taking
  }

  /// Returns the changes of one place, the most promising first.
  func changes(at place: Place, worked: [JSONValue] = []) -> [Change] {
    let values = distinct(values(of: place, worked), besides: place.from, most: Self.values)
    let isElement = if case .element? = place.place.steps.last { true } else { false }
    return values.map { .field(place.place, from: place.from, to: $0) }
      + (place.from == nil || isElement && values.isEmpty ? [] : [.field(place.place, from: place.from, to: nil)])
  }

  /// Returns the first distinct values.
  private func distinct(_ values: [[JSONValue]], besides from: JSONValue?, most: Int) -> [JSONValue] {
    var seen = Set<JSONValue>()
    var found: [JSONValue] = []
    for value in values.joined() where value != from && seen.insert(value).inserted {
      if found.count == most { break }
      found.append(value)
    }
    return found
  }

  /// Returns values of a place's type, in the order in which they are tried.
  private func values(of place: Place, _ worked: [JSONValue] = []) -> [[JSONValue]] {
    switch place.type {
    case .boolean: return [[.boolean(true), .boolean(false)]]
    case .enumeration(let index): return [program.enums[index].jsonNames.prefix(Self.values + 1).map { .string($0) }]
    case .integer: return [related(to: place).filter(\.isNumber), worked, named.wholes]
    case .decimal: return [related(to: place).filter(\.isNumber), worked, named.decimals]
    case .text:
      let text = place.from?.stringValue.flatMap { $0.isEmpty ? nil : $0 } ?? SampleValues.text(place.place.root, number: 0)
      let other = Self.another(text)
      // Many forms of ids want capitals.
      return [related(to: place), worked, [.text(other), .text(text + "_2"), .text(other.uppercased())], named.texts]
    case .date: return [related(to: place), worked, named.dates]
    case .timestamp: return [related(to: place), worked, named.moments]
    case .time: return [related(to: place), worked, named.times]
    case .duration, .period: return [related(to: place), worked, named.spans]
    case .list(let element): return [worked, lists(element, place)]
    case .record, .map, .json, .fact, .unknown:
      return [worked, place.from == nil ? sample(place.type, place.place.root).map { [$0] } ?? [] : []]
    }
  }

  private func lists(_ element: ValueType, _ place: Place) -> [JSONValue] {
    let present = place.from?.arrayValue ?? []
    let samples = sample(element, place.place.root).map { [$0] } ?? []
    let scalars = element == .text ? named.texts.prefix(16).map(\.self) : []
    return ((scalars + samples).map { .array([$0]) } + (scalars + samples).map { .array(present + [$0]) })
  }

  /// Returns values of facts that clauses compare with a place, then those of fields with the same name.
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
      found += samples.facts(relation.fact).map { program.json(of: $0.fields[relation.place]) }.filter { $0 != .null }
    }
    for instance in reads.instances where isField && instance.field == name {
      found += samples.instances(instance.lifecycle).map { program.json(of: $0.key[instance.place]) }
    }
    return found
  }

  // MARK: Envelope

  /// Returns changes of the envelope, for members that clauses or the intent read.
  func envelopeChanges(_ outcome: RunOutcome) -> [Change] {
    func change(_ place: ProposalPlace, _ value: JSONValue) -> Change? {
      let from = scenario.value(at: place)
      return from == value ? nil : .field(place, from: from, to: value)
    }
    var found: [Change?] = []
    if outcome.violations.contains(where: \.wantsConsent) || reads.builtins.contains(.proposalConsent) {
      found.append(change(ProposalPlace(envelope: "consent"), .boolean(true)))
    }
    if reads.builtins.contains(.actorRoles) {
      let roles = scenario.proposer["roles"]?.arrayValue ?? []
      let known = Set(roles)
      found += named.texts.filter { !known.contains($0) }.prefix(60).map {
        change(ProposalPlace(envelope: "actor", "roles"), .array(roles + [$0]))
      }
    }
    if reads.builtins.contains(.actorType) {
      found += ["user", "agent", "system"].map { change(ProposalPlace(envelope: "actor", "type"), .text($0)) }
    }
    if reads.builtins.contains(.actorUserID) {
      let people = named.texts.prefix(40) + [.text(Self.another(scenario.proposer["user_id"]?.stringValue ?? "somebody"))]
      found += people.map { change(ProposalPlace(envelope: "actor", "user_id"), $0) }
    }
    if reads.builtins.contains(.proposalConfidence) {
      found += [1, 0].map { change(ProposalPlace(envelope: "confidence"), .number(Decimal($0))) }
    }
    if reads.builtins.contains(.proposalOnBehalfOf) {
      found += named.texts.prefix(40).map { change(ProposalPlace(envelope: "on_behalf_of"), $0) }
    }
    let packs = Set(
      program.truths.filter { $0.namesPack && $0.intents.contains { program.intents[$0].name == intent.name } }.map(\.pack))
    found += packs.sorted().map { change(ProposalPlace(envelope: "pack"), .text($0)) }
    for name in ["pack", "on_behalf_of", "truths_hash", "policies_hash", "override"] where scenario.proposal[name] != nil {
      found.append(.field(ProposalPlace(envelope: name), from: scenario.proposal[name], to: nil))
    }
    return found.compactMap(\.self)
  }

  // MARK: Facts

  /// Facts from outside that clauses read. Fields with the names of the proposal's fields get their values.
  var factChanges: [Change] {
    reads.facts.sorted().filter { program.facts[$0].isExternal && !program.facts[$0].isBuiltIn }.flatMap { facts(of: $0) }
  }

  /// Returns facts of a type. Fields with the names of the proposal's fields get their values.
  func facts(of index: Int) -> [Change] {
    let type = program.facts[index]
    var base: [JSONObject.Member] = [JSONObject.Member(name: "type", value: .text(type.name))]
    var free: [(field: Field, member: Int?)] = []
    for (place, field) in type.fields.enumerated() {
      if let lifecycle = type.lifecycle, place >= program.lifecycles[lifecycle].key.count, field.name == "step" { continue }
      if let value = given(field, index, place) {
        base.append(JSONObject.Member(name: Text(field.jsonName), value: value))
      } else if !field.isOptional, let value = sample(field.type, field.name) {
        free.append((field, base.count))
        base.append(JSONObject.Member(name: Text(field.jsonName), value: value))
      } else {
        free.append((field, nil))
      }
    }
    var found = [JSONObject(base)]
    var seen = Set(found)
    for (field, member) in free.prefix(Self.mostPlaces) {
      let place = Place(place: ProposalPlace(field: field.jsonName), type: field.type, from: nil)
      for value in values(of: place).joined().prefix(Self.facts) where !work.isExceeded {
        work.spend(Self.stepsPerMember * base.count)
        var fact = base
        if let member {
          fact[member].value = value
        } else {
          fact.append(JSONObject.Member(name: Text(field.jsonName), value: value))
        }
        let object = JSONObject(fact)
        if seen.insert(object).inserted { found.append(object) }
      }
    }
    return found.map { .fact($0) }
  }

  /// Work of one member of a made fact, in steps.
  private static let stepsPerMember = 2

  /// Returns versions of a known fact, each with another value of one field.
  func variants(of fact: JSONObject, type index: Int) -> [JSONObject] {
    program.facts[index].fields.flatMap { field -> [JSONObject] in
      let from = fact[field.jsonName]
      let values = values(of: Place(place: ProposalPlace(field: field.jsonName), type: field.type, from: from)).joined()
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

  /// Returns the proposal's value for a field of a fact: of the field that clauses compare with it, else of the one with its
  /// name.
  private func given(_ field: Field, _ fact: Int, _ place: Int) -> JSONValue? {
    let compared = reads.relations(fact: fact, place: place).map(\.field)
    let declared = (fields[field.name] ?? []).filter { $0.type == field.type }.map(\.jsonName)
    return (compared + declared).firstValue { ProposalPlace(field: $0).value(in: scenario.proposal) }
  }

  // MARK: Samples

  private func sample(_ type: ValueType, _ name: String) -> JSONValue? {
    SampleValues(program: program, moment: scenario.moment).json(of: type, name: name)
  }

  /// Returns another text of the same form: a number at its end is raised, otherwise `_2` is appended.
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
