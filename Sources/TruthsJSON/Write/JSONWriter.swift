import TruthsText

/// Writes JSON values as bytes. Texts and numbers have one form, that of RFC 8785; what differs is the order of members and
/// white space.
struct JSONWriter {
  /// How members are ordered and laid out.
  enum Style {
    /// RFC 8785: sorted by UTF-16 code units, no white space.
    case canonical
    /// In the order given, no white space.
    case compact
    /// In the order given, for people: two spaces a level.
    case pretty
  }

  let style: Style
  private(set) var bytes: [UInt8] = []
  private var level = 0

  init(_ style: Style) { self.style = style }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let boolean): bytes.append(contentsOf: boolean ? "true".utf8 : "false".utf8)
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  mutating func write(_ object: JSONObject) {
    guard !object.members.isEmpty else { return bytes.append(contentsOf: "{}".utf8) }
    bytes.append(UInt8(ascii: "{"))
    level += 1
    if style == .canonical, !isSorted(object.members) {
      write(object.members.sorted { $0.name.precedesInUTF16($1.name) })
    } else {
      write(object.members)
    }
    level -= 1
    breakLine()
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ members: [JSONObject.Member]) {
    for (place, member) in members.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      write(member.name)
      bytes.append(UInt8(ascii: ":"))
      if style == .pretty { bytes.append(UInt8(ascii: " ")) }
      write(member.value)
    }
  }

  private mutating func write(_ elements: [JSONValue]) {
    guard !elements.isEmpty else { return bytes.append(contentsOf: "[]".utf8) }
    bytes.append(UInt8(ascii: "["))
    level += 1
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      write(element)
    }
    level -= 1
    breakLine()
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ number: Decimal) {
    if number.scale == 0, let small = Int64(exactly: number.coefficient) {
      bytes.append(contentsOf: String(small).utf8)
    } else {
      bytes.append(contentsOf: number.canonicalText.utf8)
    }
  }

  private mutating func write(_ text: Text) {
    bytes.append(UInt8(ascii: "\""))
    let content = text.string.utf8.span
    var written = 0
    for place in content.indices {
      let byte = content[place]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      content.extracting(written..<place).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
      writeEscape(byte)
      written = place + 1
    }
    content.extracting(written..<content.count).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// RFC 8785 §3.2.2.2: the short escape where there is one, else four lower-case digits.
  private mutating func writeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    default: bytes.append(contentsOf: (#"\u00"# + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
    }
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(0x0A)
    for _ in 0..<level { bytes.append(contentsOf: "  ".utf8) }
  }

  private func isSorted(_ members: [JSONObject.Member]) -> Bool {
    for place in members.indices.dropFirst() where members[place].name.precedesInUTF16(members[place - 1].name) {
      return false
    }
    return true
  }
}
