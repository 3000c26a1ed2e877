/// What a function reads of the context; it counts where the function is called (declarations §10).
package struct ContextReads: Hashable, Sendable {
  /// What more of can only make more of it true, where its value is a condition.
  package var positive: Set<ContextSubject> = []
  /// What it reads otherwise, or else where its value stands in a place that reads negatively.
  package var negative: Set<ContextSubject> = []

  package init(positive: Set<ContextSubject> = [], negative: Set<ContextSubject> = []) {
    self.positive = positive
    self.negative = negative
  }

  /// All of it.
  package var all: Set<ContextSubject> { positive.union(negative) }
}
