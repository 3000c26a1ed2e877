import ArgumentParser

/// What the process ends with (runtime.md §7). A batch ends with the highest.
enum ExitStatus: Int32, Comparable {
  /// All is well; `run`: accepted.
  case fine = 0
  /// `run`: rejected or halted; `check`, `verify`: findings.
  case findings = 1
  /// A budget was exhausted.
  case budget = 2
  /// A fault of ours or of the system.
  case fault = 3
  /// A fixture failed.
  case fixtureFailed = 4
  /// `run`: the run waits.
  case waiting = 5
  /// No fixture matched.
  case nothingMatched = 6
  /// The command line makes no sense.
  case usage = 64
  /// Data or truths that cannot be used.
  case badData = 65
  /// A file that is not there or cannot be read.
  case noInput = 66

  static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.rawValue < right.rawValue }

  /// Ends the command with this status.
  func end() throws { if self != .fine { throw ExitCode(rawValue) } }
}

/// Why a command cannot go on: one line for standard error, and the status to end with.
struct Failure: Error {
  var message: String
  var status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }
}
