import TruthsDiagnostics
import TruthsText

extension JSONScanner {
  /// The number of bytes of the scalar beyond ASCII at the next byte.
  ///
  /// - Throws: T8003 for what is no UTF-8 or a noncharacter; T8001 for a sequence that the end of the data cuts.
  func lengthOfScalar(openedAt first: Int) throws(Diagnostic) -> Int {
    let lead = bytes[index]
    guard let form = ScalarForm(lead: lead) else { throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1)) }
    var value = form.high
    for place in index + 1..<index + form.length {
      guard place < end else { throw truncated(inTextAt: first) }
      guard form.allows(bytes[place], at: place - index) else {
        throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1))
      }
      value = value << 6 | UInt32(bytes[place] & 0x3F)
    }
    guard limits.takesNoncharacters || !ScalarForm.isNoncharacter(value) else {
      throw InvalidCharacter.noncharacter(value, at: span(index, index + form.length))
    }
    return form.length
  }

  /// The number of bytes of what stands at a place, for pointing at it; a byte that is no UTF-8 stands alone.
  func scalarLength(at place: Int) -> Int {
    guard place < end else { return 0 }
    var length = 1
    while length < 4, place + length < end, bytes[place] >= 0xC0, bytes[place + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }

  /// What stands at a place, for a message.
  func scalarText(at place: Int) -> String {
    String(decoding: bytes[min(place, end)..<min(place, end) + scalarLength(at: place)], as: UTF8.self)
  }
}
