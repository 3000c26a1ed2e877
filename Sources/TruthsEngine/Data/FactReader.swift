package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// Reads the payload of a fact, `{"type": "period.closed", …}`, against the vocabulary.
package struct FactReader: Sendable {
  package let program: Program
  private let types: [String: Int]

  package init(program: Program) {
    self.program = program
    types = Dictionary(first: program.facts.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// Returns the index of a fact type by its name.
  package func type(named name: String) -> Int? { types[name.hasPrefix("fact.") ? String(name.dropFirst(5)) : name] }

  /// Returns the type and field values of a payload, or its faults.
  ///
  /// - Parameter names: the meter for the search of near names, shared where several facts are read.
  /// - Complexity: O(size of the payload).
  package func read(_ payload: LocatedJSON, names: WorkMeter? = nil) -> Result<TypedFact, DataFaults> {
    guard let members = payload.members else {
      return .failure([DataFault("a fact is an object with a `type`", at: payload.span)])
    }
    guard let typeMember = payload.member("type"), let name = typeMember.value.stringValue else {
      let span = payload.member("type")?.value.span ?? payload.span.atStart
      return .failure([DataFault("a fact has a `type`, the name of a fact type", at: span)])
    }
    guard let index = type(named: name) else {
      // The name of a lifecycle means the facts of its history.
      let history = program.lifecycles.first { $0.name == name }.map { program.facts[$0.history].name }
      let nearest = history ?? (names ?? .ofNames()).nearestName(to: name, among: program.facts.map(\.name))
      return .failure([DataFault("unknown fact type `\(name)`", at: typeMember.value.span, nearest: nearest)])
    }
    let type = program.facts[index]
    if type.isDerived {
      return .failure([DataFault("`\(name)` is derived: it has no entries of its own", at: typeMember.value.span)])
    }
    var decoder = ValueDecoder(program: program, names: names)
    let values = decoder.fields(
      members.filter { $0.name != "type" }, as: type.fields, of: type.name, path: "", at: payload.span, requiresAll: true)
    guard decoder.faults.isEmpty else { return .failure(decoder.faults) }
    if let fault = startFault(values, of: type, payload) { return .failure([fault]) }
    return .success(TypedFact(type: index, fields: values))
  }

  /// Returns the fault where a history says that `start` was entered. Nothing enters `start`; instances begin there
  /// (declarations §12).
  private func startFault(_ values: [Value], of type: FactType, _ payload: LocatedJSON) -> DataFault? {
    guard type.lifecycle != nil, let place = type.fields.firstIndex(where: { $0.name == "state" }),
      case .enumeration(let state) = values[place], state.ordinal == LifecycleType.start
    else { return nil }
    return DataFault(
      "`state` is \"\(program.enums[state.type].jsonNames[state.ordinal])\", which nothing enters",
      at: payload.member("state")?.value.span ?? payload.span)
  }
}

/// A fact that matches the vocabulary, before it has an entry.
package struct TypedFact: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var type: Int
  /// The values, one for each field in declared order.
  package var fields: [Value]

  package init(type: Int, fields: [Value]) {
    self.type = type
    self.fields = fields
  }
}
