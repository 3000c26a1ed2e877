import TruthsSystem

/// The system's clock, in UTC. `check` asks for the day, for ignores that have expired, and `run --now clock` for the moment,
/// which is given like any other and written down: nothing that decides reads a clock.
enum Today {
  /// `2026-01-31`
  static var text: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  /// `2026-01-31T12:00:00.250Z`
  static var moment: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var seconds = now.tv_sec
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    let milliseconds = String(1_000 + now.tv_nsec / 1_000_000).dropFirst()
    return "\(day)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec)).\(milliseconds)Z"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
