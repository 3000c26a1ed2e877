import TruthsJSON
import TruthsText

/// JSON in the form of RFC 8785 and the hashes of hashes §3, implemented independently.
enum Jcs {
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): number(value)
    case .string(let value): quoted(value.string)
    case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
    case .object(let object): members(object)
    }
  }

  static func bytes(_ value: JSONValue) -> [UInt8] { Array(text(value).utf8) }

  static func hash(_ value: JSONValue) -> String { "sha256:" + Sha256.hex(bytes(value)) }

  static func first16(_ value: JSONValue) -> String { first16(bytes(value)) }

  static func first16(_ bytes: [UInt8]) -> String { String(Sha256.hex(bytes).prefix(16)) }

  /// Names in the order of their UTF-16 code units.
  private static func members(_ object: JSONObject) -> String {
    let sorted = object.members.sorted { Array($0.name.string.utf16).lexicographicallyPrecedes(Array($1.name.string.utf16)) }
    return "{\(sorted.map { "\(quoted($0.name.string)):\(text($0.value))" }.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{C}": "\\f", "\r": "\\r",
    ]
    let scalars = text.unicodeScalars.map { scalar in
      if let escape = short[scalar] { return escape }
      guard scalar.value < 0x20 else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(scalars.joined())\""
  }

  /// ECMAScript's `Number::toString` of a number within the limits of data.
  private static func number(_ value: Decimal) -> String {
    if value.isNegative { return "-" + number(value.negated) }
    var digits = String(value.coefficient)
    let point = digits.count - Int(value.scale)
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    if digits == "0" { return "0" }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    if point > 0 { return digits.prefix(point) + "." + digits.dropFirst(point) }
    if point > -6 { return "0." + String(repeating: "0", count: -point) + digits }
    let rest = digits.dropFirst()
    return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e-\(1 - point)"
  }

  /// RFC 9162 §2.1.1 over the hashes of leaves.
  static func treeHead(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
    if leaves.isEmpty { return Sha256.digest([]) }
    if leaves.count == 1 { return leaves[leaves.startIndex] }
    var half = 1
    while half * 2 < leaves.count { half *= 2 }
    let middle = leaves.startIndex + half
    return Sha256.digest([1] + treeHead(leaves[..<middle]) + treeHead(leaves[middle...]))
  }

  static func leafHash(_ entry: JSONObject) -> [UInt8] { Sha256.digest([0] + bytes(.object(entry))) }
}
