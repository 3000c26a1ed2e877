package import TruthsJSON
package import TruthsText

/// A clause that does not hold, or of which that cannot be told (runtime.md §3, step 4).
package struct Violation: Hashable, Sendable {
  /// The id that the clause reports.
  package var truthID: String
  /// The truth or invariant that declares the clause; breaks ties between clauses that report one id.
  package var declaredBy: String
  /// `place[position]`, `rule`, `if` or `built-in`.
  package var clause: String
  package var place: Place
  package var position: Int
  package var kind: Kind
  package var reason: String
  /// The terms of the clause and their values, in order of occurrence; missing is `null`.
  package var values: JSONObject
  /// Of an acceptance clause: the role whose approval it wants.
  package var role: String?
  /// `user_id` of the approver, where an approval counts.
  package var approvedBy: String?
  /// Whether a break-glass override covers it.
  package var isOverridden: Bool
  /// Why the override that names it does not count, where it does not.
  package var overrideFault: String?
  /// Where the clause stands; `nil` for what is built in.
  package var span: Span?
  /// Whether it belongs to an invariant of its own; those come after clauses of truths.
  package var isOfInvariant: Bool

  package init(
    truthID: String, declaredBy: String, clause: String, place: Place, position: Int, kind: Kind, reason: String,
    values: JSONObject = JSONObject(), role: String? = nil, span: Span? = nil, isOfInvariant: Bool = false
  ) {
    self.truthID = truthID
    self.declaredBy = declaredBy
    self.clause = clause
    self.place = place
    self.position = position
    self.kind = kind
    self.reason = reason
    self.values = values
    self.role = role
    self.approvedBy = nil
    self.isOverridden = false
    self.span = span
    self.isOfInvariant = isOfInvariant
  }

  /// The kinds in the order in which violations are listed.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case structural, unknown, postcondition, requirement, acceptance, advisory

    /// Its place in that order.
    var rank: Int {
      switch self {
      case .structural: 0
      case .unknown: 1
      case .postcondition: 2
      case .requirement: 3
      case .acceptance: 4
      case .advisory: 5
      }
    }
  }

  /// The places in the order in which violations of one id are listed; what is built in or an `if` comes first.
  package enum Place: Int, Hashable, Sendable {
    case builtIn, condition, requires, invariants, moves, ensures, rule
  }
}

/// What a run comes to.
package enum Decision: String, Hashable, Sendable, CaseIterable {
  case accepted, rejected, halted
}
