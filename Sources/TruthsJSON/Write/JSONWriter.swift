import TruthsText

/// Writes JSON as bytes.
struct JSONWriter {
  /// How members are ordered and lines are broken.
  enum Style {
    /// RFC 8785: members sorted by UTF-16, no white space.
    case canonical
    /// Members in their order, no white space.
    case compact
    /// Members in their order, indented by two spaces.
    case pretty
  }

  let style: Style
  private(set) var bytes: [UInt8] = []

  init(_ style: Style) { self.style = style }

  /// - Complexity: O(size of the value), and O(m log m) for an object of m members in canonical form.
  mutating func write(_ value: JSONValue, depth: Int = 0) {
    switch value {
    case .null: bytes += "null".utf8
    case .boolean(let boolean): bytes += (boolean ? "true" : "false").utf8
    case .number(let number): bytes += number.canonicalText.utf8
    case .string(let text): write(text)
    case .array(let elements):
      write(open: "[", close: "]", count: elements.count, depth: depth) { writer, index in
        writer.write(elements[index], depth: depth + 1)
      }
    case .object(let object):
      let members = style == .canonical ? object.members.sorted { $0.name.precedesInUTF16($1.name) } : object.members
      write(open: "{", close: "}", count: members.count, depth: depth) { writer, index in
        writer.write(members[index].name)
        writer.bytes += (writer.style == .pretty ? ": " : ":").utf8
        writer.write(members[index].value, depth: depth + 1)
      }
    }
  }

  private mutating func write(open: String, close: String, count: Int, depth: Int, _ element: (inout JSONWriter, Int) -> Void) {
    bytes += open.utf8
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine(depth: depth + 1)
      element(&self, index)
    }
    if count > 0 { breakLine(depth: depth) }
    bytes += close.utf8
  }

  private mutating func breakLine(depth: Int) {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { bytes += "  ".utf8 }
  }

  /// A string as RFC 8785 §3.2.2.2 escapes it: only what must be.
  private mutating func write(_ text: Text) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case 0x08: bytes += #"\b"#.utf8
      case 0x09: bytes += #"\t"#.utf8
      case 0x0A: bytes += #"\n"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0x0D: bytes += #"\r"#.utf8
      case 0x00..<0x20: writeControl(byte)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func writeControl(_ byte: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    bytes += #"\u00"#.utf8
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 0xF)])
  }
}

extension JSONValue {
  /// RFC 8785 canonical form, which is what hashes are taken over.
  package func canonical() -> [UInt8] { written(.canonical) }

  /// One line, members in their order.
  package func compact() -> [UInt8] { written(.compact) }

  /// For people: one member a line, members in their order.
  package func pretty() -> [UInt8] { written(.pretty) }

  private func written(_ style: JSONWriter.Style) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.bytes
  }
}
