package import Truths

#if canImport(Darwin)
  import Darwin
#else
  import CServerXattr
  import Glibc
#endif

/// The files of a store in a folder of the operating system. Holds the exclusive lock of writers (ledgers §2.3) while it
/// exists.
///
/// Exceeding the file size limit makes a write fail: `SIGXFSZ`, which would end the process, is ignored once a disk was
/// created.
package final class FileDisk: Disk {
  private let paths: [StoreFile: String]
  private let directory: Int32
  private var descriptors: [StoreFile: Int32] = [:]
  /// Descriptors of prepared files that are to replace older files.
  private var prepared: [StoreFile: Int32] = [:]

  /// Waits for the writer lock on the ledger's folder.
  ///
  /// - Parameters:
  ///   - path: path of the ledger; symbolic links are resolved. The journal's path adds `.journal`.
  ///   - timeout: maximum wait in seconds.
  /// - Throws: ``StoreFault/busy``, or ``StoreFault/unreadable(_:)`` where the folder does not exist.
  package init(ledger path: String, timeout: Int = 30) throws(StoreFault) {
    let path = Self.resolved(path)
    paths = [.ledger: path, .journal: path + ".journal"]
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    directory = retrying { Self.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard directory >= 0 else { throw .unreadable("\(folder): \(Self.reason())") }
    signal(SIGXFSZ, SIG_IGN)
    var waited = 0
    while retrying({ flock(directory, LOCK_EX | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { throw .unreadable("\(folder): \(Self.reason())") }
      if waited >= timeout * 1_000 { throw .busy }
      usleep(20_000)
      waited += 20
    }
  }

  deinit {
    for descriptor in [descriptors.values, prepared.values].joined() { close(descriptor) }
    close(directory)
  }

  package func open(_ file: StoreFile) throws(DiskFault) {
    let path = paths[file] ?? ""
    let descriptor = retrying { Self.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666) }
    guard descriptor >= 0 else { throw fault(file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw DiskFault(isFull: false, reason: "\(path): it is no regular file")
    }
    descriptors[file] = descriptor
  }

  package func status(of file: StoreFile) throws(DiskFault) -> FileStatus? {
    var (named, opened) = (stat(), stat())
    guard fstat(descriptor(file), &opened) == 0 else { throw fault(file) }
    guard stat(paths[file] ?? "", &named) == 0 else {
      if errno == ENOENT { return nil }
      throw fault(file)
    }
    guard named.st_dev == opened.st_dev, named.st_ino == opened.st_ino else { return nil }
    return FileStatus(
      size: Int(named.st_size), device: UInt64(truncatingIfNeeded: named.st_dev), number: UInt64(named.st_ino),
      changed: Self.changed(named))
  }

  package func withBytes<Result>(
    of file: StoreFile, _ look: (_ bytes: UnsafeRawBufferPointer, _ zero: Int?) -> Result
  ) throws(DiskFault) -> Result {
    var status = stat()
    guard fstat(descriptor(file), &status) == 0 else { throw fault(file) }
    if status.st_size == 0 { return look(UnsafeRawBufferPointer(start: nil, count: 0), nil) }
    guard let bytes = map(file, from: 0, count: Int(status.st_size)) else { throw fault(file) }
    defer { Self.unmap(bytes) }
    return look(bytes, Self.firstZero(of: bytes))
  }

  package func read(_ range: Range<Int>, of file: StoreFile) throws(DiskFault) -> [UInt8] {
    let descriptor = descriptor(file)
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while isRead, count < range.count {
        let rest = UnsafeMutableRawBufferPointer(buffer).baseAddress.map { $0 + count }
        let part = retrying { pread(descriptor, rest, range.count - count, off_t(range.lowerBound + count)) }
        // The file ends early, because another program truncated it.
        if part == 0 { errno = EIO }
        if part > 0 { count += part } else { isRead = false }
      }
    }
    guard isRead else { throw fault(file) }
    return bytes
  }

  package func text(of file: StoreFile, _ range: Range<Int>) throws(DiskFault) -> SourceText {
    let path = paths[file] ?? ""
    if range.isEmpty { return SourceText(path: path, bytes: []) }
    // A mapping must start at a page boundary.
    let before = range.lowerBound % Self.page
    guard let mapped = map(file, from: range.lowerBound - before, count: range.count + before) else { throw fault(file) }
    nonisolated(unsafe) let bytes = mapped
    return SourceText(
      path: path, mapped: UnsafeRawBufferPointer(rebasing: bytes[before...]),
      unload: { Self.unload($0.lowerBound + before..<$0.upperBound + before, of: bytes) }, release: { Self.unmap(bytes) })
  }

  package func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(DiskFault) {
    guard Self.write(bytes, to: descriptor(file), at: place) else { throw fault(file) }
  }

  package func prepare(_ bytes: [UInt8], for file: StoreFile) throws(DiskFault) {
    var status = stat()
    guard fstat(descriptor(file), &status) == 0 else { throw fault(file) }
    if let before = prepared.removeValue(forKey: file) { close(before) }
    let (flags, mode) = (O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, status.st_mode & 0o777)
    let descriptor = retrying { Self.open(fresh(file), flags, mode) }
    guard descriptor >= 0 else { throw fault(file) }
    prepared[file] = descriptor
    _ = fchmod(descriptor, mode)
    guard Self.write(bytes, to: descriptor, at: 0), Self.sync(descriptor, .attributes) == 0 else {
      let fault = fault(file)
      // Frees the disk space of the failed attempt.
      ftruncate(descriptor, 0)
      throw fault
    }
  }

  package func replace(_ file: StoreFile) throws(DiskFault) {
    guard let descriptor = prepared[file] else { throw DiskFault(isFull: false, reason: "there is nothing beside the file") }
    guard rename(fresh(file), paths[file] ?? "") == 0 else { throw fault(file) }
    close(self.descriptor(file))
    descriptors[file] = descriptor
    prepared[file] = nil
  }

  package func truncate(_ file: StoreFile, to size: Int) throws(DiskFault) {
    let descriptor = descriptor(file)
    guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw fault(file) }
  }

  package func sync(_ file: StoreFile, _ extent: SyncExtent) throws(DiskFault) {
    guard Self.sync(descriptor(file), extent) == 0 else { throw fault(file) }
  }

  package func syncDirectory() throws(DiskFault) {
    guard retrying({ fsync(directory) }) == 0 || errno == EINVAL else { throw fault(.ledger) }
  }

  package func record() throws(DiskFault) -> [UInt8]? {
    var length = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: AppendMark.size) { buffer, count in
      #if canImport(Darwin)
        length = fgetxattr(descriptor(.ledger), Self.attribute, buffer.baseAddress, buffer.count, 0, 0)
      #else
        length = fgetxattr(descriptor(.ledger), Self.attribute, buffer.baseAddress, buffer.count)
      #endif
      count = max(0, length)
    }
    return length < 0 ? nil : bytes
  }

  package func setRecord(_ record: [UInt8]) {
    #if canImport(Darwin)
      _ = fsetxattr(descriptor(.ledger), Self.attribute, record, record.count, 0, 0)
    #else
      _ = fsetxattr(descriptor(.ledger), Self.attribute, record, record.count, 0)
    #endif
  }

  /// Extended attribute of the ledger file; `truths run --ledger` uses it too.
  private static let attribute = "user.truths.append"

  private func descriptor(_ file: StoreFile) -> Int32 { descriptors[file] ?? -1 }

  /// Returns the path of the new file that is to replace a file.
  private func fresh(_ file: StoreFile) -> String { (paths[file] ?? "") + ".new" }
}

// Stateless system calls.
extension FileDisk {
  /// - Parameter start: offset of a page boundary.
  private func map(_ file: StoreFile, from start: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard let place = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor(file), off_t(start)), place != MAP_FAILED else {
      return nil
    }
    return UnsafeRawBufferPointer(start: place, count: count)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at start: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let rest = bytes.baseAddress.map { $0 + offset }
        let count = retrying { pwrite(descriptor, rest, bytes.count - offset, off_t(start + offset)) }
        if count <= 0 { return false }
        offset += count
      }
      return true
    }
  }

  private static func unmap(_ bytes: UnsafeRawBufferPointer) {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Releases bytes of a mapping from memory. They are loaded again when accessed.
  private static func unload(_ range: Range<Int>, of bytes: UnsafeRawBufferPointer) {
    let start = range.lowerBound / page * page
    let place = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
    madvise(place, range.upperBound - start, Int32(MADV_DONTNEED))
  }

  /// Returns the offset of the first zero byte. Scanned pages are released, because a ledger may be larger than memory.
  private static func firstZero(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    for start in stride(from: 0, to: bytes.count, by: window) {
      let end = min(start + window, bytes.count)
      if let zero = memchr(base + start, 0, end - start) { return base.distance(to: UnsafeRawPointer(zero)) }
      unload(start..<end, of: bytes)
    }
    return nil
  }

  private static let window = 16 << 20
  private static let page = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Syncs a file. On Apple systems `fsync` may leave bytes in the drive's cache, so `F_FULLFSYNC` is used.
  private static func sync(_ descriptor: Int32, _ extent: SyncExtent) -> Int32 {
    #if canImport(Darwin)
      retrying { fcntl(descriptor, F_FULLFSYNC) }
    #else
      retrying { extent == .bytes ? fdatasync(descriptor) : fsync(descriptor) }
    #endif
  }

  private static func changed(_ status: stat) -> Int {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec
    #else
      status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    #endif
  }

  /// Calls the system's `open`, which a method of the same name hides.
  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode)
    #else
      Glibc.open(path, flags, mode)
    #endif
  }

  /// Returns the path with symbolic links resolved, or the path itself where the file does not exist yet.
  private static func resolved(_ path: String) -> String {
    guard let place = realpath(path, nil) else { return path }
    defer { free(place) }
    return String(cString: place)
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  /// Returns the error of the last call on a file.
  private func fault(_ file: StoreFile) -> DiskFault {
    let isFull = [ENOSPC, EDQUOT, EFBIG].contains(errno)
    return DiskFault(isFull: isFull, reason: "\(paths[file] ?? ""): \(Self.reason())")
  }
}

/// Repeats a system call that a signal interrupted.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
