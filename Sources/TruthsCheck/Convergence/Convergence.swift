import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Proves that truths on facts reach one fixed point, in whatever order they fire (declarations §6), and gives each its
/// stratum; reports the cycles for which that fails.
///
/// - Complexity: O(truths + readings + truths that make the subjects of readings).
struct ConvergencePass: CheckPass {
  let session: CheckSession
  /// Truths by index in ``Program/truths``.
  let truthBodies: [TruthBody]
  /// Tables by index in ``Program/tables``.
  let tableBodies: [TableBody]

  /// Budget for finding the cycles that findings show.
  private let fuel = Fuel(total: cycleLimit)
  /// Maximum number of steps for finding the cycles of a set that findings show; each read counts as a step. Beyond it a cycle is
  /// reported without the truths on its way.
  private static let cycleLimit = 1_000_000
  /// Number of truths of a cycle that are shown, half of them from each end.
  private static let shownSteps = 16

  init(session: CheckSession, truthBodies: [TruthBody], tableBodies: [TableBody]) {
    self.session = session
    self.truthBodies = truthBodies
    self.tableBodies = tableBodies
  }

  /// Runs the pass.
  ///
  /// - Parameter cached: the findings of an earlier check.
  /// - Returns: the findings, with the truths on facts that they depend on; `nil` if there are no such truths.
  func run(cached: CachedFindings<[TruthBody]>?) -> CachedFindings<[TruthBody]>? {
    let onFacts = truthBodies.filter { !$0.checked.matches.isEmpty }
    if onFacts.isEmpty { return nil }
    if let known = cached, known.inputs.elementsEqual(onFacts, by: { $0 === $1 }) {
      report(known.findings)
      return known
    }
    let count = session.diagnostics.count
    let graph = DependencyGraph(truthBodies, program)
    setStrata(graph)
    let ofMatches = graph.ofMatches
    let endless = endlessCorrections(ofMatches)
    let negative = graph.truths.indices.filter { graph.isCyclic[$0] && checkNegation($0, graph, except: endless) }
    checkTermination(ofMatches, except: Set(negative))
    for index in graph.truths { checkEntries(readBy: index, graph) }
    checkDecisionReads()
    return CachedFindings(inputs: onFacts, findings: Array(session.diagnostics[count...]))
  }

  /// Sets the stratum of each truth on facts: the least number from 1 that is at least the strata of the truths that produce its
  /// positive reads, and greater than the strata of the truths that produce its negative reads.
  func setStrata(_ graph: DependencyGraph) {
    var strata = [Int](repeating: 1, count: (graph.component.max() ?? -1) + 1)
    let order = graph.truths.indices.sorted { graph.component[$0] < graph.component[$1] }
    var makers: [DependencyGraph.Source: FinishedMakers] = [:]
    for place in order {
      let own = graph.component[place]
      for read in graph.reads(place) {
        let source = read.source
        let stratum = makers[
          source, default: FinishedMakers(components: graph.components(making: source))
        ].stratum(before: own, strata)
        if let stratum { strata[own] = max(strata[own], stratum + (read.isNegative ? 1 : 0)) }
      }
    }
    for (place, index) in graph.truths.enumerated() {
      truthBodies[index].checked.stratum = strata[graph.component[place]]
      program.truths[index].stratum = strata[graph.component[place]]
    }
  }

  /// The components that make a subject, with the greatest stratum of those whose stratum is known already. All readers of the
  /// subject share one pass over the list, because they come in the order of their components.
  private struct FinishedMakers {
    let components: [Int]
    private var count = 0
    private var greatest: Int?

    init(components: [Int]) { self.components = components }

    /// Returns the greatest stratum of the components before one.
    mutating func stratum(before component: Int, _ strata: [Int]) -> Int? {
      while count < components.count, components[count] < component {
        greatest = max(greatest ?? 1, strata[components[count]])
        count += 1
      }
      return greatest
    }
  }

  /// Reports truths on facts that read the entry of a fact that truths on facts make (declarations §6).
  private func checkEntries(readBy index: Int, _ graph: DependencyGraph) {
    let checker = truthBodies[index].checker
    for read in checker.entryReads + checker.calls.flatMap({ entryReads(through: $0) }) {
      guard let place = graph.makers[.fact(read.fact)]?.first else { continue }
      let maker = program.truths[graph.truths[place]]
      report(
        EntryOfDerived.finding(
          read.label, fact: program.facts[read.fact].name, at: read.span, maker: (maker.id, span(maker, making: .fact(read.fact)))
        ))
    }
  }

  /// Returns the readings of entries by the called function and by the functions that this function calls, all at the place of
  /// the call.
  private func entryReads(through call: ClauseTypeChecker.Call) -> [ClauseTypeChecker.EntryRead] {
    guard program.tables[call.callee].readsContext else { return [] }
    var (entryReads, seen, open) = ([ClauseTypeChecker.EntryRead](), Set([call.callee]), [call.callee])
    while let next = open.popLast() {
      let checker = tableBodies[next].checker
      entryReads += checker.entryReads.map { .init(fact: $0.fact, label: $0.label, span: call.span) }
      open += checker.calls.map(\.callee).filter { seen.insert($0).inserted }
    }
    return entryReads
  }

  // MARK: Negation

  /// Reports a negative reading inside a cycle of producing truths.
  ///
  /// - Parameter endless: corrections that feed themselves, which are reported as ``NotTerminating``.
  /// - Returns: whether this truth has such a reading.
  private func checkNegation(_ node: Int, _ graph: DependencyGraph, except endless: Set<EndlessCorrection>) -> Bool {
    for read in graph.reads(node) where read.isNegative {
      let isInside = { (other: Int) in graph.component[other] == graph.component[node] }
      guard let maker = graph.firstMaker(of: read.source, in: graph.component[node]) else { continue }
      let correctors = read.isOfCorrected ? graph.correctors[read.subject] ?? [] : []
      if correctors.contains(where: { isInside($0) && endless.contains(EndlessCorrection(truth: $0, subject: read.subject)) }) {
        continue
      }
      let truth = program.truths[graph.truths[node]]
      let corrections = correctors.prefix(1).map { corrector in
        let corrector = program.truths[graph.truths[corrector]]
        return Diagnostic.Note(
          "`\(corrector.id)` corrects \(words(read.subject)), so every truth that reads it waits until it is complete",
          at: corrector.outputs.first { $0.isCorrection && .fact($0.fact) == read.subject }?.span ?? corrector.span)
      }
      report(
        NegativeCycle.finding(
          truth: truth.id, subject: words(read.subject), at: read.span,
          notes: corrections + notes(of: cycle(from: maker, to: node, making: read.subject, graph), graph)))
      return true
    }
    return false
  }

  /// A step of a cycle: a truth makes a subject that the previous truth reads.
  private struct CycleStep {
    var truth: Int
    var makes: ContextSubject
    var reads: (subject: ContextSubject, span: Span)?
  }

  /// Returns the fewest steps by which one truth depends on another: each makes what the previous one reads. Empty if finding
  /// them would take too many steps.
  private func cycle(from maker: Int, to reader: Int, making subject: ContextSubject, _ graph: DependencyGraph) -> [CycleStep] {
    var before: [Int: (from: Int, subject: ContextSubject, span: Span)] = [:]
    var seen: Set<DependencyGraph.Source> = []
    var queue = [maker]
    var next = 0
    var isFound = maker == reader
    fuel.begin(steps: Self.cycleLimit)
    while next < queue.count, !isFound {
      let current = queue[next]
      next += 1
      if (try? fuel.spend(1 + graph.readings[current].count)) == nil { return [] }
      for read in graph.reads(current) where seen.insert(read.source).inserted {
        for target in graph.makers(of: read.source)
        where graph.component[target] == graph.component[reader] && target != maker && before[target] == nil {
          before[target] = (current, read.subject, read.span)
          queue.append(target)
          if target == reader { isFound = true }
        }
      }
    }
    var steps: [CycleStep] = []
    var current = reader
    while current != maker, let step = before[current] {
      steps.append(CycleStep(truth: current, makes: step.subject, reads: nil))
      current = step.from
      if let last = steps.indices.last { steps[last].reads = (step.subject, step.span) }
    }
    let first = CycleStep(truth: maker, makes: subject, reads: nil)
    return [first] + steps.reversed()
  }

  private func notes(of steps: [CycleStep], _ graph: DependencyGraph) -> [Diagnostic.Note] {
    var notes: [Diagnostic.Note] = []
    let hiddenCount = max(0, steps.count - Self.shownSteps)
    for (index, step) in steps.enumerated() where hiddenCount == 0 || abs(2 * index + 1 - steps.count) > hiddenCount {
      if let read = step.reads, index > 0 {
        let reader = program.truths[graph.truths[steps[index - 1].truth]]
        notes.append(Diagnostic.Note("`\(reader.id)` reads \(words(read.subject))", at: read.span))
      }
      let truth = program.truths[graph.truths[step.truth]]
      let more =
        hiddenCount > 0 && index == (steps.count - hiddenCount) / 2 - 1 ? "; \(hiddenCount) more truths lead to the next one" : ""
      notes.append(Diagnostic.Note("`\(truth.id)` makes \(words(step.makes))\(more)", at: span(truth, making: step.makes)))
    }
    return notes
  }

  func words(_ subject: ContextSubject) -> String {
    switch subject {
    case .fact(let index): "`\(program.facts[index].name)`"
    case .states(let index): "`\(program.lifecycles[index].name).state`"
    case .entered(let index, let state):
      "`\(program.enums[program.lifecycles[index].states].values[state])` of `\(program.lifecycles[index].name)`"
    }
  }

  private func span(_ truth: CheckedTruth, making subject: ContextSubject) -> Span {
    switch subject {
    case .fact(let fact):
      if let output = truth.outputs.first(where: { $0.fact == fact }) { return output.span }
      return truth.moves.first { program.lifecycles[$0.key.lifecycle].history == fact }?.clause.span ?? truth.span
    case .states(let lifecycle): return truth.moves.first { $0.key.lifecycle == lifecycle }?.clause.span ?? truth.span
    case .entered(let lifecycle, let state):
      return truth.moves.first { $0.key.lifecycle == lifecycle && $0.path.contains(state) }?.clause.span ?? truth.span
    }
  }
}

extension CheckSession {
  /// Checks a truth against the rules for views (declarations §7), and returns whether the truth produces views.
  ///
  /// A truth produces views or entries, not both. One that produces views has only `when`, `let` and `produces`, leaves no
  /// trace and fires on facts. No other truth may name a view under `when: fact:`.
  func checkViews(of truth: LoweredTruth, _ declaration: TruthDeclaration, _ trigger: Trigger) -> Bool {
    let derived = truth.outputs.filter { program.facts[$0.checked.fact].isDerived }
    guard let first = derived.first else {
      for match in trigger.matches where program.facts[match.fact].isDerived {
        report(MisusedView.matched(match.syntax.type, declared: program.facts[match.fact].span))
      }
      return false
    }
    let view = first.syntax.type
    if !trigger.intents.isEmpty { report(MisusedView.fromProposal(view)) }
    for output in derived where output.checked.isCorrection { report(MisusedView.corrected(output.syntax.type)) }
    for output in truth.outputs where !program.facts[output.checked.fact].isDerived {
      report(MisusedView.mixed(output.syntax.type, view: view))
    }
    let extras: [(String, Span?)] = [
      ("moves", declaration.moves.first?.span), ("invariants", declaration.invariants.first?.span),
      ("ensures", declaration.ensures.first?.span),
      ("a trace", declaration.produces.first { if case .trace = $0.kind { true } else { false } }?.span),
    ]
    for case (let what, let span?) in extras { report(MisusedView.extra(what, at: span, view: view)) }
    return true
  }
}
