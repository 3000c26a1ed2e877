package import TruthsEngine

/// How a run ended, in one word: that it waits, else what was decided.
///
/// Public types of the façade, such as `QuickDecision.Outcome`, are made from it.
package enum RunEnding: String, Hashable, Sendable, CaseIterable {
  case accepted, rejected, halted, waiting

  @inlinable
  package init(_ decision: DecisionOutcome, isWaiting: Bool) {
    if isWaiting {
      self = .waiting
    } else {
      switch decision {
      case .accepted: self = .accepted
      case .rejected: self = .rejected
      case .halted: self = .halted
      }
    }
  }

  /// - Parameters:
  ///   - decision: as a record writes it; `nil` comes of one that is no decision.
  ///   - status: of the run.
  package init?(recorded decision: String?, status: String?) {
    if status == RunState.Status.waiting.rawValue {
      self = .waiting
    } else {
      guard let decision = decision.flatMap(DecisionOutcome.init) else { return nil }
      self.init(decision, isWaiting: false)
    }
  }

  /// As a sentence begins: `Accepted`.
  package var title: String {
    switch self {
    case .accepted: "Accepted"
    case .rejected: "Rejected"
    case .halted: "Halted"
    case .waiting: "Waiting"
    }
  }
}

extension RunOutcome {
  /// How the run ended.
  package var ending: RunEnding { RunEnding(decision, isWaiting: run.status == .waiting) }
}
