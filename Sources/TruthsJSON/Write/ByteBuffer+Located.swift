package import TruthsText

/// Values as they were read are written without being copied first.
extension ByteBuffer {
  /// Appends the canonical form of a value (RFC 8785).
  package mutating func writeCanonical(_ value: LocatedJSON) { write(value, isCanonical: true) }

  /// Appends a value without white space, members in the order given.
  package mutating func writeCompact(_ value: LocatedJSON) { write(value, isCanonical: false) }

  /// Appends the canonical form of an object with some members (RFC 8785).
  ///
  /// - Parameter name: a name, as it is sorted.
  /// - Returns: where a member of that name would stand, and whether it is the last one; `nil` where one of that name is there.
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

  /// The places of members in canonical order. Insertion serves the few that objects have.
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
