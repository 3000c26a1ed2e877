package import TruthsDiagnostics
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// Names that expressions outside of declarations see: those of all packs, and the fields of an intent if there is a proposal.
/// A name that several packs declare is ambiguous and must be qualified. The names of the intent's pack, or of the only pack,
/// take precedence.
package final class ExpressionScope {
  private let tables: CheckTables
  private let scope: PackScope

  /// Resolves the vocabulary of a set.
  ///
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
  ///   - range: the part of the file that is the expression; the whole file by default.
  ///   - intent: index in ``Program/intents`` of the intent whose fields the expression sees.
  ///   - kept: values under names; of several with one name the last counts.
  /// - Returns: the expression if it has no errors, otherwise its findings.
  package func check(
    _ file: SourceFile, in range: Range<Int>? = nil, intent: Int?, kept: [NamedValue]
  ) -> (expression: CheckedExpression?, diagnostics: [Diagnostic]) {
    let (tree, faults) = Parser.expression(file, in: range)
    if faults.hasErrors { return (nil, faults.inOrder()) }
    let session = CheckSession(tables)
    let trigger = Trigger(intents: intent.map { [$0] } ?? [], isFaulty: false, in: tables)
    // The expression decides nothing, so it may read everything that the built-in pack may, such as roles outside of pack
    // `trust`.
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

  /// Checks a name under which a value is to be kept.
  ///
  /// - Returns: the name if it has no errors, otherwise its findings.
  package func name(_ file: SourceFile, in range: Range<Int>) -> (name: Name?, diagnostics: [Diagnostic]) {
    let (name, faults) = Parser.name(file, in: range)
    guard let name, !faults.hasErrors else { return (nil, faults) }
    let session = CheckSession(tables)
    NameRules(session: session).checkName(name)
    return (session.diagnostics.hasErrors ? nil : name, session.diagnostics)
  }

  /// Declared names that an expression may read or call, and those of built-in functions, sorted.
  package var names: [String] {
    let program = tables.program
    let fields = program.policies.map(\.name) + program.tables.map(\.name) + program.calendars.map(\.name)
    let facts = program.facts.map(\.name) + program.lifecycles.map(\.name)
    let functions = Function.nameable.map(\.rawValue) + Builtin.nameable.map(\.rawValue)
    return Set(fields + facts + functions).sorted()
  }

  /// Returns the names that may follow a dot after a value of the type.
  package func members(of type: ValueType) -> [String] {
    switch type {
    case .record(let index): tables.program.records[index].fields.map(\.name)
    case .fact(let index): tables.program.facts[index].fields.map(\.name) + ["entry"]
    default: []
    }
  }

  /// Returns the names that may follow a dot after the name of a fact type or lifecycle.
  package func members(ofDeclared name: String) -> [String] {
    let program = tables.program
    if let fact = program.facts.first(where: { $0.name == name }) { return fact.fields.map(\.name) }
    return program.lifecycles.contains { $0.name == name } ? ["state"] : []
  }
}

extension ClauseTypeChecker {
  /// Binds a kept value to the next slot of the frame.
  fileprivate func add(_ value: NamedValue, at span: Span) {
    variables.append(
      BoundVariable(name: Name(value.name, at: span), slot: newSlot(), type: value.type, source: .nothing(at: span), culprit: nil)
    )
  }
}
