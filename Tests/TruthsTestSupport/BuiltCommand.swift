package import Foundation

/// The executable that users run, as the build made it.
package enum BuiltCommand {
  /// The folder that TRUTHS_BUILT names, such as that of the optimised build, else ``besideBundle``.
  package static let directory =
    ProcessInfo.processInfo.environment["TRUTHS_BUILT"].map { URL(fileURLWithPath: $0) } ?? besideBundle

  /// The folder of the test build, beside this test bundle. Its command is linked dynamically, so that system calls can be
  /// intercepted.
  package static let besideBundle: URL = {
    let places = CommandLine.arguments + [(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""]
    let bundles = places.compactMap { place -> URL? in
      guard let end = place.range(of: ".xctest") else { return nil }
      return URL(fileURLWithPath: String(place[..<end.upperBound])).deletingLastPathComponent()
    }
    let candidates = bundles + [Repository.root.appending(path: ".build/debug")]
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.appending(path: "truths").path) } ?? candidates[0]
  }()

  package struct Result: Equatable {
    package var output: String
    package var complaints: String
    package var status: Int32

    package init(output: String, complaints: String, status: Int32) {
      (self.output, self.complaints, self.status) = (output, complaints, status)
    }
  }

  /// Runs a line of shell in a directory, with the built `truths` first on the path.
  ///
  /// - Parameter built: the folder of that.
  package static func shell(
    _ line: String, in directory: URL, environment: [String: String] = [:], built: URL = Self.directory
  ) throws -> Result {
    var variables = ["PATH": "\(built.path):/usr/local/bin:/usr/bin:/bin", "HOME": directory.path, "LC_ALL": "C.UTF-8"]
    variables.merge(environment) { _, new in new }
    // Output goes to files, because it may exceed the capacity of a pipe.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "truths-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let output = scratch.appending(path: "out")
    let complaints = scratch.appending(path: "err")
    let status = try spawn(
      ["/usr/bin/env", "-C", directory.path, "/bin/bash", "-c", line], variables, output: output, complaints: complaints)
    return Result(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      complaints: String(decoding: try Data(contentsOf: complaints), as: UTF8.self), status: status)
  }

  /// Runs a program to its end. `Process` crashes now and then where hundreds of them are started from several threads.
  ///
  /// - Returns: its status, or the signal that ended it.
  private static func spawn(
    _ words: [String], _ variables: [String: String], output: URL, complaints: URL
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, complaints.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // A process inherits which signals wait, and on the threads that tests run on all of them do.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process = pid_t()
    let fault = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &environment)
    guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EIO) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  /// Runs work that starts processes, with signals unblocked. A process inherits blocked signals, and the threads of tests block
  /// all of them, so no signal could end it.
  package static func hearingSignals<Result>(_ work: () throws -> Result) rethrows -> Result {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try work()
  }
}

/// The end of a process that has not been started yet.
///
/// `Process.waitUntilExit()` runs a run loop, and waits for ever if the process ends between its check and the start of the loop.
package struct ProcessEnd: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init(of process: Process) {
    let semaphore = semaphore
    process.terminationHandler = { _ in semaphore.signal() }
  }

  /// Waits until the process has ended; to be called once.
  package func wait() { semaphore.wait() }
}

/// Runs work in a new directory, which is deleted afterwards.
package func withScratchDirectory<Result>(_ work: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory.appending(path: "truths-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try work(directory)
}
