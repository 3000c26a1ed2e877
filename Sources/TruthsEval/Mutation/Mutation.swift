package import TruthsSyntax
package import TruthsText

/// One small change of one declaration, as an edit of its file.
package struct Mutation: Hashable, Sendable {
  package var operation: MutationOperator
  /// Location of the change.
  package var span: Span
  /// New text; `nil` for a removal. Removed bytes become blanks, so that everything else keeps its location.
  package var replacement: String?
  package var owner: MutationOwner
  /// Changed part of the declaration: `requires[2]`, `rows[0]`, `let total`, `default`.
  package var part: String
  /// Text for a survivor: what no fixture notices, and how to write one that does; without a full stop.
  package var advice: String
  /// Removed entry of a list, if any, so that the entries after it keep their numbers.
  package var dropped: Dropped?

  /// An entry of a truth's list.
  package struct Dropped: Hashable, Sendable {
    package var list: String
    package var position: Int
  }

  /// Returns the bytes of the file with the change applied.
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
  /// Id of a truth or invariant, else pack and name: `money.invoice.creation`, `money.urgency_of`.
  package var id: String
  package var pack: String
  /// Location of its key, `truth invoice_creation`.
  package var keySpan: Span
}

/// A tried mutation and its result.
package struct Mutant: Hashable, Sendable {
  package var mutation: Mutation
  package var fate: Fate

  /// The result of a mutant.
  package enum Fate: Hashable, Sendable {
    /// The checker finds an error in the changed set. The mistake could not stay unnoticed, so it does not count.
    case refused
    /// A fixture failed; the first one that did.
    case killed(by: String)
    /// All fixtures that the change can affect passed; their number.
    case survived(fixtures: Int)
  }

  /// Whether the mutant counts, because the checker accepted it.
  package var isCounted: Bool { fate != .refused }

  /// Whether a fixture noticed the change.
  package var isKilled: Bool {
    if case .killed = fate { return true }
    return false
  }
}

/// All mutants of one run.
package struct MutationResults: Hashable, Sendable {
  /// Mutants in source order.
  package let mutants: [Mutant]
  /// Names of the changed packs, in byte order.
  package let packs: [String]

  package init(_ mutants: [Mutant], packs: [String]) {
    self.mutants = mutants
    self.packs = packs
  }

  package var mutantsByPack: [(pack: String, mutants: [Mutant])] {
    let groups = Dictionary(grouping: mutants, by: \.mutation.owner.pack)
    return packs.map { ($0, groups[$0] ?? []) }
  }

  /// Mutants that count and that no fixture noticed.
  package var survivors: [Mutant] { mutants.filter { $0.isCounted && !$0.isKilled } }

  /// Number of mutants that the checker refused.
  package var refused: Int { mutants.count { !$0.isCounted } }

  /// Share of the counted mutants that were killed.
  package var share: CoverageShare { mutants.mutationShare }
}

extension Sequence<Mutant> {
  /// Share of the counted mutants that were killed.
  package var mutationShare: CoverageShare {
    reduce(CoverageShare()) { sum, mutant in
      mutant.isCounted ? sum + CoverageShare(exercised: mutant.isKilled ? 1 : 0, of: 1) : sum
    }
  }
}

/// A kind of small change to a truth set; raw values are the names in reports.
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
  /// Exchanges `some` and `every`; `no` becomes `some`.
  case quantifier
  /// Exchanges `min` and `max`, `first` and `last`, `before` and `after`, and other opposite functions.
  case extreme
  /// Exchanges `+` and `-`, or `*` and `/`.
  case arithmetic
  /// Changes a number by one in its last place.
  case number
  /// Changes a duration by one in its last part.
  case duration
  /// Exchanges `true` and `false`.
  case boolean
  /// Replaces an enum's value, in an output or a default, by the next one.
  case value
  /// Removes an element of a list.
  case element
  /// Makes a `where` accept everything.
  case filter
  /// Exchanges ascending and descending in a key of `by`.
  case order
  /// Replaces a value before the run by the present one.
  case old
  /// Makes the `if` of a truth always true.
  case condition
  /// Removes a clause.
  case dropClause = "drop_clause"
  /// Removes a row of a table.
  case dropRow = "drop_row"
  /// Makes a cell of a grid match everything.
  case cell
  /// Gives a row of a table the value of another row.
  case rowValue = "row_value"
  /// Makes a move enter another state that the lifecycle allows.
  case move
  /// Removes a move of a truth.
  case dropMove = "drop_move"
  /// Removes a transition of a lifecycle.
  case dropTransition = "drop_transition"
  /// Removes a fact that a truth or source produces.
  case dropFact = "drop_fact"
  /// Changes the consequence of a violation: halting, waiting for an approval, a warning.
  case consequence
  /// Changes the role that approves.
  case role
  /// Changes the consent that an intent needs.
  case consent
}
