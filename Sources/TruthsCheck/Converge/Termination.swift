import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// In a cycle every key field is copied from a matched fact or constant, nothing is corrected, and no truth moves anything; the
  /// transitions that truths on facts make form no cycle: so there are only finitely many facts to make (language.md §6).
  ///
  /// - Parameter faulty: truths whose cycle was reported already.
  func checkTermination(_ graph: DependencyGraph, except faulty: Set<Int>) {
    var reads: [Int: Set<Subject>] = [:]
    for place in graph.truths.indices where graph.isCyclic[place] {
      let readings = graph.readings[place]
      reads[graph.component[place], default: []].formUnion(readings.positive.keys)
      reads[graph.component[place], default: []].formUnion(readings.negative.keys)
    }
    for place in graph.truths.indices where graph.isCyclic[place] && !faulty.contains(place) {
      checkTermination(at: graph.truths[place], reads[graph.component[place]] ?? [])
    }
    checkTransitionCycles(graph)
  }

  /// - Parameter cycle: what the truths of its cycle read.
  private func checkTermination(at index: Int, _ cycle: Set<Subject>) {
    let truth = program.truths[index]
    if let move = truth.moves.first { report(NotTerminating.move(truth: truth.id, at: move.clause.span)) }
    for output in truthBodies[index].outputs where cycle.contains(.fact(output.checked.fact)) {
      if output.checked.isCorrection {
        report(NotTerminating.correction(output.syntax.type, truth: truth.id))
      } else {
        checkKeys(of: output, truth)
      }
    }
  }

  private func checkKeys(of output: TypedOutput, _ truth: CheckedTruth) {
    let type = program.facts[output.checked.fact]
    for index in type.key.isEmpty ? Array(type.fields.indices) : type.key {
      guard let value = output.fields[index], !isCopied(value.node, truth) else { continue }
      let written = output.syntax.fields.first { $0.name.text == type.fields[index].name }
      report(
        NotTerminating.field(
          type.fields[index].name, fact: type.name, isKey: !type.key.isEmpty, truth: truth.id,
          at: written?.value.span ?? output.syntax.type.span))
    }
  }

  /// Whether a value is a field of a matched fact, or the same for all.
  private func isCopied(_ node: Node, _ truth: CheckedTruth) -> Bool {
    switch node {
    case .constant, .policy: return true
    case .field(.slot(let slot), _): return slot < truth.matches.count
    case .slot(let slot): return truth.lets.first { $0.slot == slot }.map { isCopied($0.node, truth) } ?? false
    default: return false
    }
  }

  // MARK: Lifecycles

  /// The transitions that truths on facts make form no cycle.
  private func checkTransitionCycles(_ graph: DependencyGraph) {
    var steps: [Int: [(from: Int, to: Int, truth: CheckedTruth, span: Span)]] = [:]
    for index in graph.truths {
      let truth = program.truths[index]
      for move in truth.moves {
        var left = move.from.sorted()
        for target in move.path {
          for from in left { steps[move.key.lifecycle, default: []].append((from, target, truth, move.clause.span)) }
          left = [target]
        }
      }
    }
    for lifecycle in steps.keys.sorted() {
      let edges = steps[lifecycle] ?? []
      guard let cycle = Self.cycle(in: edges.map { ($0.from, $0.to) }) else { continue }
      let names = program.enums[program.lifecycles[lifecycle].states].values
      let first = edges[cycle[0]]
      report(
        NotTerminating.transitions(
          lifecycle: program.lifecycles[lifecycle].name,
          states: cycle.map { names[edges[$0].from].string } + [names[first.from].string], at: first.span,
          notes: cycle.dropFirst().map { place in
            let edge = edges[place]
            return Diagnostic.Note(
              "`\(edge.truth.id)` goes from `\(names[edge.from].string)` to `\(names[edge.to].string)`", at: edge.span)
          }))
    }
  }

  /// The edges of a cycle, in order; `nil` where there is none.
  ///
  /// States that nothing leads on from are taken away until none is left; what stays then all lies on, or leads into, a cycle.
  ///
  /// - Complexity: O(edges).
  private static func cycle(in edges: [(from: Int, to: Int)]) -> [Int]? {
    var leaving: [Int: Set<Int>] = [:]
    var entering: [Int: [Int]] = [:]
    for (place, edge) in edges.enumerated() {
      leaving[edge.from, default: []].insert(place)
      entering[edge.to, default: []].append(place)
    }
    var ends = Set(edges.map(\.to)).filter { leaving[$0] == nil }.sorted()
    while let state = ends.popLast() {
      for place in entering[state] ?? [] {
        leaving[edges[place].from]?.remove(place)
        if leaving[edges[place].from]?.isEmpty ?? false {
          leaving[edges[place].from] = nil
          ends.append(edges[place].from)
        }
      }
    }
    guard var state = leaving.keys.min() else { return nil }
    var path: [Int] = []
    var seen: [Int: Int] = [:]
    while seen[state] == nil, let place = leaving[state]?.min() {
      seen[state] = path.count
      path.append(place)
      state = edges[place].to
    }
    return seen[state].map { Array(path[$0...]) }
  }
}
