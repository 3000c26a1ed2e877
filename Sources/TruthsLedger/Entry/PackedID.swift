import TruthsText

/// An id in 16 bytes: nearly always a prefix and 16 lower-case hexadecimal digits, kept as the number that they are; else its
/// text.
package struct PackedID: Hashable, Sendable {
  private let digits: UInt64
  private let other: Other?

  private final class Other: Sendable {
    let text: Text

    init(_ text: Text) { self.text = text }
  }

  /// - Parameter prefix: what ids of its kind begin with, such as `run_`.
  package init(_ text: String, _ prefix: StaticString) {
    let digits = Self.digits(of: text, behind: prefix)
    self.digits = digits ?? 0
    other = digits == nil ? Other(Text(text)) : nil
  }

  /// As it is written.
  ///
  /// - Parameter prefix: what it was made with.
  package func text(_ prefix: StaticString) -> String { other?.text.string ?? Self.text(of: digits, behind: prefix) }

  /// The number that its digits are; `nil` for an id of another form.
  var number: UInt64? { other == nil ? digits : nil }

  package static func == (left: PackedID, right: PackedID) -> Bool {
    left.digits == right.digits && left.other?.text == right.other?.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digits)
    if let other { hasher.combine(other.text) }
  }

  /// A prefix with the 16 digits of a number behind it.
  package static func text(of digits: UInt64, behind prefix: StaticString) -> String {
    var buffer = ByteBuffer(capacity: prefix.utf8CodeUnitCount + 16)
    buffer.append(prefix)
    buffer.append(hexadecimal: digits)
    return buffer.string
  }

  /// The number that the 16 digits behind a prefix are; `nil` for a text of another form.
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
  /// The id of its run, where many are kept.
  package var packedRunID: PackedID { PackedID(runID, "run_") }
}
