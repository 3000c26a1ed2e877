import Foundation
import NIOCore

/// Time and size limits of a connection, enforced before a request is answered.
struct ConnectionLimits: Sendable {
  /// Time from opening a connection to the end of the connection's first request head.
  var head = TimeAmount.seconds(10)
  /// Time from a response to the end of the next request head.
  var idle = TimeAmount.seconds(60)
  /// Time from a request head to the end of the request's body, in addition to the time allowed by ``slowestBody``.
  var body = TimeAmount.seconds(30)
  /// Minimum average rate of a request body, in bytes per second.
  var slowestBody = 1_024
  /// Time for which a client may leave sent data unread.
  var write = TimeAmount.seconds(60)
  /// Maximum number of connections that are served at once.
  var most = 10_000

  /// Limits of request headers: bytes of one field, bytes of all fields, and number of fields.
  static let headers = (field: 16 << 10, list: 64 << 10, count: 100)
  /// Number of connections beyond ``most`` that are accepted and refused with a response. Further ones wait in the accept
  /// queue.
  static let refusedAtOnce = 128

  /// Returns the limits that fit the process's open files, after raising the soft limit to the hard one.
  ///
  /// - Parameter listeners: number of addresses listened to; each may accept the maximum number of connections.
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
    // Keeps 64 descriptors for rules, the ledger and libraries.
    let left = (Int(clamping: files.rlim_cur) - 64) / max(1, listeners) - refusedAtOnce
    limits.most = max(1, min(limits.most, left))
    return limits
  }
}
