/// A mutation that was tried, and what became of it.
package struct Mutant: Hashable, Sendable {
  package var mutation: Mutation
  package var fate: Fate

  /// What became of a mutant.
  package enum Fate: Hashable, Sendable {
    /// The checker finds an error in the changed set: nobody could have made this mistake unnoticed, so it does not count.
    case refused
    /// A fixture failed, the first that did.
    case killed(by: String)
    /// All fixtures that can be affected passed; how many there are.
    case survived(fixtures: Int)
  }

  /// Whether it counts: the checker let it pass.
  package var isCounted: Bool { fate != .refused }

  /// Whether a fixture noticed it.
  package var isKilled: Bool {
    if case .killed = fate { return true }
    return false
  }
}

/// All mutants of one run.
package struct MutationResults: Hashable, Sendable {
  /// In order of place.
  package let mutants: [Mutant]
  /// Names of the packs that were changed, in order of bytes.
  package let packs: [String]

  package init(_ mutants: [Mutant], packs: [String]) {
    self.mutants = mutants
    self.packs = packs
  }

  /// The mutants of each pack.
  package var mutantsByPack: [(pack: String, mutants: [Mutant])] {
    let groups = Dictionary(grouping: mutants, by: \.mutation.owner.pack)
    return packs.map { ($0, groups[$0] ?? []) }
  }

  /// Those that count and that no fixture noticed.
  package var survivors: [Mutant] { mutants.filter { $0.isCounted && !$0.isKilled } }

  /// How many the checker refused.
  package var refused: Int { mutants.count { !$0.isCounted } }

  /// Killed of those that count.
  package var share: CoverageShare { mutants.mutationShare }
}

extension Sequence<Mutant> {
  /// Killed of those that count.
  package var mutationShare: CoverageShare {
    reduce(CoverageShare()) { sum, mutant in
      mutant.isCounted ? sum + CoverageShare(exercised: mutant.isKilled ? 1 : 0, of: 1) : sum
    }
  }
}
