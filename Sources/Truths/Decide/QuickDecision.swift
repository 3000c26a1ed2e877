import TruthsEngine
import TruthsRuntime

/// What a proposal comes to, without words.
public struct QuickDecision: Hashable, Sendable {
  /// What becomes of the proposal.
  public let outcome: Outcome
  /// The place in ``PreparedProposal/clauses`` of the first clause, in the order in which `truths run` lists them, that
  /// forbids the proposal whatever else is so; `nil` where there is none.
  public let structural: Int?
  /// The first clause of which cannot be told whether it holds; `nil` where there is none, or a requirement is unmet.
  public let unknown: Int?
  /// The first requirement that is unmet.
  public let unmet: Int?
  /// The first clause that wants an approval.
  public let approval: Int?

  /// What becomes of a proposal.
  public enum Outcome: Hashable, Sendable {
    /// All clauses hold.
    case accepted
    /// A requirement is unmet, or the proposal is not one that can be decided.
    case rejected
    /// A structural clause forbids it, or one cannot be told.
    case halted
    /// It waits for a consent or an approval.
    case waiting
  }

  /// The clause that decided; `nil` where all hold, or something that is built in decided.
  public var clause: Int? {
    switch outcome {
    case .accepted: nil
    case .rejected: unmet
    case .halted: structural ?? unknown
    case .waiting: approval
    }
  }

  @inline(__always)
  init(_ decided: DecisionGate.Outcome) {
    switch decided.decision {
    case .accepted: outcome = .accepted
    case .rejected: outcome = .rejected
    case .halted: outcome = decided.isWaiting ? .waiting : .halted
    }
    structural = Self.place(decided.verdict.structural)
    unknown = Self.place(decided.verdict.unknown)
    unmet = Self.place(decided.verdict.requirement)
    approval = Self.place(decided.verdict.acceptance)
  }

  @inline(__always)
  private static func place(_ clause: Int32) -> Int? { clause < 0 ? nil : Int(clause) }
}
