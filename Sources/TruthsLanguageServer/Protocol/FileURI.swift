/// Conversion between paths and `file` URIs (RFC 8089).
enum FileURI {
  /// Returns the path of a `file` URI, and `nil` for any other URI.
  ///
  /// The URI is read by bytes, because a combining character after `/` forms one `Character` with the slash and would hide it.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard String(decoding: uri.utf8.prefix(scheme.utf8.count), as: UTF8.self).lowercased() == scheme else { return nil }
    let rest = Array(uri.utf8.dropFirst(scheme.utf8.count))
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = rest[..<slash]
    guard host.isEmpty || host.elementsEqual("localhost".utf8) else { return nil }
    let ending = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
    return slash < ending ? decoded(rest[slash..<ending]) : nil
  }

  /// Returns a path relative to a directory above it; `nil` where the path is not below the directory.
  ///
  /// Paths are compared by bytes: the two Unicode forms of `é` are two names.
  static func path(_ path: String, below directory: String) -> String? {
    let prefix = (directory + "/").utf8
    guard path.utf8.count > prefix.count, path.utf8.starts(with: prefix) else { return nil }
    return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
  }

  /// Returns the `file` URI of an absolute path.
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

  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let high = digit(in: rest[rest.startIndex]), let low = digit(in: rest[rest.startIndex + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "/-._~".utf8.contains(byte)
  }

  private static func digit(in letter: UInt8) -> UInt8? {
    switch letter {
    case 0x30...0x39: letter - 0x30
    case 0x41...0x46: letter - 0x37
    case 0x61...0x66: letter - 0x57
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
