/// What a session is run with.
package struct SessionOptions: Hashable, Sendable {
  /// The largest gap between a client's `seq` and the stream's that is answered with a delta.
  package var maxResumeGap: Int
  /// How many recent events go with a snapshot.
  package var recentEvents: Int

  /// 10,000 events (contract §13.6).
  package static let standardResumeGap = 10_000

  package init(maxResumeGap: Int = SessionOptions.standardResumeGap, recentEvents: Int = 100) {
    self.maxResumeGap = max(0, maxResumeGap)
    self.recentEvents = max(0, recentEvents)
  }
}
