package import TruthsDiagnostics
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// What expressions outside of declarations see of a checked set: the names of all packs, and the fields of an intent where there
/// is a proposal. A name that several packs declare is ambiguous, and is qualified; the pack of the intent, or the only pack,
/// comes first.
package final class ExpressionScope {
  private let tables: CheckTables
  private let scope: PackScope

  /// - Parameters:
  ///   - set: a set without errors.
  ///   - pack: the pack whose own names come first; `nil` for the only one.
  /// - Complexity: O(size of the vocabulary).
  package init(_ set: LoadedSet, pack: String?) {
    let session = CheckSession(DeclarationTable(set.units))
    VocabularyPass(session: session).run()
    session.program = set.program
    tables = session.tables
    let packs = set.program.packs.map(\.name).filter { $0 != ConvergePack.name }
    scope = PackScope(name: pack ?? (packs.count == 1 ? packs[0] : ""), uses: packs)
  }

  /// Checks an expression or condition.
  ///
  /// - Parameters:
  ///   - file: a file whose text is the expression.
  ///   - range: where the expression stands in the file; everywhere by default.
  ///   - intent: index in ``Program/intents`` of the intent whose fields it sees.
  ///   - kept: values under names; of several with one name the last counts.
  /// - Returns: the expression where nothing is wrong with it, else what is.
  package func check(
    _ file: SourceFile, in range: Range<Int>? = nil, intent: Int?, kept: [NamedValue]
  ) -> (expression: CheckedExpression?, diagnostics: [Diagnostic]) {
    let (tree, faults) = Parser.expression(file, in: range)
    if faults.hasErrors { return (nil, faults.inOrder()) }
    let session = CheckSession(tables)
    let trigger = Trigger(intents: intent.map { [$0] } ?? [], isFaulty: false, in: tables)
    // It decides nothing, so that it may read whatever the built-in pack may: roles, outside of pack trust too.
    let checker = ClauseTypeChecker(session: session, scope: scope, isBuiltIn: true, trigger: trigger)
    for value in kept { checker.add(value, at: file.span.atStart) }
    let typed = checker.valueOrCondition(tree, expecting: nil)
    let found = session.diagnostics.inOrder()
    if found.hasErrors { return (nil, found) }
    return (
      CheckedExpression(
        node: typed.node, type: typed.type, typeName: checker.name(of: typed.type), terms: TermCollector.terms(of: typed),
        inputs: trigger.inputs.map(\.name) + kept.map(\.name), frameSize: checker.frameSize, span: tree.span), []
    )
  }

  /// A name that a value is to be kept under.
  ///
  /// - Returns: the name where nothing is wrong with it, else what is.
  package func name(_ file: SourceFile, in range: Range<Int>) -> (name: Name?, diagnostics: [Diagnostic]) {
    let (name, faults) = Parser.name(file, in: range)
    guard let name, !faults.hasErrors else { return (nil, faults) }
    let session = CheckSession(tables)
    NameRules(session: session).checkName(name)
    return (session.diagnostics.hasErrors ? nil : name, session.diagnostics)
  }

  /// The declared names that an expression may read or call, and those of functions, in order.
  package var names: [String] {
    let program = tables.program
    let fields = program.policies.map(\.name) + program.tables.map(\.name) + program.calendars.map(\.name)
    let facts = program.facts.map(\.name) + program.lifecycles.map(\.name)
    let functions = Function.nameable.map(\.rawValue) + Builtin.nameable.map(\.rawValue)
    return Set(fields + facts + functions).sorted()
  }

  /// What may stand behind a dot after a value of a type, or after the name of a fact type or lifecycle.
  package func members(of type: ValueType) -> [String] {
    switch type {
    case .record(let index): tables.program.records[index].fields.map(\.name)
    case .fact(let index): tables.program.facts[index].fields.map(\.name) + ["entry"]
    default: []
    }
  }

  /// The same of a fact type or lifecycle.
  package func members(ofDeclared name: String) -> [String] {
    let program = tables.program
    if let fact = program.facts.first(where: { $0.name == name }) { return fact.fields.map(\.name) }
    return program.lifecycles.contains { $0.name == name } ? ["state"] : []
  }
}

extension ClauseTypeChecker {
  /// Binds a kept value, in the slot behind those before it.
  fileprivate func add(_ value: NamedValue, at span: Span) {
    variables.append(
      BoundVariable(name: Name(value.name, at: span), slot: newSlot(), type: value.type, source: .nothing(at: span), culprit: nil)
    )
  }
}
