import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import TruthsServer

/// Until when a connection has to do something (server §12).
struct ConnectionProgressTests {
  private let head = HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/"))

  private func overdue(_ progress: ConnectionProgress) -> ConnectionProgress.Overdue? {
    progress.deadline(ConnectionLimits())?.1
  }

  @Test("a connection has to send a head, then a body, then it is the server's turn, then a head again")
  func requests() {
    var progress = ConnectionProgress()
    #expect(overdue(progress) == .head && progress.canBeAnswered)
    progress.read(head)
    #expect(overdue(progress) == .body && progress.canBeAnswered)
    progress.read(.end(nil))
    #expect(overdue(progress) == nil && !progress.canBeAnswered)
    progress.write(.head(HTTPResponse(status: .ok)))
    #expect(overdue(progress) == nil)
    progress.write(.end(nil))
    #expect(overdue(progress) == .idle && progress.canBeAnswered)
    progress.blockedSince = .now() - .seconds(120)
    #expect(overdue(progress) == .reading)
  }

  @Test("a body has a second more for each of its kilobytes, until it is answered")
  func bodies() throws {
    var progress = ConnectionProgress()
    progress.read(head)
    let first = try #require(progress.deadline(ConnectionLimits())?.0)
    progress.read(.body(ByteBuffer(repeating: 0, count: 10 * 1_024)))
    let second = try #require(progress.deadline(ConnectionLimits())?.0)
    #expect(second - first == .seconds(10))
    progress.write(.head(HTTPResponse(status: .contentTooLarge)))
    #expect(!progress.canBeAnswered)
    progress.write(.end(nil))
    progress.read(.body(ByteBuffer(repeating: 0, count: 100 * 1_024)))
    let third = try #require(progress.deadline(ConnectionLimits())?.0)
    #expect(third < second + .seconds(40) && overdue(progress) == .body)
  }

  @Test("a connection that speaks another protocol has its own time, but takes what is sent to it")
  func upgrades() {
    var progress = ConnectionProgress()
    progress.read(head)
    progress.write(.head(HTTPResponse(status: .switchingProtocols)))
    progress.read(.body(ByteBuffer(repeating: 0, count: 10)))
    #expect(overdue(progress) == nil && !progress.canBeAnswered)
    progress.blockedSince = .now()
    #expect(overdue(progress) == .reading)
  }
}
