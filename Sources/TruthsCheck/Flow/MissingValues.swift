import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds values that may be missing where it matters (family T3): in clauses that would then be unknown, and in facts that
/// would then lack a field.
struct MissingValuesPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies
  /// Groups by index of intent.
  let groups: [IntentGroup?]

  /// Budget for reading `let`s.
  let fuel: Fuel

  init(session: CheckSession, bodies: CheckedBodies, groups: [IntentGroup?], _ fuel: Fuel = Fuel(total: Fuel.ofReading)) {
    self.session = session
    self.bodies = bodies
    self.groups = groups
    self.fuel = fuel
  }

  func run() {
    let truths = findings(
      in: bodies.truths, steps: Fuel.ofReading, cached: { $0.missing?.valid(for: ownGroups($0)) },
      keep: { truth, findings in truth.missing = findings.map { CachedGroupFindings(for: ownGroups(truth), $0) } },
      { partialPass($1).missing(in: $0) })
    let tables = findings(
      in: bodies.tables, steps: Fuel.ofReading, cached: \.missing, keep: { $0.missing = $1 }, { partialPass($1).missing(in: $0) })
    let invariants = findings(
      in: bodies.invariants, steps: Fuel.ofReading, cached: { $0.missing?.valid(for: ownGroups($0)) },
      keep: { invariant, findings in invariant.missing = findings.map { CachedGroupFindings(for: ownGroups(invariant), $0) } },
      { partialPass($1).missing(in: $0) })
    for findings in truths + tables + invariants { report(findings) }
  }

  /// Returns the pass over one part of the set, which collects its own findings.
  private func partialPass(_ fuel: Fuel) -> MissingValuesPass {
    MissingValuesPass(session: CheckSession(tables), bodies: bodies, groups: groups, fuel)
  }

  private func ownGroups(_ truth: TruthBody) -> [IntentGroup] { truth.checked.intents.compactMap { groups[$0] } }

  private func ownGroups(_ invariant: InvariantBody) -> [IntentGroup] {
    guard case .intents(let intents) = invariant.checked.applies else { return [] }
    return intents.compactMap { groups[$0] }
  }

  private func missing(in truth: TruthBody) -> [Diagnostic] {
    if truth.declared.isBuiltIn { return [] }
    var flow = FlowState()
    flow.intents = ownGroups(truth).map { outer($0.knowledge.established(for: truth.checked), truth.checker, $0.intent) }
    check(truth, flow)
    return session.diagnostics
  }

  private func missing(in table: TableBody) -> [Diagnostic] {
    // Missing values in a function are reported where it is called.
    if table.declared.body.isFunction { return [] }
    let logic = FlowNarrowing(lets: table.checker.letFacts, tables: program.tables, flow: FlowState())
    let readsEveryRow = table.declared.body.hit != .first
    var findings: [Diagnostic] = []
    var before: SmallSet<Prerequisite> = []
    for row in table.rows {
      var chosen = before
      if let condition = row.condition {
        findings += reads(of: condition, FlowState().adding(before), in: table.checker, for: .itself)
        chosen.formUnion(logic.established(condition, when: true))
        if !readsEveryRow { before.formUnion(logic.established(condition, when: false)) }
      }
      for value in row.value?.outputs ?? [] {
        findings += reads(of: value, FlowState().adding(chosen), in: table.checker, for: .itself)
      }
    }
    return findings
  }

  private func missing(in invariant: InvariantBody) -> [Diagnostic] {
    var flow = FlowState()
    flow.intents = ownGroups(invariant).map { outer($0.knowledge.everywhere, invariant.checker, $0.intent) }
    let logic = FlowNarrowing(lets: invariant.checker.letFacts, tables: program.tables, flow: flow)
    let isOfState = invariant.checked.applies == .state
    let remedy = isOfState ? MissingRemedy.itself : .otherTruth
    return reads(of: invariant.rule.test, flow, in: invariant.checker, invariant.rule.syntax.exprs, for: remedy)
      + people(of: invariant.rule, isOfState ? FlowState() : flow, logic, in: invariant.checker, for: remedy)
  }

  private func outer(_ knowledge: Knowledge, _ checker: ClauseTypeChecker, _ intent: Int) -> FlowState.Outer {
    let fields = checker.trigger.slots(in: program.intents[intent])
    return FlowState.Outer(
      knowledge: knowledge, field: { $0 >= 0 && $0 < fields.count ? fields[$0] : nil },
      slot: { field in fields.firstIndex { $0 == field } })
  }

  private func check(_ truth: TruthBody, _ outer: FlowState) {
    var flow = outer
    flow.own = truth.knowledge
    // On facts, `UnknownFiringPass` reports an unknown `if`, and a move from an unknown state is not made.
    let isOnFacts = !truth.checker.trigger.matches.isEmpty
    let remedy = isOnFacts ? MissingRemedy.condition : .requirement
    if let condition = truth.condition, !isOnFacts {
      report(reads(of: condition, flow, in: truth.checker, truth.declared.body.when.compactMap(\.condition), for: remedy))
    }
    for place in truth.requires.indices { report(currencies(ofRequirement: place, of: truth, outer)) }
    let logic = FlowNarrowing(lets: truth.checker.letFacts, tables: program.tables, flow: flow)
    if let condition = truth.condition { flow.own.add(logic.established(condition, when: true)) }
    for clause in truth.invariants {
      report(
        reads(of: clause.test, flow, in: truth.checker, clause.syntax.exprs, for: remedy)
          + people(of: clause, flow, logic, in: truth.checker, for: remedy))
    }
    for clause in truth.invariants where clause.checked.kind == .structural { flow.own.add(logic.knowledge(of: clause)) }
    for move in truth.moves where !isOnFacts { report(reads(of: move.test, flow, in: truth.checker, for: remedy)) }
    for output in truth.outputs { check(output, flow, in: truth.checker, for: remedy) }
    // Approvers are asked on the context before the run.
    for clause in truth.ensures { report(people(of: clause, flow, nil, in: truth.checker, for: remedy)) }
    flow.before = flow.own
    for output in truth.outputs { flow.own.add(produced(output)) }
    for clause in truth.ensures {
      report(reads(of: clause.test, flow, in: truth.checker, clause.syntax.exprs, for: remedy))
    }
  }

  /// Returns amounts in several currencies that a requirement may combine. Other missing values reject the proposal, as
  /// intended.
  private func currencies(ofRequirement index: Int, of truth: TruthBody, _ outer: FlowState) -> [Diagnostic] {
    let clause = truth.requires[index]
    let logic = FlowNarrowing(lets: truth.checker.letFacts, tables: program.tables, flow: outer)
    // Of calls alone: that a field is there says nothing about currencies.
    var ownProof = SmallSet(logic.knowledge(of: clause).prerequisites.filter(\.isOfCall))
    func mixed(_ flow: FlowState) -> [MissingRead] {
      var collector = ReadCollector(tables, trigger: truth.checker.trigger, lets: truth.checker.letFacts, fuel)
      collector.wantsCurrencies = true
      collector.ownProof = ownProof
      collector.read(clause.test, flow)
      return collector.reads.filter(\.isOfCurrencies)
    }
    if mixed(outer).isEmpty { return [] }
    // The requirement itself is left out: it would prove its own currencies to be one.
    var flow = outer
    for other in truth.requires.indices where other != index { flow.own.add(logic.knowledge(of: truth.requires[other])) }
    ownProof = SmallSet(ownProof.filter { !flow.own.prerequisites.contains($0) })
    return mixed(flow).map { $0.diagnostic(in: clause.syntax.exprs, for: .requirement) }
  }

  /// Returns missing values in the expressions that name the people whom a clause asks to approve.
  ///
  /// - Parameter logic: reasoning about the clause's own test; `nil` if that is read on another context.
  private func people(
    of clause: TypedClause, _ flow: FlowState, _ logic: FlowNarrowing?, in checker: ClauseTypeChecker, for remedy: MissingRemedy
  ) -> [Diagnostic] {
    if clause.people.isEmpty { return [] }
    var flow = flow
    if let logic { flow = flow.adding(logic.established(clause.test, when: clause.checked.violatedWhen)) }
    return clause.people.flatMap { reads(of: $0, flow, in: checker, for: remedy) }
  }

  /// Returns the missing values of an expression.
  ///
  /// - Parameters:
  ///   - written: the expressions that it was lowered from.
  ///   - remedy: where a condition can make them certain.
  private func reads(
    of typed: Typed, _ flow: FlowState, in checker: ClauseTypeChecker, _ written: [Expr] = [], for remedy: MissingRemedy
  ) -> [Diagnostic] {
    var collector = ReadCollector(tables, trigger: checker.trigger, lets: checker.letFacts, fuel)
    collector.read(typed, flow)
    return collector.reads.map { $0.diagnostic(in: written, for: remedy) }
  }

  // MARK: Produced facts

  /// Returns the fact that an unconditional output makes, which `ensures` can rely on.
  private func produced(_ output: TypedOutput) -> SmallSet<Prerequisite> {
    let checked = output.checked
    guard checked.loop == nil, checked.filter == nil else { return [] }
    let type = program.facts[checked.fact]
    let keys = type.key.compactMap { checked.fields[$0] }
    guard keys.count == type.key.count else { return [] }
    let labels = type.key.map { type.fields[$0].name }
    return [.value(.present(FactKey(fact: checked.fact, keys: keys, keyLabels: labels)))]
  }

  private func check(
    _ output: TypedOutput, _ outer: FlowState, in checker: ClauseTypeChecker, for remedy: MissingRemedy
  ) {
    var flow = outer
    if let source = output.source {
      report(parts(source, output, flow, in: checker, for: remedy))
      if let loop = output.checked.loop, case .list(let list) = loop.source {
        flow.local.insert(.nonEmpty(list))
        flow.variables.append((loop.slot, list))
      }
    }
    if let filter = output.filter {
      report(parts(filter, output, flow, in: checker, for: remedy))
      let logic = FlowNarrowing(lets: checker.letFacts, tables: program.tables, flow: flow)
      flow.local.formUnion(logic.established(filter, when: true))
    }
    if !output.isFaulty { checkFields(of: output, flow, in: checker, for: remedy) }
  }

  private func parts(
    _ typed: Typed, _ output: TypedOutput, _ flow: FlowState, in checker: ClauseTypeChecker, for remedy: MissingRemedy
  ) -> [Diagnostic] {
    var collector = ReadCollector(tables, trigger: checker.trigger, lets: checker.letFacts, fuel)
    collector.read(typed, flow)
    return collector.reads.map { read in
      MayBeIncomplete.filter(read.label, fact: output.syntax.type, at: read.span, remedy)
    }
  }

  private func checkFields(
    of output: TypedOutput, _ flow: FlowState, in checker: ClauseTypeChecker, for remedy: MissingRemedy
  ) {
    let type = program.facts[output.checked.fact]
    var incomplete: [String] = []
    for (index, field) in type.fields.enumerated()
    where !field.isOptional || output.checked.isCorrection && !type.key.contains(index) {
      guard let value = output.fields[index] else {
        if !field.isOptional, field.initial == nil { reportAbsent(field, isKey: type.key.contains(index), output) }
        continue
      }
      let written = output.syntax.fields.first { $0.name.text == field.name }
      if let written, written.value.kind == .missing, !field.isOptional {
        report(AlwaysIncomplete.takenAway(field.name, fact: output.syntax.type, at: written.value.span, declared: field.span))
      }
      var collector = ReadCollector(tables, trigger: checker.trigger, lets: checker.letFacts, fuel)
      collector.read(value, flow)
      collector.fit(value, of: field, in: output, flow)
      let mixed = collector.reads.filter(\.isOfCurrencies)
      report(mixed.map { $0.diagnostic(in: [], for: remedy) })
      guard collector.reads.count > mixed.count else { continue }
      if let written, field.isOptional {
        report(MayKeepOldValue.finding(field.name, fact: output.syntax.type, at: written.value.span, remedy))
      } else if let written {
        report(MayBeIncomplete.written(field.name, fact: output.syntax.type, at: written.value.span))
      } else {
        incomplete.append(field.name)
      }
    }
    if !incomplete.isEmpty { report(MayBeIncomplete.fields(incomplete, fact: output.syntax.type, remedy)) }
  }

  private func reportAbsent(_ field: Field, isKey: Bool, _ output: TypedOutput) {
    if !output.checked.isCorrection {
      report(AlwaysIncomplete.finding(field.name, fact: output.syntax.type, declared: field.span))
    } else if isKey {
      report(AlwaysIncomplete.key(field.name, fact: output.syntax.type, declared: field.span))
    }
  }
}

extension Prerequisite {
  /// Whether the prerequisite is the value of a call of a table or function.
  fileprivate var isOfCall: Bool {
    if case .value(.table) = self { return true }
    return false
  }
}

extension MissingRead {
  /// Short text of the missing value.
  fileprivate var label: String {
    switch kind {
    case .value(let label, _), .key(let label, _), .fact(_, let label): label
    case .divisor: "the quotient"
    case .currencies(let left, let right, _): "\(left) == \(right)"
    case .mixed(let currency, _): currency
    case .within(let call): call
    case .nothing(let function, _): function
    }
  }

  /// Returns the finding.
  ///
  /// - Parameters:
  ///   - written: the expressions of the clause.
  ///   - remedy: where a condition can make the value certain.
  fileprivate func diagnostic(in written: [Expr], for remedy: MissingRemedy) -> Diagnostic {
    switch kind {
    case .value(let label, let establish):
      guard let loop else { return MayBeMissing.value(label, at: span, establish: guarded(establish, written), remedy) }
      let variable = label.split(separator: ".").first.map(String.init)
      return MayBeMissing.element(
        label, in: loop.word, isAggregate: loop.isAggregate, at: span,
        help: help(establish, label, loop, variable: variable, remedy))
    case .key(let label, let fact):
      guard let loop else {
        return MayBeMissing.key(label, of: fact, at: span, establish: guarded("\(label) exists", written), remedy)
      }
      let variable = label.split(separator: ".").first.map(String.init)
      let help = help("\(label) exists", label, loop, variable: variable, remedy)
      return MayBeMissing.key(label, of: fact, at: span, help: help)
    case .fact(let fact, let label):
      let whole = Self.lookUp(label, of: fact)
      guard let loop else {
        return MayBeMissing.fact(whole, reading: label, at: span, establish: guarded(whole, written), remedy)
      }
      return MayBeMissing.fact(whole, reading: label, at: span, help: help(whole, label, loop, variable: nil, remedy))
    case .divisor: return MayDivideByZero.finding(at: span, remedy)
    case .currencies(let left, let right, let help): return currencies(left, right, help, written, remedy)
    case .mixed(let currency, let function):
      return MayMixCurrencies.among(currency, function: function, at: span, help: oneCurrency(currency, remedy))
    case .within(let call): return MayMixCurrencies.within(call, at: span)
    case .nothing(let function, let isList): return MayBeOverNothing.finding(function, isList: isList, at: span, remedy)
    }
  }
}

extension MissingRead {
  private func currencies(
    _ left: String, _ right: String, _ advice: CurrencyHelp, _ written: [Expr], _ remedy: MissingRemedy
  ) -> Diagnostic {
    var help = remedy.establishing(guarded("\(left) == \(right)", written))
    if advice == .certain {
      help = "write one currency on both sides"
    } else if advice == .none {
      help = "\(remedy.demanding("that both are in one currency")), or omit amounts of other currencies"
    } else if let loop, !loop.isAggregate, let variable = [left, right].firstValue({ $0.element(in: loop) }), let list = loop.list
    {
      let whole = "`every \(variable) in \(list) satisfies \(left) == \(right)`"
      help = "\(remedy.demanding(whole)), or omit other elements: `where \(left) == \(right)`"
    } else if loop != nil {
      help = "omit other elements: `where \(left) == \(right)`"
    }
    return MayMixCurrencies.finding(left, right, at: span, isCertain: advice == .certain, help: help)
  }

  /// Returns help for requiring that all elements have one currency.
  private func oneCurrency(_ currency: String, _ remedy: MissingRemedy) -> String {
    guard let loop, let variable = currency.element(in: loop), let list = loop.list else {
      return "omit elements of other currencies: `where \(currency) == …`"
    }
    let whole = "`every \(variable) in \(list) satisfies \(currency) == …`"
    return "\(remedy.demanding(whole)), or omit the others: `where \(currency) == …`"
  }
}

extension String {
  /// Returns the variable of a loop that the text begins with: `l` for `l.currency`.
  fileprivate func element(in loop: MissingRead.Loop) -> String? {
    guard let variable = split(separator: ".").first, hasPrefix("\(variable).") else { return nil }
    return String(variable)
  }
}

extension MissingRead {
  /// Returns the presence test, with the written keys, for the fact of which a field is read.
  fileprivate static func lookUp(_ label: String, of fact: String) -> String {
    guard label.hasSuffix(")") || label.contains(")."), let dot = label.lastIndex(of: ".") else { return fact }
    return String(label[..<dot])
  }

  /// Returns help for a value of a loop's element. It is guarded in the loop, because a requirement cannot name the element.
  ///
  /// - Parameter variable: the name of the loop's variable, if a requirement over all elements is possible.
  fileprivate func help(
    _ establish: String, _ label: String, _ loop: Loop, variable: String?, _ remedy: MissingRemedy
  ) -> String {
    let filter = loop.hasFilter ? "where \(establish) and …" : "where \(establish)"
    if loop.isAggregate { return "omit such elements: `\(filter)`, or give them a value: `coalesce(\(label), …)`" }
    guard let variable, let list = loop.list, establish.hasPrefix("\(variable).") else {
      return "omit such elements: `\(filter)`"
    }
    let whole = "`every \(variable) in \(list) satisfies \(establish)`"
    return "\(remedy.demanding(whole)), or omit such elements: `\(filter)`"
  }

  /// Returns the condition to require: that the value exists, but only in the cases in which the other parts of the clause let it
  /// matter.
  fileprivate func guarded(_ establish: String, _ written: [Expr]) -> String {
    var (conditions, alternatives) = ([String](), [String]())
    for place in guards {
      guard let expr = written.firstValue({ $0.part(at: place.span) }) else { continue }
      let text = formatted(expr)
      if place.outcome { conditions.append(text) } else { alternatives.append(text) }
    }
    let wanted = (alternatives + [establish]).joined(separator: " or ")
    if conditions.isEmpty { return wanted }
    if conditions.count > 1 { conditions = conditions.map { $0.contains(" or ") ? "(\($0))" : $0 } }
    return "\(conditions.joined(separator: " and ")) → \(wanted)"
  }
}

extension Clause {
  /// The condition, and the consequence if it is an expression.
  fileprivate var exprs: [Expr] {
    if case .expression(let consequence) = consequence { return [condition, consequence] }
    return [condition]
  }
}

extension WhenEntry {
  var condition: Expr? {
    if case .condition(let expr) = self { return expr }
    return nil
  }
}

extension Typed {
  /// The outputs of a row with several, otherwise the value itself.
  fileprivate var outputs: [Typed] {
    if case .record = node { return parts.filter { !$0.isWrittenMissing } }
    return [self]
  }
}
