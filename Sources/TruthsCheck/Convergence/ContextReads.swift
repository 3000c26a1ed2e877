/// What a function reads of the context; it counts where the function is called (declarations §10).
struct ContextReads: Hashable, Sendable {
  /// What more of can only make more of it true, where its value is a condition.
  var positive: Set<Subject> = []
  /// What it reads otherwise, or else where its value stands in a place that reads negatively.
  var negative: Set<Subject> = []

  /// All of it.
  var all: Set<Subject> { positive.union(negative) }
}
