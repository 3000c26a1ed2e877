import TruthsText

extension Text {
  /// `lower`: A–Z only.
  var lowercasedASCII: Text { mapped { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

  /// `upper`: a–z only.
  var uppercasedASCII: Text { mapped { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } }

  /// `trim`: without space, tab, CR and LF at its ends.
  var trimmed: Text {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let bytes = Array(string.utf8)
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return Text(String(decoding: bytes[first...last], as: UTF8.self))
  }

  /// `is_email`: one `@`, no white space, something before it and a dot inside what follows.
  var isEmail: Bool {
    let scalars = Array(string.unicodeScalars)
    guard !scalars.contains(where: \.properties.isWhitespace) else { return false }
    guard let at = scalars.firstIndex(of: "@"), scalars.lastIndex(of: "@") == at, at > 0 else { return false }
    let domain = scalars[(at + 1)...]
    guard domain.count >= 3 else { return false }
    return domain.dropFirst().dropLast().contains(".")
  }

  private func mapped(_ change: (UInt8) -> UInt8) -> Text { Text(String(decoding: string.utf8.map(change), as: UTF8.self)) }
}
