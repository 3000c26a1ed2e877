/// A reader that cuts a stream of bytes into the messages of the base protocol (LSP 3.17, "Base Protocol"; DAP, "Base
/// Protocol"): a head with `Content-Length`, then that many bytes.
///
/// Bytes that are not a frame are reported once, and reading continues after them.
package struct FrameReader {
  package enum Frame: Equatable, Sendable {
    case content([UInt8])
    /// Bytes that are not a frame, or a frame that is too large, with a description of the fault.
    case fault(String)
  }

  /// Maximum size of a head in bytes. A real head has a few lines; a longer one is a fault.
  private static let headLimit = 8 << 10
  /// Maximum size of a message in bytes; a longer one is a fault and is skipped.
  private let contentLimit: Int

  private var bytes: [UInt8] = []
  /// The number of bytes still to be dropped of a message that is too large.
  private var skipped = 0

  /// - Parameter contentLimit: maximum size of a message in bytes. The default has room for a file of the largest size with every
  ///   byte escaped.
  package init(contentLimit: Int = 128 << 20) { self.contentLimit = contentLimit }

  /// Appends bytes as they arrive.
  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Returns the next message; `nil` until all of its bytes have arrived.
  package mutating func next() -> Frame? {
    if skipped > 0 {
      let gone = min(skipped, bytes.count)
      bytes.removeFirst(gone)
      skipped -= gone
      if skipped > 0 { return nil }
    }
    guard let end = headEnd else {
      guard bytes.count > Self.headLimit else { return nil }
      resynchronise(upTo: bytes.count, otherwise: bytes.count - Self.name.count)
      return .fault("the head of a message has no end")
    }
    guard let length = Self.length(in: bytes[..<end]) else {
      // A message longer than its `Content-Length` leaves its remaining bytes before the next head.
      resynchronise(upTo: end, otherwise: end)
      return .fault("the head of a message has no `Content-Length` that is a number")
    }
    guard length <= contentLimit else {
      bytes.removeFirst(end)
      skipped = length
      return .fault("a message of \(length) bytes is too large")
    }
    guard bytes.count >= end + length else { return nil }
    let content = Array(bytes[end..<(end + length)])
    bytes.removeFirst(end + length)
    return .content(content)
  }

  /// Returns a message with its head.
  package static func framed(_ content: [UInt8]) -> [UInt8] { Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content }

  /// The offset after the empty line that ends the head.
  private var headEnd: Int? {
    let limit = min(bytes.count, Self.headLimit)
    var offset = 0
    while offset < limit {
      guard bytes[offset] == 0x0A else {
        offset += 1
        continue
      }
      if offset + 1 < limit, bytes[offset + 1] == 0x0A { return offset + 2 }
      if offset + 2 < limit, bytes[offset + 1] == 0x0D, bytes[offset + 2] == 0x0A { return offset + 3 }
      offset += 1
    }
    return nil
  }

  private static let name = Array("Content-Length:".utf8)

  /// Drops bytes up to the possible start of the next head.
  ///
  /// - Parameters:
  ///   - end: the offset before which the head must start.
  ///   - count: the number of bytes to drop where there is no head.
  private mutating func resynchronise(upTo end: Int, otherwise count: Int) {
    let next = (1..<end).first { bytes[$0] == Self.name[0] && bytes[$0...].starts(with: Self.name) }
    bytes.removeFirst(next ?? count)
  }

  /// Returns the number after `Content-Length:`; the case of the name does not matter.
  private static func length(in head: ArraySlice<UInt8>) -> Int? {
    for line in head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      if name == "content-length", let length = Int(value.filter { $0 != " " && $0 != "\t" }), length >= 0 { return length }
    }
    return nil
  }
}
