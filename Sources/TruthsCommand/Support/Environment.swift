import ArgumentParser
import TruthsSystem

/// The exit status of the process (command-line §3). A batch ends with the highest one.
enum ExitStatus: Int32, Comparable {
  /// Success; `run`: accepted.
  case fine = 0
  /// `run`: rejected or halted; `check`, `verify`: findings.
  case findings = 1
  /// A budget was exhausted.
  case budget = 2
  /// A fault of this tool or of the system.
  case fault = 3
  /// A fixture failed.
  case fixtureFailed = 4
  /// `run`: the run waits.
  case waiting = 5
  /// No fixture matched.
  case nothingMatched = 6
  /// The command line is invalid.
  case usage = 64
  /// Data or truths are unusable.
  case badData = 65
  /// A file does not exist or cannot be read.
  case noInput = 66

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// Ends the command with this status.
  func end() throws { if self != .fine { throw ExitCode(rawValue) } }
}

/// The reason why a command cannot continue: one line for standard error, and the exit status.
struct Failure: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }
}

/// Values that are deliberately not released before the process ends.
enum Memory {
  /// Keeps a value until the process ends, which is near. The system frees all memory at once, faster than releasing values one
  /// by one.
  static func keep<Value: Sendable>(_ value: Value) { _ = Unmanaged.passRetained(Retained(value)) }

  private final class Retained<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }
}

/// The system's clock, in UTC. `check` needs the date for expired ignores, and `run --now clock` the time, which is then
/// recorded like any given time. Decisions never read a clock.
enum Today {
  /// The date: `2026-01-31`.
  static var text: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
  }

  /// The time: `2026-01-31T12:00:00.250Z`.
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
