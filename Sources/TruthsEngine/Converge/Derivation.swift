package import TruthsCheck

/// What truths on facts make of a store (language.md §6).
package struct Derivation: Sendable {
  /// The facts of the run, those that it began with included, and the store with them.
  package internal(set) var production: Production
  /// In the order in which they fired.
  package internal(set) var matches: [FiredMatch] = []
  /// Of their clauses and of what they produce, in the order of runtime.md §3; views at fault are among them.
  package internal(set) var violations: [Violation] = []
  /// Clauses of theirs that hold.
  package internal(set) var invariantsHeld = 0
  /// The clauses of each match, for the story.
  package internal(set) var examined: [ExaminedTruth] = []
  /// Rounds of the fixed point.
  package internal(set) var rounds = 0
  /// Set where a budget ended it: which, and the ids of the truths that were still firing.
  package internal(set) var exhausted: Exhaustion?

  package struct Exhaustion: Hashable, Sendable {
    /// `max_cycles`, `max_steps` or `max_facts`.
    package var limit: String
    package var count: Int
    package var firing: [String]
  }
}

/// A truth on facts together with the facts that fired it.
package struct FiredMatch: Sendable {
  /// Index in ``Program/truths``.
  package let truth: Int
  /// In the order of `when`.
  package let facts: [FactRecord]
  /// The frame, with the facts and the `let`s in their slots.
  let slots: [Value]

  /// Where the facts stand in the ledger, in the order of `when`.
  package var sequences: [Int] { facts.map(\.entry.sequence) }

  /// In the order of truth id, then sequences matched.
  static func precedes(_ left: FiredMatch, _ right: FiredMatch) -> Bool {
    if left.truth != right.truth { return left.truth < right.truth }
    return left.sequences.lexicographicallyPrecedes(right.sequences)
  }
}

/// The limits of a fixed point (runtime.md §3, step 6).
package struct DerivationLimits: Hashable, Sendable {
  package var rounds: Int
  package var matches: Int
  package var facts: Int

  package init(rounds: Int, matches: Int, facts: Int) {
    self.rounds = rounds
    self.matches = matches
    self.facts = facts
  }
}

/// What is known of a context before its fixed point is worked out.
package struct DerivationStart: Sendable {
  /// Every match of facts up to this sequence has fired; 0 where that is not known.
  package var closedAt: Int
  /// Whether a match of entries, by truth id and entry ids, has fired before.
  package var isFired: @Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool

  package init(closedAt: Int, isFired: @escaping @Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool) {
    self.closedAt = closedAt
    self.isFired = isFired
  }
}
