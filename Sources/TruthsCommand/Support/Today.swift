import TruthsSystem

/// The day of the system's clock, in UTC. Only `check` asks for it, for ignores that have expired: nothing that decides reads a
/// clock.
enum Today {
  /// `2026-01-31`
  static var text: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
