import TruthsEngine
import TruthsProgram
import TruthsText

/// An evaluation frame of a truth, invariant or table at one place of a ledger, with the origins of its slots.
final class ProofFrame {
  /// The origin of a slot's value.
  enum Origin {
    /// A field of the proposal.
    case field(Input)
    /// A fact that a truth fired on, by its entry's sequence.
    case fact(Int)
    /// An argument of a table or function, by the nodes behind it.
    case argument([Int])
    case named(CheckedLet)
    /// An element of a list in an output's loop.
    case element(Node)
  }

  let engine: Engine
  let evaluator: Evaluator
  let environment: Environment
  let now: Timestamp
  /// Index of the truth set.
  let truths: Int
  /// Node of the proposal.
  let proposal: Int?
  /// Sequence of the explained decision or fact. Entries from there on are its own results.
  let limit: Int
  /// Frame on the context before the run, for `old`, if this frame reads the result.
  var before: ProofFrame?
  private(set) var origins: [Int: Origin] = [:]
  /// Variables of loops around the present expression.
  var bound: Set<Int> = []
  /// Nodes made for expressions.
  var made: [Node: [Int]] = [:]
  /// Nesting depth in tables, functions and views.
  var depth = 0
  /// Nodes of views on this store, shared with the frames of other truths and tables.
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

  /// Sets a slot to a fact of the store.
  func set(_ slot: Int, to record: FactRecord, at place: Int) {
    evaluator.set(slot, toFact: record.type, at: place)
    origins[slot] = .fact(record.entry.sequence)
  }

  /// Evaluates the `let`s, each after those that it reads.
  func work(out lets: [CheckedLet]) {
    for binding in lets { set(binding.slot, to: value(binding.node), from: .named(binding)) }
  }

  /// Returns the value of an expression as it leaves the expression.
  func value(_ node: Node) -> Value { evaluator.outside(evaluator.value(node)) }

  /// Whether an expression depends on a loop variable around it, so that it has another value for each element.
  func isOfElement(_ node: Node) -> Bool { !bound.isEmpty && !node.slots.read.isDisjoint(with: bound) }
}

/// Cache of the nodes for facts of views on one store.
final class ViewNodes {
  struct Key: Hashable {
    var type: Int
    var fields: [Value]
  }

  var made: [Key: Int] = [:]
}

extension CheckedTruth {
  /// All expressions of the truth, as far as they read facts.
  var expressions: [Node] {
    let tests = [condition?.test].compactMap(\.self) + lets.map(\.node)
    let made = outputs.flatMap { output -> [Node] in
      guard let loop = output.loop else { return output.innerNodes }
      return output.innerNodes + [.quantified(QuantifiedNode(quantifier: .some, loop: loop, filter: nil, body: .slot(loop.slot)))]
    }
    return tests + clauses.flatMap { [$0.test] + $0.people.map(\.node) } + made
  }
}
