import ArgumentParser

/// How long a command waits for another one that writes to the same ledger.
struct LockOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How long to wait for another process that writes to the ledger.", valueName: "seconds"))
  var lockTimeout = AtomicFile.lockTimeout

  func validate() throws {
    if lockTimeout < 0 { throw ValidationError("--lock-timeout \(lockTimeout): a time is not negative") }
  }
}
