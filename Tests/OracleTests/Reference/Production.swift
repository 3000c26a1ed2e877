import TruthsJSON
import TruthsSyntax
import TruthsText

/// A fact that a truth produces, before it is compared with the facts of the world.
struct Draft {
  var type: String
  var fields: [String: Val]
  var truth: String
  /// Whether the draft corrects a fact. Then `fields` are the key and the written values, which may be missing ones.
  var isCorrection = false

  /// The identity of an instance of a lifecycle.
  struct Instance: Hashable {
    var type: String
    var key: [String: Val]
  }
}

/// The effects of one firing of a truth: its moves, then its outputs in order.
struct Production {
  let evaluator: Evaluator
  let truth: Vocab.Truth
  let scope: Scope
  private(set) var drafts: [Draft] = []
  private(set) var findings: [Finding] = []
  /// The incomplete facts: their types, and their keys where they are known.
  private(set) var lacking: [(type: String, key: [String: Val]?)] = []
  /// The states that each instance is moved through.
  private(set) var paths: [(instance: Draft.Instance, path: [Val])] = []
  /// The moves of this closing, for a truth on facts.
  var journeys: Journeys?

  init(_ evaluator: Evaluator, _ truth: Vocab.Truth, _ scope: Scope) {
    self.evaluator = evaluator
    self.truth = truth
    self.scope = scope
  }

  mutating func run() {
    for move in truth.body.moves { enter(move) }
    for output in truth.body.produces {
      if case .fact(let fact) = output.kind { produce(fact) }
    }
  }

  /// The states that a move enters, each with the next step.
  private mutating func enter(_ move: MoveEntry) {
    guard let (name, lifecycle) = evaluator.vocab.find(move.lifecycle.text, in: evaluator.vocab.lifecycles, from: truth.pack),
      let keys = evaluator.keys(ofLifecycle: name, move.keys, scope)
    else { return }
    if journeys != nil { return travel(move, name, "\(lifecycle.name).entered", keys) }
    let last = evaluator.world.state(name, keys).step
    let path = move.chain.states.dropFirst().map { Val.symbol(name, $0.text) }
    paths.append((Draft.Instance(type: "\(lifecycle.name).entered", key: keys), path))
    for (index, state) in move.chain.states.dropFirst().enumerated() {
      var fields = keys
      fields["state"] = .symbol(name, state.text)
      fields["step"] = .number(Decimal(last + index + 1))
      drafts.append(Draft(type: "\(lifecycle.name).entered", fields: fields, truth: truth.id))
    }
  }

  /// The states that a move enters and that closing has not entered before.
  private mutating func travel(_ move: MoveEntry, _ name: String, _ history: String, _ keys: [String: Val]) {
    let reader = MoveReader(evaluator, scope)
    guard let entered = journeys?.take(move, reader) else {
      return findings.append(.builtIn("converge.fact.conflict", .structural))
    }
    for (state, step) in entered {
      var fields = keys
      fields["state"] = .symbol(name, state)
      fields["step"] = .number(Decimal(step))
      drafts.append(Draft(type: history, fields: fields, truth: truth.id))
    }
  }

  private mutating func produce(_ output: FactOutput) {
    guard let type = evaluator.vocab.facts[output.type.text] ?? qualified(output.type.text) else { return }
    var scopes = [scope]
    if let loop = output.loop {
      guard let elements = evaluator.elements(loop.source, scope), let kind = evaluator.elementType(loop.source, scope) else {
        return incomplete(type)
      }
      scopes = elements.map { scope.binding(loop.variable.text, $0, kind) }
    }
    for inner in scopes {
      guard let wanted = output.filter.map({ evaluator.holds($0, inner) }) ?? true else {
        incomplete(type, key: key(of: output, type, inner))
        continue
      }
      if wanted { output.isCorrection ? correct(output, type, inner) : produce(output, type, inner) }
    }
  }

  private func qualified(_ name: String) -> Vocab.FactType? {
    evaluator.vocab.facts[name.split(separator: ".").dropFirst().joined(separator: ".")]
  }

  private mutating func incomplete(_ type: Vocab.FactType, key: [String: Val]? = nil) {
    findings.append(.incomplete)
    lacking.append((type.name, key))
  }

  private mutating func produce(_ output: FactOutput, _ type: Vocab.FactType, _ inner: Scope) {
    let fields = fields(of: output, type, inner)
    guard type.fields.allSatisfy({ $0.isOptional || fields[$0.name] != nil }) else {
      return incomplete(type, key: key(of: output, type, inner))
    }
    drafts.append(Draft(type: type.name, fields: fields, truth: truth.id))
  }

  /// Returns the fields of the fact that an output produces.
  private func fields(of output: FactOutput, _ type: Vocab.FactType, _ inner: Scope) -> [String: Val] {
    var fields: [String: Val] = [:]
    for field in type.fields {
      let value = written(field, output, inner) ?? copied(field, output, inner)
      if !value.isMissing { fields[field.name] = value }
    }
    return evaluator.vocab.priced(fields, type.fields)
  }

  /// Returns the key of the fact that an output produces; `nil` where a key field has no value, or the type has no key.
  func key(of output: FactOutput, _ type: Vocab.FactType, _ inner: Scope) -> [String: Val]? {
    let key = fields(of: output, type, inner).filter { type.key.contains($0.key) }
    return key.count == type.key.count && !key.isEmpty ? key : nil
  }

  /// Adds a correction, which copies only the key. Fields that it does not write stay unchanged, and so does an optional field
  /// with a missing value, unless the output removes it explicitly.
  private mutating func correct(_ output: FactOutput, _ type: Vocab.FactType, _ inner: Scope) {
    var draft = Draft(type: type.name, fields: [:], truth: truth.id, isCorrection: true)
    for field in type.fields {
      let isKey = type.key.contains(field.name)
      guard let value = written(field, output, inner) ?? (isKey ? copied(field, output, inner) : nil) else { continue }
      if value.isMissing, isKey { return incomplete(type) }
      let isTakenAway = output.fields.contains { $0.name.text == field.name && $0.value.kind == .missing }
      if value.isMissing, field.isOptional, !isTakenAway { continue }
      draft.fields[field.name] = value
    }
    drafts.append(draft)
  }

  private func written(_ field: Vocab.Field, _ output: FactOutput, _ inner: Scope) -> Val? {
    output.fields.first { $0.name.text == field.name }.map { evaluator.value($0.value, inner, want: field.type) }
  }

  /// The field of the same name of the trigger, the `let`s or the loop variable.
  private func copied(_ field: Vocab.Field, _ output: FactOutput, _ inner: Scope) -> Val {
    if let value = inner.trigger[field.name] { return value }
    if let binding = inner.lets[field.name] { return evaluator.value(binding, inner.outsideLoops, want: field.type) }
    if let loop = output.loop, case .record(let members)? = inner.bound[loop.variable.text]?.value {
      return members[field.name] ?? .missing
    }
    return .missing
  }
}

/// The members that the corrections of one closing wrote. All corrections of a member must write one value (declarations §6).
struct WrittenMembers {
  private struct Member: Hashable {
    var type: String
    var identity: [String: Val]
    var field: String
  }

  private var members: [Member: Val] = [:]

  /// Returns whether a correction agrees with the values that were written before.
  mutating func take(_ draft: Draft, in world: World) -> Bool {
    let draft = world.held(draft)
    guard let type = world.vocab.facts[draft.type], !type.isImmutable, world.current(of: draft) != nil else { return true }
    let identity = world.identity(draft.type, draft.fields)
    for (field, value) in draft.fields where !type.key.contains(field) {
      let member = Member(type: draft.type, identity: identity, field: field)
      if let before = members[member], before != value { return false }
      members[member] = value
    }
    return true
  }
}

extension World {
  /// The newest version of the fact that a draft is of.
  func current(of draft: Draft) -> Known? { current(draft.type, identity(draft.type, draft.fields)) }

  /// Returns a correction with its amounts in the currency that the fact will have. An amount in another currency is missing; an
  /// optional one stays unchanged.
  func held(_ draft: Draft) -> Draft {
    guard let type = vocab.facts[draft.type], draft.isCorrection else { return draft }
    var draft = draft
    let present = current(of: draft)?.fields ?? [:]
    for field in type.fields {
      guard let name = field.currency, let amount = draft.fields[field.name], !amount.isMissing else { continue }
      guard case .symbol(_, let currency)? = draft.fields[name] ?? present[name] else {
        draft.fields[field.name] = field.isOptional ? nil : .missing
        continue
      }
      draft.fields[field.name] = vocab.priced(amount, currency) ?? (field.isOptional ? nil : .missing)
    }
    return draft
  }

  /// Takes a draft in by the words of declarations §3: the same again is nothing, another content is a conflict.
  mutating func take(_ draft: Draft) -> (added: Known?, finding: Finding?) {
    let known = current(of: draft)
    if draft.isCorrection { return correct(held(draft), known) }
    guard let known else { return (append(draft, draft.fields, corrects: nil), nil) }
    return (nil, known.fields == draft.fields ? nil : .builtIn("converge.fact.conflict", .structural))
  }

  /// Replaces a whole fact by the one that follows from a corrected fact.
  mutating func replace(_ draft: Draft) -> (added: Known?, finding: Finding?) {
    guard let known = current(of: draft), known.fields != draft.fields else { return (nil, nil) }
    guard vocab.facts[draft.type]?.isImmutable != true else { return (nil, .builtIn("converge.fact.immutable", .structural)) }
    return (append(draft, draft.fields, corrects: known.number), nil)
  }

  private mutating func correct(_ draft: Draft, _ known: Known?) -> (added: Known?, finding: Finding?) {
    guard let type = vocab.facts[draft.type], !type.isImmutable else {
      return (nil, .builtIn("converge.fact.immutable", .structural))
    }
    guard let known else { return (nil, .builtIn("converge.fact.absent", .structural)) }
    var fields = known.fields
    for (name, value) in draft.fields { fields[name] = value.isMissing ? nil : value }
    // Kept amounts must be in the currency of the new version.
    guard vocab.priced(fields, type.fields) == fields else { return (nil, .incomplete) }
    guard type.fields.allSatisfy({ $0.isOptional || fields[$0.name] != nil }) else {
      return (nil, .incomplete)
    }
    if fields == known.fields { return (nil, nil) }
    append(draft, fields, corrects: known.number)
    facts[facts.count - 1].received = known.received.map { received in
      var kept = received
      for field in type.fields where draft.fields[field.name] != nil { kept[field.jsonName] = nil }
      return facts[facts.count - 1].payload(vocab).adding(kept)
    }
    return (facts.last, nil)
  }

  @discardableResult
  private mutating func append(_ draft: Draft, _ fields: [String: Val], corrects: Int?) -> Known {
    let fact = Known(type: draft.type, fields: fields, number: facts.count, truth: draft.truth, corrects: corrects)
    facts.append(fact)
    return fact
  }
}
