package import TruthsSyntax
package import TruthsText

/// One small change of one declaration, as an edit of its file.
package struct Mutation: Hashable, Sendable {
  package var operation: MutationOperator
  /// The location of the replaced text.
  package var span: Span
  /// The new text; `nil` for a removal. Removed bytes become blanks, so that everything else keeps its location.
  package var replacement: String?
  package var owner: MutationOwner
  /// The part of the declaration that changes: `requires[2]`, `rows[0]`, `let total`, `default`.
  package var part: String
  /// The advice if no fixture notices the change: what fixtures do not show, and how to write one that does. It has no full
  /// stop.
  package var advice: String
  /// The list entry that the mutation removes, so that the entries after it keep their numbers; `nil` if it removes none.
  package var dropped: Dropped?

  /// An entry of a truth's list.
  package struct Dropped: Hashable, Sendable {
    package var list: String
    package var position: Int
  }

  /// Returns the bytes of a file with the change applied.
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
  /// The id of a truth or invariant, such as `money.invoice.creation`. For other declarations, the pack and the name:
  /// `money.urgency_of`.
  package var id: String
  package var pack: String
  /// The location of the declaration's key, such as `truth invoice_creation`.
  package var keySpan: Span
}

/// A mutation that was tried, and the result.
package struct Mutant: Hashable, Sendable {
  package var mutation: Mutation
  package var fate: Fate

  /// The result of trying a mutation.
  package enum Fate: Hashable, Sendable {
    /// The checker finds an error in the changed truth set. Such a mistake cannot stay unnoticed, so the mutant does not count.
    case refused
    /// A fixture failed with the change. The id is that of the first such fixture.
    case killed(by: String)
    /// All fixtures that the change can affect passed. The number is how many these were.
    case survived(fixtures: Int)
  }

  /// Whether the mutant counts for the score, because the checker accepted the changed truth set.
  package var isCounted: Bool { fate != .refused }

  /// Whether a fixture noticed the change.
  package var isKilled: Bool {
    if case .killed = fate { return true }
    return false
  }
}

/// All mutants of one run.
package struct MutationResults: Hashable, Sendable {
  /// The mutants in source order.
  package let mutants: [Mutant]
  /// The names of the changed packs in byte order.
  package let packs: [String]

  package init(_ mutants: [Mutant], packs: [String]) {
    self.mutants = mutants
    self.packs = packs
  }

  package var mutantsByPack: [(pack: String, mutants: [Mutant])] {
    let groups = Dictionary(grouping: mutants, by: \.mutation.owner.pack)
    return packs.map { ($0, groups[$0] ?? []) }
  }

  /// The mutants that count and that no fixture noticed.
  package var survivors: [Mutant] { mutants.filter { $0.isCounted && !$0.isKilled } }

  /// The number of mutants that the checker refused.
  package var refused: Int { mutants.count { !$0.isCounted } }

  /// The share of the counted mutants that fixtures noticed.
  package var share: CoverageShare { mutants.mutationShare }
}

extension Sequence<Mutant> {
  /// The share of the counted mutants that fixtures noticed.
  package var mutationShare: CoverageShare {
    reduce(CoverageShare()) { sum, mutant in
      mutant.isCounted ? sum + CoverageShare(exercised: mutant.isKilled ? 1 : 0, of: 1) : sum
    }
  }
}

/// A kind of small change to a truth set. Raw values are the names in reports.
package enum MutationOperator: String, Hashable, Sendable, CaseIterable {
  /// Negates a condition, or the whole of a clause.
  case negate
  /// Exchanges `<` and `<=`, or `>` and `>=`.
  case boundary
  /// Exchanges `==` and `!=`.
  case equality
  /// Exchanges `in` and `not in`.
  case membership
  /// Exchanges `exists` and `missing`, or `empty` and `not empty`.
  case presence
  /// Exchanges `and` and `or`.
  case connective
  /// Exchanges `some` and `every`, and replaces `no` by `some`.
  case quantifier
  /// Exchanges `min` and `max`, `first` and `last`, `before` and `after`, and other opposite functions.
  case extreme
  /// Exchanges `+` and `-`, or `*` and `/`.
  case arithmetic
  /// Changes a number by one in its last digit.
  case number
  /// Changes the last number of a duration by one.
  case duration
  /// Exchanges `true` and `false`.
  case boolean
  /// Replaces an enum value in an output or a default by the next value of the enum.
  case value
  /// Removes an element of a list.
  case element
  /// Replaces the condition of a `where` by `true`.
  case filter
  /// Exchanges ascending and descending order in a key of `by`.
  case order
  /// Replaces the value before the run by the value after the run.
  case old
  /// Makes the `if` of a truth always true.
  case condition
  /// Removes a clause.
  case dropClause = "drop_clause"
  /// Removes a row of a table.
  case dropRow = "drop_row"
  /// Makes a cell of a grid match everything.
  case cell
  /// Gives a row of a table the value of a different row.
  case rowValue = "row_value"
  /// Makes a move enter a different state that the lifecycle allows.
  case move
  /// Removes a move of a truth.
  case dropMove = "drop_move"
  /// Removes a transition of a lifecycle.
  case dropTransition = "drop_transition"
  /// Removes a fact that a truth or source produces.
  case dropFact = "drop_fact"
  /// Changes the consequence of a violation, such as a halt, a wait for approval, or a warning.
  case consequence
  /// Changes the role that must approve or consent.
  case role
  /// Changes the consent that an intent requires.
  case consent
}
