package import TruthsEngine

/// The outcome of a run in one word: `waiting`, or the decision.
///
/// Public types of the façade, such as `QuickDecision.Outcome`, are created from it.
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

  /// Reads the recorded decision and status of a run.
  ///
  /// - Parameters:
  ///   - decision: the recorded decision. If it is no known word, and the run does not wait, the result is `nil`.
  ///   - status: the recorded status of the run.
  package init?(recorded decision: String?, status: String?) {
    if status == RunState.Status.waiting.rawValue {
      self = .waiting
    } else {
      guard let decision = decision.flatMap(DecisionOutcome.init) else { return nil }
      self.init(decision, isWaiting: false)
    }
  }

  /// The word with a capital letter, for the start of a sentence, such as `Accepted`.
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
  /// The outcome in one word.
  package var ending: RunEnding { RunEnding(decision, isWaiting: run.status == .waiting) }
}
