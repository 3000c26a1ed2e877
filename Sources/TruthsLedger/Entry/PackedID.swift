import TruthsText

/// An id in 16 bytes: a prefix and 16 lower-case hexadecimal digits are stored as a number, which nearly all ids are; other
/// ids keep their text.
package struct PackedID: Hashable, Sendable {
  private let digits: UInt64
  private let other: Other?

  private final class Other: Sendable {
    let text: Text

    init(_ text: Text) { self.text = text }
  }

  /// - Parameter prefix: the prefix of this kind of id, such as `run_`.
  package init(_ text: String, _ prefix: StaticString) {
    let digits = Self.digits(of: text, behind: prefix)
    self.digits = digits ?? 0
    other = digits == nil ? Other(Text(text)) : nil
  }

  /// Returns the written id.
  ///
  /// - Parameter prefix: the prefix that the id was created with.
  package func text(_ prefix: StaticString) -> String { other?.text.string ?? Self.text(of: digits, behind: prefix) }

  /// The digits as a number; `nil` for an id of another form.
  var number: UInt64? { other == nil ? digits : nil }

  package static func == (left: PackedID, right: PackedID) -> Bool {
    left.digits == right.digits && left.other?.text == right.other?.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digits)
    if let other { hasher.combine(other.text) }
  }

  /// Returns the id of a prefix and a number, written as 16 digits.
  package static func text(of digits: UInt64, behind prefix: StaticString) -> String {
    var buffer = ByteBuffer(capacity: prefix.utf8CodeUnitCount + 16)
    buffer.append(prefix)
    buffer.append(hexadecimal: digits)
    return buffer.string
  }

  /// Reads the number in the 16 digits after a prefix; `nil` for a text of another form.
  package static func digits(of text: String, behind prefix: StaticString) -> UInt64? {
    let bytes = text.utf8.span
    let start = prefix.utf8CodeUnitCount
    guard bytes.count == start + 16 else { return nil }
    for place in 0..<start where bytes[place] != prefix.utf8Start[place] { return nil }
    var number: UInt64 = 0
    for place in start..<bytes.count {
      switch bytes[place] {
      case 0x30...0x39: number = number << 4 | UInt64(bytes[place] - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(bytes[place] - 0x57)
      default: return nil
      }
    }
    return number
  }
}

extension Entry {
  /// The run id in packed form, for places that keep many.
  package var packedRunID: PackedID { PackedID(runID, "run_") }
}
