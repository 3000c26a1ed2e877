import TruthsCheck

/// What the clauses of a proposal's truths and invariants come to: no reason, no value, no text.
package struct ClauseVerdict: Hashable, Sendable, BitwiseCopyable {
  /// Numbers in ``ReadyProposal/clauses`` of the first of each kind that does not hold, in the order of runtime.md §3; below 0
  /// for none.
  package var structural: Int32 = -1
  package var unknown: Int32 = -1
  package var requirement: Int32 = -1
  package var acceptance: Int32 = -1
  /// Whether any truth fired.
  package var hasFired = false

  package init() {}

  /// Whether no clause stands against it.
  var isOpen: Bool { structural < 0 && unknown < 0 && requirement < 0 && acceptance < 0 }

  /// Takes in a clause that does not hold, unless one of its kind comes before it.
  ///
  /// - Parameter ranks: of each clause its place in the order of runtime.md §3.
  @inline(__always)
  mutating func note(_ clause: Int, _ kind: Violation.Kind, _ ranks: UnsafePointer<Int32>) {
    switch kind {
    case .structural, .postcondition: Self.note(clause, &structural, ranks)
    case .unknown: Self.note(clause, &unknown, ranks)
    case .requirement: Self.note(clause, &requirement, ranks)
    case .acceptance: Self.note(clause, &acceptance, ranks)
    case .advisory: break
    }
  }

  @inline(__always)
  private static func note(_ clause: Int, _ first: inout Int32, _ ranks: UnsafePointer<Int32>) {
    if first < 0 || ranks[clause] < ranks[Int(first)] { first = Int32(truncatingIfNeeded: clause) }
  }
}

/// A clause that may decide, for those who ask which one did.
package struct DecisiveClause: Hashable, Sendable {
  /// The id that it reports.
  package var id: String
  /// The truth or invariant that declares it.
  package var declaredBy: String
  /// `requires[0]`, `rule` or `if`.
  package var name: String
  /// As the formatter writes it.
  package var text: String
  var isOfInvariant: Bool
  var place: Violation.Place
  var position: Int

  init(_ clause: CompiledClause) {
    id = clause.checked.id
    declaredBy = clause.declaredBy
    name = clause.name
    text = clause.checked.text
    isOfInvariant = clause.isOfInvariant
    place = clause.place
    position = clause.checked.position
  }

  /// The `if` of a truth.
  init(conditionOf truth: String, _ text: String) {
    (id, declaredBy, name, isOfInvariant, place, position) = (truth, truth, "if", false, .condition, 0)
    self.text = text
  }

  /// As ``Violation/precedes(_:_:)`` orders violations of one kind.
  func precedes(_ other: DecisiveClause) -> Bool {
    if isOfInvariant != other.isOfInvariant { return other.isOfInvariant }
    if id != other.id { return id.utf8.lexicographicallyPrecedes(other.id.utf8) }
    if place != other.place { return place.rawValue < other.place.rawValue }
    if position != other.position { return position < other.position }
    return declaredBy.utf8.lexicographicallyPrecedes(other.declaredBy.utf8)
  }
}
