/// Reads a tape: whatever it does not take ends it at once.
extension JSONTape {
  /// Takes a document apart.
  ///
  /// - Parameter bytes: stay where they are as long as anything is asked of the tape.
  /// - Returns: whether it is one that the tape takes.
  /// - Complexity: O(n), and O(m²) in the members of one object, of which there are few.
  package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    nodes.removeAll(keepingCapacity: true)
    self.bytes = bytes
    index = 0
    isDense = true
    guard bytes.count <= Self.longest else { return false }
    skipSpace()
    isDense = true
    guard value(depth: 0) else { return false }
    let wasDense = isDense
    skipSpace()
    isDense = wasDense
    return index == bytes.count
  }

  private static let longest = 1 << 20
  private static let deepest = 16
  private static let mostMembers = 24
  private static let mostNodes = 4096

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 {
      guard bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D || bytes[index] == 0x0A else { return }
      index += 1
      isDense = false
    }
  }

  private mutating func value(depth: Int) -> Bool {
    guard index < bytes.count, nodes.count < Self.mostNodes else { return false }
    switch bytes[index] {
    case UInt8(ascii: "{"): return depth < Self.deepest && object(depth: depth + 1)
    case UInt8(ascii: "["): return depth < Self.deepest && array(depth: depth + 1)
    case UInt8(ascii: "\""): return string(isName: false)
    case UInt8(ascii: "t"): return word("true", .yes)
    case UInt8(ascii: "f"): return word("false", .no)
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func add(_ kind: Kind, from start: Int, to end: Int) {
    nodes.append(
      Node(
        kind: kind, start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
        next: Int32(truncatingIfNeeded: nodes.count + 1)))
  }

  /// Closes a list or object.
  private mutating func close(_ place: Int, count: Int32) {
    index += 1
    nodes[place].end = Int32(truncatingIfNeeded: index)
    nodes[place].next = Int32(truncatingIfNeeded: nodes.count)
    nodes[place].count = count
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func object(depth: Int) -> Bool {
    let place = nodes.count
    add(.object, from: index, to: index)
    index += 1
    skipSpace()
    if index < bytes.count, bytes[index] == UInt8(ascii: "}") {
      close(place, count: 0)
      return true
    }
    var count: Int32 = 0
    while true {
      skipSpace()
      let name = nodes.count
      guard count < Self.mostMembers, index < bytes.count, bytes[index] == UInt8(ascii: "\""), string(isName: true),
        isNew(name, in: place), take(UInt8(ascii: ":"))
      else { return false }
      skipSpace()
      guard value(depth: depth) else { return false }
      count += 1
      skipSpace()
      guard index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: "}") { break }
      guard take(UInt8(ascii: ",")) else { return false }
    }
    close(place, count: count)
    return true
  }

  /// Whether no member before has this name.
  private func isNew(_ name: Int, in object: Int) -> Bool {
    let wanted = nodes[name]
    var other = object + 1
    while other < name {
      let node = nodes[other]
      if node.end - node.start == wanted.end - wanted.start,
        let base = bytes.baseAddress,
        Self.same(base, Int(node.start), base + Int(wanted.start), Int(wanted.end - wanted.start))
      {
        return false
      }
      other = Int(nodes[other + 1].next)
    }
    return true
  }

  private mutating func array(depth: Int) -> Bool {
    let place = nodes.count
    add(.array, from: index, to: index)
    index += 1
    skipSpace()
    if index < bytes.count, bytes[index] == UInt8(ascii: "]") {
      close(place, count: 0)
      return true
    }
    var count: Int32 = 0
    while true {
      skipSpace()
      guard value(depth: depth) else { return false }
      count += 1
      skipSpace()
      guard index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: "]") { break }
      guard take(UInt8(ascii: ",")) else { return false }
    }
    close(place, count: count)
    return true
  }

  private mutating func string(isName: Bool) -> Bool {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return false }
    let start = index + 1
    var place = start
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      let special = (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
      // The lowest byte that is marked is one; above it a borrow may have marked others.
      if special & highs != 0 {
        place += (special & highs).trailingZeroBitCount / 8
        break
      }
      place += 8
    }
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        add(.string, from: start, to: place)
        index = place + 1
        return true
      }
      if byte < 0x20 || byte == UInt8(ascii: "\\") { return false }
      let length = byte < 0x80 ? 1 : isName ? 0 : lengthOfScalar(at: place)
      guard length > 0 else { return false }
      place += length
    }
    return false
  }

  /// The bytes of the scalar beyond ASCII at a place; 0 where it is no UTF-8 or a noncharacter.
  private func lengthOfScalar(at start: Int) -> Int {
    guard let form = ScalarForm(lead: bytes[start]), start + form.length <= bytes.count else { return 0 }
    var value = form.high
    for place in 1..<form.length {
      guard form.allows(bytes[start + place], at: place) else { return 0 }
      value = value << 6 | UInt32(bytes[start + place] & 0x3F)
    }
    return ScalarForm.isNoncharacter(value) ? 0 : form.length
  }

  private mutating func word(_ word: StaticString, _ kind: Kind) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count, Self.same(bytes.baseAddress, index, word.utf8Start, count) else { return false }
    add(kind, from: index, to: index + count)
    index += count
    return true
  }

  /// A number as RFC 8785 prints it: at most 15 digits, of a fraction at most six and no zero at its end, no exponent.
  private mutating func number() -> Bool {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    skipDigits()
    let whole = index - first
    guard whole > 0, whole == 1 || bytes[first] != UInt8(ascii: "0") else { return false }
    var fraction = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      let point = index
      skipDigits()
      fraction = index - point
      guard fraction > 0, fraction <= 6, bytes[index - 1] != UInt8(ascii: "0") else { return false }
    }
    guard whole + fraction <= 15 else { return false }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") { return false }
    // Zero has no sign.
    if first > start, fraction == 0, bytes[first] == UInt8(ascii: "0") { return false }
    add(.number, from: start, to: index)
    return true
  }

  private mutating func skipDigits() {
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
  }
}
