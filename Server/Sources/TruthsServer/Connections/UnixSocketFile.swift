import Foundation
import Synchronization

/// The socket file that a server listens on (`--listen unix:PATH`): makes room for it, sets its permissions and removes it.
final class UnixSocketFile: Sendable {
  let path: String
  /// Identity of the file that this process created; `nil` until it listens.
  private let identity = Mutex<FileID?>(nil)

  private struct FileID: Hashable {
    let device: dev_t
    let file: ino_t
  }

  /// Longest path that all systems accept, in bytes.
  private static let longestPath = 103

  /// - Throws: ``StartFault`` with exit code 64 where no socket can have that path.
  init(_ path: String) throws(StartFault) {
    let example = "such as --listen unix:/run/truths/truths.sock"
    guard !path.isEmpty, !path.hasSuffix("/") else {
      throw StartFault("--listen unix:\(path): it is no path, \(example)", .wrongUse)
    }
    guard path.utf8.count <= Self.longestPath else {
      throw StartFault(
        "--listen unix:\(path): the path of a socket has at most \(Self.longestPath) bytes, and this one \(path.utf8.count)",
        .wrongUse)
    }
    self.path = path
  }

  /// Removes the socket that a stopped server left behind, so that this one can listen on its path.
  ///
  /// - Throws: ``StartFault`` where another server listens, where that cannot be determined, and where the file is not a
  ///   socket.
  func makeWay() throws(StartFault) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw StartFault("\(path): a file that is no socket has this path; nothing is removed", .system)
    }
    switch Self.connects(to: path) {
    case ECONNREFUSED: unlink(path)
    case ENOENT: return
    case 0: throw StartFault("\(path): another process listens to this socket", .system)
    case let code:
      let reason = String(cString: strerror(code))
      throw StartFault("\(path): it is not known whether another process listens to this socket: \(reason)", .system)
    }
  }

  /// Sets who may connect, once this process listens.
  ///
  /// - Parameter isOpen: whether users other than the server's own may connect.
  /// - Returns: whether the system accepted the change.
  func publish(isOpen: Bool) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    identity.withLock { $0 = FileID(device: status.st_dev, file: status.st_ino) }
    return chmod(path, isOpen ? 0o666 : 0o600) == 0
  }

  /// Removes the socket, unless another file has replaced it.
  func remove() {
    var status = stat()
    guard lstat(path, &status) == 0, let made = identity.withLock({ $0 }) else { return }
    if made == FileID(device: status.st_dev, file: status.st_ino) { unlink(path) }
  }

  /// Tries to connect to a socket.
  ///
  /// - Returns: 0, or the error number.
  private static func connects(to path: String) -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // Non-blocking, so that a server that does not accept cannot block this one.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    return code == 0 ? 0 : errno
  }
}
