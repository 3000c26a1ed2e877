/// Paths and the URIs that stand for them (RFC 8089).
enum FileURI {
  /// The path of a `file` URI; `nil` of any other.
  static func path(of uri: String) -> String? {
    guard uri.utf8.count > 7, uri.prefix(7).lowercased() == "file://" else { return nil }
    let rest = uri.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let host = rest[..<slash]
    guard host.isEmpty || host == "localhost" else { return nil }
    let ending = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
    return decoded(rest[slash..<ending])
  }

  /// The `file` URI of an absolute path.
  static func uri(of path: String) -> String {
    var text: [UInt8] = Array("file://".utf8)
    for byte in path.utf8 {
      if isPlain(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count >= 2 else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "/-._~".utf8.contains(byte)
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
