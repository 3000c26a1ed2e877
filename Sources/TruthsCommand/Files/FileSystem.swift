import TruthsSystem

/// The file system calls that the command uses.
enum FileSystem {
  enum Kind {
    case file, directory, other, missing
  }

  /// Returns the kind of file at a path, following symbolic links.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// Returns the size of a file in bytes; 0 where it does not exist.
  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns whether the path itself is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the identity of a file or directory, following symbolic links; `nil` where it does not exist.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  struct FileIdentity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  /// Returns why a path that is neither a file nor a directory cannot be read; `nil` where nothing exists there.
  static func refusal(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let reason = reason()
      return isLink(path) ? "the symbolic link cannot be followed: \(reason)" : nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: return nil
    case S_IFIFO: return "it is a named pipe"
    case S_IFSOCK: return "it is a socket"
    default: return "it is a device"
    }
  }

  /// Refuses a path that cannot be replaced as a whole: a directory, a device, a pipe or a broken link.
  ///
  /// - Throws: ``Failure`` with exit code 66.
  static func refuseUnlessFile(_ path: String, shown: String) throws {
    switch kind(of: path) {
    case .file: return
    case .directory: throw Failure("\(shown): it is a directory", .noInput)
    case .other:
      throw Failure("\(shown): it is a device or a pipe; only a regular file can be rewritten as a whole", .noInput)
    case .missing: if isLink(path) { throw Failure("\(shown): the symbolic link leads nowhere", .noInput) }
    }
  }

  static func workingDirectory() throws -> String {
    guard let buffer = getcwd(nil, 0) else { throw Failure("the working directory is not known: \(reason())", .noInput) }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// Returns a user's path as an absolute one. It need not exist.
  ///
  /// - Throws: ``Failure`` with exit code 64 for an empty path. It would mean the working directory, and usually comes from an
  ///   unset variable.
  static func absolute(_ given: String) throws -> String {
    guard !given.isEmpty else { throw Failure("an empty path names no file", .usage) }
    return PathText.absolute(given, in: try workingDirectory())
  }

  /// Returns the path without symbolic links, where it exists.
  static func resolved(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// Writes to a device or a named pipe.
  static func write(_ bytes: [UInt8], into path: String, shown: String) throws {
    let descriptor = retrying { open(path, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(reason())", .fault) }
    defer { close(descriptor) }
    let code = writeAll(bytes, to: descriptor)
    guard code == 0 else { throw Failure("\(shown): \(reason(code))", .fault) }
  }

  /// A name in a directory and its kind; the kind is `nil` for links, and on file systems that do not report it.
  struct DirectoryEntry {
    var name: String
    var kind: Kind?
  }

  /// Returns the entries of a directory in byte order of their names, without names with a leading dot.
  static func entries(in directory: String) throws -> [DirectoryEntry] {
    guard let stream = opendir(directory) else { throw Failure("\(directory): \(reason())", .noInput) }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    while let entry = readdir(stream) {
      guard entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) else { continue }
      let offset = MemoryLayout.offset(of: \dirent.d_name) ?? 0
      let name = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: name) else {
        throw Failure("\(directory): it holds a name that is not UTF-8", .badData)
      }
      let kind: Kind? =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .directory
        case Int(DT_LNK), Int(DT_UNKNOWN): nil
        default: .other
        }
      entries.append(DirectoryEntry(name: name, kind: kind))
    }
    return entries.sorted { PathText.precedes($0.name, $1.name) }
  }

  /// Creates a directory and its missing parents.
  static func makeDirectories(_ path: String) throws {
    guard kind(of: path) != .directory else { return }
    try makeDirectories(PathText.parent(path))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure("\(path): \(reason())", .fault) }
  }

  /// Removes a file, if it exists.
  static func remove(_ path: String) { unlink(path) }

  /// Returns the reason why the last system call failed, independent of the locale.
  static func reason(_ code: Int32 = errno) -> String {
    switch code {
    case ENOENT: return "no such file or directory"
    case ENOTDIR: return "a part of the path is not a directory"
    case EISDIR: return "it is a directory"
    case EACCES, EPERM: return "permission denied"
    case ELOOP: return "the symbolic links lead in a circle"
    case ENAMETOOLONG: return "the name is too long"
    case ENOSPC: return "no space left on the device"
    case EROFS: return "the file system is read-only"
    case EFBIG: return "the file would be larger than is allowed"
    case EDQUOT: return "the quota is used up"
    default: return String(cString: strerror(code))
    }
  }
}

/// Operations on paths as text, without access to the disk.
enum PathText {
  /// Returns an absolute path without `.`, `..` and repeated `/`.
  static func absolute(_ path: String, in directory: String) -> String {
    var parts: [Substring] = []
    let whole = path.utf8.first == UInt8(ascii: "/") ? path : directory + "/" + path
    // Split at bytes, because a combining mark at a name's start would join the slash before it.
    for part in whole.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the directory that contains a path; `/` contains itself.
  static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Returns the last component of a path.
  static func name(_ path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
    return path[path.utf8.index(after: slash)...]
  }

  static func join(_ directory: String, _ name: String) -> String { directory == "/" ? "/" + name : directory + "/" + name }

  /// Returns an absolute path as shown from a directory: relative below it, `.` for itself, otherwise unchanged.
  static func shown(_ path: String, from root: String) -> String {
    if path == root { return "." }
    guard isBelow(path, root) else { return path }
    return String(path[path.utf8.index(path.startIndex, offsetBy: root == "/" ? 1 : root.utf8.count + 1)...])
  }

  /// Returns whether a path is a directory or lies below it.
  static func isIn(_ path: String, _ directory: String) -> Bool { path == directory || isBelow(path, directory) }

  /// Returns the nearest common parent of directories.
  static func common(_ directories: [String]) -> String {
    guard var common = directories.first else { return "/" }
    while !directories.allSatisfy({ isIn($0, common) }) { common = parent(common) }
    return common
  }

  /// Compares paths by their bytes, independent of the locale.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (mine, theirs) = (left.utf8.span, right.utf8.span)
    let order = mine.withUnsafeBytes { mine in
      theirs.withUnsafeBytes { theirs in
        guard let left = mine.baseAddress, let right = theirs.baseAddress else { return Int32(0) }
        return memcmp(left, right, min(mine.count, theirs.count))
      }
    }
    return order < 0 || order == 0 && mine.count < theirs.count
  }

  /// Sorts paths by their bytes. Usually they are sorted already.
  static func sorted(_ paths: [String]) -> [String] {
    let isSorted = zip(paths, paths.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? paths : paths.sorted(by: precedes)
  }

  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    if directory == "/" { return path != "/" }
    let (whole, start) = (path.utf8.span, directory.utf8.span)
    guard whole.count > start.count, whole[start.count] == UInt8(ascii: "/") else { return false }
    for place in start.indices where whole[place] != start[place] { return false }
    return true
  }
}
