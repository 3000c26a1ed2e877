package import TruthsJSON
package import TruthsText

/// The steps of a scenario that happen to the world.
extension Simulation {
  /// `advance {seconds}`: time goes by; what becomes due happens at its own moment, in order.
  ///
  /// - Throws: For less than nothing, and for more than 31 days at once.
  package mutating func advance(seconds: Decimal) throws(SimulationError) {
    guard let milliseconds = Simulation.milliseconds(seconds) else {
      throw .badStep("`seconds` is not a number of seconds from 0 to \(Simulation.longestAdvance / 1_000)")
    }
    let target = now + milliseconds
    settle()
    skipQuietPolls(before: target + 1)
    while let next = nextMoment, next <= target {
      now = max(now, next)
      settle()
      skipQuietPolls(before: target + 1)
    }
    now = target
    settle()
  }

  /// `fault {…}`: something goes wrong on the way, see ``Fault``.
  package mutating func fault(_ members: JSONObject, as name: String? = nil) throws(SimulationError) {
    fault(try Fault(json: members, as: name))
  }

  /// Something goes wrong on the way.
  package mutating func fault(_ fault: Fault) {
    transport.add(fault, at: now)
    settle()
  }

  /// `replay`: everything that the session was told is told again to a new one, over the context that it began with, and what the
  /// two told are compared, byte by byte: the first replay with the session itself, each further one with the replay before it.
  @discardableResult
  package mutating func replay() -> Bool {
    let transcript = session.replayed().transcript
    let isSame = transcript == lastTranscript ?? session.transcript
    lastTranscript = transcript
    sameOutput = isSame
    return isSame
  }

  /// When something happens next by itself.
  private var nextMoment: Int? {
    ([transport.nextArrival, session.deadline] + clients.map(\.client.nextWake)).compactMap { $0 }.min()
  }

  /// Seconds as whole milliseconds, towards zero; `nil` below zero and past the longest advance.
  package static func milliseconds(_ seconds: Decimal) -> Int? {
    guard seconds.coefficient >= 0, seconds.scale <= 12 else { return nil }
    var divisor: Int128 = 1
    for _ in 0..<seconds.scale { divisor *= 10 }
    let (product, overflow) = seconds.coefficient.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return nil }
    return Int(exactly: product / divisor).flatMap { $0 <= longestAdvance ? $0 : nil }
  }
}
