/// The names that links of the handbook lead to: letters, digits, `_`, `.` and `-` alone, whatever the packs call things.
enum Anchor {
  /// Of a truth, invariant or clause: its id.
  static func id(_ id: String) -> String { slug(id) }

  /// Of a clause without an id of its own.
  static func clause(of id: String, _ name: String) -> String { slug(id + "." + name.filter { $0 != "[" && $0 != "]" }) }

  /// Of a declaration that has no id: its kind, pack and name.
  static func declaration(_ kind: String, _ name: String) -> String { slug("\(kind)-\(name)") }

  private static func slug(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
        result.unicodeScalars.append(UnicodeScalar(byte))
      default: result += "-x\(String(byte, radix: 16))-"
      }
    }
    return result
  }
}
