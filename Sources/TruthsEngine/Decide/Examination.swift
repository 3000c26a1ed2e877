import TruthsCheck

/// What a proposal comes to before approvals, overrides and production: the truths that fired and what each clause said.
package struct Examination: Sendable {
  /// Indices in ``Program/truths`` of the truths that fired, in id order.
  package var fired: [Int] = []
  /// Indices in ``Program/invariants`` of the invariants that were read.
  package var invariants: [Int] = []
  /// In the order of runtime.md §3, step 4.
  package var violations: [Violation] = []
  package var truths: [ExaminedTruth] = []
  /// Requirements that hold.
  package var requirementsHeld = 0
  /// Invariants that hold: clauses of truths and invariants of their own.
  package var invariantsHeld = 0
  /// Whether the values under the terms of clauses that hold are worked out.
  let isExplained: Bool
  /// One clause id in several truths is one invariant, reported for the least truth id; the checker has seen to it that the rule
  /// is the same (language.md §1, "Clause ids").
  private var declarers: [String: String] = [:]

  init(isExplained: Bool) { self.isExplained = isExplained }

  /// Takes in what was read of one truth or invariant. Truths come in id order, so the first to report a shared id is the least.
  mutating func add(_ reading: ClauseReading) {
    truths.append(ExaminedTruth(id: reading.declaredBy, clauses: reading.clauses.map(\.examined)))
    for clause in reading.clauses {
      if clause.hasOwnID {
        if let first = declarers[clause.id], first != reading.declaredBy { continue }
        declarers[clause.id] = reading.declaredBy
      }
      if let violation = clause.violation { violations.append(violation) }
      guard clause.examined.result == .holds || clause.examined.result == .notApplicable else { continue }
      if clause.kind == .requirement { requirementsHeld += 1 } else { invariantsHeld += 1 }
    }
    violations += reading.unknownConditions
  }

  /// Puts the violations in order. While a requirement is unmet, what is unknown is left out: the requirement is the root.
  mutating func finish() {
    if violations.contains(where: { $0.kind == .requirement }) { violations.removeAll { $0.kind == .unknown } }
    violations.sort(by: Violation.precedes)
  }

  /// Adds violations found elsewhere, in order.
  package mutating func merge(_ others: [Violation]) {
    violations += others
    finish()
  }
}

extension Violation {
  /// By kind, clauses of truths before invariants of their own, id in byte order, place, position; ties go by the declaring
  /// truth.
  static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if left.kind != right.kind { return rank(left.kind) < rank(right.kind) }
    if left.isOfInvariant != right.isOfInvariant { return right.isOfInvariant }
    if left.truthID != right.truthID { return left.truthID.utf8.lexicographicallyPrecedes(right.truthID.utf8) }
    if left.place != right.place { return left.place.rawValue < right.place.rawValue }
    if left.position != right.position { return left.position < right.position }
    return left.declaredBy.utf8.lexicographicallyPrecedes(right.declaredBy.utf8)
  }

  private static func rank(_ kind: Kind) -> Int { Kind.allCases.firstIndex(of: kind) ?? Kind.allCases.count }
}
