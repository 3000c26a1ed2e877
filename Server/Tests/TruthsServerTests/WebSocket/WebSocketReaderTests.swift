import NIOCore
import Testing

@testable import TruthsServer

/// Frames of a client (RFC 6455 §5), from bytes in any portions.
struct WebSocketReaderTests {
  private func read(_ bytes: [UInt8], by portion: Int = 1, limit: Int = 70_000) throws -> [WebSocketReader.Received] {
    var reader = WebSocketReader(messageLimit: limit)
    var all: [WebSocketReader.Received] = []
    for start in stride(from: 0, to: bytes.count, by: portion) {
      reader.append(ByteBuffer(bytes: bytes[start..<min(bytes.count, start + portion)]))
      while let received = try reader.next() { all.append(received) }
    }
    return all
  }

  private func frame(_ first: UInt8, _ text: String) -> [UInt8] { SocketClient.frame(first, Array(text.utf8)) }

  @Test("frames are read from bytes in any portions, fragments are put together, and control frames may come between them")
  func portions() throws {
    let long = String(repeating: "x", count: 300)
    let longest = String(repeating: "y", count: 66_000)
    let bytes =
      frame(0x81, "{}") + frame(0x01, "{\"a\":") + frame(0x89, "still there") + frame(0x00, "") + frame(0x80, "\"ü\"}")
      + frame(0x8A, "") + frame(0x81, long) + frame(0x81, longest) + SocketClient.frame(0x88, [3, 0xE8])
    let wanted: [WebSocketReader.Received] = [
      .message(ByteBuffer(string: "{}")), .ping(ByteBuffer(string: "still there")), .message(ByteBuffer(string: "{\"a\":\"ü\"}")),
      .pong, .message(ByteBuffer(string: long)), .message(ByteBuffer(string: longest)),
      .close,
    ]
    for portion in [1, 2, 3, 7, 100, 1_000, bytes.count] {
      let all = try read(bytes, by: portion)
      #expect(all == wanted, "\(portion)")
    }
  }

  @Test("a frame at fault is refused by its head, with the code and the reason")
  func faults() {
    let long = [UInt8](repeating: 0x61, count: 10)
    let cases: [([UInt8], WebSocketClose.Code, String)] = [
      (SocketClient.frame(0x81, long, isMasked: false), .protocolError, "not masked"),
      (frame(0xC1, "a"), .protocolError, "reserved bits"), (frame(0x83, "a"), .protocolError, "opcode 3"),
      (frame(0x82, "a"), .noText, "text frames"), (frame(0x09, "a"), .protocolError, "fragmented"),
      (frame(0x89, String(repeating: "a", count: 126)), .protocolError, "more than 125"),
      (frame(0x80, "a"), .protocolError, "none has begun"), (frame(0x01, "a") + frame(0x81, "b"), .protocolError, "has ended"),
      ([0x81, 0xFE, 0, 5], .protocolError, "shortest"), ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0, 5], .protocolError, "shortest"),
      (SocketClient.frame(0x81, [0xFF]), .badText, "UTF-8"), (frame(0x88, "a"), .protocolError, "half a code"),
      (SocketClient.frame(0x88, [3, 0xED]), .protocolError, "1005"),
      (SocketClient.frame(0x88, [3, 0xE8, 0xFF]), .badText, "UTF-8"),
      ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooLarge, "at most 100"),
      ([0x81, 0xFE, 0, 200], .tooLarge, "at most 100"),
      (frame(0x01, String(repeating: "a", count: 60)) + [0x80, 0x80 | 41], .tooLarge, "at most 100"),
    ]
    for (bytes, code, reason) in cases {
      do {
        let all = try read(bytes, limit: 100)
        Issue.record("\(bytes) gives \(all)")
      } catch let close as WebSocketClose {
        #expect(close.code == code && close.reason.contains(reason), "\(close)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test("what is no frame breaks nothing, whatever it is")
  func anything() {
    var state: UInt64 = 88_172_645_463_325_252
    for _ in 0..<2_000 {
      let bytes = (0..<60).map { _ -> UInt8 in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state)
      }
      // Half of them begin as a frame does.
      let begun: [UInt8] = state & 1 == 0 ? [] : [0x81, 0x80 | UInt8(state >> 8 & 0x7F)]
      let whole = try? read(begun + bytes, by: 1_000, limit: 50)
      let cut = try? read(begun + bytes, by: 1, limit: 50)
      #expect(whole == cut)
    }
  }

  @Test("a reason is cut where a close frame ends, between characters")
  func reasons() {
    let payload = WebSocketClose(.policy, String(repeating: "ü", count: 100)).payload
    #expect(payload.readableBytes == 124)
    #expect(String(validating: payload.readableBytesView.dropFirst(2), as: UTF8.self) != nil)
  }
}
