import TruthsEngine
import TruthsProgram
import TruthsText

/// What the expressions of a truth, an invariant or a table are read with at one place of a ledger, and where the slots of its
/// frame come from.
final class ProofFrame {
  /// What fills a slot.
  enum Origin {
    /// A field of the proposal.
    case field(Input)
    /// The fact that a truth fired on, by the sequence of its entry.
    case fact(Int)
    /// An argument of a table or function: what is behind it.
    case argument([Int])
    case named(CheckedLet)
    /// An element of a list that an output goes through.
    case element(Node)
  }

  let engine: Engine
  let evaluator: Evaluator
  let environment: Environment
  let now: Timestamp
  /// Which of the truths at hand.
  let truths: Int
  /// The node of the proposal.
  let proposal: Int?
  /// The sequence of what is decided, or of the fact that is told: what stands behind it is its own result.
  let limit: Int
  /// On the context before the run, where this reads the result: for `old`.
  var before: ProofFrame?
  private(set) var origins: [Int: Origin] = [:]
  /// Variables of loops around the expression at hand.
  var bound: Set<Int> = []
  /// The nodes made for expressions.
  var made: [Node: [Int]] = [:]
  /// How deep it stands in tables, functions and views.
  var depth = 0
  /// The nodes of views on this store, which frames of other truths and tables share.
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

  /// Fills the slot of a fact of the store.
  func set(_ slot: Int, to record: FactRecord, at place: Int) {
    evaluator.set(slot, toFact: record.type, at: place)
    origins[slot] = .fact(record.entry.sequence)
  }

  /// Works the `let`s out, each after those that it reads.
  func work(out lets: [CheckedLet]) {
    for binding in lets { set(binding.slot, to: value(binding.node), from: .named(binding)) }
  }

  /// The value of an expression as it leaves it.
  func value(_ node: Node) -> Value { evaluator.outside(evaluator.value(node)) }

  /// Whether an expression reads a variable of a loop around it: it has another value for each element.
  func isOfElement(_ node: Node) -> Bool { !bound.isEmpty && !node.slots.read.isDisjoint(with: bound) }
}

/// The nodes of facts of views on one store, each made once.
final class ViewNodes {
  struct Key: Hashable {
    var type: Int
    var fields: [Value]
  }

  var made: [Key: Int] = [:]
}

extension CheckedTruth {
  /// Every expression in it, as far as they read facts.
  var expressions: [Node] {
    let tests = [condition?.test].compactMap(\.self) + lets.map(\.node)
    let made = outputs.flatMap { output -> [Node] in
      guard let loop = output.loop else { return output.innerNodes }
      return output.innerNodes + [.quantified(QuantifiedNode(quantifier: .some, loop: loop, filter: nil, body: .slot(loop.slot)))]
    }
    return tests + clauses.flatMap { [$0.test] + $0.people.map(\.node) } + made
  }
}
