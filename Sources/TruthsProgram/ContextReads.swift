/// The parts of the context that a function reads, which count where the function is called (declarations §10).
package struct ContextReads: Hashable, Sendable {
  /// Subjects of which more facts can only change the function's condition from false to true.
  package var positive: Set<ContextSubject> = []
  /// All other subjects that it reads. Where the value is used negatively, the positive subjects count as negative, too.
  package var negative: Set<ContextSubject> = []

  package init(positive: Set<ContextSubject> = [], negative: Set<ContextSubject> = []) {
    self.positive = positive
    self.negative = negative
  }

  package var all: Set<ContextSubject> { positive.union(negative) }
}
