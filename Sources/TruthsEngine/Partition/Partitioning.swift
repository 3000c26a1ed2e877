package import TruthsDiagnostics
package import TruthsProgram
import TruthsText

/// Checks whether proposals can be partitioned by one of their fields.
///
/// Partitioned means split over ledgers, each for some values of the field, with the same decisions as one ledger for all.
package struct Partitioning {
  /// The verdict on the proposals of one intent.
  package struct Verdict {
    /// The index in ``Program/intents``.
    package var intent: Int
    /// The index of the field in the intent; `nil` where the intent has no such field.
    package var field: Int?
    /// The findings about reads and writes of other partitions.
    package var diagnostics: [Diagnostic] = []
    /// The types of entries that are read or written, ascending: indices in ``Program/facts``.
    package var facts: [Int] = []
    /// The fact types shared with intents that are not partitioned, where one of both writes them.
    package var shares: [Share] = []

    package var isPinned: Bool { field != nil && diagnostics.isEmpty }
  }

  package struct Share {
    /// The index in ``Program/facts``.
    package var fact: Int
    /// Indices in ``Program/intents``, ascending.
    package var intents: [Int]
  }

  /// The verdicts in the order of the program, without intents of the built-in pack.
  package private(set) var verdicts: [Verdict] = []
  private let program: Program
  private let name: String
  private let finder: ViewFinder
  private let closure: WriteClosure
  private var columns: [Int: KeyColumn] = [:]
  private var written: Set<Int> = []
  private var ofTruths: [Int: KeyFollower] = [:]
  private var ofInvariants: [KeyFollower] = []

  /// Checks a program.
  ///
  /// - Parameter field: the field of the intents, by its name in clauses.
  /// - Complexity: O(types of facts · size of the program) at most.
  package init(_ program: Program, by field: String) {
    (self.program, name, finder, closure) = (program, field, ViewFinder(program), WriteClosure(program))
    let intents = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    let keyed = Set(intents.filter { fieldIndex(of: field, in: $0) != nil })
    let (types, truths) = closure.written(by: keyed)
    written = types.union(closure.timed)
    for (index, fact) in program.facts.enumerated() where fact.isRecord {
      written.insert(index)
      if let key = fact.recordKey { columns[index] = KeyColumn(field: key, tag: .request) }
    }
    chooseColumns(keyed, truths)
    for (index, truth) in program.truths.enumerated() where !truth.isView { ofTruths[index] = follow(truthAt: index) }
    ofInvariants = program.invariants.map { invariant in follow { $0.visit(invariant, by: name) } }
    verdicts = intents.map { verdict(of: $0) }
    addShares()
  }

  /// Returns the field by which facts of a type are partitioned; `nil` where every partition has all of them.
  package func column(of fact: Int) -> Int? { isWritten(fact) ? columns[fact]?.field : nil }

  /// Returns whether facts of a type follow from proposals of intents that have the field, or from passing time.
  package func isWritten(_ fact: Int) -> Bool { written.contains(fact) }

  private func fieldIndex(of field: String, in intent: Int) -> Int? {
    program.intents[intent].fields.firstIndex { $0.name == field }
  }

  // MARK: Columns

  /// Chooses for each fact type the field by which it is mostly written.
  ///
  /// Truths on intents are counted first, then truths on the facts that these write.
  private mutating func chooseColumns(_ intents: Set<Int>, _ onFacts: Set<Int>) {
    let truths = truths(on: closure.answered(intents)) + onFacts.sorted()
    // Invariants over the state say nothing about the proposals' key.
    let invariants = program.invariants.filter { $0.applies != .state && $0.applies(toAnyOf: intents) }
    var isStable = false
    while !isStable {
      isStable = true
      var votes = KeyVotes()
      for truth in truths { votes.add(follow(truthAt: truth).votes) }
      for invariant in invariants { votes.add(follow { $0.visit(invariant, by: name) }.votes) }
      for type in written.sorted() where columns[type] == nil && !program.facts[type].isRecord {
        guard let column = votes.best(of: type, program) else { continue }
        columns[type] = column
        isStable = false
      }
    }
  }

  /// Returns the truths on some intents, without those of the built-in pack, which read and write only the answered request.
  private func truths(on intents: Set<Int>) -> [Int] {
    program.truths.indices.filter { !program.truths[$0].isBuiltIn && !intents.isDisjoint(with: program.truths[$0].intents) }
  }

  private func follow(truthAt index: Int) -> KeyFollower {
    let truth = program.truths[index]
    return follow { truth.matches.isEmpty ? $0.visit(proposalsOf: truth, by: name) : $0.visit(factsOf: index) }
  }

  /// Follows the key through one declaration.
  private func follow(_ body: (inout KeyFollower) -> Void) -> KeyFollower {
    var follower = KeyFollower(program, finder, closure, columns: columns, written: written)
    body(&follower)
    return follower
  }

  // MARK: Verdicts

  private func verdict(of intent: Int) -> Verdict {
    var verdict = Verdict(intent: intent, field: fieldIndex(of: name, in: intent))
    var touched: Set<Int> = []
    var reaches: [PartitionReach] = []
    for follower in followers(of: intent) {
      touched.formUnion(follower.touched)
      reaches += follower.reaches.filter { !reaches.contains($0) }
    }
    // A move also reads the state that it leaves; the write alone is reported.
    let writes = Set(reaches.filter(\.isWrite))
    reaches.removeAll { reach in
      guard case .reads(let type, _) = reach.kind else { return false }
      return writes.contains(PartitionReach(span: reach.span, kind: .writes(type)))
    }
    verdict.facts = touched.sorted()
    guard let fieldIndex = verdict.field else { return verdict }
    let field = program.intents[intent].fields[fieldIndex]
    if !field.type.isHashedAsCompared || field.currency != nil {
      reaches = [PartitionReach(span: field.span, kind: .field)]
    }
    verdict.diagnostics = reaches.map { $0.diagnostic(program, columns, by: name) }.inOrder()
    return verdict
  }

  /// Returns the followers of all declarations that apply to the proposals of an intent.
  ///
  /// - Parameter state: whether to include invariants over the state.
  private func followers(of intent: Int, state: Bool = true) -> [KeyFollower] {
    let answered = closure.answered([intent])
    let invariants = program.invariants.indices.filter { fieldIndex in
      let invariant = program.invariants[fieldIndex]
      return invariant.applies(toAnyOf: answered) && (state || invariant.applies != .state)
    }
    return (truths(on: answered) + closure.written(by: [intent]).truths.sorted()).compactMap { ofTruths[$0] }
      + invariants.map { ofInvariants[$0] }
  }

  /// Adds the fact types that the partitioned intents share with others.
  private mutating func addShares() {
    let pinned = verdicts.filter(\.isPinned).map(\.intent)
    let others = verdicts.map(\.intent).filter { !pinned.contains($0) }.map { intent in
      (intent, touched: Set(followers(of: intent, state: false).flatMap(\.touched)), written: closure.written(by: [intent]).types)
    }
    for fieldIndex in verdicts.indices where verdicts[fieldIndex].isPinned {
      let own = closure.written(by: [verdicts[fieldIndex].intent]).types
      verdicts[fieldIndex].shares = verdicts[fieldIndex].facts.compactMap { fact in
        let sharing = others.filter { other in
          other.written.contains(fact) || own.contains(fact) && other.touched.contains(fact)
        }
        return sharing.isEmpty || program.facts[fact].isBuiltIn ? nil : Share(fact: fact, intents: sharing.map { $0.0 })
      }
    }
  }
}
