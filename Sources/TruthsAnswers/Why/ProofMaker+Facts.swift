import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// What values of facts and lifecycles come from.
extension ProofMaker {
  func lookUp(_ node: Node, _ key: FactKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isOfElement(node) { return [] }
    let type = frame.program.facts[key.fact]
    let values = key.keys.map { frame.evaluator.value($0) }
    var unit: NumberUnit?
    if case .lookUp(_, let field) = node { unit = type.fields[field].type.unit }
    var made = valued(.lookUp, name, node, unit: unit, frame)
    made.key = self.key(type, values, frame.program)
    var behind = key.keys.flatMap { grounds(of: $0, frame) }
    let isAsked = !values.contains(where: \.isMissing)
    let store = frame.evaluator.store
    let record =
      values.isEmpty && type.key.isEmpty
      ? places(of: key.fact, store, frame.program).first.map { store.record(key.fact, at: $0) }
      : isAsked ? store.current(key.fact, identity: values) : nil
    if let record {
      behind.append(self.record(record, frame))
    } else if isAsked {
      behind.append(absent(type.name, made.key))
    }
    made.because = behind.uniqued()
    return [add(made)]
  }

  private func key(_ type: FactType, _ values: [Value], _ program: Program) -> JSONObject {
    JSONObject(
      zip(type.key, values).map { place, value in
        JSONObject.Member(name: Text(type.fields[place].jsonName), value: shown(value, program))
      })
  }

  private func absent(_ name: String, _ key: JSONObject?) -> Int {
    var node = ProofNode(.absent, name)
    node.key = key
    return add(node)
  }

  /// A fact of the store: of an entry, or of a view.
  func record(_ record: FactRecord, _ frame: ProofFrame) -> Int {
    guard frame.program.facts[record.type].isDerived else { return fact(record.entry.sequence, named: nil, frame) }
    var node = ProofNode(.view, frame.program.facts[record.type].name)
    node.value = .object(frame.program.payload(type: record.type, fields: record.fields))
    let id = add(node)
    if frame.depth < Self.deepest, let behind = ViewProof(self, frame).grounds(of: record) {
      lead(behind, to: id)
    } else {
      change(id) { $0.isCut = true }
      lead([absent("what it follows from", nil)], to: id)
    }
    return id
  }

  func state(_ node: Node, _ key: LifecycleKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isOfElement(node) { return [] }
    let lifecycle = frame.program.lifecycles[key.lifecycle]
    let values = key.keys.map { frame.evaluator.value($0) }
    var made = valued(.state, name, node, frame)
    made.key = JSONObject(
      zip(lifecycle.key, values).map { field, value in
        JSONObject.Member(name: Text(field.jsonName), value: shown(value, frame.program))
      })
    made.because = key.keys.flatMap { grounds(of: $0, frame) }
    if !values.contains(where: \.isMissing), let state = frame.evaluator.store.state(key.lifecycle, of: values) {
      made.because.append(entered(key.lifecycle, state, frame))
    }
    made.because = made.because.uniqued()
    return [add(made)]
  }

  /// The fact by which an instance entered its state.
  func entered(_ lifecycle: Int, _ state: InstanceState, _ frame: ProofFrame) -> Int {
    let history = frame.program.lifecycles[lifecycle].history
    let found = frame.evaluator.store.current(history, identity: state.key + [.number(Decimal(state.step))])
    return found.map { record($0, frame) } ?? absent(frame.program.facts[history].name, nil)
  }
}
