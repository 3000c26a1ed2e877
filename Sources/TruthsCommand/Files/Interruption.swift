import TruthsSystem

/// Cleans up a file that is being written, if a signal ends the process.
enum Interruption {
  /// Descriptor of the file that is being appended to; negative if no file is open.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  /// Number of bytes in the file before the append.
  nonisolated(unsafe) private static var committed: off_t = 0
  /// The path of a new file that must be removed unless the write completes. A C string, because a signal handler cannot use
  /// `String`.
  nonisolated(unsafe) private static var made: UnsafeMutablePointer<CChar>?
  /// Whether the write is complete.
  nonisolated(unsafe) private(set) static var isDone = false

  /// Makes signals remove the file with this path, if one is given.
  static func begin(made path: String?) { made = path.flatMap { strdup($0) } }

  /// Makes signals truncate the file to its committed bytes.
  static func begin(_ descriptor: Int32, committed: Int) {
    self.committed = off_t(committed)
    self.descriptor = descriptor
  }

  /// Makes signals leave files unchanged.
  ///
  /// - Parameter isDone: whether the write is complete.
  static func end(isDone: Bool) {
    descriptor = -1
    let path = made
    made = nil
    free(path)
    self.isDone = isDone
  }

  /// Runs work while signals are blocked, so that no signal arrives between a step and the record of the step. Only this thread
  /// receives them: Dispatch's threads block signals.
  static func held<Result>(_ work: () throws -> Result) rethrows -> Result {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for number in signals { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// Runs work on a ledger so that a signal ends the process with exit code 3, and leaves nothing half written. After an append
  /// this stays in effect until the process ends, so that a signal always produces a message.
  static func guarded<Result: ~Copyable>(_ work: () throws -> Result) rethrows -> Result {
    end(isDone: false)
    let before = signals.map { signal($0, handler) }
    defer {
      if !isDone { for (number, old) in zip(signals, before) { signal(number, old) } }
    }
    return try work()
  }

  private static let signals = [SIGTERM, SIGINT, SIGHUP]

  private static let handler: @convention(c) (Int32) -> Void = { _ in
    if let made { unlink(made) }
    if descriptor >= 0 { ftruncate(descriptor, committed) }
    let message: StaticString =
      isDone
      ? "truths: a signal ended it; what it appended is kept\n" : "truths: a signal ended it; nothing was appended\n"
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(3)
  }
}
