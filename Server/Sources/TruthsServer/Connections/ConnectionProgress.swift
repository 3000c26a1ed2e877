import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// How far a connection is with its requests and answers.
struct ConnectionProgress {
  /// What a connection is late with.
  enum Overdue {
    case head, idle, body, reading
  }

  /// Heads that were read, and are not answered to the end.
  private var openRequests = 0
  private var hasBegunAnswer = false
  /// Whether it speaks another protocol by now, whose messages come in their own time.
  private var isUpgraded = false
  /// When the head of the body that is being read came, and how many bytes of it did.
  private var body: (began: NIODeadline, bytes: Int)?
  /// When the connection was opened, or an answer ended.
  private var idleSince = NIODeadline.now()
  private var hadRequest = false
  /// Since when the client does not take what is sent to it.
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
      // What is left of a body that nobody waits for.
      if body != nil { body = (.now(), 0) }
    }
  }

  /// Whether an answer would be one to the request that is being read, and none has begun.
  var canBeAnswered: Bool { openRequests == 0 && body == nil || openRequests == 1 && body != nil && !hasBegunAnswer }

  /// Until when something has to happen; `nil` while it is the server's turn.
  func deadline(_ limits: ConnectionLimits) -> (NIODeadline, Overdue)? {
    var deadlines: [(NIODeadline, Overdue)] = []
    if let blockedSince { deadlines.append((blockedSince + limits.write, .reading)) }
    if isUpgraded { return deadlines.first }
    if let body {
      // A body that was answered before its end gets no time for its bytes.
      let seconds = openRequests > 0 ? body.bytes / limits.slowestBody : 0
      deadlines.append((body.began + limits.body + .seconds(Int64(seconds)), .body))
    } else if openRequests == 0 {
      deadlines.append(hadRequest ? (idleSince + limits.idle, .idle) : (idleSince + limits.head, .head))
    }
    return deadlines.min { $0.0 < $1.0 }
  }
}
