package import TruthsSyntax
package import TruthsText

/// One small change of one declaration, as an edit of the file that holds it.
package struct Mutation: Hashable, Sendable {
  package var operation: MutationOperator
  /// The bytes that change.
  package var span: Span
  /// What stands there instead; `nil` where it goes. What goes leaves blanks behind, so that everything else stays in its place.
  package var replacement: String?
  package var owner: MutationOwner
  /// The part of the declaration: `requires[2]`, `rows[0]`, `let total`, `default`.
  package var part: String
  /// What no fixture notices where it survives, and how to write one that does; without an end.
  package var advice: String
  /// The entry that goes with it, where one does: those behind it keep their numbers.
  package var dropped: Dropped?

  /// An entry of a list of a truth.
  package struct Dropped: Hashable, Sendable {
    package var list: String
    package var position: Int
  }

  /// The bytes of the file with the change in it.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    let range = max(0, Int(span.start))..<min(bytes.count, Int(span.end))
    guard range.lowerBound <= range.upperBound else { return bytes }
    let new = replacement.map { Array($0.utf8) } ?? bytes[range].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 }
    return Array(bytes[..<range.lowerBound]) + new + bytes[range.upperBound...]
  }
}

/// The declaration that a mutation changes.
package struct MutationOwner: Hashable, Sendable {
  package var kind: DeclarationKind
  /// The id of a truth or invariant, else pack and name: `money.invoice.creation`, `money.urgency_of`.
  package var id: String
  package var pack: String
  /// Its key, `truth invoice_creation`.
  package var keySpan: Span
}

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

/// One sort of small change to a truth set; the raw values are what reports call them.
package enum MutationOperator: String, Hashable, Sendable, CaseIterable {
  /// A condition, or the whole of a clause, into its opposite.
  case negate
  /// `<` and `<=`, `>` and `>=`, one for the other.
  case boundary
  /// `==` and `!=`.
  case equality
  /// `in` and `not in`.
  case membership
  /// `exists` and `missing`, `empty` and `not empty`.
  case presence
  /// `and` and `or`.
  case connective
  /// `some` and `every`; `no` becomes `some`.
  case quantifier
  /// `min` and `max`, `first` and `last`, `before` and `after`, and other functions that are opposites.
  case extreme
  /// `+` and `-`, `*` and `/`.
  case arithmetic
  /// A number by one in its last place.
  case number
  /// A duration by one in its last part.
  case duration
  /// `true` and `false`.
  case boolean
  /// A value of an enum, produced or a default, into the next.
  case value
  /// An element of a list goes.
  case element
  /// A `where` takes everything.
  case filter
  /// A key of `by`, ascending or descending.
  case order
  /// What something was before is what it is now.
  case old
  /// The `if` of a truth is always true.
  case condition
  /// A clause goes.
  case dropClause = "drop_clause"
  /// A row of a table goes.
  case dropRow = "drop_row"
  /// A cell of a grid takes everything.
  case cell
  /// A row of a table has the value of another.
  case rowValue = "row_value"
  /// A move enters another state that the lifecycle allows.
  case move
  /// A move of a truth goes.
  case dropMove = "drop_move"
  /// A transition of a lifecycle goes.
  case dropTransition = "drop_transition"
  /// A fact that a truth or source produces goes.
  case dropFact = "drop_fact"
  /// What comes of a violation: halting, waiting for an approval, a warning.
  case consequence
  /// The role that approves.
  case role
  /// How much consent an intent wants.
  case consent
}
