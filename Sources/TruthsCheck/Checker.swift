package import TruthsDiagnostics
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// Turns declarations into a checked program: the entry point of `TruthsCheck`.
///
/// The input consists of the `SourceUnit`s of a truth set, which `TruthsSyntax` read. The output is a ``CheckResult`` with the
/// `Program` that the engine runs, the findings, and a witness for each finding about clauses and tables. ``Loader`` checks a
/// set once; ``IncrementalSet`` checks it again after each change, for editors.
///
/// The passes run in a fixed order: the vocabulary (folder `Declare`), bodies of truths and tables (`Clauses`), convergence
/// (`Convergence`), missing values (`Flow`), contradictions and gaps (`Solver`), and warnings (`Lints`). Parts of a pass run in
/// parallel, and the result does not depend on which thread was first.
package enum Checker {
  /// Checks a truth set. Units with errors are checked as far as they could be read.
  ///
  /// The program of a set with errors has complete tables, but its faulty parts have no meaning and must not be run.
  ///
  /// - Complexity: O(n log n) in the size of the declarations.
  /// - Parameter today: the day that decides whether `# truths:ignore … until` comments have expired; without it none expires.
  package static func check(_ units: [SourceUnit], today: CivilDate? = nil) -> CheckResult {
    let session = CheckSession(DeclarationTable(units))
    VocabularyPass(session: session).run()
    let check = SetCheck(session, units)
    let shown = IgnoreFilter(check.findings, units, today: today)
    var (program, proofs) = (session.program, check.proofs)
    program.deferred = DeferredDeclarations { check.canonicalDeclarations() }
    return CheckResult(program: program, diagnostics: shown.visible, hiddenCount: shown.hiddenCount, proofs: proofs)
  }
}

/// One check of a set, with the results of its passes, in the order of the passes. Each pass gets the results of those before
/// it, and adds to the program and the findings of the session.
///
/// The passes that find the meaning of each name run first. An editor completes names while the user types, and needs no
/// others; they run when their results are asked for.
final class SetCheck: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies
  /// The results of an earlier check that the later passes can reuse.
  private var cache: BodyCache
  private var known: Results?

  /// The results of the passes that need the meaning of all names.
  private struct Results {
    var convergence: CachedFindings<[TruthBody]>?
    var groups: [IntentGroup?]
    var proofs: [Proof]
  }

  /// Runs the passes that find the meaning of names, after the vocabulary.
  ///
  /// - Parameters:
  ///   - session: a session whose vocabulary has been resolved.
  ///   - cache: the bodies of an earlier check, to be reused.
  init(_ session: CheckSession, _ units: [SourceUnit], cache: BodyCache = BodyCache()) {
    self.session = session
    self.cache = cache
    for unit in units { session.report(unit.diagnostics) }
    var bodyPass = BodyPass(session, cache: cache)
    bodies = bodyPass.run()
    JobPass(session: session).run()
    RolePass(session: session).run()
    JobNamePass(session: session, bodies: bodies).run()
    self.cache.dropBodies()
  }

  private var results: Results {
    if let known { return known }
    let convergence = ConvergencePass(session: session, truthBodies: bodies.truths, tableBodies: bodies.tables)
      .run(cached: cache.convergence)
    let groups = IntentGroup.groups(of: bodies, in: session.tables, cache: cache)
    MissingValuesPass(session: session, bodies: bodies, groups: groups).run()
    LetValuesPass(session: session, bodies: bodies).run()
    let proofs = DecisionPass(session: session, bodies: bodies, groups: groups).run()
    UnknownFiringPass(session: session, bodies: bodies).run()
    AuthorityPass(session: session, bodies: bodies).run()
    PackGuardPass(session: session, bodies: bodies, groups: groups).run()
    GovernancePass(session: session, bodies: bodies, groups: groups).run()
    let found = Results(convergence: convergence, groups: groups, proofs: proofs)
    known = found
    cache = BodyCache()
    return found
  }

  /// Findings about convergence, with the truths on facts that they depend on; of an earlier check, where the later passes did
  /// not run.
  var lastConvergence: CachedFindings<[TruthBody]>? { known.map(\.convergence) ?? cache.convergence }

  /// Truths and invariants of each intent, by index in ``Program/intents``; `nil` for an intent that has none. Those of an
  /// earlier check, where the later passes did not run.
  var lastGroups: [IntentGroup?] { known?.groups ?? cache.groups }

  /// Findings about clauses and tables, each with the scenario that demonstrates it.
  var proofs: [Proof] { results.proofs }

  /// The findings in order. If several truths give a finding in a `let` of their intent, it is reported once.
  var findings: [Diagnostic] {
    _ = results
    let found = session.diagnostics.inOrder()
    let shared = bodies.intents.flatMap(\.declared.body.lets).map { $0.name.span.union($0.value.span) }
    if shared.isEmpty { return found }
    var seen: Set<FoundPlace> = []
    return found.filter { finding in
      let isNew = seen.insert(FoundPlace(code: finding.code, span: finding.span)).inserted
      return isNew || !shared.contains { $0.union(finding.span) == $0 && $0.file == finding.span.file }
    }
  }

  private struct FoundPlace: Hashable {
    var code: DiagnosticCode
    var span: Span
  }
}

/// A pass of a check: it reads the tables of a session, and reports to it.
protocol CheckPass {
  var session: CheckSession { get }
}

extension CheckPass {
  var tables: CheckTables { session.tables }
  var declared: DeclarationTable { _read { yield session.tables.declared } }
  var names: NameTable { _read { yield session.tables.names } }
  var program: Program {
    _read { yield session.tables.program }
    nonmutating _modify { yield &session.tables.program }
  }
  var usage: Usage {
    _read { yield session.usage }
    nonmutating _modify { yield &session.usage }
  }

  func report(_ diagnostic: Diagnostic) { session.report(diagnostic) }

  func report(_ found: [Diagnostic]) { session.report(found) }

  func candidates(_ list: @autoclosure () -> [String]) -> [String] { session.candidates(list()) }
}

/// Result of checking a truth set.
package struct CheckResult: Sendable {
  package var program: Program
  /// Findings of the units and of the check, in order of place.
  package var diagnostics: [Diagnostic]
  /// Number of warnings that `# truths:ignore` comments hide.
  package var hiddenCount: Int
  /// Findings about clauses and tables, hidden ones too, with a witness each.
  package var proofs: [Proof]

  package init(program: Program, diagnostics: [Diagnostic], hiddenCount: Int, proofs: [Proof] = []) {
    self.program = program
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.proofs = proofs
  }
}
