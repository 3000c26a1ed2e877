package import Foundation
import Synchronization

/// A process of an executable of this package, which runs until it ends or is killed. Its output goes to files.
package final class TestProcess: Sendable {
  private let process: pid_t
  private let output: URL
  /// The exit status, once the process was waited for. From then on its id may belong to another process.
  private let ended = Mutex<Int32?>(nil)

  /// - Parameters:
  ///   - executable: the name in the folder of the build.
  ///   - fileBlocks: the most blocks of 512 bytes of a file that it writes; `nil` for any number.
  ///   - output: the file for standard output; standard error goes to a file with `.messages` appended to its name.
  ///   - input: standard input; `nil` for that of this process.
  package init(
    _ executable: String, _ arguments: [String], output: URL, input: FileHandle? = nil, fileBlocks: Int? = nil
  ) throws {
    self.output = output
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, output.path + ".messages", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    if let input { posix_spawn_file_actions_adddup2(&actions, input.fileDescriptor, 0) }
    // A connection of a server in this process would otherwise stay open in the new one after it was closed here.
    for descriptor in 3..<Int32(1_024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var command = [Self.folder.appending(path: executable).path] + arguments
    if let fileBlocks { command = ["/bin/sh", "-c", "ulimit -f \(fileBlocks); exec \"$0\" \"$@\""] + command }
    let path = command[0]
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &words, environ)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.process = process
  }

  /// The lines that it printed so far; the last may be cut.
  package var lines: [String] {
    guard let file = FileHandle(forReadingAtPath: output.path), let data = try? file.readToEnd() else { return [] }
    let whole = data[..<(data.lastIndex(of: UInt8(ascii: "\n")) ?? data.startIndex)]
    return whole.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text on standard error so far.
  package var messages: String { (try? String(contentsOfFile: output.path + ".messages", encoding: .utf8)) ?? "" }

  /// Waits until it has printed something, for two minutes at most: a large ledger is read first, beside other tests.
  package func waitForLine() {
    var tries = 0
    while lines.isEmpty, tries < 24_000 {
      usleep(5_000)
      tries += 1
    }
  }

  /// Ends it, wherever it is; nothing happens where it was waited for.
  package func kill() {
    send(SIGKILL)
    _ = wait()
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) {
    ended.withLock { (ended: inout Int32?) -> Void in
      guard ended == nil else { return }
      _ = Foundation.kill(process, signal)
    }
  }

  /// - Returns: its exit status; below 0 where a signal ended it.
  package func wait() -> Int32 {
    ended.withLock { (ended: inout Int32?) -> Int32 in
      if let ended { return ended }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
      ended = code
      return code
    }
  }

  /// The folder of the built executables, which is that of the test bundle.
  private static let folder: URL = {
    let places = CommandLine.arguments + [(try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""]
    let bundles = places.compactMap { place in
      place.range(of: ".xctest").map { URL(fileURLWithPath: String(place[..<$0.upperBound])).deletingLastPathComponent() }
    }
    return bundles.first ?? URL(fileURLWithPath: ".build/debug")
  }()
}

/// Runs work in a new directory, which is deleted afterwards.
package func withScratchDirectory<Result>(_ work: (URL) throws -> Result) throws -> Result {
  let directory = FileManager.default.temporaryDirectory.appending(path: "truths-server-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try work(directory)
}
