package import TruthsText

/// The order of members and the layout of JSON that is written.
enum JSONStyle {
  /// The form of RFC 8785: members are sorted by UTF-16 code units, without white space.
  case canonical
  /// The form for files: members are in the order given, without white space.
  case compact
  /// The form for readers: members are in the order given, indented by two spaces a level.
  case pretty
}

/// Writing of JSON values as bytes. Texts and numbers have only one form, that of RFC 8785. The order of members and the white
/// space depend on the style.
extension ByteBuffer {
  /// Appends the canonical form of a value (RFC 8785).
  package mutating func writeCanonical(_ value: JSONValue) { write(value, .canonical) }

  /// Appends the canonical form of an object (RFC 8785).
  package mutating func writeCanonical(_ object: JSONObject) { write(object, .canonical) }

  /// Appends a value without white space; members are in the order given.
  package mutating func writeCompact(_ value: JSONValue) { write(value, .compact) }

  /// Appends a value in the given style.
  ///
  /// - Parameter level: the nesting depth of the value.
  mutating func write(_ value: JSONValue, _ style: JSONStyle, level: Int = 0) {
    switch value {
    case .null: append("null" as StaticString)
    case .boolean(let boolean): append(boolean ? "true" : "false" as StaticString)
    case .number(let number): append(number)
    case .string(let text): write(text)
    case .array(let elements): write(elements, style, level: level)
    case .object(let object): write(object, style, level: level)
    }
  }

  mutating func write(_ object: JSONObject, _ style: JSONStyle, level: Int = 0) {
    let members = object.members
    guard !members.isEmpty else { return append("{}" as StaticString) }
    append(UInt8(ascii: "{"))
    if style == .canonical, !object.isSorted {
      writeSorted(members)
    } else {
      for place in members.indices {
        if place > 0 { append(UInt8(ascii: ",")) }
        breakLine(style, level + 1)
        write(members[place], style, level: level + 1)
      }
    }
    breakLine(style, level)
    append(UInt8(ascii: "}"))
  }

  private mutating func write(_ member: JSONObject.Member, _ style: JSONStyle, level: Int) {
    write(member.name)
    append(UInt8(ascii: ":"))
    if style == .pretty { append(UInt8(ascii: " ")) }
    write(member.value, style, level: level)
  }

  /// Writes members in sorted order. Up to 16 members are selected one by one, which needs no memory. More members are sorted
  /// first.
  private mutating func writeSorted(_ members: [JSONObject.Member]) {
    guard members.count <= 16 else {
      return write(JSONObject(members.sorted { $0.name.precedesInUTF16($1.name) }).members)
    }
    var written: UInt16 = 0
    for turn in members.indices {
      var next: Int?
      for position in members.indices where written & (1 << UInt16(position)) == 0 {
        guard let least = next else {
          next = position
          continue
        }
        if members[position].name.precedesInUTF16(members[least].name) { next = position }
      }
      guard let next else { return }
      written |= 1 << UInt16(next)
      if turn > 0 { append(UInt8(ascii: ",")) }
      write(members[next], .canonical, level: 0)
    }
  }

  private mutating func write(_ sorted: [JSONObject.Member]) {
    for place in sorted.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      write(sorted[place], .canonical, level: 0)
    }
  }

  private mutating func write(_ elements: [JSONValue], _ style: JSONStyle, level: Int) {
    guard !elements.isEmpty else { return append("[]" as StaticString) }
    append(UInt8(ascii: "["))
    for place in elements.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      breakLine(style, level + 1)
      write(elements[place], style, level: level + 1)
    }
    breakLine(style, level)
    append(UInt8(ascii: "]"))
  }

  private mutating func breakLine(_ style: JSONStyle, _ level: Int) {
    guard style == .pretty else { return }
    append(0x0A)
    for _ in 0..<level { append("  " as StaticString) }
  }
}

extension ByteBuffer {
  /// Appends a text in double quotes, with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ text: Text) { write(text.string) }

  /// Appends a text in double quotes, with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ write($0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { write($0) }
    }
  }

  /// Appends a text that is given by its UTF-8, in double quotes and with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ content: UnsafeBufferPointer<UInt8>) {
    if isPlain(content) { return append(quoted: content) }
    append(UInt8(ascii: "\""))
    writeEscaped(content)
    append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ content: UnsafeBufferPointer<UInt8>) {
    var written = 0
    for position in content.indices {
      let byte = content[position]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(UnsafeBufferPointer(rebasing: content[written..<position]))
      writeEscape(byte)
      written = position + 1
    }
    append(UnsafeBufferPointer(rebasing: content[written...]))
  }

  /// Appends the escape of a byte. It is the short escape if there is one, and `\u` with four lower-case digits if not.
  private mutating func writeEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00" as StaticString)
      append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      append(byte & 0xF < 10 ? 0x30 + byte & 0xF : 0x57 + byte & 0xF)
    }
  }
}

/// Whether a text needs no escapes, because it has no control character, quote or backslash. Eight bytes are tested in one
/// step.
@inline(__always)
private func isPlain(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let start = UnsafeRawPointer(content.baseAddress) else { return true }
  let count = content.count
  guard count >= 8 else { return !isMarked(short(start, count)) }
  var place = 0
  while place + 8 < count {
    if isMarked(start.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return false }
    place += 8
  }
  return !isMarked(start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
}

/// Whether one of eight bytes is a control character, a quote or a backslash.
@inline(__always)
private func isMarked(_ word: UInt64) -> Bool {
  let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
  let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
  return ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & highs != 0
}

/// Packs fewer than eight bytes into a word. Some bytes occur twice, and the rest of the word is filled with letters.
@inline(__always)
private func short(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
  if count >= 4 {
    let last = start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
    return UInt64(start.loadUnaligned(as: UInt32.self)) | UInt64(last) << 32
  }
  var word: UInt64 = 0x6161_6161_6161_6161
  for place in 0..<count { word = word << 8 | UInt64(start.load(fromByteOffset: place, as: UInt8.self)) }
  return word
}

/// Writing of parsed values without first copying them to `JSONValue`.
extension ByteBuffer {
  /// Appends the canonical form of a value (RFC 8785).
  package mutating func writeCanonical(_ value: LocatedJSON) { write(value, isCanonical: true) }

  /// Appends a value without white space; members are in the order given.
  package mutating func writeCompact(_ value: LocatedJSON) { write(value, isCanonical: false) }

  /// Appends the canonical form of an object with the given members (RFC 8785).
  ///
  /// - Parameter name: the name of a member for which the position in the sorted order is wanted.
  /// - Returns: the offset in this buffer at which a member with `name` would be inserted, and whether it would be the last
  ///   member. `nil` if a member with `name` exists.
  @discardableResult
  package mutating func writeCanonical(_ members: [LocatedJSON.Member], placing name: Text? = nil) -> (place: Int, isLast: Bool)?
  {
    append(UInt8(ascii: "{"))
    var placed: (place: Int, isLast: Bool)?
    var isThere = false
    for (turn, index) in Self.order(of: members).enumerated() {
      if turn > 0 { append(UInt8(ascii: ",")) }
      let member = members[index]
      if let name {
        if placed == nil, name.precedesInUTF16(member.name) { placed = (count, false) }
        if name == member.name { isThere = true }
      }
      write(member.name)
      append(UInt8(ascii: ":"))
      write(member.value, isCanonical: true)
    }
    if placed == nil { placed = (count, true) }
    append(UInt8(ascii: "}"))
    return isThere ? nil : placed
  }

  private mutating func write(_ value: LocatedJSON, isCanonical: Bool) {
    switch value.kind {
    case .null: append("null" as StaticString)
    case .boolean(let boolean): append(boolean ? "true" : "false" as StaticString)
    case .number(let number): append(number)
    case .string(let text): write(text)
    case .array(let elements):
      append(UInt8(ascii: "["))
      for place in elements.indices {
        if place > 0 { append(UInt8(ascii: ",")) }
        write(elements[place], isCanonical: isCanonical)
      }
      append(UInt8(ascii: "]"))
    case .object(let members):
      if isCanonical {
        writeCanonical(members)
      } else {
        writeCompact(members)
      }
    }
  }

  private mutating func writeCompact(_ members: [LocatedJSON.Member]) {
    append(UInt8(ascii: "{"))
    for place in members.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      write(members[place].name)
      append(UInt8(ascii: ":"))
      write(members[place].value, isCanonical: false)
    }
    append(UInt8(ascii: "}"))
  }

  /// Returns the indices of the members in canonical order. Up to 32 members are sorted by insertion.
  private static func order(of members: [LocatedJSON.Member]) -> [Int] {
    guard members.count <= 32 else {
      return members.indices.sorted { members[$0].name.precedesInUTF16(members[$1].name) }
    }
    var order = Array(members.indices)
    for place in order.indices.dropFirst() {
      var index = place
      while index > 0, members[order[index]].name.precedesInUTF16(members[order[index - 1]].name) {
        order.swapAt(index, index - 1)
        index -= 1
      }
    }
    return order
  }
}

extension JSONValue {
  /// Returns the canonical form of RFC 8785 (JCS), over which all hashes are computed.
  ///
  /// - Complexity: O(n log m) in the size of the value and the members of its objects.
  package func canonical() -> [UInt8] { bytes(.canonical) }

  /// Returns the value without white space, with members in the order given. This is a line of JSON Lines without its line
  /// break.
  package func compact() -> [UInt8] { bytes(.compact) }

  /// Returns the value indented by two spaces a level, with members in the order given. It has no line break at the end.
  package func pretty() -> [UInt8] { bytes(.pretty) }

  private func bytes(_ style: JSONStyle) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.write(self, style)
    return buffer.bytes
  }
}

extension JSONObject {
  /// Returns the canonical form of RFC 8785, which has the same bytes as that of the object as a value.
  package func canonical() -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.writeCanonical(self)
    return buffer.bytes
  }
}

extension JSONValue {
  /// The value as indented text over several lines, for files and terminals. It has a line break at the end.
  package var lines: String { String(decoding: pretty(), as: UTF8.self) + "\n" }

  /// The value as a line of JSON Lines. It has a line break at the end.
  package var line: String { String(decoding: compact(), as: UTF8.self) + "\n" }
}
