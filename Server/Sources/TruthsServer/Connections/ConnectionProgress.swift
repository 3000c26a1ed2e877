import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tracks the requests and responses of one connection, to find its next deadline.
struct ConnectionProgress {
  /// The step that a connection did not finish in time.
  enum Overdue {
    case head, idle, body, reading
  }

  /// Number of request heads read whose response is not complete.
  private var openRequests = 0
  private var hasBegunAnswer = false
  /// Whether the connection was upgraded to another protocol. Its messages have no deadlines.
  private var isUpgraded = false
  /// Arrival of the head whose body is being read, and the number of body bytes so far.
  private var body: (began: NIODeadline, bytes: Int)?
  /// Time when the connection was opened, or when the last response ended.
  private var idleSince = NIODeadline.now()
  private var hadRequest = false
  /// Time since which the client has left sent data unread; `nil` while it reads.
  var blockedSince: NIODeadline?

  mutating func read(_ part: HTTPRequestPart) {
    switch part {
    case .head:
      openRequests += 1
      hadRequest = true
      body = (.now(), 0)
    case .body(let bytes): body?.bytes += bytes.readableBytes
    case .end: body = nil
    }
  }

  mutating func write(_ part: HTTPResponsePart) {
    switch part {
    case .head(let head):
      isUpgraded = isUpgraded || head.status == .switchingProtocols
      hasBegunAnswer = isUpgraded || head.status.kind != .informational
    case .body: break
    case .end:
      openRequests -= 1
      hasBegunAnswer = false
      idleSince = .now()
      // The remaining body belongs to a request that was already answered.
      if body != nil { body = (.now(), 0) }
    }
  }

  /// Whether an error response can be sent: it would answer the request being read, and no response has begun.
  var canBeAnswered: Bool { openRequests == 0 && body == nil || openRequests == 1 && body != nil && !hasBegunAnswer }

  /// Whether the request being read is the only one, and neither its body nor its response has begun.
  var canInviteBody: Bool { openRequests == 1 && body?.bytes == 0 && !hasBegunAnswer }

  /// Returns the next deadline with its reason; `nil` while the server has to act.
  func deadline(_ limits: ConnectionLimits) -> (NIODeadline, Overdue)? {
    var deadlines: [(NIODeadline, Overdue)] = []
    if let blockedSince { deadlines.append((blockedSince + limits.write, .reading)) }
    if isUpgraded { return deadlines.first }
    if let body {
      // A body that was answered before its end gets no extra time for its bytes.
      let seconds = openRequests > 0 ? body.bytes / limits.slowestBody : 0
      deadlines.append((body.began + limits.body + .seconds(Int64(seconds)), .body))
    } else if openRequests == 0 {
      deadlines.append(hadRequest ? (idleSince + limits.idle, .idle) : (idleSince + limits.head, .head))
    }
    return deadlines.min { $0.0 < $1.0 }
  }
}
