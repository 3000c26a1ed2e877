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
  /// `min` and `max`.
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
  /// The `if` of a truth is always true.
  case condition
  /// A clause goes.
  case dropClause = "drop_clause"
  /// A row of a table goes.
  case dropRow = "drop_row"
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
