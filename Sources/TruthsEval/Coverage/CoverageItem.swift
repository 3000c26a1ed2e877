package import TruthsProgram
package import TruthsText

/// A part of a truth set whose outcomes coverage counts, with the counts while fixtures ran.
package struct CoverageItem: Hashable, Sendable {
  package var kind: Kind
  package var pack: String
  /// The truth, invariant, table or lifecycle that contains the part: `money.invoice.creation`, `money.urgency_of`.
  package var owner: String
  /// The name of the part within its owner: `requires[0]`, `rows[2]`, `draft → sent`, `sent`; `fires` for a truth itself.
  package var name: String
  /// The source text of the part, as the formatter writes it.
  package var text: String
  package var span: Span
  /// All possible outcomes, in display order.
  package var outcomes: [Tally]
  /// Whether the part is a clause of a truth that fired in no fixture. The truth, and not the clause, is then the gap to
  /// report.
  package var isOutOfReach = false
  /// The number of clauses of a truth; 0 for any other part.
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

  /// A kind without its contents. Raw values are the names in machine-readable reports.
  package enum Family: String, Hashable, Sendable, CaseIterable {
    case truth, clause, row, transition, state
  }

  /// An outcome with its count, and whether a suite is expected to show it.
  package struct Tally: Hashable, Sendable {
    package var outcome: CoverageOutcome
    package var count: Int
    /// Whether the outcome counts for coverage. If false, it is only shown.
    package var isExpected: Bool

    package init(_ outcome: CoverageOutcome, _ count: Int, isExpected: Bool = true) {
      self.outcome = outcome
      self.count = count
      self.isExpected = isExpected
    }
  }

  /// The expected outcomes that no fixture showed.
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
  /// A clause held. If the clause has an arrow to another clause, the condition before the arrow was true.
  case held
  case violated
  /// The condition before the arrow of a clause was false.
  case notApplicable = "not applicable"
  /// A clause, or the `if` of a truth, had no value.
  case unknown
  /// A row of a table gave the table's value.
  case chosen
  case made
  case entered
}

/// The share of a total that was exercised. The two numbers are exact, and percentages are rounded down.
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

  /// Whether everything was exercised, which is also true of a total of 0.
  package var isWhole: Bool { exercised == total }

  /// The share in tenths of a percent, rounded down, so that only a whole share is 100 %.
  private var tenths: Int { total == 0 ? 1_000 : Int(Int128(exercised) * 1_000 / Int128(total)) }

  /// The share in percent with at most one decimal place, rounded down, such as `92.3`. JSON has the same form.
  package var percent: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

  /// The value of ``percent`` as a number.
  var percentNumber: Decimal { (try? Decimal(literal: percent)) ?? .zero }

  /// Whether the exact share is at least a percentage. A total of 0 reaches every percentage.
  package func reaches(_ percent: Decimal) -> Bool {
    if total == 0 { return true }
    var scaled = Int128(exercised) * 100
    for _ in 0..<percent.scale { scaled *= 10 }
    return scaled >= percent.coefficient * Int128(total)
  }
}
