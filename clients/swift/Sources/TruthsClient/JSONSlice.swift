/// Parts of a JSON text as bytes, so that numbers keep their digits and texts their escapes.
///
/// The text is split but not validated; the readers of the parts validate them.
enum JSONSlice {
  /// Returns the members of an object, in order; `nil` where the text is not an object.
  static func members(of text: ArraySlice<UInt8>) -> [(name: String, value: ArraySlice<UInt8>)]? {
    guard let parts = parts(of: text, "{", "}") else { return nil }
    var members: [(name: String, value: ArraySlice<UInt8>)] = []
    for part in parts {
      guard part.first == UInt8(ascii: "\""), let end = endOfString(part), end <= part.endIndex,
        let colon = part[end...].firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      members.append((String(decoding: part[(part.startIndex + 1)..<(end - 1)], as: UTF8.self), trimmed(part[(colon + 1)...])))
    }
    return members
  }

  /// Returns the elements of a list; `nil` where the text is not a list.
  static func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? { parts(of: text, "[", "]") }

  /// Returns the value of a member.
  static func member(_ name: String, of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    members(of: text)?.last { $0.name == name }?.value
  }

  /// Returns the whole number of a member.
  static func integer(_ name: String, of text: ArraySlice<UInt8>) -> Int? {
    member(name, of: text).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the text of a member, if it contains no escapes.
  static func text(_ name: String, of text: ArraySlice<UInt8>) -> String? {
    guard let value = member(name, of: text), value.count >= 2, value.first == UInt8(ascii: "\""),
      !value.contains(UInt8(ascii: "\\"))
    else { return nil }
    return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Returns an object with one member.
  static func object(_ name: String, _ value: some Collection<UInt8>) -> [UInt8] {
    Array("{\"\(name)\":".utf8) + value + [UInt8(ascii: "}")]
  }

  /// Returns the parts between the commas inside of brackets.
  private static func parts(
    of text: ArraySlice<UInt8>, _ open: Unicode.Scalar, _ close: Unicode.Scalar
  ) -> [ArraySlice<UInt8>]? {
    let text = trimmed(text)
    guard text.count >= 2, text.first == UInt8(ascii: open), text.last == UInt8(ascii: close) else { return nil }
    var (parts, depth, index) = ([ArraySlice<UInt8>](), 0, text.startIndex + 1)
    var start = index
    while index < text.endIndex - 1 {
      switch text[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(text[index...]) else { return nil }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(trimmed(text[start..<index]))
        start = index + 1
      default: break
      }
      index += 1
    }
    let last = trimmed(text[start..<(text.endIndex - 1)])
    return last.isEmpty && parts.isEmpty ? [] : parts + [last]
  }

  /// Returns the index after the closing quote of a string.
  private static func endOfString(_ text: ArraySlice<UInt8>) -> Int? {
    var index = text.startIndex + 1
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\"") { return index + 1 }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) }) else {
      return text.prefix(0)
    }
    return text[first...last]
  }
}
