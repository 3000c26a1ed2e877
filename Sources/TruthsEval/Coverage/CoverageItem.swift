package import TruthsProgram
package import TruthsText

/// A part of a truth set, with the counts of its outcomes while fixtures ran.
package struct CoverageItem: Hashable, Sendable {
  package var kind: Kind
  package var pack: String
  /// Truth, invariant, table or lifecycle that contains it: `money.invoice.creation`, `money.urgency_of`.
  package var owner: String
  /// Name within the owner: `requires[0]`, `rows[2]`, `draft → sent`, `sent`; `fires` for a truth itself.
  package var name: String
  /// Text, as the formatter writes it.
  package var text: String
  package var span: Span
  /// All possible outcomes, in display order.
  package var outcomes: [Tally]
  /// Whether it is a clause of a truth that fired in no fixture, which is then the cause of the gap.
  package var isOutOfReach = false
  /// For a truth, the number of its clauses.
  package var clauses = 0

  package enum Kind: Hashable, Sendable {
    case truth
    case clause(CheckedClause)
    case row, transition, state

    package var family: Family {
      switch self {
      case .truth: .truth
      case .clause: .clause
      case .row: .row
      case .transition: .transition
      case .state: .state
      }
    }
  }

  /// A kind without its contents; raw values are the names in machine-readable reports.
  package enum Family: String, Hashable, Sendable, CaseIterable {
    case truth, clause, row, transition, state
  }

  /// The count of an outcome, and whether a suite is expected to show it.
  package struct Tally: Hashable, Sendable {
    package var outcome: CoverageOutcome
    package var count: Int
    /// Whether the outcome counts for coverage. Others are only shown.
    package var isExpected: Bool

    package init(_ outcome: CoverageOutcome, _ count: Int, isExpected: Bool = true) {
      self.outcome = outcome
      self.count = count
      self.isExpected = isExpected
    }
  }

  /// Expected outcomes that no fixture showed.
  package var missing: [CoverageOutcome] { outcomes.filter { $0.isExpected && $0.count == 0 }.map(\.outcome) }

  package var share: CoverageShare {
    let expected = outcomes.filter(\.isExpected)
    return CoverageShare(exercised: expected.count { $0.count > 0 }, of: expected.count)
  }

  package func count(_ outcome: CoverageOutcome) -> Int { outcomes.first { $0.outcome == outcome }?.count ?? 0 }
}

/// The outcome of a part of a truth set in a fixture.
package enum CoverageOutcome: String, Hashable, Sendable, CaseIterable {
  case fired
  /// The `if` of a truth was false.
  case didNotFire = "did not fire"
  /// A clause held; if it has an arrow to another clause, its condition was true.
  case held
  case violated
  /// The condition of the clause's arrow was false.
  case notApplicable = "not applicable"
  /// A clause, or the `if` of a truth, had no value.
  case unknown
  /// A row of a table gave the value.
  case chosen
  case made
  case entered
}

/// The exercised share of a total, exact: it is never rounded up to a whole.
package struct CoverageShare: Hashable, Sendable {
  package var exercised: Int
  package var total: Int

  package init(exercised: Int = 0, of total: Int = 0) {
    self.exercised = exercised
    self.total = total
  }

  package static func + (left: CoverageShare, right: CoverageShare) -> CoverageShare {
    CoverageShare(exercised: left.exercised + right.exercised, of: left.total + right.total)
  }

  /// Whether everything was exercised; an empty total is whole.
  package var isWhole: Bool { exercised == total }

  /// Tenths of a percent, rounded down, so that only a whole share is 100 %.
  private var tenths: Int { total == 0 ? 1_000 : Int(Int128(exercised) * 1_000 / Int128(total)) }

  /// The share in percent, rounded down, such as `92.3`; the form in JSON.
  package var percent: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

  /// ``percent`` as a number.
  var percentNumber: Decimal { (try? Decimal(literal: percent)) ?? .zero }

  /// Whether at least this percentage was exercised, exactly.
  package func reaches(_ percent: Decimal) -> Bool {
    if total == 0 { return true }
    var scaled = Int128(exercised) * 100
    for _ in 0..<percent.scale { scaled *= 10 }
    return scaled >= percent.coefficient * Int128(total)
  }
}
