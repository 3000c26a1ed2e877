import TruthsText

/// Translates the expressions of one frame into the formulas of a world.
///
/// What is not understood becomes ``Formula/maybe``; so a formula read generously is true of everything that the clause is true
/// of, and read strictly only of what the clause is true of for certain.
final class Translator {
  let world: World
  let frame: Frame
  let effort: Effort
  private var letMeanings: [Int: Meaning] = [:]

  var program: Program { _read { yield world.program } }

  init(_ world: World, _ frame: Frame, _ effort: Effort) {
    self.world = world
    self.frame = frame
    self.effort = effort
  }

  /// Past so many parts a formula is not built.
  private static let sizeLimit = 3000
  /// Lists written down with more elements are not looked into.
  static let elementLimit = 1000

  /// A condition.
  func truth(_ node: Node) throws(Undecided) -> Truth {
    try effort.spend(1)
    let truth = try untested(node)
    if truth.holds.size + truth.fails.size > Self.sizeLimit { throw Undecided() }
    return truth
  }

  private func untested(_ node: Node) throws(Undecided) -> Truth {
    switch node {
    case .not(let inner): return try truth(inner).negated
    case .and(let left, let right): return try truth(left).and(truth(right))
    case .or(let left, let right): return try truth(left).or(truth(right))
    case .implies(let left, let right): return try truth(left).negated.or(truth(right))
    case .compare(let comparison, let left, let right): return try compare(comparison, meaning(left), meaning(right))
    case .isIn(let element, let list): return try membership(of: meaning(element), in: meaning(list))
    case .contains(let list, let element):
      let whole = try meaning(list)
      if case .elements = whole.kind { return try membership(of: meaning(element), in: whole) }
      return .maybe(where: .and(whole.isThere, try meaning(element).isThere))
    case .isEmpty(let inner): return try emptiness(of: meaning(inner))
    case .exists(let inner):
      let isThere = try meaning(inner).isThere
      return Truth(holds: isThere, fails: isThere.negated)
    case .present(let key): return try presence(key)
    case .lookUpExists(let key, let field): return try presence(key, field: field)
    default: return try meaning(node).truth
    }
  }

  /// A value.
  func meaning(_ node: Node) throws(Undecided) -> Meaning {
    try effort.spend(1)
    let meaning = try unmeasured(node)
    if meaning.isThere.size > Self.sizeLimit { throw Undecided() }
    return meaning
  }

  private func unmeasured(_ node: Node) throws(Undecided) -> Meaning {
    switch node {
    case .constant(let value): return try constant(value)
    case .slot(let slot): return try self.slot(slot)
    case .policy(let index):
      let policy = program.policies[index]
      return cell(world.cell(.policy(index), policy.type, mayBeMissing: policy.initial.isMissing))
    case .builtin(let builtin): return self.builtin(builtin)
    case .field(let base, let field): return try member(meaning(base), field)
    case .lookUp(let key, let field): return try lookUp(key, field)
    case .state(let key): return try state(key)
    case .table(_, let arguments):
      var isThere: [Formula] = []
      for argument in arguments { isThere.append(try meaning(argument).isThere) }
      return .opaque(where: .and(isThere))
    case .arithmetic(let operation, let left, let right): return try arithmetic(operation, meaning(left), meaning(right))
    case .negate(let inner):
      let operand = try meaning(inner)
      guard case .linear(let linear, let digits) = operand.kind else { return .opaque(where: operand.isThere) }
      return Meaning(.linear(try linear.scaled(by: Rational(-1)), digits), isThere: operand.isThere)
    case .call(let function, let arguments): return try call(function, arguments)
    case .list(let elements):
      var meanings: [Meaning] = []
      for element in elements { meanings.append(try meaning(element)) }
      return Meaning(.elements(meanings), isThere: .and(meanings.map(\.isThere)))
    case .entry, .text, .record, .quantified, .aggregate: return Meaning(.opaque, isThere: .maybe)
    case .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .isEmpty, .exists, .present, .lookUpExists:
      let truth = try node.isLike ? likeness(node) : self.truth(node)
      return Meaning(.boolean(truth), isThere: truth.isKnown)
    }
  }

  /// `like` and what else is only known to want its operands.
  private func likeness(_ node: Node) throws(Undecided) -> Truth {
    guard case .like(let text, let pattern) = node else { return .maybe(where: .yes) }
    return .maybe(where: .and(try meaning(text).isThere, try meaning(pattern).isThere))
  }

  // MARK: Names

  /// The meaning of a cell.
  func cell(_ index: Int) -> Meaning {
    let cell = world.cells[index]
    let kind: Meaning.Kind
    if let atom = cell.atom {
      let truth = Truth(holds: .and(cell.isThere, .atom(atom)), fails: .and(cell.isThere, .atom(atom, false)))
      kind = .boolean(truth)
    } else if let variable = cell.variable {
      let linear = Linear(variable: variable)
      switch cell.type {
      case .list: kind = .list(length: linear)
      case .decimal: kind = .linear(linear, .decimal)
      case .integer: kind = .linear(linear, .integer)
      default: kind = .linear(linear, .none)
      }
    } else {
      kind = .opaque
    }
    return Meaning(kind, isThere: cell.isThere, cell: index)
  }

  private func slot(_ slot: Int) throws(Undecided) -> Meaning {
    if slot >= 0, slot < frame.fields.count {
      let field = frame.fields[slot]
      return cell(world.cell(field.source, field.type, mayBeMissing: field.mayBeMissing))
    }
    if let known = letMeanings[slot] { return known }
    guard let binding = frame.lets[slot] else { return Meaning(.opaque, isThere: .maybe) }
    var meaning = try self.meaning(binding.node)
    meaning.isThere = .and(meaning.isThere, try mayLeave(meaning))
    letMeanings[slot] = meaning
    return meaning
  }

  /// That the numbers of a value are within the limits of what leaves an expression; what comes from outside and what is written
  /// down is. Lists of lists of other `let`s are small as they are written, and large when they are gone through.
  private func mayLeave(_ meaning: Meaning) throws(Undecided) -> Formula {
    try effort.spend(1)
    switch meaning.kind {
    case .linear(let linear, let digits):
      let isGiven = meaning.cell != nil || meaning.constant != nil || digits == .none
      return isGiven ? .yes : .literal(.fits(linear, true))
    case .elements(let elements):
      var parts: [Formula] = []
      for element in elements { parts.append(try mayLeave(element)) }
      return .and(parts)
    case .boolean, .list, .opaque: return .yes
    }
  }

  private func builtin(_ builtin: Builtin) -> Meaning {
    switch builtin {
    case .now: cell(world.cell(.builtin(builtin), builtin.type, mayBeMissing: false))
    case .actorType, .actorUserID, .proposalPack, .proposalTruthID, .proposalConfidence, .proposalConsent,
      .proposalOnBehalfOf:
      cell(world.cell(.builtin(builtin), builtin.type, mayBeMissing: true))
    case .actorRoles, .proposalRequiresConsent, .proposalOverrideReason: Meaning(.opaque, isThere: .maybe)
    }
  }

  /// A field of a record.
  private func member(_ base: Meaning, _ field: Int) throws(Undecided) -> Meaning {
    guard let index = base.cell, case .record(let type) = world.cells[index].type, !world.unread.contains(.record(type)) else {
      return .opaque(where: base.isThere)
    }
    let declared = program.records[type].fields[field]
    let mayBeMissing = declared.isOptional && declared.initial == nil
    return cell(
      world.cell(.member(index, field: field), declared.type, surroundings: base.isThere, mayBeMissing: mayBeMissing))
  }

  // MARK: Facts

  /// The place that a key means, with what must be there for it to be known; no place where a key is not understood.
  private func spot(_ key: FactKey) throws(Undecided) -> (spot: Int?, isKnown: Formula) {
    let (parts, isKnown) = try keyParts(key.keys)
    guard let parts, !world.unread.contains(.fact(key.fact)) else { return (nil, isKnown) }
    return (world.spot(Spot(fact: key.fact, keys: parts)), isKnown)
  }

  /// The state of an instance; there whenever its key is.
  private func state(_ key: LifecycleKey) throws(Undecided) -> Meaning {
    let (parts, isKnown) = try keyParts(key.keys)
    guard let parts else { return .opaque(where: isKnown) }
    let berth = world.berth(Berth(lifecycle: key.lifecycle, keys: parts))
    let type = ValueType.enumeration(program.lifecycles[key.lifecycle].states)
    return cell(world.cell(.state(berth), type, surroundings: isKnown, mayBeMissing: false))
  }

  private func keyParts(_ keys: [Node]) throws(Undecided) -> (parts: [Spot.KeyPart]?, isKnown: Formula) {
    var parts: [Spot.KeyPart] = []
    var isKnown: [Formula] = []
    for node in keys {
      let meaning = try self.meaning(node)
      isKnown.append(meaning.isThere)
      if let cell = meaning.cell {
        parts.append(.cell(cell))
      } else if let value = meaning.constant {
        parts.append(.constant(value))
      }
    }
    return (parts.count == keys.count ? parts : nil, .and(isKnown))
  }

  private func presence(_ key: FactKey) throws(Undecided) -> Truth {
    let (spot, isKnown) = try spot(key)
    guard let spot else { return .maybe(where: isKnown) }
    let atom = world.spotAtoms[spot]
    return Truth(holds: .and(isKnown, .atom(atom)), fails: .and(isKnown, .atom(atom, false)))
  }

  private func presence(_ key: FactKey, field: Int) throws(Undecided) -> Truth {
    let isKnown = try spot(key).isKnown
    let isThere = try lookUp(key, field).isThere
    return Truth(holds: .and(isKnown, isThere), fails: .and(isKnown, isThere.negated))
  }

  /// `F.field`; a key's field is the key itself.
  private func lookUp(_ key: FactKey, _ field: Int) throws(Undecided) -> Meaning {
    let (spot, isKnown) = try spot(key)
    guard let spot else { return .opaque(where: isKnown) }
    let fact = program.facts[key.fact]
    let surroundings = Formula.and(isKnown, .atom(world.spotAtoms[spot]))
    if let place = fact.key.firstIndex(of: field) {
      var part = try meaning(key.keys[place])
      part.isThere = .and(part.isThere, surroundings)
      part.cell = nil
      part.constant = nil
      return part
    }
    let declared = fact.fields[field]
    return cell(
      world.cell(.fact(spot, field: field), declared.type, surroundings: surroundings, mayBeMissing: declared.isOptional))
  }
}

extension Node {
  fileprivate var isLike: Bool {
    if case .like = self { return true }
    return false
  }
}
