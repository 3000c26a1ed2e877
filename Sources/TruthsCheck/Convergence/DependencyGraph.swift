import TruthsText

/// Which truth on facts reads what others make: truths and subjects are its nodes, and the strongly connected components are what
/// can feed itself.
struct DependencyGraph {
  /// Places in ``Program/truths`` of the truths on facts, ascending.
  let truths: [Int]
  /// By place in `truths`.
  let readings: [Readings]
  /// Whether the state that a move leaves counts as read.
  private let hasLeftStates: Bool
  /// Places in `truths` of those that make a subject.
  private(set) var makers: [Subject: [Int]] = [:]
  /// The component of each truth, by place; what a component depends on has a lower number.
  private(set) var component: [Int] = []
  /// Whether the truth can be reached from itself.
  private(set) var isCyclic: [Bool] = []

  init(_ bodies: [TruthBody], _ program: Program) {
    hasLeftStates = true
    truths = program.truths.indices.filter { !program.truths[$0].matches.isEmpty }
    readings = truths.map { Readings(of: bodies[$0]) }
    for (place, index) in truths.enumerated() {
      for subject in Self.made(by: program.truths[index], program) { makers[subject, default: []].append(place) }
    }
    findComponents()
  }

  private init(matchesOf graph: DependencyGraph) {
    hasLeftStates = false
    (truths, readings, makers) = (graph.truths, graph.readings, graph.makers)
    findComponents()
  }

  /// The same without the states that moves leave: what they are read for makes no new match.
  var withoutLeftStates: DependencyGraph {
    readings.allSatisfy(\.left.isEmpty) ? self : DependencyGraph(matchesOf: self)
  }

  /// What a truth makes: fact types, and through moves the history and the states of lifecycles.
  static func made(by truth: CheckedTruth, _ program: Program) -> [Subject] {
    let moved = truth.moves.flatMap { move in
      [Subject.fact(program.lifecycles[move.key.lifecycle].history), .states(move.key.lifecycle)]
        + move.path.map { .entered(move.key.lifecycle, $0) }
    }
    return Set(truth.outputs.map { Subject.fact($0.fact) } + moved).sorted()
  }

  /// What a truth reads, with whether negatively and where, in a fixed order.
  func reads(_ place: Int) -> [(subject: Subject, isNegative: Bool, span: Span)] {
    let positive = positive(place).map { (subject: $0.key, isNegative: false, span: $0.value) }
    let negative = readings[place].negative.map { (subject: $0.key, isNegative: true, span: $0.value) }
    return (positive + negative).sorted {
      ($0.span, $0.subject, $0.isNegative ? 1 : 0) < ($1.span, $1.subject, $1.isNegative ? 1 : 0)
    }
  }

  private func positive(_ place: Int) -> [Subject: Span] {
    hasLeftStates ? readings[place].positive.merging(readings[place].left) { first, _ in first } : readings[place].positive
  }

  /// The truths that make what a truth reads.
  func makers(read place: Int) -> [Int] {
    Set(positive(place).keys).union(readings[place].negative.keys).sorted().flatMap { makers[$0] ?? [] }
  }

  // MARK: Components

  /// Tarjan's algorithm without recursion; a component is numbered when all that it depends on has its number.
  private mutating func findComponents() {
    var walk = Walk(count: truths.count)
    let next = truths.indices.map { makers(read: $0) }
    for root in truths.indices where walk.index[root] == nil { walk.visit(root, next) }
    component = walk.component
    var sizes = [Int](repeating: 0, count: walk.componentCount)
    for number in component { sizes[number] += 1 }
    isCyclic = truths.indices.map { sizes[component[$0]] > 1 || next[$0].contains($0) }
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
