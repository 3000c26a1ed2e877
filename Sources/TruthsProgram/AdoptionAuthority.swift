/// The people who may adopt other rules, as far as a set names them (ledgers §6.2).
///
/// A truth on `adopt_truths`, or an invariant that applies to that intent by name, names people where it reads `actor` or
/// requires an approval. It may read `actor` in a condition or clause, directly or through `let`s and functions. A clause that
/// only warns does not count, and neither does a reason that reads `actor`.
package struct AdoptionAuthority: Sendable {
  /// Who may adopt under a set.
  package enum Adopters: Sendable {
    /// Any user: the set has no pack `trust`, and nothing names who may adopt.
    case anybody
    /// No actor: the set has a pack `trust`, and nothing names who may adopt.
    case nobody
    /// The actors whom a truth or invariant of the set names.
    case named
  }

  /// Whether the set has a pack `trust`.
  private let hasPackTrust: Bool
  /// The truths that read the actor, by their indices in ``Program/truths``.
  private let readers: Set<Int>
  private let isReadByInvariant: Bool
  /// The ids of the truths and invariants that require an approval.
  private let askers: Set<String>
  /// The ids of all truths and invariants that name people, sorted.
  package let namers: [String]

  /// - Complexity: O(truths + size of the truths on `adopt_truths`).
  package init(_ program: Program) {
    hasPackTrust = program.packs.contains { $0.name == ConvergePack.trust }
    guard let intent = program.intents.firstIndex(where: { $0.isBuiltIn && $0.name == ConvergePack.adoption }) else {
      (readers, isReadByInvariant, askers, namers) = ([], false, [], [])
      return
    }
    let truths = program.truths.indices.filter {
      !program.truths[$0].isBuiltIn && program.truths[$0].intents.contains(intent)
    }
    let invariants = program.invariants.filter { invariant in
      guard case .intents(let intents) = invariant.applies else { return false }
      return intents.contains(intent)
    }
    readers = Set(truths.filter { program.truths[$0].readsActor(program) })
    let readingInvariants = invariants.filter { $0.clause.readsActor(program) }
    isReadByInvariant = !readingInvariants.isEmpty
    askers = Set(
      truths.filter { program.truths[$0].waits }.map { program.truths[$0].id }
        + invariants.filter { $0.clause.kind.waits }.map(\.id))
    namers = askers.union(readers.map { program.truths[$0].id }).union(readingInvariants.map(\.id)).sorted()
  }

  /// Returns whether the rules that apply to an adoption name people.
  ///
  /// - Parameters:
  ///   - fired: the truths that fired, by their indices in ``Program/truths``.
  ///   - asked: the ids of the truths and invariants that require an approval of the adoption.
  package func namesSomebody(whereFired fired: some Sequence<Int>, asked: Set<String>) -> Bool {
    isReadByInvariant || fired.contains(where: readers.contains) || !askers.isDisjoint(with: asked)
  }

  package var adopters: Adopters { !namers.isEmpty ? .named : hasPackTrust ? .nobody : .anybody }

  /// The part of the set that names no adopter, as the subject of a sentence.
  package var silentPart: String { hasPackTrust ? "Pack trust" : "This set" }

  /// Returns an example of a clause by which a truth on `adopt_truths` names people. It uses the first role of the set.
  package static func example(_ program: Program) -> String {
    let role = program.roles.first { !$0.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } }
    return "\"\(role ?? "manager")\" in actor.roles"
  }
}

extension CheckedTruth {
  private var checkedClauses: [CheckedClause] { requires + invariants + ensures }

  fileprivate var waits: Bool { checkedClauses.contains(where: \.kind.waits) }

  fileprivate func readsActor(_ program: Program) -> Bool {
    readsActor([condition?.test].compactMap(\.self) + checkedClauses.filter { $0.kind != .advisory }.map(\.test), program)
  }

  /// Returns whether expressions read the actor, directly or through `let`s.
  private func readsActor(_ nodes: [Node], _ program: Program) -> Bool {
    var (reads, slots) = (NodeReads(program), Set<Int>())
    func add(_ node: Node) {
      reads.add(node)
      node.forEachRead { if case .slot(let slot) = $0 { slots.insert(slot) } }
    }
    nodes.forEach(add)
    for binding in lets.reversed() where slots.contains(binding.slot) { add(binding.node) }
    return reads.builtins.contains(where: \.isOfActor)
  }
}

extension CheckedClause {
  fileprivate func readsActor(_ program: Program) -> Bool {
    var reads = NodeReads(program)
    reads.add(test)
    return kind != .advisory && reads.builtins.contains(where: \.isOfActor)
  }
}
