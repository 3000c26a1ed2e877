import TruthsEngine
import TruthsProgram
import TruthsText

/// An evaluation frame of a truth, invariant or table for one decision or fact of a ledger, with the origins of its slots.
final class ProofFrame {
  /// The origin of a slot's value.
  enum Origin {
    /// A field of the proposal.
    case field(Input)
    /// A fact for which a truth fired, given by the sequence of its entry.
    case fact(Int)
    /// An argument of a table or function, given by the nodes of its sources.
    case argument([Int])
    case named(CheckedLet)
    /// An element of a list in an output's loop, given by the list's expression.
    case element(Node)
  }

  let engine: Engine
  let evaluator: Evaluator
  let environment: Environment
  let now: Timestamp
  /// The index of the truth set's procedure in ``LedgerPast/procedures``.
  let truths: Int
  /// The proposal's node, as an index in ``ProofTree/nodes``; `nil` for none.
  let proposal: Int?
  /// The sequence of the explained decision or fact. Entries with this or a later sequence are results of it.
  let limit: Int
  /// A frame on the context before the run, in which `old` is evaluated; `nil` unless this frame reads the result of the run.
  var before: ProofFrame?
  private(set) var origins: [Int: Origin] = [:]
  /// The slots of the loops around the current expression.
  var bound: Set<Int> = []
  /// Fact types that the present loop reads for each element, as indices in ``Program/facts``.
  var readByElement: Set<Int> = []
  /// The nodes that were already made for expressions, keyed by expression.
  var nodesOfExpressions: [Node: [Int]] = [:]
  /// The depth of nested tables, functions and views.
  var depth = 0
  /// The nodes of the views on this store. Frames of other truths and tables share them.
  let views: ViewNodes

  init(
    _ engine: Engine, _ evaluator: Evaluator, _ environment: Environment, now: Timestamp, truths: Int, proposal: Int?, limit: Int,
    views: ViewNodes
  ) {
    self.engine = engine
    self.evaluator = evaluator
    self.environment = environment
    self.now = now
    self.truths = truths
    self.proposal = proposal
    self.limit = limit
    self.views = views
  }

  var program: Program { engine.program }

  func origin(of slot: Int) -> Origin? { origins[slot] }

  func set(_ slot: Int, to value: Value, from origin: Origin) {
    evaluator.set(slot, to: value)
    origins[slot] = origin
  }

  /// Sets a slot to a fact of the store; `place` is the fact's index among the facts of its type.
  func set(_ slot: Int, to record: FactRecord, at place: Int) {
    evaluator.set(slot, toFact: record.type, at: place)
    origins[slot] = .fact(record.entry.sequence)
  }

  /// Evaluates `let`s, each after the `let`s that it reads.
  func work(out lets: [CheckedLet]) {
    for binding in lets { set(binding.slot, to: value(binding.node), from: .named(binding)) }
  }

  /// Returns the value of an expression, rounded as it is when it leaves the expression.
  func value(_ node: Node) -> Value { evaluator.outside(evaluator.value(node)) }

  /// Returns whether an expression reads the variable of a loop around it. Its value then differs for each element.
  func isOfElement(_ node: Node) -> Bool { !bound.isEmpty && !node.slots.read.isDisjoint(with: bound) }

  /// Whether an expression depends on a loop variable. If so, its reads are noted, because the expression gets no node.
  func isNotedOfElement(_ node: Node) -> Bool {
    guard isOfElement(node) else { return false }
    var reads = NodeReads(program)
    reads.add(node)
    readByElement.formUnion(reads.types)
    return true
  }
}

extension Program {
  /// Returns the names of the fact types that an expression reads, with the types that views are made of.
  func names(readBy node: Node) -> Set<String> {
    var reads = NodeReads(self)
    reads.add(node)
    return names(withSourcesOf: reads.types)
  }

  /// Returns the names of fact types, and for views also the names of the types that the views are made of.
  func names(withSourcesOf types: Set<Int>) -> Set<String> {
    var (reached, rest) = (types, Array(types))
    while let type = rest.popLast() {
      guard facts[type].isDerived else { continue }
      var reads = NodeReads(self)
      var matched: Set<Int> = []
      for truth in truths where truth.isView && truth.outputs.contains(where: { $0.fact == type }) {
        reads.add(truth.expressions)
        matched.formUnion(truth.matches.map(\.fact))
      }
      for source in reads.types.union(matched) where reached.insert(source).inserted { rest.append(source) }
    }
    return Set(reached.map { facts[$0].name })
  }
}

extension Node {
  /// Whether a part of the expression is read, or is left aside, by the value of another part.
  var isChoice: Bool {
    var isFound = false
    forEachNode(where: { _ in !isFound }) { node in
      switch node {
      case .conditional, .coalesce: isFound = true
      default: break
      }
    }
    return isFound
  }
}

/// A cache of the nodes for facts of views on one store, keyed by the fact.
final class ViewNodes {
  struct Key: Hashable {
    var type: Int
    var fields: [Value]
  }

  var nodes: [Key: Int] = [:]
}

extension CheckedTruth {
  /// All expressions of the truth that may read facts.
  var expressions: [Node] {
    let tests = [condition?.test].compactMap(\.self) + lets.map(\.node)
    let made = outputs.flatMap { output -> [Node] in
      guard let loop = output.loop else { return output.innerNodes }
      return output.innerNodes + [.quantified(QuantifiedNode(quantifier: .some, loop: loop, filter: nil, body: .slot(loop.slot)))]
    }
    return tests + clauses.flatMap { [$0.test] + $0.people.map(\.node) } + made
  }
}
