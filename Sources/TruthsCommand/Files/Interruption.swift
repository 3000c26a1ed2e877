import TruthsSystem

/// What a signal finds that ends the process while a ledger is open.
enum Interruption {
  /// The file that is being appended to; below 0 there is none.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  /// How many bytes it had before.
  nonisolated(unsafe) private static var committed: off_t = 0
  /// The path of a file that was made, and is to be there only when all is done; a signal's handler can use no `String`.
  nonisolated(unsafe) private static var made: UnsafeMutablePointer<CChar>?
  /// Whether what was to be written is there.
  nonisolated(unsafe) private(set) static var isDone = false

  /// From now on a signal takes away a file, if one is named.
  static func begin(made path: String?) { made = path.flatMap { strdup($0) } }

  /// From now on a signal takes away what was written behind some bytes.
  static func begin(_ descriptor: Int32, committed: Int) {
    self.committed = off_t(committed)
    self.descriptor = descriptor
  }

  /// From now on it leaves files as they are.
  ///
  /// - Parameter isDone: whether what was to be written is there.
  static func end(isDone: Bool) {
    descriptor = -1
    let path = made
    made = nil
    free(path)
    self.isDone = isDone
  }

  /// Works while signals wait, so that none comes between a step and what is known of it. Only this thread takes them: those of
  /// Dispatch let none in.
  static func held<Result>(_ work: () throws -> Result) rethrows -> Result {
    var held = sigset_t()
    var before = sigset_t()
    sigemptyset(&held)
    for number in signals { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }

  /// Works on a ledger: what would end the process by a signal ends it with 3 instead, and leaves nothing half written. Once
  /// something was appended this lasts until the process ends, so that a signal never ends it without a word of that.
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
