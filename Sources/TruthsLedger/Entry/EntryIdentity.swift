import TruthsJSON
import TruthsText

/// An `entry_id`: nearly always `ctx_` and 16 lower-case hexadecimal digits, kept as the number that they are.
enum EntryIdentity: Hashable, Sendable {
  case digits(UInt64)
  /// One that was given in another form.
  case other(String)

  /// The identity that a text is.
  init(_ text: String) {
    self = Self.digits(of: text).map { .digits($0) } ?? .other(text)
  }

  /// As it is written.
  var text: String {
    guard case .digits(let digits) = self else {
      if case .other(let text) = self { return text }
      return ""
    }
    var buffer = ByteBuffer(capacity: Self.length)
    buffer.append("ctx_" as StaticString)
    buffer.append(hexadecimal: digits)
    return buffer.string
  }

  /// Appends it as JSON.
  func write(to buffer: inout ByteBuffer) {
    switch self {
    case .digits(let digits):
      buffer.append(#""ctx_"# as StaticString)
      buffer.append(hexadecimal: digits)
      buffer.append(UInt8(ascii: "\""))
    case .other(let text): buffer.write(text)
    }
  }

  /// Texts are told apart by their scalars.
  static func == (left: EntryIdentity, right: EntryIdentity) -> Bool {
    switch (left, right) {
    case (.digits(let one), .digits(let other)): one == other
    case (.other(let one), .other(let other)): Text(one) == Text(other)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .digits(let digits): hasher.combine(digits)
    case .other(let text): hasher.combine(Text(text))
    }
  }

  /// Characters of the usual form.
  private static var length: Int { 20 }

  private static func digits(of text: String) -> UInt64? {
    let bytes = text.utf8.span
    guard bytes.count == length, text.hasPrefix("ctx_") else { return nil }
    var number: UInt64 = 0
    for place in 4..<length {
      switch bytes[place] {
      case 0x30...0x39: number = number << 4 | UInt64(bytes[place] - 0x30)
      case 0x61...0x66: number = number << 4 | UInt64(bytes[place] - 0x57)
      default: return nil
      }
    }
    return number
  }
}
