import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Fills the table of lifecycles, and adds the types of each: the enum of its states, the record of an instance, and the
/// history type `<name>.entered` (declarations §12). Runs after all declared fields are resolved.
struct LifecyclePass: CheckPass {
  let session: CheckSession

  func run() {
    if declared.lifecycles.isEmpty { return }
    let types = FieldTypes(program)
    for (index, lifecycle) in declared.lifecycles.enumerated() {
      checkLifecycleName(lifecycle.name)
      var key = keyFields(of: lifecycle, types)
      let states = StateTable(lifecycle.body)
      let jsonNames = jsonNames(of: lifecycle, states, &key)
      program.enums.append(
        EnumType(
          name: "\(lifecycle.name.text).state", pack: lifecycle.pack, values: states.names,
          jsonNames: jsonNames, isOrdered: false, span: lifecycle.keySpan))
      let stateType = program.enums.count - 1
      note(statesOf: lifecycle.body, in: stateType, states)
      let state = Field(
        name: "state", type: .enumeration(stateType), isOptional: false, initial: nil, span: lifecycle.body.initial.span)
      program.records.append(
        RecordType(name: lifecycle.name.text, pack: lifecycle.pack, fields: key + [state], span: lifecycle.keySpan))
      let step = Field(
        name: "step", type: .integer(unit: nil), isOptional: false, initial: nil, span: lifecycle.body.initial.span)
      program.facts.append(
        FactType(
          name: lifecycle.historyName, pack: lifecycle.pack, key: Array(key.indices) + [key.count + 1],
          fields: key + [state, step], arrival: lifecycle.body.external.map { Arrival($0) }, isImmutable: true, isDerived: false,
          isBuiltIn: false, lifecycle: index, span: lifecycle.keySpan))
      let findings = states.findings(of: lifecycle) { session.candidates($0) }
      if !findings.isEmpty { usage.faultyLifecycles.insert(index) }
      if lifecycle.isWhole { report(findings) }
      program.lifecycles.append(
        LifecycleType(
          name: lifecycle.name.text, pack: lifecycle.pack, key: key, states: stateType, history: program.facts.count - 1,
          instance: program.records.count - 1, transitions: states.transitions, terminal: states.terminal,
          isExternal: lifecycle.body.isExternal, span: lifecycle.keySpan))
    }
  }

  /// Returns the names that the states have in JSON, and sets the JSON names of the fields of the key.
  ///
  /// `start` always keeps its own name, because nothing enters it and no data contains it. If a word names both a state and a
  /// field of the key, it means the state.
  private func jsonNames(
    of lifecycle: Declared<LifecycleDeclaration>, _ states: StateTable, _ key: inout [Field]
  ) -> [Text]? {
    let stateNames = states.names.dropFirst().map(\.string)
    let pass = JSONNamePass(session: session)
    // The histories of lifecycles follow the declared facts.
    let history = Symbol.FieldOwner.fact(program.facts.count)
    let entries = lifecycle.body.jsonNames.filter { entry in
      guard states.ordinal(of: entry.value) == nil, let place = key.firstIndex(where: { $0.name == entry.value.text }) else {
        return true
      }
      session.note(.field(history, place), at: entry.value.span)
      pass.rename(&key, at: place, entry, of: lifecycle.name.text, besides: ["state", "step"])
      return false
    }
    return pass.names(
      of: states.names, owner: lifecycle.name.text, unnamed: LifecycleType.start, entries, in: program.enums.count
    ) { name in
      guard lifecycle.isWhole else { return }
      report(
        UnknownState.finding(name, lifecycle: lifecycle.name.text, states: stateNames, among: session.candidates(stateNames)))
    }
  }

  /// Records the uses of states in a lifecycle; the first use of a state declares it.
  private func note(statesOf lifecycle: LifecycleDeclaration, in type: Int, _ states: StateTable) {
    var seen: Set<Int> = []
    for name in [lifecycle.initial] + lifecycle.transitions.flatMap(\.states) + lifecycle.terminal {
      guard let ordinal = states.ordinal(of: name) else { continue }
      let isFirst = ordinal != LifecycleType.start && seen.insert(ordinal).inserted
      session.note(.value(enumeration: type, ordinal: ordinal), at: name.span, isFirst ? .declaration : .use)
    }
  }

  /// Checks a lifecycle's name. It begins the name of a fact type, the history, so it must be neither a pack's name nor `fact`.
  private func checkLifecycleName(_ name: Name) {
    if name.text == NameRules.factPrefix {
      report(ReservedName.prefix(name))
    } else if names.isPack(name.text) {
      report(ReservedName.startsWithPack(name, pack: name.text))
    } else {
      NameRules(session: session).checkName(name)
    }
  }

  /// Returns the fields of the key; each has the one type that the pack gives to fields of its name.
  private func keyFields(of lifecycle: Declared<LifecycleDeclaration>, _ types: FieldTypes) -> [Field] {
    var seen: [String: Span] = [:]
    return lifecycle.body.key.compactMap { name in
      if let first = seen[name.text] {
        report(DuplicateName.member(name, kind: "key field", of: lifecycle.name.text, first: first))
        return nil
      }
      seen[name.text] = name.span
      if NameRules(session: session).checkFactField(name) { return nil }
      if name.text == "state" || name.text == "step" {
        report(LifecycleKeyFault.reserved(name))
        return nil
      }
      let declared = types.types(of: name.text, in: lifecycle.pack)
      if declared.count > 1 {
        let listed = declared.map { program.name(of: $0.type, from: lifecycle.pack) }
        report(LifecycleKeyFault.severalTypes(name, pack: lifecycle.pack, types: listed, places: declared.map(\.span)))
      } else if declared.isEmpty, lifecycle.isWhole {
        report(LifecycleKeyFault.noType(name, pack: lifecycle.pack, among: candidates(types.names(in: lifecycle.pack))))
      }
      return Field(
        name: name.text, type: declared.count == 1 ? declared[0].type : .unknown, isOptional: false, initial: nil, span: name.span
      )
    }
  }
}

extension Declared<LifecycleDeclaration> {
  /// Name of the history type, such as `invoice.entered`.
  var historyName: String { "\(name.text).entered" }
}

/// The types of all fields with the same name in one pack, over its facts, intents and records.
private struct FieldTypes {
  private var known: [QualifiedKey: [(type: ValueType, span: Span)]] = [:]

  init(_ program: Program) {
    for fact in program.facts { add(fact.fields, fact.pack) }
    for intent in program.intents { add(intent.fields, intent.pack) }
    for record in program.records { add(record.fields, record.pack) }
  }

  private mutating func add(_ fields: [Field], _ pack: String) {
    for field in fields {
      let key = QualifiedKey(pack: pack, name: field.name)
      if known[key]?.contains(where: { $0.type == field.type }) ?? false { continue }
      known[key, default: []].append((field.type, field.span))
    }
  }

  func types(of name: String, in pack: String) -> [(type: ValueType, span: Span)] {
    known[QualifiedKey(pack: pack, name: name)] ?? []
  }

  func names(in pack: String) -> [String] { known.keys.filter { $0.pack == pack }.map(\.name).sorted() }
}

/// States of a lifecycle in the order in which it names them, `start` first, and the transitions between them.
struct StateTable {
  private(set) var names: [Text] = [Text("start")]
  private(set) var transitions: Set<LifecycleType.Transition> = []
  private(set) var terminal: Set<Int> = []
  private var ordinals: [String: Int] = ["start": LifecycleType.start]
  /// Uses of `any` or `start` where they have no meaning.
  private var misplaced: [Name] = []
  private var unknown: [Name] = []

  init(_ lifecycle: LifecycleDeclaration) {
    if lifecycle.initial.text == "any" || lifecycle.initial.text == "start" { misplaced.append(lifecycle.initial) }
    let initial = add(lifecycle.initial)
    for chain in lifecycle.transitions {
      for (place, state) in chain.states.enumerated() {
        if place > 0, state.text == "any" || state.text == "start" { misplaced.append(state) }
        if state.text != "any" { _ = add(state) }
      }
    }
    for state in lifecycle.terminal {
      if let ordinal = ordinals[state.text], ordinal != LifecycleType.start {
        terminal.insert(ordinal)
      } else {
        unknown.append(state)
      }
    }
    transitions.insert(LifecycleType.Transition(from: LifecycleType.start, to: initial))
    for chain in lifecycle.transitions {
      for (from, to) in zip(chain.states, chain.states.dropFirst()) {
        guard let target = ordinals[to.text], target != LifecycleType.start else { continue }
        for source in sources(from.text) { transitions.insert(LifecycleType.Transition(from: source, to: target)) }
      }
    }
  }

  /// Returns the states that a word stands for before `→`: `any` is every entered state that is not terminal.
  private func sources(_ word: String) -> [Int] {
    if word == "any" { return names.indices.filter { $0 != LifecycleType.start && !terminal.contains($0) } }
    return ordinals[word].map { [$0] } ?? []
  }

  /// Returns a state's index in ``names``.
  func ordinal(of state: Name) -> Int? { ordinals[state.text] }

  private mutating func add(_ name: Name) -> Int {
    if let known = ordinals[name.text] { return known }
    ordinals[name.text] = names.count
    names.append(Text(name.text))
    return names.count - 1
  }

  /// Reports misplaced and unknown states.
  ///
  /// - Parameter candidates: returns the names that are searched for the nearest one.
  func findings(of lifecycle: Declared<LifecycleDeclaration>, _ candidates: ([String]) -> [String]) -> [Diagnostic] {
    let states = names.dropFirst().map(\.string)
    return misplaced.map(MisplacedState.inLifecycle)
      + unknown.map { UnknownState.finding($0, lifecycle: lifecycle.name.text, states: states, among: candidates(states)) }
  }
}
