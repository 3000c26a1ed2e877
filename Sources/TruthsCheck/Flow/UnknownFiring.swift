import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Finds truths on facts whose `if` may be unknown, and so count as false (declarations §6). Where a
/// clause would then let pass what it stops, that is an error: a rule that is moved from a clause, where an unknown halts, into a
/// derived fact must not fail open.
///
/// - Complexity: O(size of the clauses), where some truth has such an `if`.
struct UnknownFiringPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies

  /// A clause that passes more where a fact is absent.
  private struct Guard {
    var clause: String
    var span: Span
  }

  func run() {
    let unknown = Parallel.map(bodies.truths.count, stride: CheckSession.stride) { bodies.truths[$0].unknownFiring(in: tables) }
    guard unknown.contains(where: { !$0.isEmpty }) else { return }
    let guards = guards()
    for (truth, reads) in zip(bodies.truths, unknown) {
      guard let first = reads.first else { continue }
      let stopper = DependencyGraph.made(by: truth.checked, program).compactMap { guards[$0] }.min { $0.span < $1.span }
      report(
        MayNotFire.found(
          reads.map(\.found), truth: truth.id, condition: truth.checked.condition?.text ?? "", at: first.span,
          stopper: stopper.map { ($0.clause, $0.span) }))
    }
  }

  /// What must not be absent without notice, and the first clause that relies on it. A truth on facts that makes such a thing
  /// passes that on to what it fires on.
  private func guards() -> [Subject: Guard] {
    var guards: [Subject: Guard] = [:]
    func add(_ subjects: some Sequence<Subject>, _ clause: String, _ span: Span) {
      for subject in subjects where guards[subject].map({ span < $0.span }) ?? true {
        guards[subject] = Guard(clause: clause, span: span)
      }
    }
    for truth in bodies.truths {
      for (subjects, clause) in truth.reliances(in: program.tables) { add(subjects, clause.text, clause.span) }
    }
    for invariant in bodies.invariants {
      let subjects = DependencyReads(of: invariant.rule, invariant.body.letFacts, program.tables).reliedOn
      add(subjects, invariant.rule.checked.text, invariant.rule.checked.span)
    }
    var isStable = false
    let makers = bodies.truths.filter { !$0.checked.matches.isEmpty }.map { truth in
      (
        makes: DependencyGraph.made(by: truth.checked, program),
        reads: Array(DependencyReads(of: truth, program.tables).positive.keys)
      )
    }
    while !isStable {
      isStable = true
      for maker in makers {
        guard let relied = maker.makes.compactMap({ guards[$0] }).min(by: { $0.span < $1.span }) else { continue }
        for subject in maker.reads where guards[subject] == nil {
          guards[subject] = relied
          isStable = false
        }
      }
    }
    return guards
  }
}

extension TruthBody {
  /// What its `if` reads that may be missing, where it fires on facts.
  fileprivate func unknownFiring(in tables: CheckTables) -> [MissingRead] {
    guard let condition, !checked.matches.isEmpty, !declared.isBuiltIn else { return [] }
    var collector = ReadCollector(tables, trigger: body.trigger, lets: body.letFacts)
    var known = Known()
    known.own = knowledge
    collector.read(condition, known)
    return collector.reads
  }

  /// What its clauses rely on being there. An `if` of a truth on intents stands before all of them.
  fileprivate func reliances(in tables: [CheckedTable]) -> [(subjects: Set<Subject>, clause: (text: String, span: Span))] {
    var found = (requires + invariants + ensures).map { clause in
      (DependencyReads(of: clause, body.letFacts, tables).reliedOn, (clause.checked.text, clause.checked.span))
    }
    if let condition, let checked = checked.condition, self.checked.matches.isEmpty, !found.isEmpty {
      found.append((DependencyReads(of: condition, body.letFacts, tables).all, (checked.text, checked.span)))
    }
    return found
  }
}

extension DependencyReads {
  /// What a clause reads.
  fileprivate init(of clause: TypedClause, _ lets: LetFacts, _ tables: [CheckedTable]) {
    self.init(of: clause.test, lets, tables, isPositive: !clause.checked.violatedWhen)
  }

  fileprivate init(of condition: Typed, _ lets: LetFacts, _ tables: [CheckedTable]) {
    self.init(of: condition, lets, tables, isPositive: true)
  }

  /// What must not be absent for the clause to stop what it stops: all that stands before an effect, and what is read negatively.
  fileprivate var reliedOn: Set<Subject> { Set(negative.keys) }

  fileprivate var all: Set<Subject> { Set(negative.keys).union(positive.keys) }
}

extension MissingRead {
  /// What is missing, for a message.
  fileprivate var found: MayNotFire.Cause {
    switch kind {
    case .value(let label, _), .key(let label, _): .value(label)
    case .fact(let fact, let label): .fact(fact, reading: label)
    case .divisor: .divisor
    case .currencies(let left, let right, _): .currencies(left, right)
    case .mixed(let currency, _): .currencies(currency, currency)
    case .nothing(let function, _): .nothing(function)
    }
  }
}
