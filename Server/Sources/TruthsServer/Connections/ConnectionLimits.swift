import Foundation
import NIOCore

/// How long a connection may take, and how much it may send before anybody answers.
struct ConnectionLimits: Sendable {
  /// From the opening of a connection to the end of its first head.
  var head = TimeAmount.seconds(10)
  /// From an answer to the end of the next head.
  var idle = TimeAmount.seconds(60)
  /// From a head to the end of its body, beside the time that its bytes have at ``slowestBody``.
  var body = TimeAmount.seconds(30)
  /// How many bytes of a body come in a second at least, on average.
  var slowestBody = 1_024
  /// How long a client may read nothing of what was sent to it.
  var write = TimeAmount.seconds(60)
  /// How many connections are served at once.
  var most = 10_000

  /// The largest header, all of them, and their number.
  static let headers = (field: 16 << 10, list: 64 << 10, count: 100)
  /// How many connections beyond ``most`` are taken in to be told that there are too many. Others wait to be accepted.
  static let refusedAtOnce = 128

  /// Those that the open files of this process allow; their soft limit is raised to the hard one.
  ///
  /// - Parameter listeners: how many addresses are listened to; each of them may take in as many connections as there may be.
  static func standard(listeners: Int) -> ConnectionLimits {
    var limits = ConnectionLimits()
    var files = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &files) == 0 else { return limits }
    if files.rlim_cur < files.rlim_max {
      var raised = files
      raised.rlim_cur = files.rlim_max
      if setrlimit(resource, &raised) == 0 { files = raised }
    }
    // Rules, ledger and the libraries have files of their own.
    let left = (Int(clamping: files.rlim_cur) - 64) / max(1, listeners) - refusedAtOnce
    limits.most = max(1, min(limits.most, left))
    return limits
  }
}
