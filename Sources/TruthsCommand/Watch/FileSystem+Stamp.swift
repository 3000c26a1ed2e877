import Truths
import TruthsSystem

extension FileSystem {
  /// What the system says of a file, symbolic links followed; `nil` where there is none.
  static func stamp(of path: String) -> FileSnapshot.Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileSnapshot.Stamp(
      size: Int64(status.st_size), seconds: Int64(status.changed.tv_sec), nanoseconds: Int64(status.changed.tv_nsec),
      identity: UInt64(status.st_ino))
  }
}
