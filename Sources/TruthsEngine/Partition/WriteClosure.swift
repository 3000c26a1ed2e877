import TruthsProgram

/// All facts that proposals of some intents lead to. The truths of the intents write some of them, and truths on facts derive the
/// others.
struct WriteClosure {
  /// The fact types that every run of a proposal may write, whatever its truths are. They are not copied into each ledger.
  ///
  /// The value is the field that names their proposal's request, if there is one.
  static let records: [String: String?] = [
    "approval.requested": "request", "approval.granted": "request", "approval.denied": "request", "override.used": "request",
    "consent.given": nil, "decision.made": nil,
  ]

  private let program: Program
  /// The truths on facts that make entries, with the types that they match or read, also through views, and the types that they
  /// make.
  private let onFacts: [(truth: Int, reads: Set<Int>, makes: Set<Int>)]
  private let bases: ViewBases
  /// The truths on facts whose results change as time passes.
  let timedTruths: Set<Int>
  /// The types of facts that follow from ``timedTruths``.
  private(set) var timed: Set<Int> = []
  /// The records of requests for approval and of answers.
  private let requests: Set<Int>
  /// The intents that answer a request for approval.
  private let grants: Set<Int>
  /// The intents that give consent.
  private let consents: Set<Int>
  private let derived: Set<Int>

  init(_ program: Program) {
    self.program = program
    let bases = ViewBases(program)
    self.bases = bases
    let onFacts = program.truths.indices.filter { !program.truths[$0].matches.isEmpty && !program.truths[$0].isView }
    self.onFacts = onFacts.map { index in
      (index, bases.entries(readBy: program.truths[index]), Self.types(writtenBy: program.truths[index], program))
    }
    timedTruths = Set(onFacts.filter { bases.readsMoment(program.truths[$0]) })
    requests = Set(program.facts.indices.filter { program.facts[$0].recordKey != nil })
    func intents(_ names: Set<String>) -> Set<Int> {
      Set(program.intents.indices.filter { program.intents[$0].isBuiltIn && names.contains(program.intents[$0].name) })
    }
    (grants, consents) = (intents(["grant_approval", "deny_approval"]), intents(["give_consent"]))
    derived = onFacts.reduce(into: []) { $0.formUnion(Self.types(writtenBy: program.truths[$1], program)) }
    timed = spread(timedTruths.reduce(into: Set<Int>()) { $0.formUnion(types(writtenBy: $1)) }).types
  }

  /// Returns the types of entries that an expression reads, also through views.
  func entries(of reads: NodeReads) -> Set<Int> { bases.entries(of: reads) }

  /// Returns the types of entries that a view is made from.
  func entries(ofView view: Int) -> Set<Int> { bases.entries(of: view) }

  /// Returns the facts that follow from the proposals of some intents and their answers, and the truths on facts involved.
  ///
  /// The truths include those that make facts of the same types from other facts.
  func written(by intents: Set<Int>) -> (types: Set<Int>, truths: Set<Int>) {
    let answered = answered(intents)
    var types = answered.isDisjoint(with: grants) ? [] : requests
    for (index, truth) in program.truths.enumerated() where !answered.isDisjoint(with: truth.intents) {
      types.formUnion(self.types(writtenBy: index))
    }
    return spread(types)
  }

  /// Returns the intents, together with the intents by which people answer requests of their proposals.
  func answered(_ intents: Set<Int>) -> Set<Int> {
    // A proposal that waits for an approval can be given consent, too.
    if asks(intents, \.asksForApproval) { return intents.union(grants).union(consents) }
    let wants = intents.contains { program.intents[$0].wantedConsent != nil }
    return wants || asks(intents, { $0.kind == .consent }) ? intents.union(consents) : intents
  }

  private func asks(_ intents: Set<Int>, _ isAsking: (CheckedClause) -> Bool) -> Bool {
    program.invariants.contains { isAsking($0.clause) && $0.applies(toAnyOf: intents) }
      || program.truths.contains { truth in
        !intents.isDisjoint(with: truth.intents) && (truth.invariants + truth.ensures).contains(where: isAsking)
      }
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

  /// Returns whether truths on facts make entries of a type.
  func makes(_ type: Int) -> Bool { derived.contains(type) }

  private func types(writtenBy index: Int) -> Set<Int> { Self.types(writtenBy: program.truths[index], program) }

  private static func types(writtenBy truth: CheckedTruth, _ program: Program) -> Set<Int> {
    Set(truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history })
  }
}

/// The types of entries that views are made from, also through other views.
struct ViewBases {
  private let program: Program
  /// The types of entries that the truths of a view read, by view.
  private var bases: [Int: Set<Int>] = [:]
  /// The views that change as time passes.
  private var momentary: Set<Int> = []

  init(_ program: Program) {
    self.program = program
    let makers = program.truths.filter(\.isView)
    let reads = makers.map { Self.reads(of: $0, program) }
    var isStable = false
    while !isStable {
      isStable = true
      for (truth, reads) in zip(makers, reads) {
        let types = reads.types.union(truth.matches.map(\.fact))
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

  func entries(of view: Int) -> Set<Int> { bases[view] ?? [] }

  func entries(of reads: NodeReads) -> Set<Int> { entries(of: reads.types) }

  /// Returns the types of entries that a truth on facts matches or reads outside of its `ensures`.
  func entries(readBy truth: CheckedTruth) -> Set<Int> {
    entries(of: Self.reads(of: truth, program).types.union(truth.matches.map(\.fact)))
  }

  /// Returns whether the results of a truth on facts depend on the time.
  func readsMoment(_ truth: CheckedTruth) -> Bool {
    var reads = Self.reads(of: truth, program)
    reads.add(truth.ensures)
    reads.add(truth.moves.flatMap(\.key.keys))
    return reads.readsMoment || !momentary.isDisjoint(with: reads.facts)
  }

  private func entries(of types: Set<Int>) -> Set<Int> {
    types.reduce(into: []) { found, type in
      if program.facts[type].isDerived { found.formUnion(bases[type] ?? []) } else { found.insert(type) }
    }
  }

  private static func reads(of truth: CheckedTruth, _ program: Program) -> NodeReads {
    var reads = NodeReads(program)
    reads.add(truth.firingNodes)
    reads.add(truth.requires + truth.invariants)
    reads.add(truth.outputs)
    return reads
  }
}

extension FactType {
  /// Whether facts of the type are written with the runs of proposals, and are not in each ledger.
  var isRecord: Bool { isBuiltIn && WriteClosure.records[name] != nil }

  /// The field that names the request of the record's proposal.
  var recordKey: Int? {
    guard isBuiltIn, case let key?? = WriteClosure.records[name] else { return nil }
    return fields.firstIndex { $0.name == key }
  }
}

extension CheckedClause {
  var asksForApproval: Bool {
    if case .acceptance = kind { return true }
    return false
  }
}

extension CheckedInvariant {
  /// Returns whether the invariant is evaluated for a proposal of one of the intents, or on its result.
  func applies(toAnyOf wanted: Set<Int>) -> Bool {
    switch applies {
    case .all, .state: true
    case .intents(let named): !wanted.isDisjoint(with: named)
    }
  }
}
