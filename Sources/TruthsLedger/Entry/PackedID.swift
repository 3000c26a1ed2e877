import TruthsText

/// An id in 16 bytes. An id of a prefix and 16 lower-case hexadecimal digits, as nearly all ids are, is stored as a number. Any
/// other id keeps its text.
package struct PackedID: Hashable, Sendable {
  private let digits: UInt64
  private let unpacked: UnpackedText?

  private final class UnpackedText: Sendable {
    let text: Text

    init(_ text: Text) { self.text = text }
  }

  /// - Parameter prefix: the prefix of this kind of id, such as `run_`.
  package init(_ text: String, _ prefix: StaticString) {
    let digits = Self.digits(of: text, behind: prefix)
    self.digits = digits ?? 0
    unpacked = digits == nil ? UnpackedText(Text(text)) : nil
  }

  /// Returns the written id.
  ///
  /// - Parameter prefix: the prefix that the id was created with.
  package func text(_ prefix: StaticString) -> String { unpacked?.text.string ?? Self.text(of: digits, behind: prefix) }

  /// The digits as a number; `nil` for an id in any other form.
  var number: UInt64? { unpacked == nil ? digits : nil }

  package static func == (left: PackedID, right: PackedID) -> Bool {
    left.digits == right.digits && left.unpacked?.text == right.unpacked?.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digits)
    if let unpacked { hasher.combine(unpacked.text) }
  }

  /// Returns an id: the prefix and the number in 16 hexadecimal digits.
  package static func text(of digits: UInt64, behind prefix: StaticString) -> String {
    var buffer = ByteBuffer(capacity: prefix.utf8CodeUnitCount + 16)
    buffer.append(prefix)
    buffer.append(hexadecimal: digits)
    return buffer.string
  }

  /// Reads the number in the 16 hexadecimal digits after a prefix; `nil` for a text in any other form.
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
  /// The run id in packed form, for tables that keep many run ids.
  package var packedRunID: PackedID { PackedID(runID, "run_") }
}
