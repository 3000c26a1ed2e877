import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The values that a client can ask for at the present step, by number. A new step begins a new list.
struct ValueHandles {
  enum Content {
    case values([RecordedValue])
    case children(JSONValue, DisplayType?)
  }

  /// Maximum number of values that can be opened at one step. Further values are shown, but cannot be opened.
  private static let most = 100_000
  private var contents: [Content] = []

  /// Returns a number for contents, from 1; 0 where there are too many.
  mutating func number(for content: Content) -> Int {
    guard contents.count < Self.most else { return 0 }
    contents.append(content)
    return contents.count
  }

  subscript(number: Int) -> Content? { number > 0 && number <= contents.count ? contents[number - 1] : nil }
}

extension DebugSession {
  /// Maximum number of values in one answer.
  private static let mostValues = 1_000

  /// Returns the scopes of a step that have values.
  func scopes(at step: Int) -> [JSONObject] {
    let recorded = steps[step]
    let (program, procedure) = (recording.program, recording.procedure)
    let frame = recorded.frame.map { recording.frames[$0] }
    let store = recording.store(frame?.facts ?? .before)
    func shown(_ values: [NamedValue]) -> [RecordedValue] { values.map { recording.shown($0) } }
    let fields = recording.proposal.map { proposal in
      program.intents[proposal.intent].fields.map {
        procedure.shown($0.name, proposal.value(of: $0.name, in: program), unit: $0.type.innermost.unit)
      }
    }
    let policies = program.policies.indices.filter { program.policies[$0].pack == frame?.pack }.map {
      procedure.shown(program.policies[$0].name, store.policies[$0], unit: program.policies[$0].type.innermost.unit)
    }
    let actor = Builtin.nameable.filter { !recording.environment[$0].isMissing }.map {
      procedure.shown($0.rawValue, recording.environment[$0])
    }
    let scopes: [(name: String, values: [RecordedValue], hint: String?)] = [
      ("Step", recorded.terms, "locals"), ("Loop variables", shown(recording.variables(at: step)), nil),
      ("Lets", shown(recording.lets(at: step)), nil),
      (frame?.isCall == true ? "Arguments" : "Facts that fired", shown(frame?.inputs ?? []), "arguments"),
      ("Proposal", fields ?? [], nil), ("Facts read", factsRead(at: step, frame), nil),
      ("Facts produced", Array(recording.facts.prefix(recorded.factCount)), nil), ("Policies", policies, nil),
      ("Actor and time", actor, nil),
    ]
    return scopes.filter { !$0.values.isEmpty }.map { scope in
      var object: JSONObject = [
        "name": .text(scope.name), "variablesReference": .int(handles.number(for: .values(scope.values))),
        "namedVariables": .int(scope.values.count), "expensive": .boolean(false),
      ]
      if let hint = scope.hint { object["presentationHint"] = .text(hint) }
      return object
    }
  }

  /// Returns the facts of the types that a step reads, a list for each type.
  private func factsRead(at step: Int, _ frame: RecordedFrame?) -> [RecordedValue] {
    let (program, engine) = (recording.program, recording.procedure.engine)
    let reads = steps[step].reads.sorted()
    guard !reads.isEmpty else { return [] }
    var store = recording.store(frame?.facts ?? .before)
    if reads.contains(where: { program.facts[$0].isDerived }) {
      // The node reads the types, so that their views are part of the store.
      let nodes = reads.map { Node.present(FactKey(fact: $0, keys: [], keyLabels: [])) }
      store = engine.reader(of: nodes, on: store, recording.environment, frameSize: 1, now: recording.now).store
    }
    return reads.map { type in
      let places = store.orderedPlaces(type, in: program).prefix(Self.mostValues)
      let values = places.map { recording.procedure.shown("", .fact(store.record(type, at: $0))) }
      return RecordedValue(
        name: program.facts[type].name, value: .array(values.map(\.value)), type: .list(values.map(\.type)))
    }
  }

  /// Returns the values behind a number.
  func variables(of reference: Int, from start: Int, count: Int) throws(DebugFault) -> [JSONObject] {
    guard let content = handles[reference] else { throw DebugFault("there are no values \(reference) at this step") }
    let values: [RecordedValue]
    switch content {
    case .values(let named): values = named
    case .children(.object(let object), let type):
      values = object.members.map { RecordedValue(name: $0.name.string, value: $0.value, type: type?.member($0.name.string)) }
    case .children(.array(let elements), let type):
      values = elements.enumerated().map {
        RecordedValue(name: "\($0.offset + 1)", value: $0.element, type: type?.element($0.offset))
      }
    case .children: values = []
    }
    let wanted = count > 0 ? min(count, Self.mostValues) : Self.mostValues
    return values.dropFirst(max(0, start)).prefix(wanted).map { shown($0, as: "value", named: $0.name) }
  }

  /// Returns a value as a variable or the result of an expression; lists and objects can be opened.
  func shown(_ value: RecordedValue, as member: String, named name: String?) -> JSONObject {
    var object: JSONObject = name.map { ["name": .text($0)] } ?? [:]
    object[member] = .text(value.text)
    var reference = 0
    switch value.value {
    case .object(let members) where !members.members.isEmpty:
      reference = handles.number(for: .children(value.value, value.type))
      object["namedVariables"] = .int(members.members.count)
    case .array(let elements) where !elements.isEmpty:
      reference = handles.number(for: .children(value.value, value.type))
      object["indexedVariables"] = .int(elements.count)
    default: break
    }
    object["variablesReference"] = .int(reference)
    return object
  }
}
