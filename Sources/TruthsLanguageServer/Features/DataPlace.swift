import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsText

/// The meaning of a place in a fixture, a proposal or a context, from the members around it.
enum DataPlace {
  /// A fixture, or a list of them.
  case fixture
  case context
  /// A proposal, with the index of its intent; `nil` if the intent is not known.
  case proposal(Int?)
  /// The fields of an intent.
  case payload(Int)
  case actor
  /// The actors of a background, by their names.
  case actors
  /// The name of a background.
  case background
  /// An entry of a ledger, or a fact with its type where it is known.
  case entry(Int?)
  /// A trace, a violation or an expectation.
  case outcome
  case policies
  case step
  case value(ValueType)
  case intent, factType, rule, pack, role, policy
  /// The documents of a fixture, by name.
  case documents
  case other
}

/// The place of a position in a fixture, a proposal or a context: the members and values that may be written there.
struct DataSite {
  let program: Program
  let outline: DataOutline
  private(set) var place: DataPlace
  /// The shapes that the value around the position may have, the likely ones first.
  private(set) var shapes: [JSONShape]

  init(_ cursor: CursorPlace) {
    program = cursor.project.program
    outline = DataOutline(cursor.file.bytes, at: cursor.offset)
    let fixture = [FixtureShape.file]
    switch cursor.project.trials.role(of: cursor.document.path) {
    case .proposal: (place, shapes) = (.proposal(nil), Self.shapes(of: "proposal", in: fixture, nil))
    case .context:
      place = .entry(nil)
      shapes = Self.elements(of: Self.shapes(of: "facts", in: Self.shapes(of: "context", in: fixture, nil), nil))
    case nil: (place, shapes) = (.fixture, fixture)
    }
    for frame in outline.frames { enter(frame) }
  }

  private mutating func enter(_ frame: DataOutline.Frame) {
    guard frame.isObject else {
      shapes = Self.elements(of: shapes)
      if case .value(.list(let element)) = place { place = .value(element) }
      return
    }
    place = seen(place, frame)
    guard let member = frame.member else { return }
    shapes = Self.shapes(of: member, in: shapes, frame)
    place = step(place, member, frame)
  }

  // MARK: Names

  /// Returns a place with more detail from the members of its object: the intent of a proposal, or the type of a fact.
  private func seen(_ place: DataPlace, _ frame: DataOutline.Frame) -> DataPlace {
    switch place {
    case .fixture where frame.members["action"] != nil: return seen(.proposal(nil), frame)
    case .proposal(nil):
      let action = frame.members["action"]
      return .proposal(action.flatMap { name in program.intents.firstIndex { $0.isProposed(by: name) } })
    case .entry(nil):
      guard frame.members["entry_type"] == nil else { return place }
      return .entry(frame.members["type"].flatMap { fact($0) })
    default: return place
    }
  }

  private func fact(_ name: String) -> Int? {
    program.facts.firstIndex { $0.name == name } ?? program.facts.firstIndex { name == "\($0.pack).\($0.name)" }
  }

  private func step(_ place: DataPlace, _ member: String, _ frame: DataOutline.Frame) -> DataPlace {
    switch place {
    case .fixture:
      switch member {
      case "packs": .pack
      case "policies": .policies
      case "context": .context
      case "background": .background
      case "actors": .actors
      case "proposal": .proposal(nil)
      case "scenario": .step
      case "expected": .outcome
      default: .other
      }
    case .context:
      switch member {
      case "facts": .entry(nil)
      case "documents": .documents
      default: .other
      }
    case .step: member == "propose" ? .proposal(nil) : member == "inject_fact" ? .entry(nil) : told(member)
    case .proposal(let intent): proposal(intent, member, frame)
    case .payload(let intent): value(of: member, in: program.intents[intent].fields)
    case .actor: member == "roles" ? .role : .other
    case .actors: .actor
    case .entry(let type): entry(type, member, frame)
    case .outcome: told(member)
    case .policies:
      program.policies.first { $0.name == member || $0.qualifiedName == member }.map { policy -> DataPlace in
        ConvergePack.rolePolicies.contains(policy.name) ? .role : .value(policy.type)
      } ?? .other
    case .value(.record(let index)) where program.records.indices.contains(index):
      value(of: member, in: program.records[index].fields)
    case .value(.map(let element)): .value(element)
    default: .other
    }
  }

  private func value(of member: String, in fields: [Field]) -> DataPlace {
    fields.first { $0.jsonName == member }.map { .value($0.type) } ?? .other
  }

  private func proposal(_ intent: Int?, _ member: String, _ frame: DataOutline.Frame) -> DataPlace {
    switch member {
    case "action": return .intent
    case "payload": return intent.map { .payload($0) } ?? .proposal(nil)
    case "proposal": return .proposal(nil)
    default: break
    }
    if let intent, frame.members["payload"] == nil,
      let field = program.intents[intent].fields.first(where: { $0.jsonName == member })
    {
      return .value(field.type)
    }
    switch member {
    case "truth_id": return .rule
    case "pack": return .pack
    case "actor": return .actor
    case "override": return .outcome
    default: return .other
    }
  }

  private func entry(_ type: Int?, _ member: String, _ frame: DataOutline.Frame) -> DataPlace {
    if let kind = frame.members["entry_type"] {
      switch (member, kind) {
      case ("actor", _): return .actor
      case ("truth_id", _): return .rule
      case ("payload", "proposal"): return .proposal(nil)
      case ("payload", "fact"), ("payload", "correction"): return .entry(nil)
      case ("payload", _): return .outcome
      default: return .other
      }
    }
    if member == "type" { return .factType }
    guard let type else { return .other }
    let fact = program.facts[type]
    if fact.name == ConvergePack.policySet, member == "policy" { return .policy }
    if fact.name == ConvergePack.policySet, member == "value", let name = frame.members["policy"] {
      return step(.policies, name, frame)
    }
    guard fact.isBuiltIn, let field = fact.fields.first(where: { $0.jsonName == member }),
      let named = NamedInText(field: field.name, of: fact.name)
    else { return value(of: member, in: fact.fields) }
    return switch named {
    case .intent: .intent
    case .rule: .rule
    case .role: .role
    case .policy: .policy
    }
  }

  private func told(_ member: String) -> DataPlace {
    switch member {
    case "action": .intent
    case "truth_id", "truth": .rule
    case "facts", "no_facts", "provisional": .entry(nil)
    case "packs": .pack
    case "actor": .actor
    case "roles": .role
    case "proposal": .proposal(nil)
    case "values": .other
    default: .outcome
    }
  }

  /// The fields that the object around the position may have, with their owner.
  var fields: (owner: Symbol.FieldOwner, fields: [Field])? {
    switch place {
    case .proposal(let intent?), .payload(let intent): (.intent(intent), program.intents[intent].fields)
    case .entry(let type?): (.fact(type), program.facts[type].fields)
    case .value(.record(let index)) where program.records.indices.contains(index): (.record(index), program.records[index].fields)
    default: nil
    }
  }

  // MARK: Shapes

  /// The members of the form, with their meaning.
  var members: [JSONMember] { shapes.flatMap { Self.members(of: $0, outline.frames.last) }.uniqued(on: \.name) }

  /// The words of the form.
  var words: [String] { shapes.flatMap { Self.words(of: $0) }.uniqued() }

  private static func members(of shape: JSONShape, _ frame: DataOutline.Frame?) -> [JSONMember] {
    switch shape {
    case .object(let object): object.members
    case .either(let shapes): shapes.flatMap { members(of: $0, frame) }
    case .named(_, let shape): members(of: shape(), frame)
    case .choice: branches(of: shape, frame).flatMap { members(of: $0, frame) }
    default: []
    }
  }

  /// Returns the branch of a choice that an object takes. Both branches are returned if the object does not meet the condition
  /// yet.
  private static func branches(of shape: JSONShape, _ frame: DataOutline.Frame?) -> [JSONShape] {
    guard case .choice(let condition, let then, let otherwise) = shape else { return [shape] }
    if case .list = condition { return frame.map { $0.isObject ? [otherwise] : [then] } ?? [then, otherwise] }
    if case .text = condition { return frame == nil ? [then, otherwise] : [otherwise] }
    guard case .object(let object) = condition, let frame else { return [otherwise, then] }
    let isMet = object.members.allSatisfy { member in
      guard let text = frame.members[member.name] else { return false }
      switch member.shape {
      case .words(let words): return words.contains(text)
      // The members of a member are not looked into.
      case .object(let inner): return inner.members.isEmpty
      default: return true
      }
    }
    return isMet ? [then] : [otherwise, then]
  }

  private static func words(of shape: JSONShape) -> [String] {
    switch shape {
    case .words(let words): words
    case .either(let shapes): shapes.flatMap { words(of: $0) }
    case .named(_, let shape): words(of: shape())
    case .choice(_, let then, let otherwise): words(of: then) + words(of: otherwise)
    default: []
    }
  }

  private static func shapes(of member: String, in shapes: [JSONShape], _ frame: DataOutline.Frame?) -> [JSONShape] {
    shapes.flatMap { shape -> [JSONShape] in
      switch shape {
      case .object(let object):
        return [object.members.first { $0.name == member }?.shape ?? object.others].compactMap(\.self)
      case .either(let shapes): return self.shapes(of: member, in: shapes, frame)
      case .named(_, let shape): return self.shapes(of: member, in: [shape()], frame)
      case .choice: return self.shapes(of: member, in: branches(of: shape, frame), frame)
      default: return []
      }
    }
  }

  private static func elements(of shapes: [JSONShape]) -> [JSONShape] {
    shapes.flatMap { shape -> [JSONShape] in
      switch shape {
      case .list(let element, _): return [element]
      case .either(let shapes): return elements(of: shapes)
      case .named(_, let shape): return elements(of: [shape()])
      case .choice(_, let then, let otherwise): return elements(of: [then, otherwise])
      default: return []
      }
    }
  }
}
