import TruthsProgram
import TruthsText

/// Translates the expressions of one frame into formulas.
///
/// Expressions that the solver does not model become ``Formula/maybe``. So a formula over-approximates the clause when read
/// generously, and under-approximates it when read strictly.
final class Translator {
  let encoding: EncodingContext
  let scope: EncodingScope
  let fuel: Fuel
  private var letValues: [Int: AbstractValue] = [:]

  var program: Program { _read { yield encoding.program } }

  init(_ encoding: EncodingContext, _ scope: EncodingScope, _ fuel: Fuel) {
    self.encoding = encoding
    self.scope = scope
    self.fuel = fuel
  }

  /// Limit of the parts of a formula; a larger one is not built.
  private static let sizeLimit = 3000
  /// Limit of the elements of a list literal that is modelled element by element.
  static let elementLimit = 1000

  func truth(_ node: Node) throws(OutOfFuel) -> Truth {
    try fuel.spend(1)
    let truth = try untested(node)
    if truth.holds.size + truth.fails.size > Self.sizeLimit { throw OutOfFuel() }
    return truth
  }

  private func untested(_ node: Node) throws(OutOfFuel) -> Truth {
    switch node {
    case .not(let inner): return try truth(inner).negated
    case .and: return try .all(node.conjunction.map { (part) throws(OutOfFuel) in try truth(part) })
    case .or(let left, let right): return try truth(left).or(truth(right))
    case .implies(let left, let right): return try truth(left).negated.or(truth(right))
    case .compare(let comparison, let left, let right): return try compare(comparison, abstractValue(left), abstractValue(right))
    case .isIn(let element, let list): return try membership(of: abstractValue(element), in: abstractValue(list))
    case .contains(let list, let element):
      let whole = try abstractValue(list)
      if case .elements = whole.kind { return try membership(of: abstractValue(element), in: whole) }
      return .maybe(where: .and(whole.isThere, try abstractValue(element).isThere))
    case .isEmpty(let inner): return try emptiness(of: abstractValue(inner))
    case .exists(let inner):
      let isThere = try abstractValue(inner).isThere
      return Truth(holds: isThere, fails: isThere.negated)
    case .present(let key): return try presence(key)
    case .lookUpExists(let key, let field): return try presence(key, field: field)
    case .conditional(let condition, let consequence, let alternative):
      return try chosen(truth(condition), branchTruth(consequence), branchTruth(alternative))
    default: return try abstractValue(node).truth
    }
  }

  func abstractValue(_ node: Node) throws(OutOfFuel) -> AbstractValue {
    try fuel.spend(1)
    let abstractValue = try unmeasured(node)
    if abstractValue.isThere.size > Self.sizeLimit { throw OutOfFuel() }
    return abstractValue
  }

  private func unmeasured(_ node: Node) throws(OutOfFuel) -> AbstractValue {
    switch node {
    case .constant(let value): return try constant(value)
    case .slot(let slot): return try self.slot(slot)
    case .policy(let index):
      if let value = scope.policies[index] { return try constant(value) }
      let policy = program.policies[index]
      return inputTerm(encoding.inputTerm(.policy(index), policy.type, mayBeMissing: policy.initial.isMissing))
    case .builtin(let builtin): return self.builtin(builtin)
    case .field(let base, let field): return try member(abstractValue(base), field)
    case .lookUp(let key, let field): return try lookUp(key, field)
    case .amount(let amount, _): return try self.amount(abstractValue(amount), node.currency)
    case .state(let key): return try state(key)
    // A row may give a value without an argument.
    case .table: return .opaque(where: .maybe)
    case .conditional(let condition, let consequence, let alternative):
      return try conditional(node, condition, consequence, alternative)
    case .coalesce(let nodes): return try first(of: nodes)
    case .arithmetic(let operation, let left, let right):
      return try arithmetic(operation, abstractValue(left), abstractValue(right))
    case .negate(let inner):
      let operand = try abstractValue(inner)
      guard case .linear(let linear, let digits) = operand.kind else { return .opaque(where: operand.isThere) }
      var negated = AbstractValue(.linear(try linear.scaled(by: Rational(-1)), digits), isThere: operand.isThere)
      negated.currency = operand.currency
      return negated
    case .call(let function, let arguments): return try call(function, arguments)
    case .list(let elements):
      var abstractValues: [AbstractValue] = []
      for element in elements { abstractValues.append(try abstractValue(element)) }
      return AbstractValue(.elements(abstractValues), isThere: .and(abstractValues.map(\.isThere)))
    case .entry, .text, .record, .made, .quantified, .aggregate, .old: return AbstractValue(.opaque, isThere: .maybe)
    case .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .matches, .isEmpty, .exists, .present, .lookUpExists:
      let truth = try node.isLike ? likeness(node) : self.truth(node)
      return AbstractValue(.boolean(truth), isThere: truth.isKnown)
    }
  }

  // MARK: Alternatives

  /// Returns the truth of the branch that a condition chooses.
  private func chosen(_ condition: Truth, _ consequence: Truth, _ alternative: Truth) -> Truth {
    Truth(
      holds: .or([.and(condition.holds, consequence.holds), .and(condition.fails, alternative.holds)]),
      fails: .or([.and(condition.holds, consequence.fails), .and(condition.fails, alternative.fails)]))
  }

  /// Translates a branch; the word `missing` is neither true nor false.
  private func branchTruth(_ branch: Node) throws(OutOfFuel) -> Truth {
    branch == .takenAway ? Truth(holds: .no, fails: .no) : try truth(branch)
  }

  private func conditional(
    _ node: Node, _ condition: Node, _ consequence: Node, _ alternative: Node
  ) throws(OutOfFuel) -> AbstractValue {
    let branches = [consequence, alternative].filter { $0 != .takenAway }
    var meanings: [AbstractValue] = []
    for branch in branches { meanings.append(try abstractValue(branch)) }
    if meanings.contains(where: { if case .boolean = $0.kind { true } else { false } }) {
      let truth = try truth(node)
      return AbstractValue(.boolean(truth), isThere: truth.isKnown)
    }
    let choice = try truth(condition)
    let first = consequence == .takenAway ? Formula.no : meanings.first?.isThere ?? .no
    let second = alternative == .takenAway ? Formula.no : meanings.last?.isThere ?? .no
    return .opaque(where: .or([.and(choice.holds, first), .and(choice.fails, second)]))
  }

  private func first(of nodes: [Node]) throws(OutOfFuel) -> AbstractValue {
    var isThere: [Formula] = []
    var truth: Truth?
    for node in nodes.reversed() {
      let meaning = try abstractValue(node)
      isThere.append(meaning.isThere)
      guard case .boolean(let own) = meaning.kind else { continue }
      let rest = truth ?? Truth(holds: .no, fails: .no)
      let isUnknown = own.isKnown.negated
      truth = Truth(
        holds: .or([own.holds, .and(isUnknown, rest.holds)]), fails: .or([own.fails, .and(isUnknown, rest.fails)]))
    }
    if let truth { return AbstractValue(.boolean(truth), isThere: truth.isKnown) }
    return .opaque(where: .or(isThere))
  }

  /// Translates `like` and other operators that are modelled only by the presence of their operands.
  private func likeness(_ node: Node) throws(OutOfFuel) -> Truth {
    if case .matches(let text, _, _) = node { return .maybe(where: try abstractValue(text).isThere) }
    guard case .like(let text, let pattern) = node else { return .maybe(where: .yes) }
    return .maybe(where: .and(try abstractValue(text).isThere, try abstractValue(pattern).isThere))
  }

  // MARK: Names

  func inputTerm(_ index: Int) -> AbstractValue {
    let inputTerm = encoding.inputTerms[index]
    let kind: AbstractValue.Kind
    if let atom = inputTerm.atom {
      let truth = Truth(holds: .and(inputTerm.isThere, .atom(atom)), fails: .and(inputTerm.isThere, .atom(atom, false)))
      kind = .boolean(truth)
    } else if let variable = inputTerm.variable {
      let linear = Linear(variable: variable)
      switch inputTerm.type {
      case .list: kind = .list(length: linear)
      case .decimal: kind = .linear(linear, .decimal)
      case .integer: kind = .linear(linear, .integer)
      default: kind = .linear(linear, .none)
      }
    } else {
      kind = .opaque
    }
    return AbstractValue(kind, isThere: inputTerm.isThere, inputTerm: index)
  }

  private func slot(_ slot: Int) throws(OutOfFuel) -> AbstractValue {
    if slot >= 0, slot < scope.fields.count {
      let field = scope.fields[slot]
      return inputTerm(
        encoding.inputTerm(field.source, field.type, mayBeMissing: field.mayBeMissing, range: field.range))
    }
    if let known = letValues[slot] { return known }
    guard let binding = scope.lets[slot] else { return AbstractValue(.opaque, isThere: .maybe) }
    var abstractValue = try leaving(self.abstractValue(binding.node))
    abstractValue.isThere = .and(abstractValue.isThere, try mayLeave(abstractValue))
    letValues[slot] = abstractValue
    return abstractValue
  }

  /// Returns a number as the result of its expression. The engine may round the result, so only a constant number stays known.
  private func leaving(_ value: AbstractValue) throws(OutOfFuel) -> AbstractValue {
    if case .elements(let elements) = value.kind {
      var left: [AbstractValue] = []
      for element in elements { left.append(try leaving(element)) }
      return AbstractValue(.elements(left), isThere: value.isThere)
    }
    guard case .linear(let linear, let digits) = value.kind, !digits.leavesUnrounded else { return value }
    guard linear.isConstant, let number = linear.constant.decimal?.leaving else { return .opaque(where: value.isThere) }
    var left = AbstractValue(
      .linear(Linear(constant: try Rational(number)), DecimalPrecision(number)), isThere: value.isThere)
    left.currency = value.currency
    return left
  }

  /// Returns the condition that the numbers of a value are within the limits of an expression's result. Input terms and
  /// literals always are. Costs fuel, because nested lists of other `let`s are short in the source and large when traversed.
  private func mayLeave(_ abstractValue: AbstractValue) throws(OutOfFuel) -> Formula {
    try fuel.spend(1)
    switch abstractValue.kind {
    case .linear(let linear, let digits):
      let isGiven = abstractValue.inputTerm != nil || abstractValue.constant != nil || digits == .none
      return isGiven ? .yes : .literal(.fits(linear, true))
    case .elements(let elements):
      var parts: [Formula] = []
      for element in elements { parts.append(try mayLeave(element)) }
      return .and(parts)
    case .boolean, .list, .opaque: return .yes
    }
  }

  private func builtin(_ builtin: Builtin) -> AbstractValue {
    switch builtin {
    case .now, .proposalAt, .proposalAction, .proposalID, .documentPosition:
      inputTerm(encoding.inputTerm(.builtin(builtin), builtin.type, mayBeMissing: false))
    case .actorType, .actorUserID, .proposalPack, .proposalTruthID, .proposalConfidence, .proposalConsent,
      .proposalOnBehalfOf:
      inputTerm(encoding.inputTerm(.builtin(builtin), builtin.type, mayBeMissing: true))
    case .actorRoles, .proposalRequiresConsent, .proposalOverrideReason, .actorStanding: AbstractValue(.opaque, isThere: .maybe)
    }
  }

  private func member(_ base: AbstractValue, _ field: Int) throws(OutOfFuel) -> AbstractValue {
    guard let index = base.inputTerm, case .record(let type) = encoding.inputTerms[index].type,
      !encoding.unread.contains(.record(type))
    else {
      return .opaque(where: base.isThere)
    }
    let declared = program.records[type].fields[field]
    let mayBeMissing = declared.isOptional && declared.initial == nil
    return inputTerm(
      encoding.inputTerm(.member(index, field: field), declared.type, surroundings: base.isThere, mayBeMissing: mayBeMissing))
  }

  // MARK: Facts

  /// Returns the fact atom of a key, and the condition that the key is known; no fact atom if a part of the key is not
  /// modelled.
  private func factAtom(_ key: FactKey) throws(OutOfFuel) -> (factAtom: Int?, isKnown: Formula) {
    let (parts, isKnown) = try keyParts(key.keys)
    guard let parts, !encoding.unread.contains(.fact(key.fact)) else { return (nil, isKnown) }
    return (encoding.factAtom(FactAtom(fact: key.fact, keys: parts)), isKnown)
  }

  /// Translates the state of an instance; present whenever its key is.
  private func state(_ key: LifecycleKey) throws(OutOfFuel) -> AbstractValue {
    let (parts, isKnown) = try keyParts(key.keys)
    guard let parts else { return .opaque(where: isKnown) }
    let stateAtom = encoding.stateAtom(StateAtom(lifecycle: key.lifecycle, keys: parts))
    let type = ValueType.enumeration(program.lifecycles[key.lifecycle].states)
    return inputTerm(encoding.inputTerm(.state(stateAtom), type, surroundings: isKnown, mayBeMissing: false))
  }

  func keyParts(_ keys: [Node]) throws(OutOfFuel) -> (parts: [FactAtom.KeyPart]?, isKnown: Formula) {
    var parts: [FactAtom.KeyPart] = []
    var isKnown: [Formula] = []
    for node in keys {
      let abstractValue = try self.abstractValue(node)
      isKnown.append(abstractValue.isThere)
      if let inputTerm = abstractValue.inputTerm {
        parts.append(.inputTerm(inputTerm))
      } else if let value = abstractValue.constant {
        parts.append(.constant(value))
      }
    }
    return (parts.count == keys.count ? parts : nil, .and(isKnown))
  }

  private func presence(_ key: FactKey) throws(OutOfFuel) -> Truth {
    let (factAtom, isKnown) = try factAtom(key)
    guard let factAtom else { return .maybe(where: isKnown) }
    let atom = encoding.presenceVariables[factAtom]
    return Truth(holds: .and(isKnown, .atom(atom)), fails: .and(isKnown, .atom(atom, false)))
  }

  private func presence(_ key: FactKey, field: Int) throws(OutOfFuel) -> Truth {
    let isKnown = try factAtom(key).isKnown
    let isThere = try lookUp(key, field).isThere
    return Truth(holds: .and(isKnown, isThere), fails: .and(isKnown, isThere.negated))
  }

  /// Translates `F.field`; for a field of the key, the key's value.
  private func lookUp(_ key: FactKey, _ field: Int) throws(OutOfFuel) -> AbstractValue {
    let (factAtom, isKnown) = try factAtom(key)
    guard let factAtom else { return .opaque(where: isKnown) }
    let fact = program.facts[key.fact]
    let surroundings = Formula.and(isKnown, .atom(encoding.presenceVariables[factAtom]))
    if let place = fact.key.firstIndex(of: field) {
      var part = try abstractValue(key.keys[place])
      part.isThere = .and(part.isThere, surroundings)
      part.inputTerm = nil
      part.constant = nil
      return part
    }
    let declared = fact.fields[field]
    return inputTerm(
      encoding.inputTerm(
        .fact(factAtom, field: field), declared.type, surroundings: surroundings, mayBeMissing: declared.isOptional,
        range: declared.range))
  }
}

extension Node {
  fileprivate var isLike: Bool {
    switch self {
    case .like, .matches: true
    default: false
    }
  }
}

extension Translator {
  func constant(_ value: Value) throws(OutOfFuel) -> AbstractValue {
    let kind: AbstractValue.Kind
    switch value {
    case .boolean(let truth): kind = .boolean(.constant(truth))
    case .number(let number), .amount(let number, _):
      kind = .linear(Linear(constant: try Rational(number)), DecimalPrecision(number))
    case .text(let text): kind = .linear(Linear(variable: encoding.constant(text)), .none)
    case .date(let date): kind = .linear(Linear(constant: Rational(Int128(date.days))), .none)
    case .timestamp(let moment): kind = .linear(Linear(constant: Rational(Int128(moment.milliseconds))), .none)
    case .duration(let span): kind = .linear(Linear(constant: Rational(Int128(span.milliseconds))), .none)
    case .period(let period): kind = .linear(Linear(constant: Rational(Int128(period.months))), .none)
    case .time(let time): kind = .linear(Linear(constant: Rational(Int128(time.milliseconds))), .none)
    case .enumeration(let value):
      if encoding.unread.contains(.enumeration(value.type)) { return AbstractValue(.opaque, isThere: .yes) }
      kind = .linear(Linear(constant: Rational(Int128(value.ordinal))), .none)
    case .list(let values):
      var elements: [AbstractValue] = []
      for value in values { elements.append(try constant(value)) }
      kind = .elements(elements)
    case .missing: return AbstractValue(.opaque, isThere: .maybe)
    case .record, .map, .json, .fact: kind = .opaque
    }
    return AbstractValue(kind, isThere: .yes, constant: value)
  }

  /// Translates a comparison: unknown if a side is missing.
  func compare(_ comparison: Comparison, _ left: AbstractValue, _ right: AbstractValue) throws(OutOfFuel) -> Truth {
    let isKnown = Formula.and(left.isThere, right.isThere)
    if left.mayClash(with: right) { return .maybe(where: .and(isKnown, .maybe)) }
    switch (left.kind, right.kind) {
    case (.linear(let one, _), .linear(let other, _)):
      let holds = try encoding.formula(one.subtracting(other), comparison)
      return Truth(holds: .and(isKnown, holds), fails: .and(isKnown, holds.negated))
    case (.boolean(let one), .boolean(let other)):
      let same = Truth(
        holds: .or(.and(one.holds, other.holds), .and(one.fails, other.fails)),
        fails: .or(.and(one.holds, other.fails), .and(one.fails, other.holds)))
      return comparison == .equal ? same : same.negated
    default: return .maybe(where: isKnown)
    }
  }

  /// Translates `x in [a, b]`: unknown if `x` or an element is missing.
  func membership(of element: AbstractValue, in list: AbstractValue) throws(OutOfFuel) -> Truth {
    let isKnown = Formula.and(element.isThere, list.isThere)
    guard case .elements(let elements) = list.kind else { return .maybe(where: isKnown) }
    guard elements.count <= Self.elementLimit else { return .maybe(where: isKnown) }
    var (holds, fails): ([Formula], [Formula]) = ([], [])
    for candidate in elements {
      let same = try compare(.equal, element, candidate)
      holds.append(same.holds)
      fails.append(same.fails)
    }
    return Truth(holds: .and(isKnown, .or(holds)), fails: .and(isKnown, .and(fails)))
  }

  /// Translates `x empty` of a text or list.
  func emptiness(of abstractValue: AbstractValue) throws(OutOfFuel) -> Truth {
    switch abstractValue.kind {
    case .elements(let elements):
      return Truth(
        holds: .and(abstractValue.isThere, .constant(elements.isEmpty)),
        fails: .and(abstractValue.isThere, .constant(!elements.isEmpty)))
    case .list(let length):
      let holds = try encoding.formula(length, .lessOrEqual)
      return Truth(holds: .and(abstractValue.isThere, holds), fails: .and(abstractValue.isThere, holds.negated))
    case .linear(let text, _):
      let holds = try encoding.formula(text.subtracting(Linear(variable: encoding.constant(""))), .equal)
      return Truth(holds: .and(abstractValue.isThere, holds), fails: .and(abstractValue.isThere, holds.negated))
    case .boolean, .opaque: return .maybe(where: abstractValue.isThere)
    }
  }
}

extension EncodingContext {
  /// Compares `linear` with zero.
  func formula(_ linear: Linear, _ comparison: Comparison) throws(OutOfFuel) -> Formula {
    switch try Constraint.make(linear, comparison) {
    case .constant(let holds): return .constant(holds)
    case .constraint(let constraint):
      let texts = constraint.factors.compactMap { factor -> Text? in
        if case .textConstant(let text) = variables[factor.variable].kind { return text }
        return nil
      }
      // Two text literals are compared at once.
      guard texts.count == 2, constraint.factors.count == 2 else { return .literal(.constraint(constraint)) }
      let order: Int128 = texts[0] == texts[1] ? 0 : texts[0] < texts[1] ? -1 : 1
      let sign: Int128 = constraint.factors[0].value > 0 ? 1 : -1
      return .constant(constraint.comparison.holds(Rational(order * sign), .zero))
    }
  }
}

extension Translator {
  /// Translates the functions that are modelled, which are literal durations and periods and the length of a list; others
  /// become free values.
  func call(_ function: Function, _ arguments: [Node]) throws(OutOfFuel) -> AbstractValue {
    var (isThere, abstractValues) = ([Formula](), [AbstractValue]())
    for argument in arguments {
      abstractValues.append(try abstractValue(argument))
      isThere.append(abstractValues[abstractValues.count - 1].isThere)
    }
    guard let first = abstractValues.first else { return AbstractValue(.opaque, isThere: .maybe) }
    switch (function, first.kind, first.constant) {
    case (.days, _, .number(let count)?): return try span(TimeSpan.days(count))
    case (.hours, _, .number(let count)?): return try span(TimeSpan.hours(count))
    case (.minutes, _, .number(let count)?): return try span(TimeSpan.minutes(count))
    case (.seconds, _, .number(let count)?): return try span(TimeSpan.seconds(count))
    case (.weeks, _, .number(let count)?): return try span(TimeSpan.weeks(count))
    case (.months, _, .number(let count)?): return try period(Period.months(count))
    case (.years, _, .number(let count)?): return try period(Period.years(count))
    case (.length, .list(let length), _): return AbstractValue(.linear(length, .integer), isThere: first.isThere)
    default: return try callTerm(function, arguments, .and(isThere))
    }
  }

  private func span(_ span: TimeSpan?) throws(OutOfFuel) -> AbstractValue {
    guard let span else { return AbstractValue(.opaque, isThere: .no) }
    return try constant(.duration(span))
  }
}
