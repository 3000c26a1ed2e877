package import TruthsCheck
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
