import TruthsProgram
import TruthsSyntax
import TruthsText

/// Collects the values that a lowered expression reads and that may be missing where that matters.
struct ReadCollector {
  let tables: CheckTables
  let trigger: Trigger
  let lets: LetFacts
  /// The missing values of tables and functions, by index, if every cause of a missing value is to be reported. `nil` for
  /// clauses, in which a result beyond a limit is not reported.
  let lacks: [[TableLack]]?
  private(set) var reads: [MissingRead] = []
  private var seen: SmallSet<Prerequisite> = []
  /// Cached first missing read of each `let`, so that `let`s that read each other are walked once.
  private var letReads: [LetRead: MissingRead?] = [:]
  /// Whether the present walk only asks if a part misses anything.
  private var isTrial = false
  /// Parts that decide whether the present read matters; empty within loops, whose variables no requirement can name.
  private var guards: [PossibleGuard] = []
  /// Whether only the first missing value is wanted, without its guards.
  private var isAlone = false
  private var loopDepth: Int { loops.count }
  /// Currencies of loop variables, where the currency is data.
  var variableCurrencies: [Int: [CurrencyTerm]] = [:]
  /// Whether to report currencies that may differ even where another value may be missing too, in `let`s and in calls.
  var wantsCurrencies = false
  /// Prerequisites that only this requirement establishes. Its own parts may not rely on them.
  var ownProof: SmallSet<Prerequisite> = []
  /// Cached first read of currencies of each `let`.
  private var letCurrencies: [LetRead: MissingRead?] = [:]
  /// Loops around the present part, from the outside in.
  private var loops: [MissingRead.Loop] = []
  /// The cache ``letReads`` for trials: a trial may report a value as missing that later knowledge proves to exist.
  private var triedReads: [LetRead: MissingRead?] = [:]
  /// Cached trials of parts with the knowledge at the time, because each part is inside all parts around it.
  private var triedParts: [TriedPart: Trial] = [:]

  private struct TriedPart: Hashable {
    var span: Span
    var node: Node
    var isOfContextBefore: Bool

    func hash(into hasher: inout Hasher) { hasher.combine(span) }
  }

  private struct Trial {
    var first: MissingRead?
    var local: SmallSet<Prerequisite>
    var conditions: SmallSet<Node>

    /// Whether the result is valid with other knowledge: more knowledge never makes a value go missing.
    func answers(_ flow: FlowState) -> Bool {
      first != nil || (local.isSubset(of: flow.local) && conditions.isSubset(of: flow.conditions))
    }
  }

  /// A part of a condition that guards the part beside it, provided that no value is missing in it. Whether one is missing is
  /// computed only for a finding: to compute it for every part would double the time with each level of `and` and `or`.
  private struct PossibleGuard {
    var part: Typed
    var outcome: Bool
    var flow: FlowState
    var isThere: Bool?
  }

  private struct LetRead: Hashable {
    var slot: Int
    /// Knowledge around the `let` that may matter for it.
    var local: SmallSet<Prerequisite>
    /// Conditions around the `let`. Together with conditions inside it, they may establish further values.
    var conditions: SmallSet<Node>
    var isOfContextBefore: Bool

    init(_ slot: Int, _ flow: FlowState, _ lets: LetFacts) {
      self.slot = slot
      local = lets.relevant(flow.local, for: slot)
      (conditions, isOfContextBefore) = (flow.conditions, flow.isOfContextBefore)
    }
  }

  /// Limit of steps for reading the `let`s of one clause, one step for each node read.
  private static let letLimit = 200_000
  let fuel: Fuel
  /// Whether the steps ran out: then nothing more is found.
  private var isOutOfFuel = false

  var program: Program { _read { yield tables.program } }

  init(_ tables: CheckTables, trigger: Trigger, lets: LetFacts, lacks: [[TableLack]]? = nil, _ fuel: Fuel) {
    self.tables = tables
    self.fuel = fuel
    fuel.begin(steps: Self.letLimit)
    self.trigger = trigger
    self.lets = lets
    self.lacks = lacks
  }

  mutating func read(_ typed: Typed, _ flow: FlowState) {
    // A walk of one part needs only the first missing read.
    if isAlone, !reads.isEmpty { return }
    if typed.node.mayBeEstablished(lacks != nil), !ownProof.contains(.value(typed.node)), flow.contains(.value(typed.node)) {
      return
    }
    let parts = typed.parts
    switch typed.node {
    case .constant, .exists, .record: break
    case .and: both(parts, flow, ifLeft: false, ifRight: false)
    case .or: both(parts, flow, ifLeft: true, ifRight: true)
    case .implies: both(parts, flow, ifLeft: false, ifRight: true)
    case .present(let key), .lookUpExists(let key, _): keys(key.keyLabels, of: program.facts[key.fact].name, parts, flow)
    case .lookUp(let key, let field): lookUp(key, field, typed, flow)
    case .field(_, let index): member(index, typed, flow)
    case .amount: amount(typed, flow)
    case .entry(_, let field):
      read(parts[0], flow)
      if field == .truthID { value(typed) }
    case .slot(let slot): self.slot(slot, typed, flow)
    case .policy(let index): if program.policies[index].initial.isMissing { value(typed) }
    case .builtin(let builtin): if builtin.mayBeMissing { value(typed) }
    case .quantified(let quantified): self.quantified(quantified, typed, flow)
    // Only the implicit aggregate of `the F` has a single part; a written one has sources, filter and value.
    case .aggregate where parts.count == 1: newest(typed, flow)
    case .aggregate(let aggregate): self.aggregate(aggregate, typed, flow)
    case .arithmetic(let operation, _, _): arithmetic(operation, typed, flow)
    case .state(let key):
      keys(key.keyLabels, of: "\(program.lifecycles[key.lifecycle].name).state", parts, flow)
    case .table(let index, _): table(index, typed, flow)
    case .made(let record): made(record, typed, flow)
    case .conditional: conditional(typed, flow)
    case .coalesce: coalesce(typed, flow)
    // The clause establishes facts about the result; only requirements establish facts about the context before the run.
    case .old: read(parts[0], flow.ofContextBefore)
    case .compare, .isIn, .contains:
      parts.forEach { read($0, flow) }
      meet(parts, flow, at: typed.span)
    case .call(let function, _):
      parts.forEach { read($0, flow) }
      if function.comparesElements { meet(in: parts, flow, at: typed.span) }
      if lacks != nil { self.function(function, typed, flow) }
    case .text:
      parts.forEach { read($0, flow) }
      if lacks != nil, parts.contains(where: mayBeTooLarge) { value(typed, because: .tooLarge) }
    case .not, .like, .matches, .negate, .isEmpty, .list: parts.forEach { read($0, flow) }
    }
  }

  private mutating func arithmetic(_ operation: Arithmetic, _ typed: Typed, _ flow: FlowState) {
    let parts = typed.parts
    let words = lacks == nil ? nil : lack(of: operation, parts)
    read(parts[0], flow)
    // A number of days that is too large makes the date not fit, which is one finding.
    if words != nil, parts[1].isMadeSpan { read(parts[1].parts[0], flow) } else { read(parts[1], flow) }
    meet(parts, flow, at: typed.span)
    if operation.divides { divisor(parts[1], flow) }
    if let words { value(typed, because: words) }
  }

  /// Reports a divisor that may be zero.
  mutating func divisor(_ typed: Typed, _ flow: FlowState) {
    guard typed.node.sign == nil, !flow.contains(.nonZero(typed.node)) else { return }
    let unit = typed.type == .duration ? "seconds" : typed.type == .period ? "months" : nil
    add(MissingRead(prerequisite: .nonZero(typed.node), span: typed.span, kind: .divisor, mend: .notZero(of: unit)))
  }

  /// Reads the base and required fields of a record; other fields may be missing.
  private mutating func made(_ record: MadeRecord, _ typed: Typed, _ flow: FlowState) {
    let required = record.shape.requiredValues
    let first = record.base == nil ? 0 : 1
    for (place, part) in typed.parts.enumerated() where place < first || required.contains(place - first) { read(part, flow) }
    fit(record, typed, flow)
  }

  /// Reads both sides of a logical operator. If a value is missing by whose absence one side decides the whole result, the other
  /// side does not matter; so such values are taken as present while the other side is read.
  ///
  /// - Parameters:
  ///   - left: the result of the left side that decides the whole.
  ///   - right: the result of the right side that decides the whole.
  private mutating func both(_ parts: [Typed], _ flow: FlowState, ifLeft left: Bool, ifRight right: Bool) {
    if isTrial {
      if let first = parts.firstValue({ tried($0, flow) }) { add(first) }
      return
    }
    // Deriving what decides a side takes time in the size of the side, and most sides miss nothing.
    if lacksNothing(parts, flow) { return }
    let logic = FlowNarrowing(lets: lets, tables: program.tables, flow: flow)
    let before = reads.count
    // Help for `A → B` requires `B`'s values only where A holds, and A's values always.
    read(parts[0], flow.adding(logic.deciding(parts[1], right)), guardedBy: left == right ? parts[1] : nil, being: !right, flow)
    let isLeftOpen = reads.count > before
    if isLeftOpen, isAlone { return }
    read(
      parts[1], flow.adding(logic.deciding(parts[0], left)), guardedBy: parts[0], being: !left, flow,
      isThere: isLeftOpen ? false : nil)
  }

  /// Reads a part that matters only if another part has the given result.
  ///
  /// - Parameter isThere: whether nothing is missing in the other part; `nil` if that is not known yet.
  private mutating func read(
    _ typed: Typed, _ inside: FlowState, guardedBy other: Typed?, being outcome: Bool, _ flow: FlowState, isThere: Bool? = nil
  ) {
    guard let other, loopDepth == 0, !isAlone else { return read(typed, inside) }
    guards.append(PossibleGuard(part: other, outcome: outcome, flow: flow, isThere: isThere))
    read(typed, inside)
    guards.removeLast()
  }

  /// Returns the guards around, from the outside in.
  private mutating func actualGuards() -> [MissingRead.Guard] {
    var present: [MissingRead.Guard] = []
    for place in guards.indices {
      let guarding = guards[place]
      let isThere = guarding.isThere ?? (alone(guarding.part, guarding.flow) == nil && !isOutOfFuel)
      guards[place].isThere = isThere
      if isThere { present.append(MissingRead.Guard(span: guarding.part.span, outcome: guarding.outcome)) }
    }
    return present
  }

  /// Whether no value of some parts may be missing, even a value that other parts of the clause make irrelevant. May be `false`
  /// because of a trial with less knowledge.
  private mutating func lacksNothing(_ parts: [Typed], _ flow: FlowState) -> Bool {
    isTrial = true
    defer { isTrial = false }
    return parts.allSatisfy { tried($0, flow) == nil }
  }

  /// Returns the first value that may be missing in a part, even if other parts of the clause make it irrelevant.
  private mutating func tried(_ part: Typed, _ flow: FlowState) -> MissingRead? {
    let key = TriedPart(span: part.span, node: part.node, isOfContextBefore: flow.isOfContextBefore)
    if let tried = triedParts[key], tried.answers(flow) { return tried.first }
    let first = alone(part, flow)
    triedParts[key] = Trial(first: first, local: flow.local, conditions: flow.conditions)
    return first
  }

  mutating func add(_ read: MissingRead) {
    guard seen.insert(read.prerequisite) else { return }
    var read = read
    if loopDepth == 0, !isAlone { read.guards = actualGuards() }
    read.loop = loops.last { loop in read.prerequisite.withSlots { $0 == loop.slot ? nil : $0 } == nil }
    reads.append(read)
  }

  mutating func value(_ typed: Typed, because cause: MissingRead.Cause? = nil) { value(typed, because: cause?.rawValue) }

  /// Adds the read of a value, with the cause of a missing value in the words of a run.
  mutating func value(_ typed: Typed, because cause: String?) {
    add(
      MissingRead(
        prerequisite: .value(typed.node), span: typed.span, kind: .value(label: typed.label, establish: "\(typed.label) exists"),
        cause: cause))
  }

  // MARK: Alternatives

  /// Reads the condition and both branches; in each branch the result of the condition is known.
  private mutating func conditional(_ typed: Typed, _ flow: FlowState) {
    let parts = typed.parts
    read(parts[0], flow)
    let logic = FlowNarrowing(lets: lets, tables: program.tables, flow: flow)
    for (branch, outcome) in [(parts[1], true), (parts[2], false)] {
      if branch.isWrittenMissing {
        value(typed, because: .leftOut)
      } else {
        let inside = flow.adding(logic.established(parts[0], when: outcome))
          .assuming(outcome ? parts[0].node : parts[0].node.opposite)
        read(branch, inside, guardedBy: parts[0], being: outcome, flow)
      }
    }
  }

  /// Reads a `coalesce`, which is missing only if every argument is. The last argument is read only if the others are missing,
  /// so its missing values are reported.
  private mutating func coalesce(_ typed: Typed, _ flow: FlowState) {
    guard let last = typed.parts.last else { return }
    if typed.parts.dropLast().contains(where: { alone($0, flow) == nil }) { return }
    read(last, typed.parts.dropLast().reduce(flow) { $0.assuming(.not(.exists($1.node))) })
  }

  // MARK: Names

  private mutating func slot(_ slot: Int, _ typed: Typed, _ flow: FlowState) {
    if let input = trigger.input(at: slot) {
      if !input.isAlwaysThere { value(typed) }
    } else if let inner = lets[slot] {
      guard let first = firstRead(of: inner, slot, flow) else { return }
      // The currencies are what can be required, and not the `let`.
      if lacks == nil, let mixed = first.isOfCurrencies ? first : firstCurrencies(of: inner, slot, flow) {
        var read = mixed
        read.span = typed.span
        return add(read)
      }
      let establish: String
      if case .value(_, let wanted) = first.kind { establish = wanted } else { establish = "\(typed.label) exists" }
      add(
        MissingRead(
          prerequisite: .value(typed.node), span: typed.span, kind: .value(label: typed.label, establish: establish),
          cause: first.words))
    }
  }

  /// Returns the first read of a `let` that may be missing.
  private mutating func firstRead(of inner: Typed, _ slot: Int, _ flow: FlowState) -> MissingRead? {
    let key = LetRead(slot, flow, lets)
    if let answer = letReads[key] ?? (isTrial ? triedReads[key] : nil) { return answer }
    do throws(OutOfFuel) { try fuel.spend(lets.size(of: slot)) } catch {
      isOutOfFuel = true
      return nil
    }
    note(nil, of: key)  // One that reads itself, which is a finding of its own, ends here.
    let first = alone(inner, flow) ?? (lacks != nil && mayBeTooLarge(inner) ? .tooLarge(inner) : nil)
    note(first, of: key)
    return first
  }

  /// Returns the first read of currencies of a `let`, whatever else may be missing in it. Walks that want the first missing
  /// value alone get `nil`.
  private mutating func firstCurrencies(of inner: Typed, _ slot: Int, _ flow: FlowState) -> MissingRead? {
    guard wantsCurrencies, !isAlone, !isTrial else { return nil }
    let key = LetRead(slot, flow, lets)
    if let answer = letCurrencies[key] { return answer }
    do throws(OutOfFuel) { try fuel.spend(lets.size(of: slot)) } catch {
      isOutOfFuel = true
      return nil
    }
    letCurrencies[key] = .some(nil)
    let outer = (reads, seen, guards, loops)
    (reads, seen, guards, loops) = ([], [], [], [])
    read(inner, flow)
    let first = reads.first(where: \.isOfCurrencies)
    (reads, seen, guards, loops) = outer
    letCurrencies[key] = .some(first)
    return first
  }

  private mutating func note(_ first: MissingRead?, of key: LetRead) {
    if isTrial { triedReads[key] = .some(first) } else { letReads[key] = .some(first) }
  }

  /// Returns the first read in an expression that may be missing, as if the expression stood alone: earlier findings have no
  /// effect.
  mutating func alone(_ typed: Typed, _ flow: FlowState) -> MissingRead? {
    let (outerReads, outerSeen, wasAlone) = (reads, seen, isAlone)
    reads = []
    seen = []
    isAlone = true
    read(typed, flow)
    let first = reads.first
    reads = outerReads
    seen = outerSeen
    isAlone = wasAlone
    return first
  }

  private mutating func member(_ index: Int, _ typed: Typed, _ flow: FlowState) {
    let base = typed.parts[0]
    let before = reads.count
    read(base, flow)
    guard reads.count == before, let field = program.fields(of: base.type)?[index] else { return }
    if field.isOptional, field.initial == nil { value(typed) }
  }

  // MARK: Facts

  /// Reads an implicit aggregate: the fact of `the F` whose entry is read, or the newest step of a lifecycle. Its one part is
  /// the presence of the fact, or the state.
  private mutating func newest(_ typed: Typed, _ flow: FlowState) {
    let before = reads.count
    typed.parts.forEach { read($0, flow) }
    guard reads.count == before else { return }
    guard case .present(let key)? = typed.parts.first?.node else { return value(typed) }
    guard !flow.contains(.value(.present(key))) else { return }
    let kind = MissingRead.Kind.fact(fact: program.facts[key.fact].name, label: typed.label)
    add(MissingRead(prerequisite: .value(.present(key)), span: typed.span, kind: kind))
  }

  private mutating func keys(_ labels: [String], of name: String, _ parts: [Typed], _ flow: FlowState) {
    for (index, key) in parts.enumerated() {
      guard let first = alone(key, flow) else {
        if lacks != nil, mayBeTooLarge(key) { add(.tooLarge(key)) }
        continue
      }
      add(
        MissingRead(
          prerequisite: first.prerequisite, span: lacks == nil || key.isImplicit ? key.span : first.span,
          kind: .key(label: labels[index], fact: name), cause: first.cause,
          mend: key.isImplicit ? .key(labels[index]) : first.mend))
    }
  }

  private mutating func lookUp(_ key: FactKey, _ field: Int, _ typed: Typed, _ flow: FlowState) {
    let before = reads.count
    keys(key.keyLabels, of: program.facts[key.fact].name, typed.parts, flow)
    guard reads.count == before else { return }
    let fact = program.facts[key.fact]
    if !flow.contains(.value(.present(key))) {
      add(MissingRead(prerequisite: .value(.present(key)), span: typed.span, kind: .fact(fact: fact.name, label: typed.label)))
    } else if fact.fields[field].isOptional {
      value(typed)
    }
  }

  // MARK: Loops

  private mutating func quantified(_ quantified: QuantifiedNode, _ typed: Typed, _ flow: FlowState) {
    read(typed.parts[0], flow)
    enter(quantified.loop, quantified.quantifier.word, isAggregate: false, of: typed.parts[0], filter: typed.parts[1])
    defer { loops.removeLast() }
    let inside = binding(quantified.loop, flow)
    note(quantified.loop, typed.parts[0], flow)
    let (filter, body) = (typed.parts[1], typed.parts[2])
    let logic = FlowNarrowing(lets: lets, tables: program.tables, flow: inside)
    let isOr = quantified.quantifier == .every
    read(filter, inside.adding(logic.deciding(body, isOr)))
    read(body, inside.adding(logic.deciding(filter, false)))
  }

  private mutating func aggregate(_ aggregate: AggregateNode, _ typed: Typed, _ flow: FlowState) {
    var inside = flow
    for (index, loop) in aggregate.loops.enumerated() {
      read(typed.parts[index], inside)
      note(loop, typed.parts[index], inside)
      inside = binding(loop, inside)
    }
    let rest = Array(typed.parts.dropFirst(aggregate.loops.count))
    for (index, loop) in aggregate.loops.enumerated() {
      enter(loop, aggregate.function.name, isAggregate: true, of: typed.parts[index], filter: rest[0])
    }
    read(rest[0], inside)
    let logic = FlowNarrowing(lets: lets, tables: program.tables, flow: inside)
    let chosen = inside.adding(logic.established(rest[0], when: true)).adding(logic.deciding(rest[0], false))
    for part in rest.dropFirst() { read(part, chosen) }
    meet(in: aggregate, typed, chosen)
    loops.removeLast(aggregate.loops.count)
    if lacks != nil, isTooLong(aggregate, rest) { value(typed, because: .tooLarge) }
    guard aggregate.function.wantsSomething else { return }
    var isList = false
    if aggregate.isOverWholeList, case .list(let list) = aggregate.loops[0].source {
      if list.isWrittenWithElements || flow.contains(.nonEmpty(list)) { return }
      isList = true
    }
    let function = aggregate.function.name
    add(
      MissingRead(
        prerequisite: .value(typed.node), span: typed.span, kind: .nothing(function: function, isList: isList),
        mend: isList ? .notEmpty(typed.parts[0].span) : .name))
  }

  private mutating func enter(_ loop: LoopNode, _ word: String, isAggregate: Bool, of source: Typed, filter: Typed) {
    var list: String?
    if case .list = loop.source, !source.label.isEmpty { list = source.label }
    let hasFilter = filter.node != .constant(.boolean(true))
    loops.append(MissingRead.Loop(word: word, isAggregate: isAggregate, hasFilter: hasFilter, list: list, slot: loop.slot))
  }

  func binding(_ loop: LoopNode, _ flow: FlowState) -> FlowState {
    guard case .list(let list) = loop.source else { return flow }
    var inside = flow.adding([.nonEmpty(list)])
    inside.variables.append((loop.slot, list))
    return inside
  }
}

extension QuantifierKind {
  fileprivate var word: String {
    switch self {
    case .some: "some"
    case .every: "every"
    case .no: "no"
    }
  }
}

extension Builtin {
  /// Whether the value may be absent, because a proposal may omit it.
  fileprivate var mayBeMissing: Bool {
    switch self {
    case .now, .actorType, .actorRoles, .actorUserID, .proposalAction, .proposalID, .proposalAt, .documentPosition: false
    case .proposalPack, .proposalTruthID, .proposalConfidence, .proposalConsent, .proposalRequiresConsent,
      .proposalOverrideReason, .proposalOnBehalfOf, .actorStanding:
      true
    }
  }
}

extension Node {
  /// Whether conditions can establish that such a node has a value. With `isFull`, every cause of a missing value counts.
  fileprivate func mayBeEstablished(_ isFull: Bool) -> Bool {
    switch self {
    case .slot, .field, .amount, .entry, .lookUp, .state, .table, .policy, .builtin, .aggregate, .conditional, .coalesce, .made,
      .old:
      true
    default: isFull && mayLackValue
    }
  }
}
