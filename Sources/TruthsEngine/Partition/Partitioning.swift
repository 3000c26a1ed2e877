package import TruthsDiagnostics
package import TruthsProgram
import TruthsText

/// Whether proposals can be partitioned by one of their fields: split over ledgers, of which each has those of some values of the
/// field and gives the same decisions as one ledger for all.
package struct Partitioning {
  /// What is known of the proposals of one intent.
  package struct Verdict {
    /// Index in ``Program/intents``.
    package var intent: Int
    /// The place of the field among those of the intent; `nil` where it has none.
    package var field: Int?
    /// What reaches further.
    package var diagnostics: [Diagnostic] = []
    /// Types of entries that it reads or writes, rising: indices in ``Program/facts``.
    package var facts: [Int] = []
    /// The intents that are not partitioned, and what they share with it that one of both writes.
    package var shares: [Share] = []

    package var isPinned: Bool { field != nil && diagnostics.isEmpty }
  }

  package struct Share {
    /// Index in ``Program/facts``.
    package var fact: Int
    /// Indices in ``Program/intents``, rising.
    package var intents: [Int]
  }

  /// In the order of the program, without those of the built-in pack.
  package private(set) var verdicts: [Verdict] = []
  private let program: Program
  private let name: String
  private let finder: ViewFinder
  private let closure: WriteClosure
  private var columns: [Int: KeyColumn] = [:]
  private var written: Set<Int> = []
  private var ofTruths: [Int: KeyFollower] = [:]
  private var ofInvariants: [KeyFollower] = []

  /// - Parameter field: of the intents, by its name in clauses.
  /// - Complexity: O(types of facts · size of the program) at most.
  package init(_ program: Program, by field: String) {
    (self.program, name, finder, closure) = (program, field, ViewFinder(program), WriteClosure(program))
    let intents = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    let keyed = Set(intents.filter { place(of: field, in: $0) != nil })
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

  /// The field of a fact type by which its facts are partitioned; `nil` where every partition has all of them.
  package func column(of fact: Int) -> Int? { isWritten(fact) ? columns[fact]?.field : nil }

  /// Whether facts of a type follow from proposals of intents that have the field, or as time goes by.
  package func isWritten(_ fact: Int) -> Bool { written.contains(fact) }

  private func place(of field: String, in intent: Int) -> Int? {
    program.intents[intent].fields.firstIndex { $0.name == field }
  }

  // MARK: Columns

  /// Takes for each type of fact the field by which most of it is written: first by truths on intents, then by truths on what
  /// these write.
  private mutating func chooseColumns(_ intents: Set<Int>, _ onFacts: Set<Int>) {
    let truths = truths(on: closure.answered(intents)) + onFacts.sorted()
    // What is said of the state tells nothing of the proposals' key.
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

  /// Without those of the built-in pack, which reach no further than the request that is answered.
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
    var verdict = Verdict(intent: intent, field: place(of: name, in: intent))
    var touched: Set<Int> = []
    var reaches: [PartitionReach] = []
    for follower in followers(of: intent) {
      touched.formUnion(follower.touched)
      reaches += follower.reaches.filter { !reaches.contains($0) }
    }
    // A move asks for the state that it leaves; what is written is told once.
    let writes = Set(reaches.filter(\.isWrite))
    reaches.removeAll { reach in
      guard case .reads(let type, _) = reach.kind else { return false }
      return writes.contains(PartitionReach(span: reach.span, kind: .writes(type)))
    }
    verdict.facts = touched.sorted()
    guard let place = verdict.field else { return verdict }
    let field = program.intents[intent].fields[place]
    if !field.type.isHashedAsCompared || field.currency != nil {
      reaches = [PartitionReach(span: field.span, kind: .field)]
    }
    verdict.diagnostics = reaches.map { $0.diagnostic(program, columns, by: name) }.inOrder()
    return verdict
  }

  /// The key, followed through each declaration that has to do with the proposals of an intent.
  ///
  /// - Parameter state: whether invariants over the state are among them.
  private func followers(of intent: Int, state: Bool = true) -> [KeyFollower] {
    let answered = closure.answered([intent])
    let invariants = program.invariants.indices.filter { place in
      let invariant = program.invariants[place]
      return invariant.applies(toAnyOf: answered) && (state || invariant.applies != .state)
    }
    return (truths(on: answered) + closure.written(by: [intent]).truths.sorted()).compactMap { ofTruths[$0] }
      + invariants.map { ofInvariants[$0] }
  }

  /// What the partitioned intents share with all others.
  private mutating func addShares() {
    let pinned = verdicts.filter(\.isPinned).map(\.intent)
    let others = verdicts.map(\.intent).filter { !pinned.contains($0) }.map { intent in
      (intent, touched: Set(followers(of: intent, state: false).flatMap(\.touched)), written: closure.written(by: [intent]).types)
    }
    for place in verdicts.indices where verdicts[place].isPinned {
      let own = closure.written(by: [verdicts[place].intent]).types
      verdicts[place].shares = verdicts[place].facts.compactMap { fact in
        let sharing = others.filter { other in
          other.written.contains(fact) || own.contains(fact) && other.touched.contains(fact)
        }
        return sharing.isEmpty || program.facts[fact].isBuiltIn ? nil : Share(fact: fact, intents: sharing.map { $0.0 })
      }
    }
  }
}
