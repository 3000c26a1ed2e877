import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Proves that truths on facts reach one fixed point, in whatever order they fire (language.md §6, "Convergence"), and gives
  /// each its stratum; reports the cycles for which that fails.
  ///
  /// - Complexity: O(truths + readings + truths that make what is read).
  func checkConvergence() {
    let onFacts = truthBodies.filter { !$0.checked.matches.isEmpty }
    if onFacts.isEmpty { return }
    if let known = kept.convergence, known.beside.elementsEqual(onFacts, by: { $0 === $1 }) {
      convergence = known
      return report(known.found)
    }
    let count = diagnostics.count
    let graph = DependencyGraph(truthBodies, program)
    setStrata(graph)
    let negative = graph.truths.indices.filter { graph.isCyclic[$0] && checkNegation($0, graph) }
    checkTermination(graph.withoutLeftStates, except: Set(negative))
    convergence = Kept(beside: onFacts, found: Array(diagnostics[count...]))
  }

  /// The least number from 1 that is at least the strata of the truths producing what a truth reads positively, and more than
  /// those producing what it reads negatively.
  private func setStrata(_ graph: DependencyGraph) {
    var strata = [Int](repeating: 1, count: (graph.component.max() ?? -1) + 1)
    let order = graph.truths.indices.sorted { graph.component[$0] < graph.component[$1] }
    for place in order {
      let own = graph.component[place]
      for read in graph.reads(place) {
        for maker in graph.makers[read.subject] ?? [] where graph.component[maker] != own {
          strata[own] = max(strata[own], strata[graph.component[maker]] + (read.isNegative ? 1 : 0))
        }
      }
    }
    for (place, index) in graph.truths.enumerated() {
      truthBodies[index].checked.stratum = strata[graph.component[place]]
      program.truths[index].stratum = strata[graph.component[place]]
    }
  }

  // MARK: Negation

  /// No cycle of producing truths holds a negative reading.
  ///
  /// - Returns: whether this truth has one.
  private func checkNegation(_ place: Int, _ graph: DependencyGraph) -> Bool {
    for read in graph.reads(place) where read.isNegative {
      let inside = (graph.makers[read.subject] ?? []).filter { graph.component[$0] == graph.component[place] }
      guard let maker = inside.first else { continue }
      let truth = program.truths[graph.truths[place]]
      report(
        NegativeCycle.found(
          truth: truth.id, subject: words(read.subject), at: read.span,
          notes: notes(of: cycle(from: maker, to: place, making: read.subject, graph))))
      return true
    }
    return false
  }

  /// A step of a cycle: a truth makes something that the one before it reads.
  private struct CycleStep {
    var truth: Int
    var makes: Subject
    var reads: (subject: Subject, span: Span)?
  }

  /// How a truth depends on another, in the fewest steps: each makes what the one before reads.
  private func cycle(from maker: Int, to place: Int, making subject: Subject, _ graph: DependencyGraph) -> [CycleStep] {
    var before: [Int: (from: Int, subject: Subject, span: Span)] = [:]
    var queue = [maker]
    var next = 0
    var isFound = maker == place
    while next < queue.count, !isFound {
      let current = queue[next]
      next += 1
      for read in graph.reads(current) {
        for target in graph.makers[read.subject] ?? []
        where graph.component[target] == graph.component[place] && target != maker && before[target] == nil {
          before[target] = (current, read.subject, read.span)
          queue.append(target)
          if target == place { isFound = true }
        }
      }
    }
    var steps: [CycleStep] = []
    var current = place
    while current != maker, let step = before[current] {
      steps.append(CycleStep(truth: current, makes: step.subject, reads: nil))
      current = step.from
      if let last = steps.indices.last { steps[last].reads = (step.subject, step.span) }
    }
    let first = CycleStep(truth: maker, makes: subject, reads: nil)
    return [first] + steps.reversed()
  }

  private func notes(of steps: [CycleStep]) -> [Diagnostic.Note] {
    let graphTruths = program.truths.indices.filter { !program.truths[$0].matches.isEmpty }
    var notes: [Diagnostic.Note] = []
    for (place, step) in steps.enumerated() {
      if let read = step.reads, place > 0 {
        let reader = program.truths[graphTruths[steps[place - 1].truth]]
        notes.append(Diagnostic.Note("`\(reader.id)` reads \(words(read.subject))", at: read.span))
      }
      let truth = program.truths[graphTruths[step.truth]]
      notes.append(Diagnostic.Note("`\(truth.id)` makes \(words(step.makes))", at: span(truth, making: step.makes)))
    }
    return notes
  }

  func words(_ subject: Subject) -> String {
    switch subject {
    case .fact(let index): "`\(program.facts[index].name)`"
    case .states(let index): "`\(program.lifecycles[index].name).state`"
    case .entered(let index, let state):
      "`\(program.enums[program.lifecycles[index].states].values[state])` of `\(program.lifecycles[index].name)`"
    }
  }

  private func span(_ truth: CheckedTruth, making subject: Subject) -> Span {
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
