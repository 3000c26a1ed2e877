import TruthsCheck

/// What truths on facts make of a store (language.md §6).
package struct Derivation: Sendable {
  /// The facts of the run, those that it began with included, and the store with them.
  package internal(set) var production: Production
  /// In the order in which they fired.
  package internal(set) var matches = MatchLog()
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

    /// `3 rounds of truths on facts; still firing: money.aging`
    package var text: String {
      let what = ["max_cycles": "rounds of truths on facts", "max_steps": "matches of truths on facts"][limit] ?? "facts"
      return "\(count) \(what); still firing: \(firing.joined(separator: ", "))"
    }
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

  /// What one reading of views may cost where nothing else is said: what a run may by default.
  static let views = DerivationLimits(rounds: 100_000, matches: 10_000_000, facts: 1_000_000)
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
