import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks that cycles of truths on facts end (declarations §6).
extension DependencyGraph {
  /// Subjects that the truths of each cycle read, by component.
  var readsOfCycles: [Int: Set<ContextSubject>] {
    truths.indices.reduce(into: [:]) { reads, place in
      guard isCyclic[place] else { return }
      reads[component[place], default: []].formUnion(readings[place].positive.keys)
      reads[component[place], default: []].formUnion(readings[place].negative.keys)
    }
  }
}

extension ConvergencePass {
  /// Reports cycles that may make facts without end (declarations §6).
  ///
  /// Only finitely many facts can be made if, in a cycle, every key field is copied from a matched fact or constant, and so are
  /// the fields that it is copied from; if nothing is corrected and no truth moves anything; and if the transitions that truths
  /// on facts make form no cycle.
  ///
  /// - Parameter faulty: truths whose cycle was reported already.
  func checkTermination(_ graph: DependencyGraph, except faulty: Set<Int>) {
    let reads = graph.readsOfCycles
    let cycles = Dictionary(grouping: graph.truths.indices.filter { graph.isCyclic[$0] }) { graph.component[$0] }
    var copied: [Int: Set<FactField>] = [:]
    for node in graph.truths.indices where graph.isCyclic[node] && !faulty.contains(node) {
      let component = graph.component[node]
      let cycle = reads[component] ?? []
      let fields = copied[component] ?? copiedFields(cycles[component, default: []].map { graph.truths[$0] }, cycle)
      copied[component] = fields
      checkTermination(at: graph.truths[node], cycle, fields)
    }
    checkTransitionCycles(graph)
  }

  /// A correction, in a cycle of truths, that reads the facts that it corrects.
  struct EndlessCorrection: Hashable {
    /// Index in ``DependencyGraph/truths``.
    var truth: Int
    var subject: ContextSubject
  }

  func endlessCorrections(_ graph: DependencyGraph) -> Set<EndlessCorrection> {
    if graph.correctors.isEmpty { return [] }
    let reads = graph.readsOfCycles
    return graph.correctors.reduce(into: []) { found, corrected in
      for place in corrected.value where reads[graph.component[place]]?.contains(corrected.key) ?? false {
        found.insert(EndlessCorrection(truth: place, subject: corrected.key))
      }
    }
  }

  /// A field of a fact type, by its index.
  struct FactField: Hashable {
    var fact: Int
    var field: Int
  }

  /// Returns the fields that identify the facts of a cycle, and the fields that they are copied from. If all of them are
  /// copied, the cycle brings in no new value.
  ///
  /// - Complexity: O(fields that the truths of the cycle write).
  func copiedFields(_ truths: [Int], _ cycle: Set<ContextSubject>) -> Set<FactField> {
    var copied: Set<FactField> = []
    var sources: [FactField: [FactField]] = [:]
    for index in truths {
      for output in truthBodies[index].outputs where cycle.contains(.fact(output.checked.fact)) {
        copied.formUnion(identity(of: output.checked.fact))
        for (field, value) in output.fields.enumerated() {
          guard let value, case .copied(let source?) = origin(of: value.node, program.truths[index]),
            cycle.contains(.fact(source.fact))
          else { continue }
          sources[FactField(fact: output.checked.fact, field: field), default: []].append(source)
        }
      }
    }
    var pending = Array(copied)
    while let wanted = pending.popLast() {
      for source in sources[wanted] ?? [] where copied.insert(source).inserted { pending.append(source) }
    }
    return copied
  }

  /// Returns the fields that identify a fact: those of its key, or all.
  private func identity(of fact: Int) -> [FactField] {
    let type = program.facts[fact]
    return (type.key.isEmpty ? Array(type.fields.indices) : type.key).map { FactField(fact: fact, field: $0) }
  }

  /// Reports parts of a truth that may make facts without end.
  ///
  /// - Parameters:
  ///   - cycle: the subjects that the truths of its cycle read.
  ///   - copied: the fields that must be copied.
  private func checkTermination(at index: Int, _ cycle: Set<ContextSubject>, _ copied: Set<FactField>) {
    let truth = program.truths[index]
    if let move = truth.moves.first(where: { enters($0, cycle) }) ?? truth.moves.first {
      report(NotTerminating.move(truth: truth.id, at: move.clause.span))
    }
    for output in truthBodies[index].outputs where cycle.contains(.fact(output.checked.fact)) {
      if output.checked.isCorrection {
        report(NotTerminating.correction(output.syntax.type, truth: truth.id))
      } else {
        check(output, truth, copied)
      }
    }
  }

  /// Whether a cycle reads a state that a move enters.
  private func enters(_ move: CheckedMove, _ cycle: Set<ContextSubject>) -> Bool {
    let lifecycle = move.key.lifecycle
    return cycle.contains(.states(lifecycle)) || cycle.contains(.fact(program.lifecycles[lifecycle].history))
      || move.path.contains { cycle.contains(.entered(lifecycle, $0)) }
  }

  private func check(_ output: TypedOutput, _ truth: CheckedTruth, _ copied: Set<FactField>) {
    let fact = output.checked.fact
    let type = program.facts[fact]
    let identity = Set(identity(of: fact))
    for index in type.fields.indices {
      let field = FactField(fact: fact, field: index)
      guard copied.contains(field), let value = output.fields[index], case .workedOut = origin(of: value.node, truth) else {
        continue
      }
      let written = output.syntax.fields.first { $0.name.text == type.fields[index].name }
      let role: NotTerminating.Role = !identity.contains(field) ? .source : type.key.isEmpty ? .whole : .key
      report(
        NotTerminating.field(
          type.fields[index].name, fact: type.name, role: role, truth: truth.id,
          at: written?.value.span ?? output.syntax.type.span))
    }
  }

  private enum Origin {
    /// Copied from a field of a matched fact; `nil` for a constant or policy.
    case copied(FactField?)
    case workedOut
  }

  private func origin(of node: Node, _ truth: CheckedTruth) -> Origin {
    switch node {
    case .constant, .policy: return .copied(nil)
    case .field(.slot(let slot), let field) where slot < truth.matches.count:
      return .copied(FactField(fact: truth.matches[slot].fact, field: field))
    case .slot(let slot): return truth.lets.first { $0.slot == slot }.map { origin(of: $0.node, truth) } ?? .workedOut
    default: return .workedOut
    }
  }

  // MARK: Lifecycles

  /// Reports transitions of truths on facts that form a cycle.
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

  /// Returns the edges of a cycle, in order; `nil` for edges without a cycle.
  ///
  /// It removes states without outgoing edges until all of these are gone; the rest lie on a cycle or lead into one.
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
