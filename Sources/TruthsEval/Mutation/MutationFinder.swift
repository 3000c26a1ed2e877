import TruthsProgram
import TruthsSyntax
import TruthsText

/// A search for all mutations of the declarations in a file, in source order.
///
/// The search uses the syntax only. The checker later refuses mutations after which the truth set has errors.
struct MutationFinder {
  let file: SourceFile
  let vocabulary: MutationVocabulary
  private(set) var mutations: [Mutation] = []
  private var seen: Set<Edit> = []
  var owner = MutationOwner(kind: .pack, id: "", pack: "", keySpan: Span(file: FileID(0), start: 0, end: 0))
  /// The part of the declaration that is being examined.
  var part = ""

  private struct Edit: Hashable {
    var span: Span
    var replacement: String?
  }

  init(_ file: SourceFile, _ vocabulary: MutationVocabulary) {
    self.file = file
    self.vocabulary = vocabulary
  }

  static func mutations(of unit: SourceUnit, in file: SourceFile, _ vocabulary: MutationVocabulary) -> [Mutation] {
    var finder = MutationFinder(file, vocabulary)
    for declaration in unit.declarations {
      finder.owner = MutationOwner(
        kind: declaration.body.kind, id: vocabulary.ids[declaration.keySpan] ?? "\(unit.pack).\(declaration.name.text)",
        pack: unit.pack,
        keySpan: declaration.keySpan)
      finder.find(in: declaration)
    }
    return finder.mutations.sorted { ($0.span, $0.replacement ?? "") < ($1.span, $1.replacement ?? "") }
  }

  /// Adds a mutation, unless an equal edit was added before.
  mutating func add(
    _ operation: MutationOperator, _ span: Span, _ replacement: String?, dropped: Mutation.Dropped? = nil, advice: String
  ) {
    guard seen.insert(Edit(span: span, replacement: replacement)).inserted else { return }
    mutations.append(
      Mutation(
        operation: operation, span: span, replacement: replacement, owner: owner, part: part, advice: advice, dropped: dropped))
  }

  // MARK: Text

  /// Returns the source text of a span on one line, with each run of white space as one space.
  func text(_ span: Span) -> String {
    file.text(span).split { $0 == " " || $0 == "\n" || $0 == "\r\n" || $0 == "\t" }.joined(separator: " ")
  }

  /// Returns the first location of a word or sign between two offsets; `nil` if it does not occur.
  func token(_ word: String, from start: Int32, to end: Int32) -> Span? {
    let wanted = Array(word.utf8)
    var offset = Int(start)
    while offset + wanted.count <= min(Int(end), file.bytes.count) {
      if file.bytes[offset..<offset + wanted.count].elementsEqual(wanted) {
        return Span(file: file.id, start: offset, end: offset + wanted.count)
      }
      offset += 1
    }
    return nil
  }

  /// Returns the span of an expression that has no parts, without the brackets around it.
  func inner(_ span: Span) -> Span {
    var (start, end) = (Int(span.start), Int(span.end))
    while end - start >= 2, file.bytes[start] == 0x28, file.bytes[end - 1] == 0x29 {
      let inner = file.bytes[(start + 1)..<(end - 1)].trimming { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
      (start, end) = (inner.startIndex, inner.endIndex)
    }
    return Span(file: span.file, start: start, end: end)
  }

  /// Returns the span of a list entry with its dash, from the span of its content; `nil` if the entry does not begin a line.
  func entry(around span: Span) -> Span? {
    var (start, end) = (Int(span.start) - 1, Int(span.end))
    if start >= 0, [0x22, 0x27].contains(file.bytes[start]) {
      if end < file.bytes.count, file.bytes[end] == file.bytes[start] { end += 1 }
      start -= 1
    }
    while start >= 0, file.bytes[start] == 0x20 { start -= 1 }
    guard start >= 0, file.bytes[start] == 0x2D else { return nil }
    var before = start - 1
    while before >= 0, file.bytes[before] == 0x20 { before -= 1 }
    guard before < 0 || file.bytes[before] == 0x0A else { return nil }
    return Span(file: file.id, start: start, end: end)
  }

  /// Returns the span of a list's only entry together with the list's key. Without the entry, the list would be empty.
  private func withKey(_ entry: Span) -> Span {
    var line = Int(file.position(at: Int(entry.start)).line) - 1
    while line >= 1 {
      let words = file.line(line).drop { $0 == " " }
      if !words.isEmpty, words.first != "#" {
        let indent = file.line(line).count - words.count
        let start = Int(file.lineStarts[line - 1]) + indent
        return Span(file: file.id, start: start, end: Int(entry.end))
      }
      line -= 1
    }
    return entry
  }
}

extension MutationFinder {
  /// Adds the mutations of a declaration. Jobs, blueprints, packs and enums get none, because they decide nothing by
  /// themselves.
  mutating func find(in declaration: Declaration) {
    switch declaration.body {
    case .truth(let truth): find(in: truth)
    case .invariant(let invariant):
      part = "rule"
      add(
        .dropClause, declaration.span, nil,
        advice: "no fixture needs `\(text(invariant.rule.span))`: write one that only this invariant stops or delays")
      clause(invariant.rule, hasEffects: true)
    case .table(let table): find(in: table)
    case .lifecycle(let lifecycle): find(in: lifecycle)
    case .source(let source):
      lets(source.lets)
      outputs(source.produces)
    case .policy(let policy):
      part = "default"
      if let initial = policy.initial { value(initial, of: vocabulary.policies[declaration.keySpan]) }
    case .calendar(let calendar): find(in: calendar)
    case .intent(let intent):
      defaults(intent.fields, of: declaration)
      if let consent = intent.consent { self.consent(consent) }
      if let role = intent.consentBy { consentBy(role) }
      lets(intent.lets)
    case .record(let record): defaults(record.fields, of: declaration)
    case .fact(let fact): defaults(fact.fields, of: declaration)
    case .pack, .role, .enumeration, .job, .blueprint: return
    }
  }

  private mutating func find(in truth: TruthDeclaration) {
    part = "if"
    for case .condition(let expr) in truth.when {
      add(
        .condition, expr.span, "true",
        advice: "no fixture has a case in which `\(text(expr.span))` is false and the truth would do something: write one")
      condition(expr, isWhole: true)
    }
    lets(truth.lets)
    clauses(truth.requires, "requires")
    clauses(truth.invariants, "invariants")
    moves(truth.moves)
    outputs(truth.produces)
    clauses(truth.ensures, "ensures")
  }

  mutating func lets(_ bindings: [LetBinding]) {
    for binding in bindings {
      part = "let \(binding.name.text)"
      value(binding.value)
    }
  }

  private mutating func moves(_ entries: [MoveEntry]) {
    for (position, entry) in entries.enumerated() {
      part = "moves[\(position)]"
      guard let place = self.entry(around: entry.span) else { continue }
      drop(
        .dropMove, place, position, of: entries.count, "moves",
        advice:
          "no fixture notices that `\(text(entry.stepSpan))` is not made: write one that expects the state, or begins in another")
      for key in entry.keys { value(key.value) }
      move(entry)
    }
  }

  /// Replaces the last state of a move by a different state that the lifecycle allows.
  private mutating func move(_ entry: MoveEntry) {
    guard let last = entry.chain.states.last, let before = entry.chain.states.dropLast().last else { return }
    let name = entry.lifecycle.text
    let steps = vocabulary.steps[name] ?? vocabulary.steps["\(owner.pack).\(name)"]
    guard let other = steps?[before.text]?.first(where: { $0 != last.text }) else { return }
    add(
      .move, last.span, other,
      advice: "no fixture distinguishes `\(last.text)` from `\(other)` after this move: expect the state that it enters")
  }

  /// Adds the mutations of produced facts. Traces get none, because a truth that fires always leaves a trace. Proposals get
  /// none, because no fixture can expect a proposal.
  private mutating func outputs(_ entries: [OutputEntry]) {
    for (position, entry) in entries.enumerated() {
      part = "produces[\(position)]"
      guard case .fact(let output) = entry.kind else { continue }
      if let place = self.entry(around: entry.span) {
        drop(
          .dropFact, place, position, of: entries.count, "produces",
          advice: "no fixture notices that `\(head(entry))` is not produced: write one that expects it among its `facts`")
      }
      if let loop = output.loop { value(loop.source) }
      if let filter = output.filter { self.filter(filter) }
      let values = vocabulary.facts[output.type.text]
      for field in output.fields { value(field.value, of: values?[field.name.text]) }
    }
  }

  /// Returns the first line of an entry, without a colon at its end.
  private func head(_ entry: OutputEntry) -> String {
    let line = file.text(entry.span).prefix { $0 != "\n" && $0 != "\r\n" }
    return line.hasSuffix(":") ? String(line.dropLast()) : String(line)
  }

  // MARK: Lifecycles

  private mutating func find(in lifecycle: LifecycleDeclaration) {
    for (position, chain) in lifecycle.transitions.enumerated() {
      part = "transitions[\(position)]"
      guard lifecycle.transitions.count > 1, let place = entry(around: chain.span) else { continue }
      add(
        .dropTransition, place, nil,
        advice: "no fixture needs the transition `\(text(chain.span))`: write one in which it is made")
    }
  }

  // MARK: Vocabulary

  /// Makes a day of the weekend, or a holiday, a working day.
  private mutating func find(in calendar: CalendarDeclaration) {
    for (list, days) in [("weekend", calendar.weekend), ("holidays", calendar.holidays)] {
      part = list
      let isInBrackets = days.contains { entry(around: $0.span) == nil }
      if isInBrackets {
        drop(oneOf: days.map(\.span))
        continue
      }
      for (position, day) in days.enumerated() {
        part = "\(list)[\(position)]"
        guard days.count > 1, let place = entry(around: day.span) else { continue }
        add(
          .element, place, nil,
          advice: "no fixture shows that `\(day.text)` is free: write one in which it is counted or passed over")
      }
    }
  }

  private mutating func defaults(_ fields: [FieldDeclaration], of declaration: Declaration) {
    for field in fields {
      part = "fields.\(field.name.text)"
      if let initial = field.initial { value(initial, of: vocabulary.fields[declaration.keySpan]?[field.name.text]) }
    }
  }

  private mutating func consent(_ consent: ConsentSyntax) {
    part = "consent"
    add(
      .consent, consent.span, consent.level == .explicit ? "implicit" : "explicit",
      advice: "no fixture shows that this consent is needed: write one that proposes without it")
  }
}

extension MutationFinder {
  /// Replaces the role that consents to proposals of an agent or a system.
  private mutating func consentBy(_ role: Name) {
    part = "consent_by"
    add(
      .role, role.span, vocabulary.role(otherThan: role.text),
      advice: "no fixture shows that `\(role.text)` must consent: write one in which an agent proposes, and that expects "
        + "`waiting_for`")
  }

  /// Adds the mutations of the entries of `requires`, `invariants` or `ensures`.
  mutating func clauses(_ entries: [ClauseEntry], _ list: String) {
    for (position, entry) in entries.enumerated() {
      part = "\(list)[\(position)]"
      if let place = self.entry(around: entry.span) {
        drop(.dropClause, place, position, of: entries.count, list, advice: unneeded(entry.clause))
      }
      clause(entry.clause, hasEffects: list != "requires")
    }
  }

  /// Removes an entry of a truth's list. If it is the only entry, the whole list is removed.
  mutating func drop(
    _ operation: MutationOperator, _ place: Span, _ position: Int, of count: Int, _ list: String, advice: String
  ) {
    add(
      operation, count == 1 ? withKey(place) : place, nil, dropped: Mutation.Dropped(list: list, position: position),
      advice: advice)
  }

  private func unneeded(_ clause: Clause) -> String {
    "no fixture needs `\(text(clause.span))`: write one that only this clause stops or delays"
  }

  /// Adds the mutations of a clause.
  ///
  /// - Parameter hasEffects: whether the clause's list allows effects, such as `reject(…)`.
  mutating func clause(_ clause: Clause, hasEffects: Bool) {
    if !clause.isUnconditional { condition(clause.condition, isWhole: true) }
    if case .expression(let consequence)? = clause.consequence { condition(consequence, isWhole: true) }
    if hasEffects { effects(of: clause) }
  }

  // MARK: Consequences

  private mutating func effects(of clause: Clause) {
    if case .effect(let effect)? = clause.consequence { return self.effect(effect) }
    let advice =
      "no fixture shows that this halts instead of waiting for an approval: write one that violates the clause and expects "
      + "its decision"
    switch clause.otherwise {
    case .effect(let effect):
      self.effect(effect)
    case .reason(let reason):
      add(.consequence, reason.span, "requires_approval", advice: advice)
    case nil:
      add(.consequence, clause.span, "\(file.text(clause.span)) else requires_approval", advice: advice)
    }
  }

  private mutating func effect(_ effect: Effect) {
    let word = Span(file: file.id, start: Int(effect.span.start), end: Int(effect.span.start))
    func keyword(_ text: String) -> Span { Span(file: file.id, start: Int(word.start), end: Int(word.start) + text.utf8.count) }
    let advice = "write a fixture that violates the clause and expects its decision"
    switch effect.kind {
    case .reject:
      add(.consequence, keyword("reject"), "warn", advice: "no fixture shows that this halts instead of warning: " + advice)
    case .warn:
      add(.consequence, keyword("warn"), "reject", advice: "no fixture shows that this warns instead of halting: " + advice)
    case .requiresConsent:
      let reason = effect.text.map { file.text($0.span) } ?? "\"No\""
      add(
        .consequence, effect.span, "reject(\(reason))",
        advice: "no fixture shows that this waits for a consent instead of halting: " + advice)
    case .requiresApproval(let spec):
      let reason = effect.text.map { file.text($0.span) } ?? "\"No\""
      add(
        .consequence, effect.span, "reject(\(reason))",
        advice: "no fixture shows that this waits for an approval instead of halting: " + advice)
      if let spec { approvers(spec) }
    }
  }

  /// Adds the mutations of an approval: each role, person and alternative, the number of people, and the excluded person.
  private mutating func approvers(_ spec: ApprovalSpec) {
    if spec.count > 1 {
      let start = Int(spec.span.start)
      add(
        .number, Span(file: file.id, start: start, end: start + "\(spec.count)".utf8.count),
        "\(spec.count < 99 ? spec.count + 1 : spec.count - 1)",
        advice: "no fixture shows that \(spec.count) people approve: write one in which that many do")
      add(
        .number, Span(file: file.id, start: start, end: Int(spec.approvers.first?.role?.span.start ?? spec.span.start)), nil,
        advice: "no fixture shows that one person is not enough: write one in which a single person approves, or that expects "
          + "`waiting_for`")
    }
    for approver in spec.approvers {
      guard let role = approver.role else { continue }
      add(
        .role, role.span, vocabulary.role(otherThan: role.text),
        advice: "no fixture shows that `\(role.text)` must approve: write one in which this role is asked, or approves")
      guard let person = approver.person else { continue }
      add(
        .role, Span(file: file.id, start: Int(role.span.end), end: Int(person.span.end)), nil,
        advice: "no fixture shows that only `\(file.text(person.span))` may approve: write one that expects `waiting_for`")
    }
    if let first = spec.approvers.first, let second = spec.approvers.dropFirst().first,
      let start = start(of: first, from: spec.span.start), let end = self.start(of: second, from: first.end)
    {
      add(
        .role, Span(file: file.id, start: start, end: end), nil,
        advice: "no fixture needs `\(file.text(first.span(in: file)))`: write one that expects `waiting_for`")
    }
    for (before, after) in zip(spec.approvers, spec.approvers.dropFirst()) {
      add(
        .role, Span(file: file.id, start: Int(before.end), end: Int(after.end)), nil,
        advice: "no fixture needs `\(file.text(after.span(in: file)))`: write one that expects `waiting_for`")
    }
    if let excluded = spec.excluded, let last = spec.approvers.last {
      add(
        .role, Span(file: file.id, start: Int(last.end), end: Int(excluded.span.end)), nil,
        advice: "no fixture shows that `\(file.text(excluded.span))` may not approve: write one in which that person tries")
    }
    for person in spec.people { value(person) }
  }

  /// Returns the offset at which an approver begins: at its role, or at its `by` if it has no role. `nil` if neither is found.
  private func start(of approver: ApprovalSpec.Approver, from start: Int32) -> Int? {
    if let role = approver.role { return Int(role.span.start) }
    return approver.person.flatMap { token("by", from: start, to: $0.span.start) }.map { Int($0.start) }
  }
}

extension ApprovalSpec.Approver {
  /// The offset after the approver's text.
  fileprivate var end: Int32 { person?.span.end ?? role?.span.end ?? 0 }

  fileprivate func span(in file: SourceFile) -> Span {
    Span(file: file.id, start: Int(role?.span.start ?? person?.span.start ?? 0), end: Int(end))
  }
}

/// The parts of a program that mutations need: ids, values of enums, and lifecycle steps. Most are keyed by the span of a
/// declaration's key.
struct MutationVocabulary {
  /// The ids of truths and invariants, keyed by the span of the declaration's key.
  private(set) var ids: [Span: String] = [:]
  /// The values of fields that are enums, keyed by the span of the fact, record or intent, then by the field's name.
  private(set) var fields: [Span: [String: [String]]] = [:]
  /// The values of policies that are enums, keyed by the span of the policy.
  private(set) var policies: [Span: [String]] = [:]
  /// The values of each enum that is used as a currency.
  private(set) var currencies: [[String]] = []
  /// The enum values of each fact type's fields, keyed by the type's name with and without its pack. ``fields`` has the same
  /// values by span.
  private(set) var facts: [String: [String: [String]]] = [:]
  /// The states that can follow a state, in the order of declaration. Keyed by the lifecycle's name with its pack, then by the
  /// state.
  private(set) var steps: [String: [String: [String]]] = [:]

  private let hasRoles: Bool

  /// Returns a role other than the given one. It is a known role if the program declares roles.
  func role(otherThan role: String) -> String { hasRoles ? role == "manager" ? "break_glass" : "manager" : "somebody_else" }

  init(_ program: Program) {
    hasRoles = !program.roles.isEmpty
    for truth in program.truths { ids[truth.span] = truth.id }
    for invariant in program.invariants { ids[invariant.span] = invariant.id }
    for fact in program.facts {
      let values = Self.values(fact.fields, program)
      fields[fact.span] = values
      facts[fact.name] = values
      facts["\(fact.pack).\(fact.name)"] = values
    }
    for record in program.records { fields[record.span] = Self.values(record.fields, program) }
    for intent in program.intents { fields[intent.span] = Self.values(intent.fields, program) }
    for policy in program.policies { policies[policy.span] = Self.values(policy.type, program) }
    let fields = [program.facts.map(\.fields), program.records.map(\.fields), program.intents.map(\.fields)].joined().joined()
    let names = Set(fields.compactMap(\.currency))
    for field in fields where names.contains(field.name) {
      if let values = Self.values(field.type, program), !currencies.contains(values) { currencies.append(values) }
    }
    for lifecycle in program.lifecycles { steps["\(lifecycle.pack).\(lifecycle.name)"] = Self.steps(lifecycle, program) }
  }

  private static func values(_ fields: [Field], _ program: Program) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for field in fields { found[field.name] = values(field.type, program) }
    return found
  }

  private static func values(_ type: ValueType, _ program: Program) -> [String]? {
    guard case .enumeration(let index) = type else { return nil }
    return program.enums[index].values.map(\.string)
  }

  private static func steps(_ lifecycle: LifecycleType, _ program: Program) -> [String: [String]] {
    let names = program.enums[lifecycle.states].values.map(\.string)
    var found: [String: [String]] = [:]
    for (from, name) in names.enumerated() {
      found[name] = names.indices.filter { lifecycle.transitions.contains(.init(from: from, to: $0)) }.map { names[$0] }
    }
    return found
  }
}
