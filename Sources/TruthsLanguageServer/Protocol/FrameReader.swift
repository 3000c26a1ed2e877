/// Cuts a stream of bytes into the messages of the base protocol (LSP 3.17, "Base Protocol"): a head with `Content-Length`, then
/// that many bytes. What is no frame is told once, and reading goes on behind it.
package struct FrameReader {
  package enum Frame: Equatable, Sendable {
    case content([UInt8])
    /// Bytes that are no frame, or a frame that is too large; the text says what is wrong.
    case fault(String)
  }

  /// A head is a few lines; whatever is longer is none.
  private static let headLimit = 8 << 10
  /// The most bytes of a message that are read: a file of the largest size, every byte of it escaped, fits.
  private static let contentLimit = 128 << 20

  private var bytes: [UInt8] = []
  /// Bytes of a message that is too large, which are passed over.
  private var skipped = 0

  package init() {}

  /// Takes bytes as they come.
  package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// The next message; `nil` until it has come whole.
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
      // A message that is longer than it says leaves its end before the next head.
      resynchronise(upTo: end, otherwise: end)
      return .fault("the head of a message has no `Content-Length` that is a number")
    }
    guard length <= Self.contentLimit else {
      bytes.removeFirst(end)
      skipped = length
      return .fault("a message of \(length) bytes is too large")
    }
    guard bytes.count >= end + length else { return nil }
    let content = Array(bytes[end..<(end + length)])
    bytes.removeFirst(end + length)
    return .content(content)
  }

  /// A message with its head.
  package static func framed(_ content: [UInt8]) -> [UInt8] { Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content }

  /// The place behind the empty line that ends the head.
  private var headEnd: Int? {
    let limit = min(bytes.count, Self.headLimit)
    var place = 0
    while place < limit {
      guard bytes[place] == 0x0A else {
        place += 1
        continue
      }
      if place + 1 < limit, bytes[place + 1] == 0x0A { return place + 2 }
      if place + 2 < limit, bytes[place + 1] == 0x0D, bytes[place + 2] == 0x0A { return place + 3 }
      place += 1
    }
    return nil
  }

  private static let name = Array("Content-Length:".utf8)

  /// Drops bytes up to what may be the next head.
  ///
  /// - Parameters:
  ///   - end: before which it begins.
  ///   - count: how many are dropped where none does.
  private mutating func resynchronise(upTo end: Int, otherwise count: Int) {
    let next = (1..<end).first { bytes[$0] == Self.name[0] && bytes[$0...].starts(with: Self.name) }
    bytes.removeFirst(next ?? count)
  }

  /// The number behind `Content-Length:`, in whatever case the name is written.
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
