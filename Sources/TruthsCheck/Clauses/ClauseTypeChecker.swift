import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Type checker of one truth, invariant, table or source: it resolves names, lowers expressions and assigns frame slots.
///
/// Slots hold the trigger's fields from 0, then the `let`s in the order written, then one for every variable.
final class ClauseTypeChecker {
  struct BoundVariable {
    var name: Name
    var slot: Int
    var type: ValueType
    /// The values that the variable iterates over.
    var source: Typed
    /// The node for the variable outside its loop; `nil` while the loop's parts are lowered.
    var culprit: Node?
  }

  /// A `let`, lowered when something first reads it.
  struct Let {
    var binding: LetBinding
    var slot: Int
    var state: State
    var isUsed = false
    /// Whether the `let` belongs to the intent, so that truths share it (declarations §4.3).
    var isShared = false

    enum State {
      case waiting, inProgress
      case done(Typed)
    }
  }

  let session: CheckSession
  let scope: PackScope
  let isBuiltIn: Bool
  /// The kind of body: a table or a function, which limits the visible names; `nil` for other bodies.
  let calledAs: Callable?
  /// Whether the body is that of a source, which sees only its document, policies, tables and enum values (declarations §14).
  let isSource: Bool
  let trigger: Trigger
  /// Facts that the truth fires on, under the names that `as` gives them.
  private(set) var matchVariables: [BoundVariable] = []
  /// Variables in scope, innermost last.
  var variables: [BoundVariable] = []
  var lets: [Let] = []
  var letIndex: [String: Int] = [:]
  /// The part of `letIndex` that the `let`s of the intent see.
  private(set) var sharedIndex: [String: Int] = [:]
  /// Indices in `lets`, each after the `let`s that it reads.
  var letOrder: [Int] = []
  var frameSize: Int
  /// The span of the consequence that is being lowered, if an effect is allowed there. An unknown name with this span may be a
  /// misspelt effect.
  var consequence: Span?
  /// The clause that is being lowered, if it may consist of an effect alone. An unknown name as its test may be an effect without
  /// brackets.
  var effectAlone: Clause?
  /// Declarations that the body names.
  var references: SmallSet<LookedUpDeclaration> = []
  /// Position of the expression being lowered, which decides if `old` is allowed.
  var oldPlace = OldPlace.elsewhere
  /// Whether the names being lowered are not written in the clause: keys that join, and fields that are copied.
  var isImplicit = false
  /// Index in ``Program/tables`` of the table or function whose body is lowered.
  let calledTable: Int?
  var momentReads: Set<Span> = []
  /// Readings of facts of derived types, with their places.
  var viewReads: [(fact: Int, span: Span)] = []
  /// Readings of `.entry`, for the convergence pass.
  var entryReads: [EntryRead] = []

  /// Calls of tables and functions, in order.
  var calls: [Call] = []
  /// Names that a function reads beyond its inputs: facts, lifecycles and `now`.
  var contextReads: [(label: String, span: Span)] = []

  /// A kind of declaration that is called by its name.
  enum Callable {
    /// A table: its rows see their inputs, `let`s, policies and enum values only (declarations §8).
    case table
    /// A function: it also sees facts, lifecycles and `now`, and joins keys with its `let`s (declarations §10).
    case function
  }

  struct Call {
    var callee: Int
    var span: Span
  }

  struct EntryRead {
    var fact: Int
    /// The reading as it is written, such as `p.entry.timestamp`.
    var label: String
    var span: Span
  }

  /// Depth of nested expressions that are being lowered, including those of `let`s that they read.
  private var depth = 0
  private var isTooDeep = false
  /// Limit of the depth of an expression with the `let`s that it reads; alone it is at most 128 deep.
  private static let depthLimit = 512

  /// Variables of quantifiers that are only a part of the clause whose text is lowered. The text cannot use them, because it is
  /// not known which element they stand for.
  var partVariables: Set<String> = []
  /// Facts about the `let`s for later passes; made when all are lowered.
  private(set) lazy var letFacts = LetFacts(self)
  /// Whether list literals have an element with a type of its own, by their places.
  var typedLists: [Span: Bool] = [:]
  var letNames = LetNames()
  private var requirements: Knowledge?

  /// Cached units of the values that names can read.
  var knownUnits: Set<String>?
  private(set) lazy var visibleFacts = program.facts.indices.filter { scope.sees(program.facts[$0].pack) }
    .map { program.facts[$0].name }

  var program: Program { _read { yield session.program } }

  var paths: PathResolver { PathResolver(checker: self) }

  init(
    session: CheckSession, scope: PackScope, isBuiltIn: Bool, trigger: Trigger, lets bindings: [LetBinding] = [],
    shared: [LetBinding] = [], isSource: Bool = false, calledAs: Callable? = nil, calledTable: Int? = nil
  ) {
    self.isSource = isSource
    self.calledAs = calledAs
    self.calledTable = calledTable
    self.session = session
    self.scope = scope
    self.isBuiltIn = isBuiltIn
    self.trigger = trigger
    frameSize = trigger.slotCount
    for match in trigger.matches { declare(match) }
    variables = matchVariables
    for binding in shared { inherit(binding) }
    sharedIndex = letIndex
    for binding in bindings { declare(binding) }
  }

  func newSlot() -> Int {
    frameSize += 1
    return frameSize - 1
  }

  /// Lowers one expression inside another, within the limit of depth.
  func nested(at span: Span, _ lower: () -> Typed) -> Typed {
    depth += 1
    defer { depth -= 1 }
    if depth <= Self.depthLimit { return lower() }
    if !isTooDeep { session.report(ExpressionTooDeep.finding(limit: Self.depthLimit, at: span)) }
    isTooDeep = true
    return .fault(at: span)
  }

  /// Returns the knowledge that the requirements give to the other clauses, in the slots of the truth's frame; computed once.
  func requirementKnowledge(_ requires: [TypedClause]) -> Knowledge {
    if let known = requirements { return known }
    let logic = FlowNarrowing(lets: letFacts, tables: program.tables, flow: FlowState())
    var result = Knowledge()
    for clause in requires { result.add(logic.knowledge(of: clause)) }
    requirements = result
    return result
  }

  /// Returns the name of a type as this pack writes it.
  func name(of type: ValueType) -> String { program.name(of: type, from: scope.name) }

  /// Binds a fact that the truth fires on to the name that `as` gives it.
  private func declare(_ match: Trigger.Match) {
    guard let name = match.syntax.variable else { return }
    NameRules(session: session).checkName(name)
    if let first = matchVariables.first(where: { $0.name.text == name.text }) {
      session.report(DuplicateName.member(name, kind: "name", of: "when", first: first.name.span))
      return
    }
    reportShadowing(name, kind: "variable")
    noteLocal(name, .fact(match.fact))
    matchVariables.append(
      BoundVariable(name: name, slot: match.slot, type: .fact(match.fact), source: .nothing(at: name.span)))
  }

  private func declare(_ binding: LetBinding) {
    NameRules(session: session).checkName(binding.name)
    if let first = letIndex[binding.name.text].map({ lets[$0] }) {
      session.report(
        first.isShared
          ? DuplicateName.shared(binding.name, first: first.binding.name.span)
          : DuplicateName.member(binding.name, kind: "let", of: "let", first: first.binding.name.span))
      return
    }
    reportShadowing(binding.name, kind: "let")
    session.note(.local(binding.name.span), at: binding.name.span, .declaration)
    letIndex[binding.name.text] = lets.count
    lets.append(Let(binding: binding, slot: newSlot(), state: .waiting))
  }

  /// Binds a `let` of the intent. Its name was checked where it is declared (``IntentBody``).
  private func inherit(_ binding: LetBinding) {
    guard letIndex[binding.name.text] == nil else { return }
    letIndex[binding.name.text] = lets.count
    lets.append(Let(binding: binding, slot: newSlot(), state: .waiting, isShared: true))
  }

  private func noteLocal(_ name: Name, _ type: ValueType) {
    session.note(.local(name.span), at: name.span, .declaration)
    session.note(type: type, ofLocal: name.span)
  }

  /// Runs `inside` with a variable bound, and unbinds it.
  func binding<Result>(_ name: Name, to source: Typed, type: ValueType, _ inside: (Int) -> Result) -> Result {
    NameRules(session: session).checkName(name)
    reportShadowing(name, kind: "variable")
    CostLint(checker: self).checkNesting(of: source)
    noteLocal(name, type)
    let slot = newSlot()
    variables.append(BoundVariable(name: name, slot: slot, type: type, source: source))
    defer { variables.removeLast() }
    return inside(slot)
  }

  /// Reports a new name that hides a visible one, because a reader could not tell the two apart (clauses §9).
  private func reportShadowing(_ name: Name, kind: String) {
    let text = name.text
    // A loop in a clause's text may have a variable with the same name as the clause's quantifier.
    if let variable = variables.last(where: { $0.name.text == text && $0.culprit == nil }) {
      session.report(ShadowedName.finding(name, kind: kind, hidden: "variable", at: variable.name.span, form: nil))
    } else if let index = letIndex[text] {
      session.report(ShadowedName.finding(name, kind: kind, hidden: "let", at: lets[index].binding.name.span, form: nil))
    } else if let field = trigger.all(text).first {
      session.report(
        ShadowedName.finding(name, kind: kind, hidden: "field", at: field.field.span, form: "trigger.\(text)"))
    } else if let policy = visiblePolicies(text).first {
      let found = program.policies[policy]
      session.report(ShadowedName.finding(name, kind: kind, hidden: "policy", at: found.span, form: found.qualifiedName))
    }
  }

  /// Returns the lifecycle that a bare name means here.
  func visibleLifecycle(_ name: String) -> Int? {
    session.lifecycle(named: name).flatMap { scope.sees(program.lifecycles[$0].pack) ? $0 : nil }
  }

  /// Returns the policies that a bare name means here: the pack's own, otherwise those of the packs that it uses.
  func visiblePolicies(_ name: String) -> [Int] {
    if let own = session.policy(named: name, of: scope.name) { return [own] }
    return session.policies(named: name).filter { scope.sees(program.policies[$0].pack) }
  }
}

/// A clause with its lowered test, for the passes after the first.
struct TypedClause {
  var checked: CheckedClause
  var test: Typed
  /// Text that the clause gives when it does not hold.
  var reason: Typed?
  /// Expressions that name the people whom the clause asks to approve.
  var people: [Typed] = []
  var syntax: Clause
}

extension ClauseTypeChecker {
  /// Place of a clause, and the id that the clause reports if it has no id of its own.
  struct ClauseSite {
    var place: ClausePlace
    var position: Int
    var ownerID: String
  }

  /// Lowers an entry of `requires`, `invariants` or `ensures`.
  func clause(_ entry: ClauseEntry, at site: ClauseSite) -> TypedClause {
    let id = entry.id?.text ?? derivedID(entry.clause, at: site)
    if let name = entry.id { session.note(.rule(name.text), at: name.span, .declaration) }
    return clause(entry.clause, id: id, at: site)
  }

  /// Lowers a clause to one form: a test, and the result of the test that is a violation (declarations §5.3).
  func clause(_ clause: Clause, id: String?, at site: ClauseSite) -> TypedClause {
    oldPlace = site.place == .ensures ? .ensures : .elsewhere
    defer { oldPlace = .elsewhere }
    effectAlone = clause.consequence == nil && site.place != .requires ? clause : nil
    var test = condition(clause.condition)
    effectAlone = nil
    var text = formatted(clause.condition)
    var kind: ClauseKind = site.place == .requires ? .requirement : .structural
    var violatedWhen = false
    var reason: TextLiteral?
    var people: [Typed] = []
    var culprit = culprit(of: test, clause.condition)
    switch clause.consequence {
    case .expression(let expr):
      consequence = site.place == .requires ? nil : expr.span
      let wanted = condition(expr)
      culprit = self.culprit(of: wanted, expr)
      test = implication(test, wanted, at: clause.condition.span.union(expr.span))
      text += " → \(formatted(expr))"
    case .effect(let effect):
      violatedWhen = true
      reason = effect.text
      (kind, people) = self.kind(of: effect, at: site)
    case nil: break
    }
    consequence = nil
    switch clause.otherwise {
    case .reason(let literal): reason = literal
    case .effect(let effect):
      reason = effect.text
      (kind, people) = self.kind(of: effect, at: site)
    case nil: break
    }
    let said = reason.map { self.said($0, of: clause, culprit) }
    var checked = CheckedClause(
      id: id ?? site.ownerID, place: site.place, position: site.position, kind: kind, test: test.node, violatedWhen: violatedWhen,
      reason: said?.node, text: text, terms: TermCollector.terms(of: test),
      span: clause.span, hasOwnID: id != nil)
    if clause.isUnconditional {
      (checked.isUnconditional, checked.text) = (true, formatted(clause))
      if said == nil, case .acceptance(let approval?) = kind {
        checked.reason = .constant(.text(Text("approval is needed: \(approval.text)")))
      }
    }
    return TypedClause(checked: checked, test: test, reason: said, people: people, syntax: clause)
  }

  /// Lowers the `if` entries of `when`, joined with `and`.
  func firingCondition(_ entries: [WhenEntry]) -> (checked: CheckedCondition, test: Typed)? {
    let exprs = entries.compactMap { if case .condition(let expr) = $0 { expr } else { nil } }
    let joined = exprs.map { condition($0) }.balancedTree { left, right in
      let span = left.span.union(right.span)
      return Typed(node: .and(left.node, right.node), type: .boolean, span: span, parts: [left, right])
    }
    guard let joined, let first = exprs.first, let last = exprs.last else { return nil }
    let checked = CheckedCondition(
      test: joined.node, text: formatted(conjunctionOf: exprs), terms: TermCollector.terms(of: joined),
      span: first.span.union(last.span))
    return (checked, joined)
  }

  /// Returns the id of an invariant `F → reject(…)` that has none: `<pack>.<F>_invariant` (files §4).
  private func derivedID(_ clause: Clause, at site: ClauseSite) -> String? {
    guard site.place == .invariants, case .effect(let effect) = clause.consequence, case .reject = effect.kind,
      let words = clause.condition.words, words.count > 1, let fact = soleFact(words)
    else { return nil }
    return "\(scope.name).\(program.facts[fact].name)_invariant"
  }

  /// Returns the fact type that the whole path names.
  private func soleFact(_ words: [Name]) -> Int? {
    for start in 0..<min(3, words.count) {
      guard let match = paths.longestFact(words, from: start), start + match.count == words.count else { continue }
      let prefix = words[..<start].map(\.text)
      let isRight = [[], ["fact"], [program.facts[match.fact].pack], ["fact", program.facts[match.fact].pack]].contains(prefix)
      return isRight ? match.fact : nil
    }
    return nil
  }
}

extension ClauseTypeChecker {
  /// Lowers an expression where a value is wanted. An expected `type` decides how texts and bare names are read (clauses §9).
  /// It does not check that the result fits; ``assigned(_:to:)`` does.
  func value(_ expr: Expr, expecting type: ValueType?) -> Typed {
    nested(at: expr.span) { lowered(expr, expecting: type) }
  }

  /// Lowers one expression. The rarer kinds are in functions of their own: `let`s that read each other call this function to
  /// their full depth, and each call reserves stack for all of its cases.
  private func lowered(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch expr.kind {
    case .name, .member, .keyed: pathValue(expr, expecting: type)
    case .negate(let operand): negation(operand, at: expr.span, expecting: type)
    case .not, .and, .or, .test, .quantified: condition(expr)
    case .binary(let operation, let left, let right):
      operation.isArithmetic
        ? arithmetic(operation, left, right, at: expr.span, expecting: type) : comparison(operation, left, right, at: expr.span)
    case .number, .percent, .text, .boolean, .list, .error: written(expr, expecting: type)
    default: composed(expr, expecting: type)
    }
  }

  private func written(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch expr.kind {
    case .number(let number): self.number(number, at: expr.span, expecting: type)
    // A share of something has no unit, so it takes none.
    case .percent(let number): .constant(.number(number), .decimal(unit: nil), at: expr.span)
    case .text(let text): self.text(text, at: expr.span, expecting: type)
    case .boolean(let value): .constant(.boolean(value), .boolean, at: expr.span)
    case .list(let elements): list(self.elements(elements, expecting: type?.element), at: expr.span, expecting: type)
    default: .fault(at: expr.span)
    }
  }

  private func composed(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch expr.kind {
    case .with(let base, let fields): copy(of: base, with: fields, at: expr.span)
    case .current(let inner): current(inner, at: expr.span)
    case .aggregate(let aggregate): self.aggregate(aggregate, at: expr.span)
    case .call(let name, let arguments): call(name, arguments, at: expr.span, expecting: type)
    case .element(let list, let place): element(of: list, at: place, span: expr.span)
    case .conditional(let conditional): self.conditional(conditional, at: expr.span, expecting: type)
    case .between(let value, let low, let high): between(value, low, high, at: expr.span)
    default: .fault(at: expr.span)
    }
  }

  /// Lowers an expression into a place of a known type, and reports a value that does not fit.
  func assigned(_ expr: Expr, to type: ValueType) -> Typed { fitting(value(expr, expecting: type), type) }

  /// Converts a lowered value to the type of its place, or reports that it does not fit.
  func fitting(_ typed: Typed, _ type: ValueType) -> Typed {
    if typed.type.fits(type) || type == .json { return typed }
    if typed.type == .text, case .enumeration(let index) = type { return named(by: typed, of: index) }
    if let record = reshaped(typed, to: type) { return record }
    if typed.isBareNumber, typed.type.with(unit: type.unit).fits(type) {
      var number = typed
      number.type = typed.type.with(unit: type.unit)
      return number
    }
    if typed.type.differsOnlyInUnit(from: type) {
      session.report(
        UnitMismatch.finding(
          name(of: typed.type), wanted: name(of: type), at: typed.span, help: currencyHelp(typed, wanted: type)))
    } else {
      session.report(WrongType.finding(name(of: typed.type), wanted: name(of: type), at: typed.span))
    }
    return .fault(at: typed.span)
  }

  private func pathValue(_ expr: Expr, expecting type: ValueType?) -> Typed {
    switch paths.target(expr, expecting: type) {
    case .value(let typed): return typed
    case .fault: return .fault(at: expr.span)
    case .lifecycle(let reference):
      session.report(NotAFact.lifecycleAsValue(reference.label, at: reference.span))
      return .fault(at: expr.span)
    case .fact(let reference):
      session.report(NotAFact.factAsValue(reference.label, at: reference.span))
      reads(fact: reference.fact, at: reference.span)
      return .fault(at: expr.span)
    }
  }

  /// Returns a number literal: whole numbers are integers, and the literal takes the unit of its place.
  private func number(_ number: Decimal, at span: Span, expecting type: ValueType?) -> Typed {
    let plain: ValueType = number.scale == 0 ? .integer(unit: nil) : .decimal(unit: nil)
    var typed = Typed.constant(.number(number), plain.with(unit: type?.unit), at: span)
    typed.isBareNumber = true
    return typed
  }

  /// Lowers a text. If an enum or a type of time is expected, the text is read as its value; otherwise its parts are replaced.
  func text(_ text: TextLiteral, at span: Span, expecting type: ValueType?) -> Typed {
    guard let plain = text.plain else { return replaced(text, at: span) }
    switch type {
    case .enumeration, .date, .timestamp, .duration, .period, .time:
      guard let type, let value = LiteralReader(session: session).reading(Text(plain), as: type, at: span, from: scope.name)
      else {
        return .fault(at: span)
      }
      return .constant(value, type, at: span)
    default: return .constant(.text(Text(plain)), .text, at: span)
    }
  }

  private func replaced(_ text: TextLiteral, at span: Span) -> Typed {
    var parts: [Node.TextPart] = []
    var values: [Typed] = []
    for part in text.parts {
      switch part {
      case .literal(let stretch): parts.append(.literal(Text(stretch)))
      case .interpolation(let expr):
        let typed = recordOfFact(value(expr, expecting: nil))
        if typed.type == .json { session.report(JSONRead.finding(at: typed.span)) }
        parts.append(.value(typed.node))
        values.append(typed)
      }
    }
    return Typed(node: .text(parts), type: .text, span: span, parts: values)
  }
}
