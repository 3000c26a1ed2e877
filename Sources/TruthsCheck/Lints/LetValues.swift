import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds `let`s with two values in one decision: they read facts that the run may produce, in `ensures` on the result and
/// elsewhere on the context before (declarations §5.6).
///
/// - Complexity: O(truths with `ensures` · truths), if `ensures` reads such `let`s.
struct LetValuesPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies

  /// The subjects that a truth on facts reads and makes.
  private struct Step {
    var reads: Set<ContextSubject>
    var makes: [ContextSubject]
  }

  func run() {
    var steps: [Step]?
    for truth in bodies.truths where !truth.ensures.isEmpty && !truth.checker.lets.isEmpty {
      let shared = sharedLets(of: truth)
      if shared.isEmpty { continue }
      let known = steps ?? self.steps
      steps = known
      let subjectsMade = subjectsMade(with: truth, known)
      for binding in shared {
        guard let fact = binding.facts.intersection(subjectsMade).min() else { continue }
        report(
          LetWithTwoValues.finding(
            binding.name.text, reading: words(fact), at: binding.span, declared: binding.name.span, other: binding.other))
      }
    }
  }

  private var steps: [Step] {
    bodies.truths.filter { !$0.checked.matches.isEmpty }.map { truth in
      let reads = DependencyReads(of: truth, program.tables)
      return Step(
        reads: Set(reads.positive.keys).union(reads.negative.keys).union(reads.left.keys),
        makes: DependencyGraph.subjects(madeBy: truth.checked, program))
    }
  }

  /// Returns the subjects that may be produced in a run in which the given truth fires, by it, or by other truths of that run.
  private func subjectsMade(with truth: TruthBody, _ steps: [Step]) -> Set<ContextSubject> {
    let intents = Set(truth.checked.intents)
    let makers = intents.isEmpty ? [truth] : bodies.truths.filter { !intents.isDisjoint(with: $0.checked.intents) }
    var subjects = Set(makers.flatMap { DependencyGraph.subjects(madeBy: $0.checked, program) })
    var rest = steps
    var count = -1
    while subjects.count != count {
      count = subjects.count
      for step in rest where !step.reads.isDisjoint(with: subjects) { subjects.formUnion(step.makes) }
      rest.removeAll { subjects.isSuperset(of: $0.makes) }
    }
    return subjects
  }

  /// A `let` that is read in `ensures` and elsewhere.
  private struct SharedLet {
    var name: Name
    /// The first use in `ensures`.
    var span: Span
    var other: Span
    var facts: Set<ContextSubject>
  }

  private func sharedLets(of truth: TruthBody) -> [SharedLet] {
    var ensured = LetUses(of: truth, isDeep: false)
    for clause in truth.ensures { ensured.read([clause.test, clause.reason]) }
    if ensured.spans.isEmpty { return [] }
    var others = LetUses(of: truth, isDeep: true)
    others.read([truth.condition])
    for clause in truth.requires + truth.invariants { others.read([clause.test, clause.reason]) }
    for move in truth.moves { others.read([move.test, move.reason]) }
    for output in truth.outputs { others.read([output.source, output.filter] + output.fields) }
    return truth.checker.lets.compactMap { binding in
      guard let span = ensured.spans[binding.slot], let other = others.spans[binding.slot],
        case .done(let value) = binding.state
      else { return nil }
      let reads = DependencyReads(of: value, truth.checker.letFacts, program.tables, isPositive: false)
      return SharedLet(name: binding.binding.name, span: span, other: other, facts: Set(reads.negative.keys))
    }
  }

  private func words(_ subject: ContextSubject) -> String {
    switch subject {
    case .fact(let index): program.facts[index].name
    case .states(let index), .entered(let index, _): "\(program.lifecycles[index].name).state"
    }
  }
}

/// Uses of the `let`s of a truth, outside `old`.
private struct LetUses {
  private let truth: TruthBody
  /// Whether the `let`s that a `let` reads count as used, too.
  private let isDeep: Bool
  /// First use of each `let`, by its slot.
  private(set) var spans: [Int: Span] = [:]

  init(of truth: TruthBody, isDeep: Bool) {
    self.truth = truth
    self.isDeep = isDeep
  }

  mutating func read(_ parts: [Typed?]) { for case .some(let part) in parts { read(part, at: nil) } }

  /// Reads an expression.
  ///
  /// - Parameter outer: the use of the `let` that the expression is inside of.
  private mutating func read(_ typed: Typed, at outer: Span?) {
    if case .old = typed.node { return }
    if case .slot(let slot) = typed.node, let inner = truth.checker.letFacts[slot] {
      let isKnown = spans[slot] != nil
      spans[slot] = min(spans[slot] ?? typed.span, outer ?? typed.span)
      if isDeep, !isKnown { read(inner, at: outer ?? typed.span) }
    }
    for part in typed.parts { read(part, at: outer) }
  }
}
