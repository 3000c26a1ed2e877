import TruthsText

extension WitnessBuilder {
  private struct Identity: Hashable {
    var fact: Int
    var keys: [Value]
  }

  /// The facts at the spots that the model fills. Two spots with equal keys are one: they cannot differ.
  mutating func facts() throws -> [Witness.Fact] {
    var absent: Set<Identity> = []
    var present: [Identity: Witness.Fact] = [:]
    var order: [Identity] = []
    for index in world.spots.indices where model.atoms[world.spotAtoms[index]] != nil {
      guard let keys = keys(world.spots[index].keys) else { continue }
      let identity = Identity(fact: world.spots[index].fact, keys: keys)
      guard model.isTrue(world.spotAtoms[index], in: world) else {
        absent.insert(identity)
        continue
      }
      let fact = try fact(at: index, keys)
      if let known = present[identity] {
        if known != fact { throw Impossible() }
      } else {
        present[identity] = fact
        order.append(identity)
      }
    }
    if present.keys.contains(where: absent.contains) { throw Impossible() }
    return order.compactMap { present[$0] }
  }

  /// The values of a key; `nil` where one of them is missing, so that nothing is read there.
  private func keys(_ parts: [Spot.KeyPart]) -> [Value]? {
    var keys: [Value] = []
    for part in parts {
      switch part {
      case .constant(let value): keys.append(value)
      case .cell(let cell):
        guard let value = values[cell], !value.isMissing else { return nil }
        keys.append(value)
      }
    }
    return keys
  }

  private mutating func fact(at spot: Int, _ keys: [Value]) throws -> Witness.Fact {
    let index = world.spots[spot].fact
    let type = program.facts[index]
    // What truths derive is never put into a context, and what a lifecycle enters follows from its states.
    if type.isDerived || type.lifecycle != nil { throw Impossible() }
    var fields: [Value] = []
    for (place, field) in type.fields.enumerated() {
      if let key = type.key.firstIndex(of: place) {
        fields.append(keys[key])
      } else if let value = cellValue(.fact(spot, field: place)) {
        fields.append(value)
      } else {
        fields.append(field.isOptional ? .missing(.absent) : try usual(field.type, name: field.name))
      }
    }
    return Witness.Fact(type: index, fields: fields)
  }

  // MARK: Histories

  /// The steps that bring instances of lifecycles into their states.
  func histories() throws -> [Witness.Fact] {
    var states: [Instance: Int] = [:]
    var order: [Instance] = []
    for index in world.berths.indices {
      guard case .enumeration(let state)? = cellValue(.state(index)), let keys = keys(world.berths[index].keys) else { continue }
      let instance = Instance(lifecycle: world.berths[index].lifecycle, keys: keys)
      if let known = states[instance] {
        if known != state.ordinal { throw Impossible() }
      } else {
        states[instance] = state.ordinal
        order.append(instance)
      }
    }
    var facts: [Witness.Fact] = []
    for instance in order {
      let lifecycle = program.lifecycles[instance.lifecycle]
      let names = program.enums[lifecycle.states].values
      guard let path = lifecycle.path(to: states[instance] ?? LifecycleType.start) else { throw Impossible() }
      for (step, ordinal) in path.enumerated() {
        let state = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal]))
        facts.append(
          Witness.Fact(type: lifecycle.history, fields: instance.keys + [state, .number(Decimal(step + 1))]))
      }
    }
    return facts
  }

  private struct Instance: Hashable {
    var lifecycle: Int
    var keys: [Value]
  }

  /// Truths on facts add what follows from the facts of a context; where the model wants something of that kind to be absent,
  /// only a context without facts is safe.
  func checkClosing(_ facts: [Witness.Fact]) throws {
    let derived = world.derived
    if facts.isEmpty || derived.isEmpty { return }
    let isTouched = world.spots.indices.contains { index in
      model.atoms[world.spotAtoms[index]] != nil && derived.contains(world.spots[index].fact)
    }
    let isMoved = facts.contains { derived.contains($0.type) }
    if isTouched || isMoved { throw Impossible() }
  }
}

extension LifecycleType {
  /// The states that an instance enters on its shortest way to a state; `nil` where none leads there.
  func path(to state: Int) -> [Int]? {
    if state == Self.start { return [] }
    var before: [Int: Int] = [:]
    var reached = [Self.start]
    var place = 0
    while place < reached.count {
      let from = reached[place]
      place += 1
      for next in transitions.filter({ $0.from == from }).map(\.to).sorted() where next != Self.start && before[next] == nil {
        before[next] = from
        reached.append(next)
      }
    }
    guard before[state] != nil else { return nil }
    var path = [state]
    while let previous = before[path[0]], previous != Self.start { path.insert(previous, at: 0) }
    return path
  }
}
