/// Stretches of time in which nothing happens but that clients ask whether anything has.
extension Simulation {
  /// Leaves out the polls and heartbeats that can only be told that there is nothing new: a month of them is a hundred thousand
  /// messages that change nothing.
  ///
  /// Where the wire is tampered with nothing is left out, since a message may then come of anything.
  ///
  /// - Complexity: O(clients).
  mutating func skipQuietPolls(before end: Int) {
    guard transport.isQuiet else { return }
    let known = session.currentSeq
    let others = clients.map { $0.client.isUpToDate(with: known) ? $0.client.nextWakeButPoll : $0.client.nextWake }
    let next = ([session.deadline] + others).compactMap { $0 }.min() ?? end
    for place in clients.indices where clients[place].client.isUpToDate(with: known) {
      clients[place].client.skipPolls(before: min(next, end))
    }
  }
}
