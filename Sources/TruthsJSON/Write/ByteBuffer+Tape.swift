package import TruthsText

extension ByteBuffer {
  /// Appends the canonical form of a value (RFC 8785).
  package mutating func writeCanonical(_ tape: borrowing JSONTape, at place: Int) { write(tape, at: place, isCanonical: true) }

  /// Appends a value without white space, members in the order given.
  package mutating func writeCompact(_ tape: borrowing JSONTape, at place: Int) { write(tape, at: place, isCanonical: false) }

  private mutating func write(_ tape: borrowing JSONTape, at place: Int, isCanonical: Bool) {
    if !isCanonical, tape.isDense { return append(tape.source(of: place)) }
    let node = tape.nodes[place]
    switch node.kind {
    case .null, .no, .yes, .number, .string: append(tape.source(of: place))
    case .array:
      append(UInt8(ascii: "["))
      var element = place + 1
      while element < Int(node.next) {
        if element > place + 1 { append(UInt8(ascii: ",")) }
        write(tape, at: element, isCanonical: isCanonical)
        element = Int(tape.nodes[element].next)
      }
      append(UInt8(ascii: "]"))
    case .object where isCanonical: writeSorted(tape, at: place, count: Int(node.count))
    case .object:
      append(UInt8(ascii: "{"))
      var name = place + 1
      while name < Int(node.next) {
        if name > place + 1 { append(UInt8(ascii: ",")) }
        writePlain(tape, at: name)
        append(UInt8(ascii: ":"))
        write(tape, at: name + 1, isCanonical: false)
        name = Int(tape.nodes[name + 1].next)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// A text of a tape, which needs no escapes.
  package mutating func writePlain(_ tape: borrowing JSONTape, at place: Int) { append(tape.source(of: place)) }

  private mutating func writeSorted(_ tape: borrowing JSONTape, at place: Int, count: Int) {
    var members = place + 1
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, count)) { order in
      for turn in 0..<count {
        order[turn] = Int32(truncatingIfNeeded: members)
        members = Int(tape.nodes[members + 1].next)
        tape.sink(order, turn)
      }
      append(UInt8(ascii: "{"))
      for turn in 0..<count {
        if turn > 0 { append(UInt8(ascii: ",")) }
        writeMember(tape, at: Int(order[turn]))
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// Appends a member, given by the place of its name, with the canonical form of its value.
  package mutating func writeMember(_ tape: borrowing JSONTape, at name: Int) {
    if let member = tape.scalarMember(name) { return append(member) }
    writePlain(tape, at: name)
    append(UInt8(ascii: ":"))
    write(tape, at: name + 1, isCanonical: true)
  }
}

extension JSONTape {
  /// A member as it stands in the document, where that is its canonical form: its value has no parts, and no white space stands
  /// anywhere.
  fileprivate func scalarMember(_ name: Int) -> UnsafeBufferPointer<UInt8>? {
    let value = nodes[name + 1]
    guard isDense, value.kind != .object, value.kind != .array else { return nil }
    let quote = value.kind == .string ? 1 : 0
    return UnsafeBufferPointer(rebasing: bytes[(Int(nodes[name].start) - 1)..<(Int(value.end) + quote)])
  }

  /// Moves the last of some names, of which those before are in order, to its place.
  @inline(__always)
  package func sink(_ order: UnsafeMutableBufferPointer<Int32>, _ last: Int) {
    var turn = last
    while turn > 0, name(at: Int(order[turn]), precedes: Int(order[turn - 1])) {
      order.swapAt(turn, turn - 1)
      turn -= 1
    }
  }
}
