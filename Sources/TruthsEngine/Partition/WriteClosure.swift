import TruthsCheck

/// Which facts follow from the proposals of some intents: what their truths write, and what truths on facts make of that.
struct WriteClosure {
  /// Fact types that the engine itself writes with a run, by the field that says whose they are.
  static let engineKeys = ["approval.requested": "request", "override.used": "request"]
  /// What differs from one ledger to the next by its very meaning.
  static let decisions = "decision.made"

  private let program: Program
  /// Truths on facts that make entries, with the types of entries that they match or read, through views too, and those that they
  /// make.
  private let onFacts: [(truth: Int, reads: Set<Int>, makes: Set<Int>)]
  private let bases: ViewBases
  /// Truths on facts that may fire because time goes by.
  let timedTruths: Set<Int>
  /// What follows from those.
  private(set) var timed: Set<Int> = []
  private let engineTypes: Set<Int>
  private let derived: Set<Int>

  init(_ program: Program) {
    self.program = program
    let bases = ViewBases(program)
    self.bases = bases
    let onFacts = program.truths.indices.filter { !program.truths[$0].matches.isEmpty && !program.truths[$0].isView }
    self.onFacts = onFacts.map { index in
      (index, bases.entries(readBy: program.truths[index]), Self.types(writtenBy: program.truths[index], program))
    }
    timedTruths = Set(onFacts.filter { bases.firesByTime(program.truths[$0]) })
    engineTypes = Set(program.facts.indices.filter { Self.engineKeys[program.facts[$0].name] != nil })
    derived = onFacts.reduce(into: []) { $0.formUnion(Self.types(writtenBy: program.truths[$1], program)) }
    timed = spread(timedTruths.reduce(into: Set<Int>()) { $0.formUnion(types(writtenBy: $1)) }).types
  }

  /// The types of entries that an expression reads, through views too.
  func entries(of reads: NodeReads) -> Set<Int> { bases.entries(of: reads) }

  /// The types of entries that a view is made of.
  func entries(ofView view: Int) -> Set<Int> { bases.entries(of: view) }

  /// What follows from the proposals of some intents, and the truths on facts by which it does; those too that make facts of the
  /// same types from others.
  func written(by intents: Set<Int>) -> (types: Set<Int>, truths: Set<Int>) {
    var types: Set<Int> = []
    var asks = false
    for (index, truth) in program.truths.enumerated() where !intents.isDisjoint(with: truth.intents) {
      types.formUnion(self.types(writtenBy: index))
      asks = asks || (truth.invariants + truth.ensures).contains(where: \.asksForApproval)
    }
    asks = asks || program.invariants.contains { $0.clause.asksForApproval && $0.applies(toAnyOf: intents) }
    if asks { types.formUnion(engineTypes) }
    return spread(types)
  }

  private func spread(_ start: Set<Int>) -> (types: Set<Int>, truths: Set<Int>) {
    var (types, truths) = (start, Set<Int>())
    var isStable = false
    while !isStable {
      isStable = true
      for (truth, reads, makes) in onFacts
      where !truths.contains(truth) && !(reads.isDisjoint(with: types) && makes.isDisjoint(with: types)) {
        truths.insert(truth)
        types.formUnion(makes)
        isStable = false
      }
    }
    return (types, truths)
  }

  /// Whether truths on facts make entries of a type.
  func makes(_ type: Int) -> Bool { derived.contains(type) }

  private func types(writtenBy index: Int) -> Set<Int> { Self.types(writtenBy: program.truths[index], program) }

  private static func types(writtenBy truth: CheckedTruth, _ program: Program) -> Set<Int> {
    Set(truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history })
  }
}

/// What views are made of.
struct ViewBases {
  private let program: Program
  /// By view, the types of entries that the truths which make it read, through other views too.
  private var bases: [Int: Set<Int>] = [:]
  /// Views that are others at another moment.
  private var momentary: Set<Int> = []

  init(_ program: Program) {
    self.program = program
    let makers = program.truths.filter(\.isView)
    let reads = makers.map { Self.reads(of: $0, program) }
    var isStable = false
    while !isStable {
      isStable = true
      for (truth, reads) in zip(makers, reads) {
        let types = Self.types(of: reads, program).union(truth.matches.map(\.fact))
        let found = entries(of: types)
        let isMomentary = reads.readsMoment || !momentary.isDisjoint(with: types)
        for view in Set(truth.outputs.map(\.fact)) {
          if !found.isSubset(of: bases[view] ?? []) || bases[view] == nil {
            bases[view, default: []].formUnion(found)
            isStable = false
          }
          if isMomentary, momentary.insert(view).inserted { isStable = false }
        }
      }
    }
  }

  /// The types of entries that a view is made of.
  func entries(of view: Int) -> Set<Int> { bases[view] ?? [] }

  func entries(of reads: NodeReads) -> Set<Int> { entries(of: Self.types(of: reads, program)) }

  /// The types of entries that a truth on facts matches or reads, but for what its `ensures` read.
  func entries(readBy truth: CheckedTruth) -> Set<Int> {
    entries(of: Self.types(of: Self.reads(of: truth, program), program).union(truth.matches.map(\.fact)))
  }

  /// Whether the moment decides whether a truth on facts fires.
  func firesByTime(_ truth: CheckedTruth) -> Bool {
    guard let condition = truth.condition else { return false }
    var reads = NodeReads(program.tables)
    var (rest, seen) = ([condition.test], Set<Int>())
    while let node = rest.popLast() {
      reads.add(node)
      for slot in node.slots.read where seen.insert(slot).inserted { rest += truth.lets.filter { $0.slot == slot }.map(\.node) }
    }
    return reads.readsMoment || !momentary.isDisjoint(with: reads.facts)
  }

  private func entries(of types: Set<Int>) -> Set<Int> {
    types.reduce(into: []) { found, type in
      if program.facts[type].isDerived { found.formUnion(bases[type] ?? []) } else { found.insert(type) }
    }
  }

  private static func reads(of truth: CheckedTruth, _ program: Program) -> NodeReads {
    var reads = NodeReads(program.tables)
    reads.addFiring(of: truth)
    reads.add(truth.requires + truth.invariants)
    reads.add(truth.outputs)
    return reads
  }

  private static func types(of reads: NodeReads, _ program: Program) -> Set<Int> {
    reads.facts.union(reads.lifecycles.map { program.lifecycles[$0].history })
  }
}

extension CheckedClause {
  fileprivate var asksForApproval: Bool {
    if case .acceptance = kind { return true }
    return false
  }
}

extension CheckedInvariant {
  /// Whether it is read for a proposal of one of some intents, or on its result.
  func applies(toAnyOf wanted: Set<Int>) -> Bool {
    switch applies {
    case .all, .state: true
    case .intents(let named): !wanted.isDisjoint(with: named)
    }
  }
}
