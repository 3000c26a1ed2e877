import ArgumentParser
import Synchronization
import Truths
import TruthsSystem

/// Repeats work whenever one of its files is changed, added or removed, until an interrupt (`--watch`).
struct Watch {
  /// The paths that the user gave.
  let paths: [String]
  /// Files that the work itself writes; absolute.
  let written: Set<String>
  let output: Output

  /// Milliseconds between two polls of the files: while nothing changes, and while something does.
  private static let pause: Int32 = 250
  private static let shortPause: Int32 = 60

  /// Does the work once, and then after each change. The work prints its own findings. A failure ends the first round; later it
  /// is printed and ends nothing, because the next change may fix it.
  ///
  /// - Throws: the `ExitCode` of the last round, after an interrupt.
  func run(_ work: () throws -> ExitStatus) throws {
    let interrupt = try Interrupt()
    var files: [String: String] = [:]
    var seen = snapshot(&files)
    var state = WatchState(seen)
    var status = try work()
    output.chatter("watching \(seen.count == 1 ? "1 file" : "\(seen.count) files"); an interrupt ends it")
    var pause = Self.pause
    while !interrupt.comes(within: pause) {
      let time = ContinuousClock().measure { seen = snapshot(&files) }.components
      // Polling very many files takes a while; at most a tenth of the time is spent on it.
      let least = Int32(clamping: (time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000) * 9)
      switch state.next(seen) {
      case .wait: pause = max(Self.pause, least)
      case .settle: pause = max(Self.shortPause, least)
      case .work(let changes):
        if Terminal.isOutputTerminal { try output.result("\u{1B}[2J\u{1B}[H") }
        show(changes)
        status = try outcome(of: work)
        pause = Self.pause
      }
    }
    try status.end()
  }

  private func outcome(of work: () throws -> ExitStatus) throws -> ExitStatus {
    do {
      return try work()
    } catch let failure as Failure {
      output.chatter(failure.message)
      return failure.status
    } catch let code as ExitCode {
      return ExitStatus(rawValue: code.rawValue) ?? .fault
    }
  }

  /// Shows the first few changes, and how many more there are.
  private func show(_ changes: [FileSnapshot.Change]) {
    for change in changes.prefix(3) { output.chatter("\(change.kind.rawValue): \(change.path)") }
    if changes.count > 3 { output.chatter("and \(changes.count - 3) more") }
  }

  /// Returns the current state of the files. If a named file is gone, its set cannot be found. The files are then the last
  /// known ones that still exist, and the work reports the missing one.
  ///
  /// - Parameter files: the last known set, with the shown path of each file.
  private func snapshot(_ files: inout [String: String]) -> FileSnapshot {
    if let project = try? Project(paths: paths).withFixturesAround() {
      files = Dictionary(
        project.files.filter { !written.contains($0) }.map { ($0, project.shown($0)) }, uniquingKeysWith: { first, _ in first })
    }
    return FileSnapshot(files.compactMap { path, shown in FileSystem.stamp(of: path).map { (shown, $0) } })
  }
}

/// The option to repeat the work after each change.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Repeat the command whenever a file changes, until an interrupt. The exit code is that of the last repetition.")
  var watch = false

  /// Does the work, once or whenever a file below the paths changes, and ends with its status.
  ///
  /// - Parameters:
  ///   - paths: the user's paths.
  ///   - files: files that the work writes, as the user named them.
  func run(
    _ paths: [String], writing files: [String] = [], output: Output, _ work: () throws -> ExitStatus
  ) throws {
    guard watch else { return try work().end() }
    let directory = try FileSystem.workingDirectory()
    let written = Set(files.map { PathText.absolute($0, in: directory) })
    try Watch(paths: paths, written: written, output: output).run(work)
  }
}

/// The truth set of repeated work, kept from one round to the next.
final class WatchedSet {
  private var incremental: IncrementalWorkspace?
  private var today: String?

  /// Returns the set of files. Only changes since the last round are read and checked again.
  ///
  /// - Parameter today: date for checking whether `# truths:ignore … until` comments have expired. A new date checks everything
  ///   again.
  func workspace(_ files: [SourceText], today: String?) -> Workspace {
    if let incremental, today == self.today {
      incremental.replace(with: files)
      return incremental.workspace
    }
    let incremental = IncrementalWorkspace(truths: files, today: today)
    (self.incremental, self.today) = (incremental, today)
    return incremental.workspace
  }
}

/// The write end of the pipe that signals an interrupt. It is global because a signal handler can use nothing else.
private let bell = Atomic<Int32>(-1)

/// A wait that an interrupt ends. The first interrupt or request to terminate is only recorded; the second has its usual effect.
struct Interrupt {
  private let reading: Int32

  /// Starts to listen for interrupts.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure("an interrupt cannot be listened for: \(FileSystem.reason())", .fault)
    }
    reading = ends[0]
    bell.store(ends[1], ordering: .relaxed)
    // The parent may have started the process with signals blocked, which are then blocked here too.
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&heard, number)
      signal(number) { number in
        let code = errno
        signal(number, SIG_DFL)
        var byte: UInt8 = 1
        _ = write(bell.load(ordering: .relaxed), &byte, 1)
        errno = code
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// Waits for an interrupt.
  ///
  /// - Returns: whether to end: after an interrupt, or when the output has no reader any more.
  func comes(within milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0), pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    return descriptors[0].revents != 0 || descriptors[1].revents & Int16(POLLERR) != 0
  }
}

extension FileSystem {
  /// Returns the attributes of a file, following symbolic links; `nil` if it does not exist.
  static func stamp(of path: String) -> FileSnapshot.Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileSnapshot.Stamp(
      size: Int64(status.st_size), seconds: Int64(status.changed.tv_sec), nanoseconds: Int64(status.changed.tv_nsec),
      identity: UInt64(status.st_ino))
  }
}
