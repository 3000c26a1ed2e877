import TruthsRuntime

/// The load of a session, for monitoring.
extension Session {
  package var waitingMessageCount: Int { queue.messages.count }

  /// Number of runs that wait for an answer, a fact or a moment.
  package var waitingRunCount: Int { context.runs.waitingCount }

  /// Number of proposals held by a pause.
  package var heldProposalCount: Int { steering.heldProposals.count }

  /// Number of clients that follow the stream.
  ///
  /// - Complexity: O(open connections).
  package var subscriberCount: Int { channels.values.count { $0.isSubscribed } }
}
