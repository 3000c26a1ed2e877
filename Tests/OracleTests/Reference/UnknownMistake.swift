import TruthsSyntax

/// A mistake about what cannot be told, made on purpose to see that samples find it.
enum UnknownMistake: Hashable {
  /// An unknown `if` of a truth that makes entries counts as false.
  case entryFails
  /// An unknown `if` of a truth that makes views counts as false.
  case viewFails
  /// What a view that fires on a view reads of it is the fact matched.
  case matchedByKey
  /// What `every` wants of an element narrows what it reads.
  case everyNarrows
  /// A key of which one field has no value is told by the others.
  case partialKey
  /// What is read in one way is not read.
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
  /// What a loop of an output goes through, and what the output writes.
  case loop, output
}
