import TruthsProgram
import TruthsText

/// Which truth on facts reads what others make: truths and subjects are its nodes, and the strongly connected components are what
/// can feed itself.
struct DependencyGraph {
  /// Places in ``Program/truths`` of the truths on facts, ascending.
  let truths: [Int]
  /// By place in `truths`.
  let readings: [DependencyReads]
  /// Whether the state that a move leaves counts as read.
  private let hasLeftStates: Bool
  /// Places in `truths` of those that make a subject.
  private(set) var makers: [ContextSubject: [Int]] = [:]
  /// Places in `truths` of those that correct a fact type: whoever reads the type reads it negatively (declarations
  /// §6).
  private(set) var correctors: [ContextSubject: [Int]] = [:]
  /// Places in `truths` of those that produce a corrected fact type otherwise than by a correction.
  private let producers: [ContextSubject: [Int]]
  /// By place in `truths`, the fact types that it corrects, with the first place that does; it runs behind the truths that make
  /// them.
  private let corrected: [[ContextSubject: Span]]
  /// The component of each truth, by place; what a component depends on has a lower number.
  private(set) var component: [Int] = []
  /// By what is read and component, the first truth of the component that makes it.
  private var firstMakers: [Source: [Int: Int]] = [:]
  /// Whether the truth can be reached from itself.
  private(set) var isCyclic: [Bool] = []

  init(_ bodies: [TruthBody], _ program: Program) {
    hasLeftStates = true
    truths = program.truths.indices.filter { !program.truths[$0].matches.isEmpty }
    readings = truths.map { DependencyReads(of: bodies[$0], program.tables) }
    corrected = truths.map { index in
      program.truths[index].outputs.reduce(into: [:]) { found, output in
        if output.isCorrection { found[.fact(output.fact)] = min(found[.fact(output.fact)] ?? output.span, output.span) }
      }
    }
    for (place, index) in truths.enumerated() {
      for subject in Self.made(by: program.truths[index], program) { makers[subject, default: []].append(place) }
      for subject in corrected[place].keys { correctors[subject, default: []].append(place) }
    }
    var producers: [ContextSubject: [Int]] = [:]
    for (place, index) in truths.enumerated() {
      let made = Set(program.truths[index].outputs.filter { !$0.isCorrection }.map { ContextSubject.fact($0.fact) })
      for subject in made where correctors[subject] != nil { producers[subject, default: []].append(place) }
    }
    self.producers = producers
    findComponents()
  }

  private init(matchesOf graph: DependencyGraph) {
    hasLeftStates = false
    (truths, readings, makers, correctors) = (graph.truths, graph.readings, graph.makers, graph.correctors)
    (producers, corrected) = ([:], graph.corrected.map { _ in [:] })
    findComponents()
  }

  /// The same with what makes new matches alone: without the states that moves leave, and without what a correction overwrites.
  var ofMatches: DependencyGraph {
    readings.allSatisfy(\.left.isEmpty) && correctors.isEmpty ? self : DependencyGraph(matchesOf: self)
  }

  /// What a truth makes: fact types, and through moves the history and the states of lifecycles.
  static func made(by truth: CheckedTruth, _ program: Program) -> [ContextSubject] {
    let moved = truth.moves.flatMap { move in
      [ContextSubject.fact(program.lifecycles[move.key.lifecycle].history), .states(move.key.lifecycle)]
        + move.path.map { .entered(move.key.lifecycle, $0) }
    }
    return Set(truth.outputs.map { ContextSubject.fact($0.fact) } + moved).sorted()
  }

  /// A reading of a truth.
  struct Read {
    var subject: ContextSubject
    var isNegative: Bool
    var span: Span
    /// Whether it is negative only because some truth corrects the type.
    var isOfCorrected: Bool
    /// Whether it is what a correction overwrites: then those that correct it stand beside it.
    var isOverwritten = false

    var source: Source { Source(subject: subject, isOverwritten: isOverwritten) }
  }

  /// What several readings have in common: by which truths it is made. Truths that make something and truths that read it are
  /// joined through it, since there is a product of pairs of them.
  struct Source: Hashable {
    var subject: ContextSubject
    var isOverwritten: Bool
  }

  /// The truths that make what is read, by place in ``truths``.
  func makers(of source: Source) -> [Int] { (source.isOverwritten ? producers : makers)[source.subject] ?? [] }

  /// The first truth of a component that makes what is read.
  func firstMaker(of source: Source, in component: Int) -> Int? { firstMakers[source]?[component] }

  /// The components that make what is read, ascending.
  func components(making source: Source) -> [Int] { firstMakers[source]?.keys.sorted() ?? [] }

  /// What a truth reads, in a fixed order.
  func reads(_ place: Int) -> [Read] {
    let positive = positive(place).map { read($0.key, isNegative: false, at: $0.value) }
    let negative = readings[place].negative.map { read($0.key, isNegative: true, at: $0.value) }
    return (positive + negative + overwritten(place)).sorted {
      ($0.span, $0.subject, $0.isNegative ? 1 : 0) < ($1.span, $1.subject, $1.isNegative ? 1 : 0)
    }
  }

  private func read(_ subject: ContextSubject, isNegative: Bool, at span: Span) -> Read {
    let isCorrected = correctors[subject] != nil
    return Read(
      subject: subject, isNegative: isNegative || isCorrected, span: span, isOfCorrected: isCorrected && !isNegative)
  }

  /// What a truth corrects is read negatively from the truths that produce it; those that correct it too stand beside it.
  private func overwritten(_ place: Int) -> [Read] {
    corrected[place].map { subject, span in
      Read(subject: subject, isNegative: true, span: span, isOfCorrected: true, isOverwritten: true)
    }
  }

  private func positive(_ place: Int) -> [ContextSubject: Span] {
    hasLeftStates ? readings[place].positive.merging(readings[place].left) { first, _ in first } : readings[place].positive
  }

  // MARK: Components

  /// Tarjan's algorithm without recursion, over truths and what they read; a component is numbered when all that it depends on
  /// has its number.
  private mutating func findComponents() {
    var next = truths.indices.map { _ in [Int]() }
    var nodes: [Source: Int] = [:]
    for place in truths.indices {
      for read in reads(place) {
        let node = nodes[read.source] ?? next.count
        if node == next.count {
          nodes[read.source] = node
          next.append(makers(of: read.source))
        }
        next[place].append(node)
      }
    }
    var walk = Walk(count: next.count)
    for root in truths.indices where walk.index[root] == nil { walk.visit(root, next) }
    component = Array(walk.component[..<truths.count])
    var sizes = [Int](repeating: 0, count: walk.componentCount)
    for number in walk.component { sizes[number] += 1 }
    // Between a truth and itself stands what it makes and reads.
    isCyclic = truths.indices.map { sizes[component[$0]] > 1 }
    for source in nodes.keys {
      for maker in makers(of: source).reversed() { firstMakers[source, default: [:]][component[maker]] = maker }
    }
  }

  private struct Walk {
    var index: [Int?]
    var low: [Int]
    var isOpen: [Bool]
    var component: [Int]
    var componentCount = 0
    private var open: [Int] = []
    private var counter = 0

    init(count: Int) {
      index = Array(repeating: nil, count: count)
      low = Array(repeating: 0, count: count)
      isOpen = Array(repeating: false, count: count)
      component = Array(repeating: 0, count: count)
    }

    mutating func visit(_ root: Int, _ next: [[Int]]) {
      var path = [(node: root, edge: 0)]
      enter(root)
      while let (node, edge) = path.last {
        if edge < next[node].count {
          path[path.count - 1].edge += 1
          let target = next[node][edge]
          if let seen = index[target] {
            if isOpen[target] { low[node] = min(low[node], seen) }
          } else {
            enter(target)
            path.append((target, 0))
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.node { low[parent] = min(low[parent], low[node]) }
        if low[node] == index[node] { close(node) }
      }
    }

    private mutating func enter(_ node: Int) {
      index[node] = counter
      low[node] = counter
      counter += 1
      open.append(node)
      isOpen[node] = true
    }

    private mutating func close(_ root: Int) {
      while let node = open.popLast() {
        isOpen[node] = false
        component[node] = componentCount
        if node == root { break }
      }
      componentCount += 1
    }
  }
}
