import TruthsProgram
import TruthsText

/// Graph of truths on facts and the subjects they read and make. Each strongly connected component is a group of truths that
/// can feed each other.
struct DependencyGraph {
  /// Indices in ``Program/truths`` of the truths on facts, ascending.
  let truths: [Int]
  /// Reads of each truth, by index in `truths`.
  let readings: [DependencyReads]
  /// Whether the state that a move leaves counts as read.
  private let hasLeftStates: Bool
  /// Indices in `truths` of the truths that make a subject.
  private(set) var makers: [ContextSubject: [Int]] = [:]
  /// Indices in `truths` of the truths that correct a fact type. Every reading of a corrected type is negative (declarations §6).
  private(set) var correctors: [ContextSubject: [Int]] = [:]
  /// Indices in `truths` of the truths that produce a corrected fact type without correcting a fact.
  private let producers: [ContextSubject: [Int]]
  /// Fact types that each truth corrects, by index in `truths`, with the first place. The truth runs after those that make
  /// them.
  private let corrected: [[ContextSubject: Span]]
  /// Component of each truth, by index in `truths`; a component has a higher number than those it depends on.
  private(set) var component: [Int] = []
  /// First truth of each component that makes a source, by source and component.
  private var firstMakers: [Source: [Int: Int]] = [:]
  /// Whether each truth can be reached from itself, by index in `truths`.
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
      for subject in Self.subjects(madeBy: program.truths[index], program) { makers[subject, default: []].append(place) }
      for subject in corrected[place].keys { correctors[subject, default: []].append(place) }
    }
    var producers: [ContextSubject: [Int]] = [:]
    for (place, index) in truths.enumerated() {
      let subjects = Set(program.truths[index].outputs.filter { !$0.isCorrection }.map { ContextSubject.fact($0.fact) })
      for subject in subjects where correctors[subject] != nil { producers[subject, default: []].append(place) }
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

  /// The graph without the states that moves leave, and without the facts that corrections overwrite. Neither makes new
  /// matches.
  var ofMatches: DependencyGraph {
    readings.allSatisfy(\.left.isEmpty) && correctors.isEmpty ? self : DependencyGraph(matchesOf: self)
  }

  /// Returns the subjects that a truth makes: fact types, and through moves the history and the states of lifecycles.
  static func subjects(madeBy truth: CheckedTruth, _ program: Program) -> [ContextSubject] {
    let moved = truth.moves.flatMap { move in
      [ContextSubject.fact(program.lifecycles[move.key.lifecycle].history), .states(move.key.lifecycle)]
        + move.path.map { .entered(move.key.lifecycle, $0) }
    }
    return Set(truth.outputs.map { ContextSubject.fact($0.fact) } + moved).sorted()
  }

  struct Read {
    var subject: ContextSubject
    var isNegative: Bool
    var span: Span
    /// Whether the reading is negative only because some truth corrects the type.
    var isOfCorrected: Bool
    /// Whether the reading is one of the facts that a correction overwrites. Then only truths that produce these facts count as
    /// their makers, and other corrections do not.
    var isOverwritten = false

    var source: Source { Source(subject: subject, isOverwritten: isOverwritten) }
  }

  /// The part of a reading that determines which truths can make what is read. The graph has one node for each source: edges from
  /// every maker to every reader would be too many.
  struct Source: Hashable {
    var subject: ContextSubject
    var isOverwritten: Bool
  }

  /// Returns the truths that make a source, by index in ``truths``.
  func makers(of source: Source) -> [Int] { (source.isOverwritten ? producers : makers)[source.subject] ?? [] }

  /// Returns the first truth of a component that makes a source.
  func firstMaker(of source: Source, in component: Int) -> Int? { firstMakers[source]?[component] }

  /// Returns the components that make a source, ascending.
  func components(making source: Source) -> [Int] { firstMakers[source]?.keys.sorted() ?? [] }

  /// Returns the readings of a truth, in a fixed order.
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

  /// Returns a negative reading for each fact type that a truth corrects. The makers of such a reading are only the truths that
  /// produce the type, and no other corrections.
  private func overwritten(_ place: Int) -> [Read] {
    corrected[place].map { subject, span in
      Read(subject: subject, isNegative: true, span: span, isOfCorrected: true, isOverwritten: true)
    }
  }

  private func positive(_ place: Int) -> [ContextSubject: Span] {
    hasLeftStates ? readings[place].positive.merging(readings[place].left) { first, _ in first } : readings[place].positive
  }

  // MARK: Components

  /// Finds the components with Tarjan's algorithm without recursion, over truths and their sources. A component gets its number
  /// after all components that it depends on.
  private mutating func findComponents() {
    var next = truths.indices.map { _ in [Int]() }
    var nodes: [Source: Int] = [:]
    for position in truths.indices {
      for read in reads(position) {
        let node = nodes[read.source] ?? next.count
        if node == next.count {
          nodes[read.source] = node
          next.append(makers(of: read.source))
        }
        next[position].append(node)
      }
    }
    var walk = Walk(count: next.count)
    for root in truths.indices where walk.index[root] == nil { walk.visit(root, next) }
    component = Array(walk.component[..<truths.count])
    var sizes = [Int](repeating: 0, count: walk.componentCount)
    for number in walk.component { sizes[number] += 1 }
    // A truth that feeds itself forms a component with the subject it makes and reads, so a size over 1 covers it.
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
