package import TruthsText

/// How members are ordered and laid out.
enum JSONStyle {
  /// RFC 8785: sorted by UTF-16 code units, no white space.
  case canonical
  /// In the order given, no white space.
  case compact
  /// In the order given, for people: two spaces a level.
  case pretty
}

/// Writes JSON values as bytes. Texts and numbers have one form, that of RFC 8785; what differs is the order of members and
/// white space.
extension ByteBuffer {
  /// Appends the canonical form of a value (RFC 8785).
  package mutating func writeCanonical(_ value: JSONValue) { write(value, .canonical) }

  /// Appends the canonical form of an object (RFC 8785).
  package mutating func writeCanonical(_ object: JSONObject) { write(object, .canonical) }

  /// Appends a value without white space, members in the order given.
  package mutating func writeCompact(_ value: JSONValue) { write(value, .compact) }

  /// - Parameter level: how deep the value stands.
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

  /// Few members are picked one after the other, which needs no memory; many are sorted.
  private mutating func writeSorted(_ members: [JSONObject.Member]) {
    guard members.count <= 16 else {
      return write(JSONObject(members.sorted { $0.name.precedesInUTF16($1.name) }).members)
    }
    var written: UInt16 = 0
    for turn in members.indices {
      var next: Int?
      for place in members.indices where written & (1 << UInt16(place)) == 0 {
        guard let least = next else {
          next = place
          continue
        }
        if members[place].name.precedesInUTF16(members[least].name) { next = place }
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
