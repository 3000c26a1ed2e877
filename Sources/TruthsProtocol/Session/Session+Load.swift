import TruthsRuntime

/// How much a session has to do, for whoever watches over it.
extension Session {
  /// Messages that wait to be carried out.
  package var waitingMessageCount: Int { queue.messages.count }

  /// Runs that wait for an answer, a fact or a moment.
  package var waitingRunCount: Int { context.runs.waitingCount }

  /// Proposals that a pause holds.
  package var heldProposalCount: Int { steering.held.count }

  /// Clients that follow the stream.
  ///
  /// - Complexity: O(open connections).
  package var subscriberCount: Int { channels.values.count { $0.isSubscribed } }
}
