import Truths
import TruthsSystem

/// Replaces files so that a crash, at any moment, leaves the old file or the new one.
enum AtomicFile {
  /// Writes a new file beside the old one, syncs it to the disk, and renames it to the old one's name.
  ///
  /// - Parameters:
  ///   - path: the file to replace or create; the caller must resolve symbolic links.
  ///   - isLocked: whether the directory is locked against other processes of this tool
  ///     (``locked(directory:shown:timeout:_:)``).
  ///   - shown: the file's name in messages.
  /// - Throws: ``Failure`` with exit code 66 where the path is not a regular file; it is left unchanged.
  static func replace(_ path: String, with bytes: [UInt8], isLocked: Bool, shown: String) throws {
    try FileSystem.refuseUnlessFile(path, shown: shown)
    let directory = PathText.parent(path)
    let (descriptor, new) = Interruption.held {
      let (descriptor, new) = beside(path, in: directory, isLocked: isLocked)
      if descriptor >= 0 { Interruption.begin(made: new) }
      return (descriptor, new)
    }
    guard descriptor >= 0 else { throw fault(shown) }
    do {
      defer { close(descriptor) }
      try keepOwnerAndMode(of: path, on: descriptor, shown: shown)
      guard writeAll(bytes, to: descriptor) == 0 else { throw fault(shown) }
      guard retrying({ fsync(descriptor) }) == 0 else { throw fault(shown) }
      try Interruption.held {
        guard rename(new, path) == 0 else { throw fault(shown) }
        Interruption.end(isDone: true)
      }
    } catch {
      unlink(new)
      Interruption.end(isDone: false)
      throw error
    }
    do {
      try reachDisk(directory, shown: shown)
    } catch {
      throw Failure(error.message + isThere, .fault)
    }
  }

  /// End of messages about a failure that cannot be undone any more.
  static let isThere = "; the file is written, but a power failure may undo that"

  /// Creates a new file that is to replace another one.
  ///
  /// A killed process leaves it behind. Under the lock it always has the same name, so that the next process removes it. Without
  /// the lock, or if another user owns that file, the new file gets an unused name.
  private static func beside(_ path: String, in directory: String, isLocked: Bool) -> (descriptor: Int32, path: String) {
    let stem = "\(PathText.join(directory, "."))\(PathText.name(path))"
    if isLocked {
      let new = "\(stem).truths-new"
      unlink(new)
      let descriptor = retrying { open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      if descriptor >= 0 || errno != EEXIST { return (descriptor, new) }
    }
    var template = Array("\(stem).\(String(repeating: "X", count: 6))".utf8CString)
    let descriptor = mkstemp(&template)
    let name = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (descriptor, String(decoding: name, as: UTF8.self))
  }

  /// Creates a new file.
  ///
  /// - Throws: ``Failure`` with exit code 64 where the file exists; it is left unchanged.
  static func create(_ path: String, with bytes: [UInt8], shown: String) throws {
    let descriptor = retrying { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw errno == EEXIST ? Failure("\(shown): it is there already, and is left as it is", .usage) : fault(shown)
    }
    defer { close(descriptor) }
    let code = writeAll(bytes, to: descriptor)
    guard code == 0, retrying({ fsync(descriptor) }) == 0 else {
      let failure = Failure("\(shown): \(FileSystem.reason(code == 0 ? errno : code))", .fault)
      unlink(path)
      throw failure
    }
  }

  /// Runs work while no other process of this tool changes files of a directory. Waits for the lock, with a message after a
  /// second.
  ///
  /// - Parameter timeout: maximum wait in seconds.
  /// - Throws: ``Failure`` with exit code 3 after the timeout.
  static func locked<Result: ~Copyable>(
    directory: String, shown: String, timeout: Int = lockTimeout, _ work: () throws -> Result
  ) throws -> Result {
    let descriptor = retrying { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    defer { close(descriptor) }
    var waited = 0
    while retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw fault(shown) }
      if waited >= timeout * 1_000 {
        throw Failure("\(shown): another process has been writing there for more than \(timeout) s; nothing is written", .fault)
      }
      if waited == 1_000 { Output.remark("\(shown): waiting for another process that writes there") }
      usleep(20_000)
      waited += 20
    }
    return try work()
  }

  /// Default time in seconds to wait for another process that writes.
  static let lockTimeout = 30

  /// Gives the new file the mode of the old one, and its owner and group if the process may set them. So a rewrite by an
  /// administrator keeps the owner, and a rewrite by another user makes that user the owner. Without an old file, the umask
  /// determines the mode.
  private static func keepOwnerAndMode(of path: String, on descriptor: Int32, shown: String) throws {
    var status = stat()
    var mode: mode_t
    if stat(path, &status) == 0 {
      // The owner is changed before the mode, because changing the owner clears some mode bits.
      if fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
      mode = status.st_mode & 0o7777
    } else {
      mode = umask(0)
      umask(mode)
      mode = 0o666 & ~mode
    }
    guard fchmod(descriptor, mode) == 0 else { throw fault(shown) }
  }

  /// Syncs a directory: a rename reaches the disk together with its directory.
  static func reachDisk(_ directory: String, shown: String) throws(Failure) {
    let descriptor = retrying { open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw fault(shown) }
    defer { close(descriptor) }
    guard retrying({ fsync(descriptor) }) == 0 || errno == EINVAL else { throw fault(shown) }
  }

  private static func fault(_ shown: String) -> Failure { Failure("\(shown): \(FileSystem.reason())", .fault) }
}

/// Writes all bytes; returns 0, or the error number of the system.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 { bytes.withUnsafeBytes { writeAll($0, to: descriptor) } }

/// Writes all bytes; returns 0, or the error number of the system.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var offset = 0
  while offset < bytes.count {
    let count = retrying { write(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset) }
    if count < 0 { return errno }
    // Prevents an endless loop.
    if count == 0 { return EIO }
    offset += count
  }
  return 0
}

/// Creates a set of new files, all of them or none.
struct NewFiles {
  private let root: String
  private let files: [SourceText]
  private let remark: String?

  /// Creates the set from files with paths below a directory, which is created where it is missing.
  init(_ files: [SourceText], below directory: String) throws {
    root = try FileSystem.absolute(directory)
    self.files = files
    remark = nil
  }

  /// Creates the set from a scaffold. Its files go into the project around the working directory, or without a project, into the
  /// working directory itself.
  ///
  /// - Throws: ``Failure`` with exit code 64 where the scaffold is not possible.
  init(of scaffold: Scaffold) throws {
    let directory = try FileSystem.workingDirectory()
    let project = Project.root(from: directory) == nil ? nil : try Project(paths: [])
    root = project?.root ?? directory
    let workspace = Workspace(truths: try project?.readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) } ?? [])
    let fixtures = try project?.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) } ?? []
    do {
      let made = try workspace.files(of: scaffold, existingFixtures: fixtures)
      (files, remark) = (made.files, made.remark)
    } catch {
      throw Failure(error.message, .usage)
    }
  }

  /// Creates all files, or none, and prints their paths.
  ///
  /// - Throws: ``Failure`` with exit code 64 where a file exists already, with 3 where the system refuses.
  func make(_ output: Output) throws {
    let paths = files.map { PathText.join(root, $0.path) }
    for (file, path) in zip(files, paths) where FileSystem.kind(of: path) != .missing || FileSystem.isLink(path) {
      throw Failure("\(file.path): it is there already, and is left as it is", .usage)
    }
    for (index, path) in paths.enumerated() {
      do {
        try FileSystem.makeDirectories(PathText.parent(path))
        try AtomicFile.create(path, with: files[index].bytes, shown: files[index].path)
      } catch {
        for made in paths[..<index] { FileSystem.remove(made) }
        throw error
      }
    }
    for file in files { try output.result("\(file.path)\n") }
    if let remark { output.chatter(remark) }
  }
}
