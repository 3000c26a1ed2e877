/// Who may put other rules in force, as a set names them (ledgers §6.2).
///
/// A truth on `adopt_truths`, or an invariant that applies to it by name, names somebody where one of its conditions or clauses
/// reads `actor`, itself or through its `let`s and functions, or wants an approval. What only warns, or only reads the actor for
/// its reason, names nobody.
package struct AdoptionAuthority: Sendable {
  /// Whether the set has a pack `trust`. Then nobody adopts but whom it names, else anybody may.
  package let hasPackTrust: Bool
  /// Indices in ``Program/truths``.
  private let truths: Set<Int>
  private let isNamedByInvariant: Bool

  /// - Complexity: O(truths), and the size of those on `adopt_truths`.
  package init(_ program: Program) {
    hasPackTrust = program.packs.contains { $0.name == ConvergePack.trust }
    guard let intent = program.intents.firstIndex(where: { $0.isBuiltIn && $0.name == ConvergePack.adoption }) else {
      (truths, isNamedByInvariant) = ([], false)
      return
    }
    truths = Set(
      program.truths.indices.filter { place in
        let truth = program.truths[place]
        return !truth.isBuiltIn && truth.intents.contains(intent) && truth.namesPeople(program)
      })
    isNamedByInvariant = program.invariants.contains { invariant in
      guard case .intents(let intents) = invariant.applies, intents.contains(intent) else { return false }
      return invariant.clause.namesPeople(program)
    }
  }

  /// Whether somebody is named for an adoption on which certain truths fire, by their indices in ``Program/truths``.
  package func namesSomebody(whereFired fired: some Sequence<Int>) -> Bool {
    isNamedByInvariant || fired.contains(where: truths.contains)
  }

  /// Whether somebody is named, at least for some adoptions.
  package var namesSomebody: Bool { isNamedByInvariant || !truths.isEmpty }

  /// A clause by which a truth on `adopt_truths` in pack trust names people, with a role of the set: one of pack trust where it
  /// declares some.
  package static func example(_ program: Program) -> String {
    let role = program.roles.first { !$0.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") } }
    return "\"\(role ?? "manager")\" in actor.roles"
  }
}

extension CheckedTruth {
  fileprivate func namesPeople(_ program: Program) -> Bool {
    let clauses = requires + invariants + ensures
    if clauses.contains(where: \.kind.waits) { return true }
    return readsActor([condition?.test].compactMap(\.self) + clauses.filter { $0.kind != .advisory }.map(\.test), program)
  }

  /// Whether expressions read the actor, with the `let`s that they are about.
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
  fileprivate func namesPeople(_ program: Program) -> Bool {
    if kind.waits { return true }
    var reads = NodeReads(program)
    reads.add(test)
    return kind != .advisory && reads.builtins.contains(where: \.isOfActor)
  }
}
