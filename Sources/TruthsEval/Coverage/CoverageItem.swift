package import TruthsProgram
package import TruthsText

/// A part of a truth set, and how often what became of it while fixtures ran.
package struct CoverageItem: Hashable, Sendable {
  package var kind: Kind
  /// Name of the pack that declares it.
  package var pack: String
  /// The truth, invariant, table or lifecycle that it belongs to: `money.invoice.creation`, `money.urgency_of`.
  package var owner: String
  /// `requires[0]`, `rows[2]`, `draft → sent`, `sent`; `fires` for a truth itself.
  package var name: String
  /// As the formatter writes it.
  package var text: String
  package var span: Span
  /// Each outcome that is possible, in the order in which they are shown.
  package var outcomes: [Tally]
  /// Whether it is a clause of a truth that fired in no fixture: that is the root of what misses.
  package var isOutOfReach = false
  /// Of a truth: how many clauses it has.
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

  /// A kind without its contents; the raw values are what reports for programs call them.
  package enum Family: String, Hashable, Sendable, CaseIterable {
    case truth, clause, row, transition, state
  }

  /// How often an outcome came, and whether a suite is expected to show it.
  package struct Tally: Hashable, Sendable {
    package var outcome: CoverageOutcome
    package var count: Int
    /// What is not expected is shown and never counted.
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

  /// How often an outcome came.
  package func count(_ outcome: CoverageOutcome) -> Int { outcomes.first { $0.outcome == outcome }?.count ?? 0 }
}

/// What can become of a part of a truth set while fixtures run.
package enum CoverageOutcome: String, Hashable, Sendable, CaseIterable {
  /// A truth fired.
  case fired
  /// The `if` of a truth was false.
  case didNotFire = "did not fire"
  /// A clause held; one with an arrow to another clause: and its condition was true.
  case held
  case violated
  /// The condition of the clause's arrow was false.
  case notApplicable = "not applicable"
  /// A clause, or the `if` of a truth, could not be told.
  case unknown
  /// A row of a table gave the value.
  case chosen
  /// A transition of a lifecycle was made.
  case made
  /// A state of a lifecycle was entered.
  case entered
}

/// How much of what is there was exercised. Exact: no share is rounded up to a whole.
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

  /// Whether nothing misses; so it is where nothing is there.
  package var isWhole: Bool { exercised == total }

  /// Tenths of a percent, rounded down, so that only a whole share is 100.
  private var tenths: Int { total == 0 ? 1_000 : Int(Int128(exercised) * 1_000 / Int128(total)) }

  /// `92.3`, rounded down: what JSON prints.
  package var percent: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

  /// The same as a number.
  var percentNumber: Decimal { (try? Decimal(literal: percent)) ?? .zero }

  /// Whether at least so many percent were exercised, exactly.
  package func reaches(_ percent: Decimal) -> Bool {
    if total == 0 { return true }
    var scaled = Int128(exercised) * 100
    for _ in 0..<percent.scale { scaled *= 10 }
    return scaled >= percent.coefficient * Int128(total)
  }
}
