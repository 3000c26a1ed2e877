import TruthsSyntax

/// A mistake about unknown values, made on purpose to test whether samples find it.
enum UnknownMistake: Hashable {
  /// An unknown `if` of a truth that makes entries counts as false.
  case entryFails
  /// An unknown `if` of a truth that makes views counts as false.
  case viewFails
  /// A view on a view reads only the matched fact.
  case matchedByKey
  /// The body of `every` narrows the elements that it reads.
  case everyNarrows
  /// A key with one missing field is identified by its other fields.
  case partialKey
  /// Reads in one form are not counted.
  case skips(ViewWay)
}

/// A way in which a view is read, or a place at which it is.
enum ViewWay: Hashable {
  case presence, exists, missing, not, lookup, the, key, binding, old
  case quantifier(Quantifier)
  case aggregate(AggregateFunction)
  /// Conditions on which truths on facts, and on intents, fire.
  case firing, intent
  case clause, ensures, rule, approver
  /// The source of an output's loop, and the fields of the output.
  case loop, output
}
