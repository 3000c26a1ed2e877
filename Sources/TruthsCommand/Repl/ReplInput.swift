/// A parsed line of `truths repl`. Ranges are in bytes of the line.
enum ReplInput: Equatable {
  /// An empty line or a comment.
  case nothing
  /// A command such as `:load truths`: the word after the colon, and the rest.
  case command(String, argument: String, start: Int)
  /// An expression whose value gets a name: `let name = expression`, or `name: expression`.
  case keep(name: Range<Int>, start: Int)
  /// `let` without a name or expression.
  case unfinishedLet
  case expression(start: Int)

  init(_ line: String) {
    let bytes = Array(line.utf8)
    let start = Self.skipBlanks(bytes, 0)
    guard start < bytes.count, bytes[start] != UInt8(ascii: "#") else {
      self = .nothing
      return
    }
    if bytes[start] == UInt8(ascii: ":") {
      let end = bytes[start...].firstIndex(where: Self.isBlank) ?? bytes.count
      let place = Self.skipBlanks(bytes, end)
      let last = bytes.lastIndex { !Self.isBlank($0) } ?? start
      let argument = place <= last ? String(decoding: bytes[place...last], as: UTF8.self) : ""
      self = .command(String(decoding: bytes[(start + 1)..<end], as: UTF8.self), argument: argument, start: place)
      return
    }
    self = Self.binding(bytes, start) ?? .expression(start: start)
  }

  /// Parses a name followed by `=` after `let`, or by `:`.
  private static func binding(_ bytes: [UInt8], _ start: Int) -> ReplInput? {
    let first = wordEnd(bytes, start)
    let isLet = bytes[start..<first].elementsEqual("let".utf8) && (first == bytes.count || isBlank(bytes[first]))
    let name = isLet ? skipBlanks(bytes, first) : start
    let end = wordEnd(bytes, name)
    let sign = skipBlanks(bytes, end)
    let hasSign = sign < bytes.count && (bytes[sign] == UInt8(ascii: ":") || isLet && bytes[sign] == UInt8(ascii: "="))
    guard end > name, hasSign else { return isLet ? .unfinishedLet : nil }
    return .keep(name: name..<end, start: skipBlanks(bytes, sign + 1))
  }

  private static func skipBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { !isBlank($0) } ?? bytes.count
  }

  private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { byte in
      !(byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte))
    } ?? bytes.count
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
