import TruthsProgram

/// The way in which a loop over facts finds the elements that it visits.
final class FactAccess: Sendable {
  /// The purpose for which the elements are needed.
  enum Goal: Hashable, Sendable {
    /// Every element is needed, so that each is visited.
    case elements
    /// Only the elements with the least or the greatest value of ``rangeField`` are needed.
    case end(isLeast: Bool)
    /// Only the number of elements, and the sum of a field if one is given, for the aggregate with this number.
    case total(aggregate: Int, of: Int?)
  }

  /// Index in ``Program/facts``.
  let type: Int
  /// The indexed parts that must equal the first ``values``.
  let parts: [IndexPart]
  /// The field that the values after ``parts`` bound, or whose least or greatest value is wanted.
  let rangeField: Int?
  let comparisons: [Comparison]
  /// The fields that the last values bound. They only exclude elements and are not part of the index.
  let tests: [(field: Int, comparison: Comparison)]
  let goal: Goal
  /// The expressions computed before the loop.
  let values: [Node]

  /// Creates the access of a loop.
  ///
  /// - Returns: `nil` where every fact is visited.
  convenience init?(_ path: AccessPath) {
    if path.isEmpty { return nil }
    self.init(path, .elements, orderedBy: path.rangeField)
  }

  /// Creates the access of a loop of an aggregate.
  ///
  /// If the condition consists of look-ups alone, a sum visits no element, and a least or greatest value visits only those at
  /// the end.
  ///
  /// - Parameters:
  ///   - number: the number of the aggregate.
  ///   - place: the position of the loop in it.
  convenience init?(_ aggregate: AggregateNode, _ number: Int, loop place: Int) {
    guard let path = AccessPath(aggregate, loop: place) else { return nil }
    let slot = aggregate.loops[place].slot
    func field(_ value: Node?) -> Int? {
      if case .field(.slot(slot), let field)? = value { return field }
      return nil
    }
    func isOrdered(by field: Int) -> Bool { path.rangeField == nil || path.rangeField == field }
    guard path.isWhole, aggregate.loops.count == 1 else {
      self.init(path)
      return
    }
    let value = field(aggregate.value)
    let order = aggregate.order.count == 1 ? field(aggregate.order[0].value) : nil
    switch (aggregate.function, value, order) {
    case (.count, _, _) where aggregate.value == nil:
      self.init(path, .total(aggregate: number, of: nil), orderedBy: path.rangeField)
    case (.sum(.number), let value?, _), (.mean(.number), let value?, _):
      self.init(path, .total(aggregate: number, of: value), orderedBy: path.rangeField)
    case (.min, let value?, _) where isOrdered(by: value): self.init(path, .end(isLeast: true), orderedBy: value)
    case (.max, let value?, _) where isOrdered(by: value): self.init(path, .end(isLeast: false), orderedBy: value)
    case (.first, _, let order?) where isOrdered(by: order):
      self.init(path, .end(isLeast: !aggregate.order[0].isDescending), orderedBy: order)
    case (.last, _, let order?) where isOrdered(by: order):
      self.init(path, .end(isLeast: aggregate.order[0].isDescending), orderedBy: order)
    default: self.init(path)
    }
  }

  private init(_ path: AccessPath, _ goal: Goal, orderedBy field: Int?) {
    type = path.type
    parts = path.equalities.map { IndexPart($0.part) }
    rangeField = field
    comparisons = path.bounds.map(\.comparison)
    tests = path.tests.map { ($0.field, $0.comparison) }
    self.goal = goal
    values = path.equalities.map(\.value) + (path.bounds + path.tests).map(\.value)
  }
}
